import { createHash } from 'crypto';
import { refusal } from '../problem';
import type { ReadChoices } from '../report/choices';
import { notTheSame, offsetOf, type ReportPlace } from '../report/place';
import type { Part, Version } from '../transport/stream';
import type { ReportSource } from './source';

/** Where a batch ended, and of what it was a batch. */
export interface Cursor {
	/** What tells the report from others. */
	report: string;
	/** What the rows depend on. */
	options: string;
	version: Version;
	/** How many rows all batches so far hold. */
	rows: number;
	place: ReportPlace;
}

const CHECK = 12;
const FIELD = 'Cursor';

const digest = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, CHECK);

/** What the rows of a report depend on, in short. */
export const optionsKey = (read: ReadChoices): string => digest(JSON.stringify(read));

/** Text that the user passes on without reading it. The first part of it checks the rest. */
export function writeCursor(cursor: Cursor): string {
	const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
	return digest(text) + text;
}

export function readCursor(entered: string, read: ReadChoices): Cursor | undefined {
	if (read.rowKey === 'row') {
		throw refusal(
			'the whole row cannot be the key in batches, because equal rows are numbered over the whole report',
			'Choose columns that identify a row.',
			'Row Key',
		);
	}
	const text = entered.trim();
	if (text === '') return undefined;
	const encoded = text.slice(CHECK);
	if (digest(encoded) !== text.slice(0, CHECK)) {
		throw refusal(
			'this is not a cursor, or a part of it is missing',
			'Use nextCursor of the last batch, or leave it empty for the first batch.',
			FIELD,
		);
	}
	const cursor = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Cursor;
	if (cursor.options === optionsKey(read)) return cursor;
	throw refusal(
		'the options are not those of the last batch',
		'Change the options back, or start again with an empty cursor.',
		FIELD,
	);
}

/** What to ask the service for, where it can send a part; undefined for all of it. */
export function partAfter(cursor: Cursor | undefined): Part | undefined {
	if (cursor?.place.lead === undefined) return undefined;
	return { from: offsetOf(cursor.place) + cursor.place.lead, version: cursor.version };
}

const differ = <T>(one: T | undefined, other: T | undefined): boolean =>
	one !== undefined && other !== undefined && one !== other;

/** Refuses a report that is another one than the cursor is of, or that changed since. */
export function refuseOtherReport({ key = '', stream }: ReportSource, cursor: Cursor): void {
	if (cursor.report !== digest(key)) {
		throw refusal(
			'it belongs to another report',
			'Use an empty cursor for the first batch of each report.',
			FIELD,
		);
	}
	const { etag, size } = stream.version ?? {};
	if (differ(etag, cursor.version.etag) || differ(size, cursor.version.size)) throw notTheSame();
}

/** `rows`: how many all batches hold, with this one. */
export const cursorAt = (
	{ key = '', stream }: ReportSource,
	read: ReadChoices,
	rows: number,
	place: ReportPlace,
): Cursor => ({
	report: digest(key),
	options: optionsKey(read),
	version: stream.version ?? {},
	rows,
	place,
});
