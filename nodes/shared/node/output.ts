import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
	NodeExecutionHint,
} from 'n8n-workflow';

import { shortenMessage } from '../problem';
import { toTitle, parseNames } from '../text';
import { secretsOfRun } from '../transport/secrets';
import { sortedByName } from './fields';
import { type Parameters, read } from './parameters';

/** n8n's guideline. */
const MAX_SIMPLIFIED = 10;

export const OUTPUT_FIELD = 'itemOutput';
const FIELDS = 'itemFields';

/** Which fields of an entity the user wants. */
export type OutputChoice =
	{ kind: 'raw' } | { kind: 'simplified' } | { kind: 'selected'; names: string[] };

/** `names`: all fields of the flat form, the most used first. The first one identifies it. */
export const outputFieldsFor = (
	names: readonly string[],
	others: readonly INodePropertyOptions[] = [],
): INodeProperties[] => [
	{
		displayName: 'Output',
		name: OUTPUT_FIELD,
		type: 'options',
		default: 'simplified',
		options: sortedByName([
			...others,
			{ name: 'Raw', value: 'raw', description: 'Everything that the service returns' },
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'Only the fields that you choose',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: `The most used fields, ${MAX_SIMPLIFIED} at most`,
			},
		]),
	},
	{
		displayName: 'Fields to Return',
		name: FIELDS,
		type: 'multiOptions',
		default: [],
		description: `${toTitle(names[0])} is always returned`,
		displayOptions: { show: { [OUTPUT_FIELD]: ['selected'] } },
		options: sortedByName(names.slice(1).map((name) => ({ name: toTitle(name), value: name }))),
	},
];

export const readOutputKind = (fields: Parameters): string =>
	read<string>(fields, OUTPUT_FIELD, 'simplified');

export function readOutput(fields: Parameters): OutputChoice {
	const kind = readOutputKind(fields);
	if (kind === 'selected') return { kind, names: parseNames(read<unknown>(fields, FIELDS, [])) };
	return { kind: kind === 'raw' ? kind : 'simplified' };
}

export const pickColumnsOrNull = (values: IDataObject, columns: readonly string[]): IDataObject =>
	Object.fromEntries(columns.map((name) => [name, values[name] ?? null]));

/** `row`: the most used fields first. */
export function pickOutputFields(
	row: IDataObject,
	output: Exclude<OutputChoice, { kind: 'raw' }>,
	simplified: readonly string[] = Object.keys(row).slice(0, MAX_SIMPLIFIED),
): IDataObject {
	const [id] = Object.keys(row);
	const chosen = output.kind === 'simplified' ? simplified : [id, ...output.names];
	return Object.fromEntries(Object.entries(row).filter(([name]) => chosen.includes(name)));
}

const isNothing = (value: unknown): boolean =>
	value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** n8n shows null and [] in red, as if they were wrong. */
export const omitAbsent = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => !isNothing(value)));

export const applyOutput = <Entity extends IDataObject>(
	entity: Entity,
	output: OutputChoice,
	rowOf: (entity: Entity) => IDataObject,
): IDataObject =>
	output.kind === 'raw' ? { ...entity } : omitAbsent(pickOutputFields(rowOf(entity), output));

/** The editor shows descriptions and hints as HTML. */
export const escapeHtml = (text: string): string =>
	text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');

type HintContext = Pick<IExecuteFunctions, 'addExecutionHints'> &
	Partial<Pick<IExecuteFunctions, 'getInputData'>>;

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Shows a text above the output, and warnings of many rows as one that can be opened. */
export function showHint(
	context: HintContext,
	message: string,
	more: Pick<NodeExecutionHint, 'type'> = {},
): void {
	const rows = context.getInputData?.().length ?? 1;
	const isInfo = more.type === 'info';
	context.addExecutionHints({
		message: escapeHtml(asSentence(shortenMessage(secretsOfRun(context).hide(message)))),
		type: 'warning',
		location: 'outputPane',
		...(rows > 1 && !isInfo ? { group: { key: 'warnings', summary: '{count} warnings' } } : {}),
		...more,
	});
}
