import { parse } from 'lossless-json';

import { format, parseWithExponent, MAX_SAFE_DIGITS } from './money';
import { type ParseResult, error } from './problem';
import { isRecord } from './text';

/** JavaScript keeps smaller numbers with fewer digits. */
const SMALLEST = 2 ** -1022;

/** The tokens of JSON that may change; a text that does not end is one, so that it is read once. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const MAY_HOLD_INEXACT_NUMBER = /\d\.\d|\d{16}|(?:^|[\s,:[])-?\d+e[+-]?\d/i;

/**
 * Reads JSON of the service: a number that JavaScript would round or cannot hold, or whose last zeros it would drop
 * (12.50), becomes plain decimal text. (The reviver of Node 20 has no access to the source text.)
 */
export function parseJsonKeepingDigits(text: string): unknown {
	if (!MAY_HOLD_INEXACT_NUMBER.test(text)) return JSON.parse(text) as unknown;
	const exact = text.replace(TEXT_OR_NUMBER, (token) =>
		token.startsWith('"') || isKept(token) ? token : `"${inPlainDigits(token)}"`,
	);
	return JSON.parse(exact) as unknown;
}

/** A number that JavaScript would change. Where it is not written back, it is text. */
export class ExactNumber {
	constructor(readonly digits: string) {}

	toJSON(): string {
		return inPlainDigits(this.digits);
	}
}

/** Reads JSON of the service that goes back to it: what `parseJsonKeepingDigits` makes text is an `ExactNumber`. */
export const parseJsonToSendBack = (text: string): unknown =>
	parse(text, undefined, {
		parseNumber: (number) => (isKept(number) ? Number(number) : new ExactNumber(number)),
		onDuplicateKey: ({ newValue }) => newValue,
	});

export function stringifyExactJson(value: unknown): string {
	if (value instanceof ExactNumber) return value.digits;
	if (Array.isArray(value))
		return `[${value.map((each) => stringifyExactJson(each ?? null)).join()}]`;
	if (!isRecord(value) || 'toJSON' in value) return JSON.stringify(value);
	const entries = Object.entries(value).filter(([, each]) => each !== undefined);
	return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${stringifyExactJson(each)}`).join()}}`;
}

export const exactNumbersToText = <Content>(content: Content): Content =>
	JSON.parse(JSON.stringify(content)) as Content;

/** A number that JavaScript would round stays text. Two values under one key are an error. */
export const parseEnteredJson = (text: string): unknown =>
	parse(text, undefined, (number) => (isShort(number) ? Number(number) : inPlainDigits(number)));

const AT_POSITION = /^(.*) at position (\d+)$/s;

const lineAndColumn = (text: string, position: number): string => {
	const before = text.slice(0, position).split('\n');
	return `line ${before.length}, column ${before[before.length - 1].length + 1}`;
};

/** The value of a JSON field, exact to the last digit. An expression gives a value that is no text. */
export function readJsonField(field: string, input: unknown): ParseResult<unknown> {
	if (typeof input !== 'string') return { value: input };
	if (input.trim() === '') return { value: undefined };
	try {
		return { value: parseEnteredJson(input) };
	} catch (problem) {
		const { message } = problem as SyntaxError;
		const [, what, position] = AT_POSITION.exec(message) ?? [undefined, message, '0'];
		const at = lineAndColumn(input, Number(position));
		return { problems: [error(field, `not valid JSON at ${at}: ${what}`)] };
	}
}

/** A service that calculates in binary writes large amounts such as 1.23456789E7. */
function inPlainDigits(number: string): string {
	const decimal = /e/i.test(number) ? parseWithExponent(number) : undefined;
	return decimal === undefined ? number : format(decimal);
}

/** 1.0E2 is 100, and 12E-1 has a fraction. */
function isKept(number: string): boolean {
	const plain = inPlainDigits(number);
	return !plain.includes('.') && isShort(plain);
}

function isShort(number: string): boolean {
	const digits = number
		.replace(/[eE].*$/, '')
		.replace('.', '')
		.replace(/^-?0*/, '');
	return digits === '' || (digits.length <= MAX_SAFE_DIGITS && isInRange(Math.abs(Number(number))));
}

/** Beyond these, JavaScript has Infinity, 0, or fewer digits. */
const isInRange = (size: number): boolean => size >= SMALLEST && size <= Number.MAX_VALUE;
