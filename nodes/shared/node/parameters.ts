import {
	type IDataObject,
	type INodeProperties,
	type INodePropertyCollection,
	NodeHelpers,
} from 'n8n-workflow';

import { error, type Problem, Refusal, refusal } from '../problem';
import { isFailedExpression, isRecord, readable, readNames, textOf } from '../text';
import { DEFAULT_PATIENCE, type Patience } from '../transport/retry';

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

export function readCount(field: string, value: unknown, bounds: Bounds): number {
	const { fallback, least, most = Infinity, fraction = false } = bounds;
	const isEntered = value !== undefined && value !== null && value !== '';
	const count = isEntered ? plainNumber(value) : fallback;
	const isSound = fraction ? Number.isFinite(count) : Number.isInteger(count);
	if (isSound && count >= least && count <= most) return count;
	const range = most === Infinity ? `from ${least} up` : `from ${least} to ${most}`;
	throw refusal(
		`${inMessage(value)} is not a ${fraction ? '' : 'whole '}number ${range}, for example ${fallback}`,
		undefined,
		field,
	);
}

/** How many results the user wants. */
export const readLimit = (fields: Parameters): number =>
	readFlag(fields, 'returnAll', false)
		? Infinity
		: readCount('Limit', readDecisive(fields, 'limit', 50), { fallback: 50, least: 1 });

const LONGEST_TIMEOUT = 3600;
const MOST_AT_ONCE = 50;

const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT },
	default: 60,
	description:
		'How long to wait for each response, and for the next part of a download. A whole download may take 60 times as long.',
};

/** For every action and event. */
export const requestOptions: INodeProperties[] = [timeoutOption];

/** For what works on several items at the same time. */
export const concurrencyOption: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_AT_ONCE },
	default: 1,
	description:
		'How many input items to process at the same time. The output keeps the order of the input. When the service asks to slow down, all items wait.',
};

/** How long to keep trying. Only Timeout is in the form: Retry On Fail of n8n serves those who want more attempts. */
export function patienceOf(fields: Parameters): Patience {
	const seconds = readCount(timeoutOption.displayName, readOptions(fields).timeout, {
		fallback: DEFAULT_PATIENCE.timeout / 1000,
		least: 0.001,
		most: LONGEST_TIMEOUT,
		fraction: true,
	});
	return { ...DEFAULT_PATIENCE, timeout: seconds * 1000 };
}

/** How many items are worked on at the same time. */
export const concurrencyOf = (fields: Parameters): number =>
	readCount(
		concurrencyOption.displayName,
		readOptions(fields, [concurrencyOption.name]).concurrency,
		{
			fallback: 1,
			least: 1,
			most: MOST_AT_ONCE,
		},
	);

/** Whether a field is a dropdown or a switch with a fixed list of choices, or has one in it. */
export function hasChoices(field: INodeProperties): boolean {
	switch (field.type) {
		case 'boolean':
			return true;
		case 'options':
		case 'multiOptions':
			return field.options !== undefined && field.allowArbitraryValues !== true;
		case 'collection':
			return partsOf(field).some(hasChoices);
		case 'fixedCollection':
			return groupsOf(field).some(({ values }) => values.some(hasChoices));
		default:
			return false;
	}
}

const partsOf = ({ options = [] }: INodeProperties) => options as INodeProperties[];
const groupsOf = ({ options = [] }: INodeProperties) => options as INodePropertyCollection[];

/**
 * Refuses what no dropdown and no switch offers. The editor offers nothing else, but an expression can give
 * anything, and so can a workflow that was not made in the editor. A choice may be written as its value or as
 * the editor calls it, in any case: "lastMonth", "Last Month". `fields`: those that have choices.
 *
 * Returns the fields with each choice by its value.
 */
