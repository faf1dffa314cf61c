import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../record';
import { fromRecord } from '../transport/serviceFailure';
import { UnexpectedAnswer } from '../transport/transport';

/** All that an error has. Whatever was asked for has more than that. */
const ERROR_KEYS = [
	'code',
	'correlationId',
	'details',
	'message',
	'reason',
	'status',
	'submitTimeUtc',
	'timestamp',
];

/** An object with names and values that is not an error under the status of a success. */
export function objectIn(answer: unknown, what: string): IDataObject {
	if (!isRecord(answer)) throw new UnexpectedAnswer(`the answer of the service is not ${what}`);
	if (!isError(answer)) return answer;
	throw new UnexpectedAnswer('the service answered with an error', fromRecord(answer));
}

/** The same with something in it by which it differs from the answer of another server. */
export function describedIn(answer: unknown, what: string, keys: readonly string[]): IDataObject {
	const object = objectIn(answer, what);
	if (keys.some((key) => (object[key] ?? null) !== null)) return object;
	throw new UnexpectedAnswer(`the answer of the service is not ${what}`);
}

/** The entries of a list in an answer. An answer without a list is not an empty list. */
export function entriesIn(answer: unknown, list: string): IDataObject[] {
	const entries = objectIn(answer, `a list (${list})`)[list];
	if (!Array.isArray(entries)) {
		throw new UnexpectedAnswer(`the answer of the service has no list "${list}"`);
	}
	return (entries as unknown[]).filter(isRecord);
}

/** A service may acknowledge a request in the form of an error. */
const isError = (answer: IDataObject): boolean =>
	typeof answer.message === 'string' &&
	!/^(accepted|success)$/i.test(textIn(answer.reason)) &&
	Object.keys(answer).every((key) => ERROR_KEYS.includes(key));

export const textIn = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A count that the service gives as a number or as text; undefined where it is neither. */
export function countIn(value: unknown): number | undefined {
	const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}
