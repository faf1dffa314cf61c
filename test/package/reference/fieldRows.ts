import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { plain } from './markdown';

/** A field as the reference shows it. */
export interface FieldRow {
	/** The labels of the groups around it, outermost first. */
	group: string;
	/** What the innermost of these groups is for. */
	about: string;
	cells: [label: string, type: string, fallback: string, meaning: string];
}

const TYPES: Record<string, string> = {
	string: 'Text',
	number: 'Number',
	boolean: 'Switch',
	options: 'Choice',
	multiOptions: 'Several choices',
	dateTime: 'Date and time',
	json: 'JSON',
};

/** What the editor shows no value for. */
const SILENT = ['notice', 'hidden', 'button'];

/** Above this many, a list is not for reading. */
const MANY = 24;

/** Which choices the page is about: the conditions that they answer are not repeated on each row. */
export type Chosen = readonly string[];

/** The fields with everything in their groups, in the order of the editor. */
export function fieldRows(
	fields: readonly INodeProperties[],
	chosen: Chosen,
	around: readonly INodeProperties[] = fields,
	group: readonly string[] = [],
	about = '',
): FieldRow[] {
	return fields
		.filter(({ type }) => !SILENT.includes(type))
		.flatMap((field) => {
			const inside = [...group, field.displayName];
			const use = useOf(field);
			if (field.type === 'collection') {
				const parts = field.options as INodeProperties[];
				return fieldRows(parts, chosen, [...parts, ...around], inside, use);
			}
			if (field.type === 'fixedCollection') {
				return (field.options as INodePropertyCollection[]).flatMap(({ values, displayName }) =>
					fieldRows(
						values,
						chosen,
						[...values, ...around],
						field.options!.length > 1 ? [...inside, displayName] : inside,
						use,
					),
				);
			}
			return [{ group: group.join(' > '), about, cells: cellsOf(field, chosen, around) }];
		});
}

const useOf = ({ description, hint }: INodeProperties): string =>
	[description, hint].flatMap((text) => (text ? `${plain(text)}.` : [])).join(' ');

function cellsOf(
	field: INodeProperties,
	chosen: Chosen,
	around: readonly INodeProperties[],
): FieldRow['cells'] {
	const meaning = [useOf(field), choicesOf(field), conditionOf(field, chosen, around)];
	return [
		`${plain(field.displayName)}${field.required ? ' (required)' : ''}`,
		typeOf(field),
		defaultOf(field),
		meaning.filter((part) => part !== '').join(' '),
	];
}

function typeOf({ type, modes, typeOptions }: INodeProperties): string {
	if (type === 'resourceLocator') {
		return (modes ?? []).map(({ displayName }) => displayName).join(', ');
	}
	if (typeOptions?.loadOptionsMethod !== undefined) return `${TYPES[type]} from your account`;
	return TYPES[type] ?? type;
}

const isChoice = (option: unknown): option is INodePropertyOptions =>
	typeof option === 'object' && option !== null && 'value' in option;

const choices = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	(options as unknown[]).filter(isChoice);

/** Fields share conditions, so a condition may name a value that this field does not offer. */
const offers = (field: INodeProperties, value: unknown): boolean =>
	choices(field).length === 0 || choices(field).some((option) => option.value === value);

/** What the editor shows for a value of the field. */
function valueName(field: INodeProperties, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return choices(field).find((option) => option.value === value)?.name ?? JSON.stringify(value);
}

function defaultOf(field: INodeProperties): string {
	const value = field.default;
	if (Array.isArray(value)) return value.map((each) => valueName(field, each)).join(', ');
	if (typeof value === 'object' && value !== null) {
		const located = value as { value?: string; cachedResultName?: string };
		return located.cachedResultName ?? located.value ?? '';
	}
	if (value === '') return '';
	const isWord = typeof value === 'boolean' || choices(field).length > 0;
	return isWord ? valueName(field, value) : `\`${String(value)}\``;
}

function choicesOf(field: INodeProperties): string {
	const offered = choices(field);
	if (offered.length === 0) return '';
	if (offered.length > MANY) return `One of ${offered.length} choices.`;
	const words = offered.map(({ name, description }) =>
		description ? `_${name}_: ${plain(description)}` : `_${name}_`,
	);
	const isLong = words.some((word) => word.includes(': '));
	return `Choices: ${words.join(isLong ? '; ' : ', ')}.`;
}

const isExists = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && '_cnd' in value;

/** "Shown if Output is Rows or Totals." */
function conditionOf(
	{ displayOptions = {} }: INodeProperties,
	chosen: Chosen,
	around: readonly INodeProperties[],
): string {
	const parts = (['show', 'hide'] as const).flatMap((kind) =>
		Object.entries(displayOptions[kind] ?? {}).flatMap(([path, values = []]) => {
			const [name, inner] = path.replace(/^\//, '').split('.') as [string, string?];
			if (chosen.includes(name)) return [];
			if (name === '@tool') return ['the node is a tool of an AI agent'];
			const outer = around.find((each) => each.name === name);
			// A condition may be an option in a collection.
			const parts = (outer?.options ?? []) as INodeProperties[];
			const field = inner === undefined ? outer : parts.find((each) => each.name === inner);
			if (field === undefined) throw new Error(`No field ${path} for a condition`);
			if (values.some(isExists)) return [`_${field.displayName}_ is added`];
			const words = values
				.filter((value) => offers(field, value))
				.map((value) => valueName(field, value));
			const is = kind === 'show' ? 'is' : 'is not';
			return [`_${field.displayName}_ ${is} ${words.map((word) => `_${word}_`).join(' or ')}`];
		}),
	);
	return parts.length === 0 ? '' : `Shown if ${parts.join(' and ')}.`;
}
