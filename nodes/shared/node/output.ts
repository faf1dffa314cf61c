import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { readable, readNames } from '../text';
import { byName, flagField } from './fields';
import { type Parameters, read } from './parameters';

/** n8n's guideline: the most fields of a simplified response. */
export const MOST_SIMPLIFIED = 10;

/** The name of the choice, for fields that depend on it. */
export const OUTPUT_FIELD = 'itemOutput';
const FIELDS = 'itemFields';

/** Which fields of an entity the user wants. */
export type Output =
	{ kind: 'raw' } | { kind: 'simplified' } | { kind: 'selected'; names: string[] };

/**
 * For what returns an entity with many fields. `names`: all fields of its flat form, the most used first. The
 * first one identifies it. `others`: what else the action can return.
 */
export const outputFields = (
	names: readonly string[],
	others: readonly INodePropertyOptions[] = [],
): INodeProperties[] => [
	{
		displayName: 'Output',
		name: OUTPUT_FIELD,
		type: 'options',
		default: 'simplified',
		options: byName([
			...others,
			{ name: 'Raw', value: 'raw', description: 'Everything that the service returns' },
			{
				name: 'Selected Fields',
				value: 'selected',
				description:
					'Only the fields that you choose, for example to keep the input of an agent small',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: `The most used fields, ${MOST_SIMPLIFIED} at most`,
			},
		]),
	},
	{
		displayName: 'Fields to Return',
		name: FIELDS,
		type: 'multiOptions',
		default: [],
		description: `${readable(names[0])} is always returned`,
		displayOptions: { show: { [OUTPUT_FIELD]: ['selected'] } },
		options: byName(names.slice(1).map((name) => ({ name: readable(name), value: name }))),
	},
];

export const readOutputKind = (fields: Parameters): string =>
	read<string>(fields, OUTPUT_FIELD, 'simplified');

export function readOutput(fields: Parameters): Output {
	switch (readOutputKind(fields)) {
		case 'raw':
			return { kind: 'raw' };
		case 'selected':
			return { kind: 'selected', names: readNames(read<unknown>(fields, FIELDS, [])) };
		default:
			return { kind: 'simplified' };
	}
}

/** A flat row with these columns, null where there is nothing. */
export const rowWith = (values: IDataObject, columns: readonly string[]): IDataObject =>
	Object.fromEntries(columns.map((name) => [name, values[name] ?? null]));

/** The fields of a flat row that the user wants, in the order of the row. `row`: the most used first. */
export function shownFields(
	row: IDataObject,
	output: Exclude<Output, { kind: 'raw' }>,
	simplified: readonly string[] = Object.keys(row).slice(0, MOST_SIMPLIFIED),
): IDataObject {
	const [id] = Object.keys(row);
	const wanted = output.kind === 'simplified' ? simplified : [id, ...output.names];
	return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name)));
}

/** An entity as the user wants it. */
export const shown = <Entity extends IDataObject>(
	entity: Entity,
	output: Output,
	rowOf: (entity: Entity) => IDataObject,
): IDataObject => (output.kind === 'raw' ? { ...entity } : shownFields(rowOf(entity), output));

/** Older n8n has no isToolExecution: there, a tool of an agent is a node of a type of its own. */
type Host = Omit<IExecuteFunctions, 'isToolExecution'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/** Whether an AI agent gets the output. */
const isTool = (context: Host): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

export const showCustomerField: INodeProperties = flagField(
	'Show Customer to AI Agent',
	'showCustomer',
	'Whether the agent sees names and email addresses. Otherwise they are masked: A**, a**@example.com.',
	{ noDataExpression: true, displayOptions: { show: { '@tool': [true] } } },
);

/** What is in a field, without who it is about. */
export type Mask = (field: string, text: string) => string;

const masks = new WeakMap<Host, Mask>();

/** Undefined where the customers are shown. */
export function maskOf(context: Host): Mask | undefined {
	if (!isTool(context)) return undefined;
	if (context.getNodeParameter(showCustomerField.name, 0, false) === true) return undefined;
	const mask = masks.get(context) ?? newMask();
	masks.set(context, mask);
	return mask;
}

/** The first letter, and where an email address goes. In one field, no two customers look alike: A**, A**2. */
function newMask(): Mask {
	const groups = new Map<string, Map<string, number>>();
	return (field, text) => {
		if (text === '') return '';
		const [letter] = text;
		const domain = text.includes('@') ? text.slice(text.lastIndexOf('@')) : '';
		const group = [field, letter, domain].join();
		const alike = groups.get(group) ?? new Map<string, number>();
		groups.set(group, alike);
		const place = alike.get(text) ?? alike.size + 1;
		alike.set(text, place);
		return `${letter}**${place > 1 ? place : ''}${domain}`;
	};
}

/** The columns of a report that say who somebody is, in every naming convention. */
const PERSON =
	/(?:first|last|middle|full|company|customer|holder|recipient|(?:bill|ship)_?to)[._]?name(?:_?\d+)?$|e_?mail/i;

/** A row, with everything in it, without who the customers are. */
export const withoutCustomers = (row: IDataObject, mask: Mask): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, maskedAt(name, value, mask)]),
	);

function maskedAt(name: string, value: IDataObject[string], mask: Mask): IDataObject[string] {
	if (Array.isArray(value)) {
		return (value as Array<IDataObject[string]>).map((each) => maskedAt(name, each, mask));
	}
	if (typeof value === 'object' && value !== null) {
		return withoutCustomers(value as IDataObject, mask);
	}
	return typeof value === 'string' && PERSON.test(name) ? mask(name, value) : value;
}
