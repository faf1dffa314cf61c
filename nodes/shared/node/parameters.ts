import {
	type IDataObject,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';

import { error, type Problem, Refusal, refusal } from '../problem';
import { isFailedExpression, isRecord, toTitle, parseNames, trimText } from '../text';

/** Whatever holds the fields of a node: an input item, a poll, the editor. */
export interface Parameters {
	/** What a field holds, or the fallback where it is not shown. */
	parameter: (name: string, fallback?: unknown, options?: { extractValue?: boolean }) => unknown;
}

export const read = <T>({ parameter }: Parameters, name: string, fallback?: T): T =>
	parameter(name, fallback) as T;

/** In a collection, n8n does not extract what was picked from a list. */
const picked = (value: unknown): unknown =>
	isRecord(value) && value.__rl === true ? value.value : value;

const isNothing = (value: unknown): boolean => value === undefined || value === null;

const noValue = (field: string) =>
	refusal(
		'has no value',
		'Its expression gives nothing for this item. Correct it, or remove the field.',
		field,
	);

/** Its parts may be null. */
const isDate = (value: object): boolean => 'isLuxonDateTime' in value || value instanceof Date;

function placeWithoutValue(value: unknown): string | undefined {
	if (typeof value !== 'object' || value === null || isDate(value)) return undefined;
	for (const [key, inner] of Object.entries(value)) {
		const within = isNothing(inner) ? '' : placeWithoutValue(inner);
		if (within === undefined) continue;
		const name = Array.isArray(value) ? String(Number(key) + 1) : toTitle(key);
		return within === '' ? name : `${name}, ${within}`;
	}
	return undefined;
}

/** Without its value, a filter would be dropped, and the action would do more than it was asked to. */
function withValues(collection: IDataObject): IDataObject {
	const missing = placeWithoutValue(collection);
	if (missing !== undefined) throw noValue(missing);
	return collection;
}

export function readCollection(fields: Parameters, name: string): IDataObject {
	const entries = Object.entries(read<IDataObject>(fields, name, {})).map(
		([key, value]): [string, unknown] => [key, picked(value)],
	);
	return Object.fromEntries(entries) as IDataObject;
}

export const readNonNullCollection = (fields: Parameters, name: string): IDataObject =>
	withValues(readCollection(fields, name));

/** A field that decides what is done: an expression that gives nothing must not mean its default. */
export function readNonNull(fields: Parameters, name: string, fallback: unknown): unknown {
	const value = fields.parameter(name, fallback);
	if (isNothing(value)) throw noValue(toTitle(name));
	return value;
}

/** `amongFields`: those that are in one list with fields. An empty field is left out, an empty option refused. */
export function readOptions(fields: Parameters, amongFields: readonly string[] = []): IDataObject {
	const options = withValues(readCollection(fields, 'options'));
	if (amongFields.length === 0) return options;
	const entered = Object.entries(readCollection(fields, 'additionalFields'));
	const among = entered.filter(([name]) => amongFields.includes(name));
	return { ...withValues(Object.fromEntries<IDataObject[string]>(among)), ...options };
}

/** Text, whatever an expression gave; '' where there is none. */
export const readText = (fields: Parameters, name: string): string =>
	optionalText(fields.parameter(name, ''), toTitle(name)) ?? '';

export const readLocatorValue = ({ parameter }: Parameters, name: string): string =>
	optionalText(parameter(name, '', { extractValue: true }), toTitle(name)) ?? '';

/** Nothing where the user left it empty. What is not text is refused. */
export function optionalText(value: unknown, field = ''): string | undefined {
	if (isNothing(value)) return undefined;
	const isText = typeof value === 'string' || typeof value === 'number';
	if (isText && !isFailedExpression(String(value))) return trimText(value) || undefined;
	throw refusal(
		`must be text, not ${inMessage(value)}`,
		'An expression gives this value. Correct it, or leave the field empty.',
		field,
	);
}

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Otherwise NaN. Number() also reads true, [3] and "0x10". */
function plainNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && PLAIN_NUMBER.test(value.trim()) ? Number(value) : NaN;
}

const MAX_SHOWN_LENGTH = 60;

/** JSON has no NaN and no Infinity. */
export const inMessage = (value: unknown): string =>
	typeof value === 'number'
		? String(value)
		: String(JSON.stringify(value)).slice(0, MAX_SHOWN_LENGTH);

