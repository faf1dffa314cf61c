import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readable } from '../names';
import { type Checked, checked, error, refusal } from '../problem';
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
const picked = (value: unknown): unknown =>
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

/** `amongFields`: those that are in one list with fields. An empty field is left out, an empty option refused. */
export function readOptions(fields: Parameters, amongFields: readonly string[] = []): IDataObject {
	const options = readCollection(fields, 'options');
	if (amongFields.length === 0) return options;
	const entered = Object.entries(readCollection(fields, 'additionalFields'));
	const among = entered.filter(([name]) => amongFields.includes(name));
	return { ...withValues(Object.fromEntries<IDataObject[string]>(among)), ...options };
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

function checkCount(field: string, value: unknown, bounds: Bounds): Checked<number> {
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

const FIELD_OF_ITEM = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*)+) *\}\}$/;

/** What only n8n can read. */
const OTHER = Symbol('other expression');

/**
 * Reads the fields of a node for many items. n8n takes most of a small action's time to read them, so two
 * kinds are read without it: what has no expression is the same for every item and is read once, and
 * `{{ $json.field }}` with plain text, a number or a boolean in it is taken from the item itself.
 */
export class ItemParameters {
	private readonly entered: Record<string, unknown>;
	private readonly items: ReadonlyArray<{ json: IDataObject }>;
	private readonly withExpressions: ReadonlySet<string>;
	private readonly constants = new Map<string, unknown>();
	/** Of the item that was asked for last: options are looked up several times for each. */
	private evaluated = { index: -1, values: new Map<string, unknown>() };

	constructor(private readonly context: IExecuteFunctions) {
		this.entered = context.getNode().parameters;
		this.items = context.getInputData();
		const names = Object.keys(this.entered);
		this.withExpressions = new Set(names.filter((name) => holdsExpression(this.entered[name])));
	}

	/** For one item: what a field holds, or the fallback where it is not shown. */
	of(index: number): Parameters['parameter'] {
		const { json } = this.items[index];
		return (name, fallback, options) => {
			const entered = this.entered[name];
			if (entered === undefined && fallback !== undefined) return fallback;
			const read = () => this.context.getNodeParameter(name, index, fallback, options) as unknown;
			const key = options?.extractValue === true ? `${name} extracted` : name;
			if (this.withExpressions.has(name)) {
				const value = options === undefined ? valueFor(json, entered) : OTHER;
				if (value !== OTHER) return value;
				if (this.evaluated.index !== index) this.evaluated = { index, values: new Map() };
				const { values } = this.evaluated;
				if (!values.has(key)) values.set(key, read());
				return values.get(key);
			}
			if (!this.constants.has(key)) this.constants.set(key, read());
			return valueFor(json, this.constants.get(key));
		};
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** A copy, as n8n gives one too: what one item does with it must not reach the others. */
function valueFor(json: IDataObject, entered: unknown): unknown {
	if (typeof entered === 'string')
		return entered.startsWith('=') ? fieldOf(json, entered) : entered;
	if (typeof entered !== 'object' || entered === null) return entered;
	const values = Object.values(entered).map((value) => valueFor(json, value));
	if (values.includes(OTHER)) return OTHER;
	if (Array.isArray(entered)) return values;
	return Object.fromEntries(Object.keys(entered).map((name, index) => [name, values[index]]));
}

function fieldOf(json: IDataObject, expression: string): unknown {
	const path = FIELD_OF_ITEM.exec(expression)?.[1].slice(1).split('.') ?? [];
	let value: unknown = json;
	for (const name of path) {
		// Names such as "constructor" are for n8n to judge.
		if (typeof value !== 'object' || value === null || name in Object.prototype) return OTHER;
		value = (value as IDataObject)[name];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : OTHER;
}
