import type { IDataObject } from 'n8n-workflow';

import { readable } from '../names';
import { checked, error, refusal, type Checked } from '../problem';
import { isFailedExpression, isRecord, textOf } from '../record';

/** Whatever holds the fields of a node: an input item, a poll, the editor. */
export interface Parameters {
	/** What a field holds, or the fallback where it is not shown. */
	parameter: (name: string, fallback?: unknown, options?: { extractValue?: boolean }) => unknown;
}

export const read = <T>({ parameter }: Parameters, name: string, fallback?: T): T =>
	parameter(name, fallback) as T;

export const readFlag = (fields: Parameters, name: string, fallback: boolean): boolean =>
	read<boolean>(fields, name, fallback);

/** What was picked from a list inside a collection, or typed, without how it was picked. */
export const picked = (value: unknown): unknown =>
	isRecord(value) && value.__rl === true ? value.value : value;

const isNothing = (value: unknown): boolean => value === undefined || value === null;

const noValue = (field: string) =>
	refusal(
		'has no value',
		'Its expression gives nothing for this item. Correct it, or remove the field.',
		field,
	);

/** A date has parts that are null, and is a value all the same. */
const isDate = (value: object): boolean => 'isLuxonDateTime' in value || value instanceof Date;

/** Where an entry in a collection, or in a list within it, has no value. */
function placeWithoutValue(value: unknown): string | undefined {
	if (typeof value !== 'object' || value === null || isDate(value)) return undefined;
	for (const [key, inner] of Object.entries(value)) {
		const within = isNothing(inner) ? '' : placeWithoutValue(inner);
		if (within === undefined) continue;
		const name = Array.isArray(value) ? String(Number(key) + 1) : readable(key);
		return within === '' ? name : `${name}, ${within}`;
	}
	return undefined;
}

/** Without its value, a filter or an option would be dropped, and the action would do more than it was asked to. */
function withValues(collection: IDataObject): IDataObject {
	const missing = placeWithoutValue(collection);
	if (missing !== undefined) throw noValue(missing);
	return collection;
}

export function readCollection(fields: Parameters, name: string): IDataObject {
	const entries = Object.entries(read<IDataObject>(fields, name, {})).map(
		([key, value]): [string, unknown] => [key, picked(value)],
	);
	const collection = Object.fromEntries(entries) as IDataObject;
	return /^options$|filters$/i.test(name) ? withValues(collection) : collection;
}

/** A field that decides what is done: an expression that gives nothing must not mean its default. */
export function readDecisive(fields: Parameters, name: string, fallback: unknown): unknown {
	const value = fields.parameter(name, fallback);
	if (isNothing(value)) throw noValue(readable(name));
	return value;
}

/** A new invoice has one list for its fields and these: an empty field is left out, an empty option refused. */
const OPTIONS_AMONG_FIELDS = ['checkOnly', 'concurrency', 'output', 'serviceNumbers', 'taxBasis'];

export function readOptions(fields: Parameters): IDataObject {
	const amongFields = Object.entries(readCollection(fields, 'additionalFields')).filter(([name]) =>
		OPTIONS_AMONG_FIELDS.includes(name),
	);
	return {
		...withValues(Object.fromEntries<IDataObject[string]>(amongFields)),
		...readCollection(fields, 'options'),
	};
}

/** Text, whatever an expression gave; '' where there is none. */
export const readText = (fields: Parameters, name: string): string =>
	given(fields.parameter(name, ''), readable(name)) ?? '';

/** What was picked from a list or typed, without how it was picked. */
export const readPicked = ({ parameter }: Parameters, name: string): string =>
	given(parameter(name, '', { extractValue: true }), readable(name)) ?? '';

/** A value to send, or nothing where the user left it empty. What is not text is refused: it is not "empty". */
export function given(value: unknown, field = ''): string | undefined {
	if (value === undefined || value === null) return undefined;
	const isText = typeof value === 'string' || typeof value === 'number';
	if (isText && !isFailedExpression(String(value))) return textOf(value) || undefined;
	throw refusal(
		`must be text, not ${inMessage(value)}`,
		'An expression gives this value. Correct it, or leave the field empty.',
		field,
	);
}

interface Bounds {
	/** Where nothing was entered. */
	fallback: number;
	least: number;
	most?: number;
	/** Whether part of a whole is fine too. */
	fraction?: boolean;
}

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A number, or text that is one in plain digits; otherwise NaN. Number() also reads true, [3] and "0x10". */
export function plainNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && PLAIN_NUMBER.test(value.trim()) ? Number(value) : NaN;
}

const LONGEST_SHOWN = 60;

/** JSON has no NaN, no Infinity and no bigint. */
export function inMessage(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (typeof value === 'bigint') return `${value}n`;
	return String(JSON.stringify(value)).slice(0, LONGEST_SHOWN);
}

export function checkCount(field: string, value: unknown, bounds: Bounds): Checked<number> {
	const { fallback, least, most = Infinity, fraction = false } = bounds;
	const isEntered = value !== undefined && value !== null && value !== '';
	const count = isEntered ? plainNumber(value) : fallback;
	const isSound = fraction ? Number.isFinite(count) : Number.isInteger(count);
	if (isSound && count >= least && count <= most) return { value: count };
	const range = most === Infinity ? `from ${least} up` : `from ${least} to ${most}`;
	return {
		problems: [
			error(
				field,
				`${inMessage(value)} is not a ${fraction ? '' : 'whole '}number ${range}, for example ${fallback}`,
			),
		],
	};
}

export const readCount = (field: string, value: unknown, bounds: Bounds): number =>
	checked(checkCount(field, value, bounds));

/** How many results the user wants. */
export const readLimit = (fields: Parameters): number =>
	readFlag(fields, 'returnAll', false)
		? Infinity
		: readCount('Limit', readDecisive(fields, 'limit', 50), { fallback: 50, least: 1 });