export function readChoices(fields: readonly INodeProperties[], of: Parameters): Parameters {
	const values: IDataObject = {};
	for (const { name, default: usual } of fields) {
		values[name] ??= of.parameter(name, usual) as IDataObject[string];
	}
	const found = new Findings(values);
	found.look(fields, values);
	if (found.problems.length > 0) throw new Refusal(found.problems);
	if (!found.isChanged) return of;
	return {
		parameter: (name, fallback, options) =>
			Object.hasOwn(values, name) ? values[name] : of.parameter(name, fallback, options),
	};
}

class Findings {
	readonly problems: Problem[] = [];
	/** Whether a choice was not written as its value. */
	isChanged = false;

	constructor(private readonly root: IDataObject) {}

	look(fields: readonly INodeProperties[], values: IDataObject, place = ''): void {
		for (const field of fields.filter(hasChoices)) {
			const value = values[field.name];
			switch (field.type) {
				case 'collection':
					if (isRecord(value)) this.look(entered(partsOf(field), value), value, place);
					break;
				case 'fixedCollection':
					this.lookAtGroups(field, value);
					break;
				case 'boolean':
					this.decide(field, values, place);
					break;
				default:
					this.choose(field, values, place);
			}
		}
	}

	private lookAtGroups(field: INodeProperties, value: unknown): void {
		for (const { name, displayName, values } of isRecord(value) ? groupsOf(field) : []) {
			const entries = [(value as IDataObject)[name] ?? []].flat().filter(isRecord);
			entries.forEach((entry, index) => {
				this.look(entered(values, entry), entry, `${displayName} ${index + 1}, `);
			});
		}
	}

	/** A sheet gives true and false as text. */
	private decide(field: INodeProperties, values: IDataObject, place: string): void {
		const value = values[field.name];
		if (typeof value === 'boolean') return;
		const written = textOf(value).toLowerCase();
		if (written === 'true' || written === 'false') {
			values[field.name] = written === 'true';
			this.isChanged = true;
		} else {
			this.refuse(field, values, place, `${JSON.stringify(value)} is neither true nor false`);
		}
	}

	private choose(field: INodeProperties, values: IDataObject, place: string): void {
		const value = values[field.name];
		const isList = field.type === 'multiOptions';
		const given = isList ? readNames(value) : [textOf(value)];
		const chosen = given.map((one) => choiceFor(field, one));
		const unknown = given.find((_, index) => chosen[index] === undefined);
		if (unknown !== undefined) {
			const allowed = choicesOf(field).map((choice) => String(choice.value) || '"" (empty)');
			this.refuse(
				field,
				values,
				place,
				`${JSON.stringify(unknown)} is not one of the choices. Use one of: ${allowed.join(', ')}`,
			);
		} else if (given.some((one, index) => one !== String(chosen[index]?.value))) {
			const found = chosen.flatMap((choice) => choice?.value ?? []);
			values[field.name] = isList ? found : found[0];
			this.isChanged = true;
		}
	}

	/** What is not shown does not count. */
	private refuse(field: INodeProperties, values: IDataObject, place: string, words: string): void {
		const [shownBy, root] = [values, this.root] as never[];
		if (!NodeHelpers.displayParameter(shownBy, field, null, null, root)) return;
		this.problems.push(error(`${place}${field.displayName}`, words));
	}
}

const isLeftOut = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** An optional field that an expression leaves empty is as good as not added. */
const entered = (fields: readonly INodeProperties[], values: IDataObject): INodeProperties[] =>
	fields.filter(({ name }) => !isLeftOut(values[name]));

interface Choice {
	name: string;
	value: string | number | boolean;
}

const choicesOf = ({ options = [] }: INodeProperties) => options as Choice[];

function choiceFor(field: INodeProperties, written: string): Choice | undefined {
	const choices = choicesOf(field);
	return (
		choices.find(({ value }) => String(value) === written) ??
		choices.find(({ value }) => loosely(String(value)) === loosely(written)) ??
		choices.find(({ name }) => loosely(name) === loosely(written))
	);
}

const loosely = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');
