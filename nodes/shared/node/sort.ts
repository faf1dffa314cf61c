import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { compare, toDecimal } from '../money';
import { readable } from '../names';
import { refusal } from '../problem';
import { textOf } from '../record';
import { byName } from './fields';
import { readCollection, type Parameters } from './parameters';

const fieldOf = (names: readonly string[]): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'options',
	default: '',
	description: 'The field to sort by',
	options: byName(names.map((name) => ({ name: readable(name), value: name }))),
});

const directionField: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	default: 'asc',
	description: 'Which results come first',
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
	direction: 'asc' | 'desc';
}

export function readSort(fields: Parameters): SortRule[] {
	const { rule = [] } = readCollection(fields, 'sort') as { rule?: SortRule | SortRule[] };
	const rules = [rule].flat();
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
	const keyed = entities.map((entity) => ({ entity, row: rowOf(entity) }));
	keyed.sort((a, b) => {
		for (const { field, direction } of rules) {
			const order = compared(textOf(a.row[field]), textOf(b.row[field]), direction);
			if (order !== 0) return order;
		}
		return 0;
	});
	return keyed.map(({ entity }) => entity);
}

const BY_TEXT = new Intl.Collator('en', { numeric: true });

function compared(a: string, b: string, direction: SortRule['direction']): number {
	if (a === '' || b === '') return Number(a === '') - Number(b === '');
	const [one, other] = [toDecimal(a), toDecimal(b)];
	const order = one && other ? compare(one, other) : BY_TEXT.compare(a, b);
	return direction === 'desc' ? -order : order;
}
