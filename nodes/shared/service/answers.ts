import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../record';
import { fromRecord } from '../transport/serviceFailure';
import { UnexpectedAnswer } from '../transport/transport';

/** Keys that only an error has; `status` is also a word for the state of an invoice. */
const ERROR_KEYS = ['reason', 'message', 'details', 'correlationId', 'errorInformation'];

/** What else an error may have. Whatever was asked for has more than that. */
const BESIDE_ERROR = ['code', 'status', 'submitTimeUtc', 'timestamp'];

/** An object with names and values that is not an error under the status of a success. */
export function objectIn(answer: unknown, what: string): IDataObject {
	if (!isRecord(answer)) throw new UnexpectedAnswer(`the answer of the service is not ${what}`);
	refuseError(answer);
	return answer;
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

/** The same for an answer that is not an error by itself, but would stand for an empty list. */
export function refuseErrorInside(answer: IDataObject): void {
	const said = ERROR_KEYS.find((key) => (answer[key] ?? null) !== null);
	if (said === undefined) return;
	const { errorInformation } = answer;
	const error = isRecord(errorInformation) ? errorInformation : answer;
	throw new UnexpectedAnswer('the service answered with an error', fromRecord(error));
}

/** The same, for a place where the service may leave a list out because it is empty. */
export const entriesOrNone = (answer: unknown, list: string): IDataObject[] =>
	answer === undefined || (isRecord(answer) && (answer[list] ?? null) === null && !isError(answer))
		? []
		: entriesIn(answer, list);

/** A reason that says that all is well: a service may acknowledge a request in the form of an error. */
const IS_WELL = /^(ACCEPTED|COMPLETED|CREATED|OK|SUCCESS)$/i;

function isError({ reason, ...answer }: IDataObject): boolean {
	if (typeof reason === 'string') {
		return !IS_WELL.test(reason) && ERROR_KEYS.some((key) => key in answer);
	}
	const isNoMore = Object.keys(answer).every((key) =>
		[...ERROR_KEYS, ...BESIDE_ERROR].includes(key),
	);
	return typeof answer.message === 'string' && isNoMore;
}

function refuseError(answer: IDataObject): void {
	if (!isError(answer)) return;
	throw new UnexpectedAnswer('the service answered with an error', fromRecord(answer));
}

export const textIn = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A count that the service gives as a number or as text; undefined where it is neither. */
export function countIn(value: unknown): number | undefined {
	const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}
