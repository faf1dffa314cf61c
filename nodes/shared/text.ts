import type { IDataObject } from 'n8n-workflow';

import { refusal } from './problem';

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(body: unknown, path: readonly string[]): unknown {
	let value = body;
	for (const step of path) value = (Object(value) as Record<string, unknown>)[step];
	return value;
}

/** A number is an identifier written without quotes. */
export const trimText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** With the blanks around it: to the service, they may be a part of a name. */
export const textOrEmpty = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The service gives a count as a number or as text. */
export function parseCount(value: unknown): number | undefined {
	const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** What an expression leaves in a text when it finds no value, as in INV-undefined. */
const NO_VALUE =
	/(?<![\p{L}\d])(?:NaN|-?Infinity|undefined|\[object Object\]|Invalid Date(?:Time)?)(?![\p{L}\d])/u;

/** As a part of a number, null is nothing too. A customer may be called so. */
const NULL = /(?<![\p{L}\d])null(?![\p{L}\d])/u;

export const hasFailedExpression = (text: string): boolean =>
	NO_VALUE.test(text) || NULL.test(text);

export const isFailedExpression = (text: string): boolean =>
	NO_VALUE.exec(text)?.[0] === text.trim();

/** Quotes count where they enclose a whole name: the one in 5" pipe is a part of it. */
const NAMES = /[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*(?=[,\n]|$)|[^,\n]+/g;

/** Names from a list, or separated by commas or lines. Quotes protect a comma in a name. Each name counts once. */
export function parseNames(value: unknown, field = ''): string[] {
	const names = Array.isArray(value) ? value.map(String) : namesIn(value, field);
	return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function namesIn(value: unknown, field: string): string[] {
	if (value === undefined || value === null) return [];
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw refusal(
			`names must be text or a list, not ${JSON.stringify(value)}`,
			'An expression gives this value. Correct it, or leave the field empty.',
			field,
		);
	}
	return [...String(value).matchAll(NAMES)].map(
		(match) => match.at(1)?.replaceAll('""', '"') ?? match[0],
	);
}

/** "merchantCustomerId" is "Merchant Customer ID". */
export const toTitle = (name: string): string =>
	name
		.replace(/[A-Z]/g, ' $&')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\b(Id|Sku|Utc|Vat)\b/g, (word) => word.toUpperCase())
		.replace(/ On /g, ' on ');

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const formatInteger = (value: number): string => value.toLocaleString('en-US');

/** In the pattern, * stands for any characters. Each part between two stars is looked for once, so none takes long. */
export function matchesPattern(pattern: string, text: string): boolean {
	const [first, ...others] = pattern.toLowerCase().split('*');
	const whole = text.toLowerCase();
	const last = others.pop();
	if (last === undefined) return whole === first;
	if (!whole.startsWith(first)) return false;
	let at = first.length;
	for (const part of others) {
		const found = whole.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return whole.length - last.length >= at && whole.endsWith(last);
}

const CHARSET = /charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Undefined where the bytes are not in the charset: text with replaced characters must not be shown as what the service
 * holds, nor sent back to it.
 */
export function decodeBody(bytes: Uint8Array, contentType: string): string | undefined {
	try {
		const charset = CHARSET.exec(contentType)?.[1];
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
