import { createHash } from 'crypto';

import { isRecord } from './text';

/** Whether a value that comes back from outside (a cursor, an order ID) is what was given away. */
export type Shape<Value> = (value: unknown) => value is Value;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Text that names something. */
export const isName = (value: unknown): value is string => isText(value) && value !== '';

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && (value as number) >= 0;

export const oneOf =
	<Value>(...values: readonly Value[]): Shape<Value> =>
	(value): value is Value =>
		values.includes(value as Value);

export const optional =
	<Value>(shape: Shape<Value>): Shape<Value | undefined> =>
	(value): value is Value | undefined =>
		value === undefined || shape(value);

export const listOf =
	<Value>(shape: Shape<Value>, least = 0): Shape<Value[]> =>
	(value): value is Value[] =>
		Array.isArray(value) && value.length >= least && value.every(shape);

/** An object with these names: one that the type has and this leaves out does not compile. */
export const shapeOf =
	<Value extends object>(fields: {
		[Name in keyof Required<Value>]: (value: unknown) => boolean;
	}): Shape<Value> =>
	(value): value is Value =>
		isRecord(value) &&
		Object.entries<(value: unknown) => boolean>(fields).every(([name, fits]) => fits(value[name]));

const CHECK = 12;

/** Its beginning checks the rest: text that a user passes on can be cut or changed. */
const checkOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, CHECK);

/** A value as text that a user passes on without reading it. */
export function encodeWithChecksum(value: unknown): string {
	const text = Buffer.from(JSON.stringify(value)).toString('base64url');
	return checkOf(text) + text;
}

/** The value again; undefined where it is another one. Anyone can write a check, so the shape counts as well. */
export function decodeWithChecksum<Value>(entered: string, shape: Shape<Value>): Value | undefined {
	const text = entered.slice(CHECK);
	if (checkOf(text) !== entered.slice(0, CHECK)) return undefined;
	try {
		const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
		return shape(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