/** The default of the field where nothing is entered. */
export function readNumberField(
	field: Pick<INodeProperties, 'displayName' | 'default' | 'typeOptions'>,
	value: unknown,
	{ least = field.typeOptions?.minValue ?? 0, fraction = false } = {},
): number {
	const fallback = field.default as number;
	const most = field.typeOptions?.maxValue ?? Infinity;
	const isEntered = !isNothing(value) && value !== '';
	const count = isEntered ? plainNumber(value) : fallback;
	const isSound = fraction ? Number.isFinite(count) : Number.isInteger(count);
	if (isSound && count >= least && count <= most) return count;
	const range = most === Infinity ? `from ${least} up` : `from ${least} to ${most}`;
	throw refusal(
		`${inMessage(value)} is not a ${fraction ? '' : 'whole '}number ${range}, for example ${fallback}`,
		undefined,
		field.displayName,
	);
}

const LIMIT = { displayName: 'Limit', default: 50, typeOptions: { minValue: 1 } };

export const readLimit = (fields: Parameters): number =>
	read<boolean>(fields, 'returnAll', false)
		? Infinity
		: readNumberField(LIMIT, readNonNull(fields, 'limit', LIMIT.default));

export const concurrencyOption: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 1,
	description: 'How many input items to process at the same time. The output keeps their order.',
};

export const readConcurrency = (fields: Parameters): number =>
	readNumberField(concurrencyOption, readOptions(fields, [concurrencyOption.name]).concurrency);

const MAY_HAVE_CHOICES = ['boolean', 'options', 'multiOptions', 'collection', 'fixedCollection'];

/**
 * Refuses what no dropdown and no switch offers: an expression can give anything. Returns the fields with each switch
 * as true or false, which a sheet gives as text.
 */
export function withCheckedChoices(fields: readonly INodeProperties[], of: Parameters): Parameters {
	const values: IDataObject = {};
	for (const { name, type, default: usual } of fields) {
		if (!MAY_HAVE_CHOICES.includes(type)) continue;
		values[name] ??= of.parameter(name, usual) as IDataObject[string];
	}
	const problems: Problem[] = [];
	let isChanged = false;
	for (const { field, entries, place } of choicesIn(fields, values)) {
		const text = field.type === 'boolean' ? trimText(entries[field.name]).toLowerCase() : '';
		if (text === 'true' || text === 'false') {
			entries[field.name] = text === 'true';
			isChanged = true;
		}
		const problem = problemWith(field, entries[field.name]);
		if (problem === undefined || !isShown(field, entries, values)) continue;
		problems.push(error(`${place}${field.displayName}`, problem));
	}
	if (problems.length > 0) throw new Refusal(problems);
	if (!isChanged) return of;
	return {
		parameter: (name, fallback, options) =>
			Object.hasOwn(values, name) ? values[name] : of.parameter(name, fallback, options),
	};
}

interface Choice {
	field: INodeProperties;
	entries: IDataObject;
	place: string;
}

/** Every dropdown and switch with fixed choices, in collections only those that were filled in. */
function* choicesIn(
	fields: readonly INodeProperties[],
	entries: IDataObject,
	place = '',
): Generator<Choice> {
	for (const field of fields) {
		const value = entries[field.name];
		if (field.type === 'collection' && isRecord(value)) {
			yield* choicesIn(entered(field.options as INodeProperties[], value), value, place);
		} else if (field.type === 'fixedCollection' && isRecord(value)) {
			for (const group of field.options as INodePropertyCollection[]) {
				const list = [value[group.name] ?? []].flat().filter(isRecord);
				for (const [index, entry] of list.entries()) {
					const at = `${group.displayName} ${index + 1}, `;
					yield* choicesIn(entered(group.values, entry), entry, at);
				}
			}
		} else if (hasChoices(field)) yield { field, entries, place };
	}
}

const hasChoices = ({ type, options, allowArbitraryValues }: INodeProperties): boolean =>
	type === 'boolean' ||
	(/options$/i.test(type) && options !== undefined && allowArbitraryValues !== true);

function problemWith(field: INodeProperties, value: unknown): string | undefined {
	if (field.type === 'boolean') {
		if (typeof value === 'boolean') return undefined;
		return `${JSON.stringify(value)} is neither true nor false`;
	}
	const allowed = (field.options as INodePropertyOptions[]).map((one) => String(one.value));
	const given = field.type === 'multiOptions' ? parseNames(value) : [trimText(value)];
	const unknown = given.find((one) => !allowed.includes(one));
	if (unknown === undefined) return undefined;
	const choices = allowed.map((one) => one || '"" (empty)').join(', ');
	return `${JSON.stringify(unknown)} is not one of the choices. Use one of: ${choices}`;
}

/** What is not shown does not count. */
function isShown(field: INodeProperties, values: IDataObject, root: IDataObject): boolean {
	return NodeHelpers.displayParameter(values as never, field, null, null, root as never);
}

/** A field that an expression leaves empty is as good as not added. */
const entered = (fields: readonly INodeProperties[], values: IDataObject): INodeProperties[] =>
	fields.filter(({ name }) => !isNothing(values[name]) && values[name] !== '');
