import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { add, compare, toDecimal, ZERO, type Decimal } from '../money';
import { ReportTimes } from '../period/times';
import { refusal } from '../problem';
import { readable, textOf } from '../text';
import { byName } from './fields';
import { readCollection, type Parameters } from './parameters';

const fieldOf = (names: readonly string[]): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'options',
	default: '',
	options: byName(names.map((name) => ({ name: readable(name), value: name }))),
});

const directionField: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	default: 'asc',
	options: [
		{ name: 'Ascending', value: 'asc', description: 'From A to Z, smallest or oldest first' },
		{ name: 'Descending', value: 'desc', description: 'From Z to A, largest or newest first' },
	],
};

/** For a list. `names`: the fields that it can be sorted by. */
export const sortField = (names: readonly string[]): INodeProperties => ({
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add sort rule',
	default: {},
	description:
		'The order of the results. The node reads the whole list before it sorts, even with a limit. Results without a value come last.',
	options: [{ displayName: 'Sort Rule', name: 'rule', values: [fieldOf(names), directionField] }],
});

export interface SortRule {
	field: string;
	/** Ascending where it is left out. */
	direction?: 'asc' | 'desc';
}

export function readSort(fields: Parameters): SortRule[] {
	const { rule } = readCollection(fields, 'sort') as { rule?: SortRule | SortRule[] | null };
	const rules = [rule ?? []].flat();
	const empty = rules.findIndex(({ field }) => textOf(field) === '');
	if (empty === -1) return rules;
	throw refusal(
		'is empty',
		'Choose the field to sort by, or remove the rule.',
		`Sort Rule ${empty + 1}, Field`,
	);
}

/** The results in the order of the rules; those that are equal stay as they are. */
export function sorted<Entity>(
	entities: readonly Entity[],
	rules: readonly SortRule[],
	rowOf: (entity: Entity) => IDataObject,
): Entity[] {
	if (rules.length === 0) return [...entities];
	const keyed = entities.map((entity) => {
		const row = rowOf(entity);
		return { entity, keys: rules.map(({ field }) => keyOf(textOf(row[field]))) };
	});
	keyed.sort((a, b) => {
		for (const [index, { direction }] of rules.entries()) {
			const order = compared(a.keys[index], b.keys[index], direction);
			if (order !== 0) return order;
		}
		return 0;
	});
	return keyed.map(({ entity }) => entity);
}

interface Key {
	text: string;
	kind: 'number' | 'time' | 'text';
	/** Of a number, or of a time in seconds. */
	value: Decimal;
}

function keyOf(text: string): Key {
	const number = toDecimal(text);
	if (number !== undefined) return { text, kind: 'number', value: number };
	const time = secondsOf(text);
	return time === undefined
		? { text, kind: 'text', value: ZERO }
		: { text, kind: 'time', value: time };
}

/** Times of the service that name no zone are in UTC. */
const TIMES = new ReportTimes('UTC');

/** With the whole fraction: a Date keeps three digits of it. */
function secondsOf(text: string): Decimal | undefined {
	const instant = TIMES.instant(text);
	if (instant === undefined) return undefined;
	const whole = { units: BigInt(Math.floor(instant / 1000)), scale: 0 };
	return add(whole, toDecimal(`0${/\.\d+/.exec(TIMES.iso(text) ?? '')?.[0] ?? ''}`) ?? ZERO);
}

const BY_TEXT = new Intl.Collator('en', { numeric: true });

function compared(a: Key, b: Key, direction: SortRule['direction']): number {
	if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
	const order = inOrder(a, b);
	return direction === 'desc' ? -order : order;
}

const KINDS: ReadonlyArray<Key['kind']> = ['number', 'time', 'text'];

/** Numbers come before other text: compared as text, 1.10 would be both less and more than 1.5. So do times. */
function inOrder(a: Key, b: Key): number {
	if (a.kind !== b.kind) return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
	return a.kind === 'text' ? BY_TEXT.compare(a.text, b.text) : compare(a.value, b.value);
}
