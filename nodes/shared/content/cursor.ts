import { createHash } from 'crypto';
import { isCount, isFlag, isText, optional, sealed, shapeOf, unsealed } from '../fromOutside';
import { PassingRefusal, type Refusal, refusal } from '../problem';
import type { ReadChoices } from '../report/choices';
import { fileBy, notAReport } from '../report/notAReport';
import { beginsAs, offsetOf, type ReportPlace } from '../report/place';
import { isPlace } from '../report/placeShape';
import { notTheSame } from '../report/refusals';
import { WHOLE_ROW } from '../report/rowsSink';
import { differenceOf, newest } from '../transport/range';
import type { FilePart, Version } from '../transport/stream';
import type { ReportSource, ReportStream } from './source';

/** Where a batch ended, and of what it was a batch. */
export interface Cursor {
	/** What tells the report from others. */
	report: string;
	/** What the rows depend on. */
	options: string;
	version: Version;
	/** Whether its size is that of what the report was packed in on its way; undefined where nothing shows it. */
	isPacked?: boolean;
	/** How many rows all batches so far hold. */
	rows: number;
	place: ReportPlace;
}

const DIGEST = 12;
const FIELD = 'Cursor';

const digest = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, DIGEST);

/**
 * What the rows of a report depend on, in short. Rules for what would be an error can change: no row that was read
 * is another one by them.
 */
export const optionsKey = (read: ReadChoices): string =>
	digest(JSON.stringify({ ...read, shortRows: undefined }));

export const writeCursor = (cursor: Cursor): string => sealed(cursor);

const isCursor = shapeOf<Cursor>({
	report: isText,
	options: isText,
	version: shapeOf<Version>({
		size: optional(isCount),
		etag: optional(isText),
		lastModified: optional(isText),
	}),
	isPacked: optional(isFlag),
	rows: isCount,
	place: isPlace,
});

const notACursor = (): Refusal =>
	refusal(
		'this is not a cursor, or a part of it is missing',
		'Use nextCursor of the last batch, or leave it empty for the first batch.',
		FIELD,
	);

/**
 * `entered`: whatever an expression gave. Only nothing at all stands for the first batch. `options`: the key of those
 * that are chosen.
 */
export function readCursor(
	entered: unknown,
	read: ReadChoices,
	options: string,
): Cursor | undefined {
	if (read.rowKey.includes(WHOLE_ROW)) {
		throw refusal(
			'the whole row cannot be the key in batches, because equal rows are numbered over the whole report',
			'Choose columns that identify a row.',
			'Row Key',
		);
	}
	const given = entered ?? '';
	if (typeof given !== 'string') throw notACursor();
	const text = given.trim();
	if (text === '') return undefined;
	const cursor = unsealed(text, isCursor);
	if (cursor === undefined) throw notACursor();
	if (cursor.options !== options) {
		throw refusal(
			'the options are not those of the last batch',
			'Change the options back, or start again with an empty cursor.',
			FIELD,
		);
	}
	return cursor;
}

/** What to ask the service for, where it can send a part; undefined for all of it. */
export function partAfter(cursor: Cursor | undefined): FilePart | undefined {
	if (cursor?.place.lead === undefined) return undefined;
	return { from: offsetOf(cursor.place) + cursor.place.lead, version: cursor.version };
}

/** Rows follow the last batch, but the service has no report to send by now. */
export const isGone = (): Refusal =>
	refusal(
		'The service sent no report, although more rows follow the last batch',
		'The report may be gone. Check the report and the Organization ID, and run this batch again later. If it happens each time, order the report again, start with an empty cursor, and discard the batches so far.',
	);

const AGAIN =
	'Run this batch again with the same cursor. If it happens each time, start with an empty cursor, and discard the batches so far.';

/** Refuses a file that does not begin as the report did. `isAll`: whether nothing follows its first bytes. */
export function refuseOtherFile(
	head: Buffer,
	isAll: boolean,
	{ redact }: ReportStream,
	{ place }: Cursor,
): void {
	if (isAll && head.length === 0) {
		throw new PassingRefusal(
			'The service sent a file with nothing in it, although more rows follow the last batch',
			AGAIN,
		);
	}
	if (fileBy(head, isAll).what !== 'columns') {
		throw notAReport(head.toString('utf8'), redact, AGAIN);
	}
	if (beginsAs(head, place)) return;
	throw new PassingRefusal(
		'The file does not begin as it did for the last batch',
		`The service sent something else than this report, or the report changed. ${AGAIN}`,
	);
}

/** Refuses a report that is another one than the cursor is of. */
export function refuseOtherReport({ key = '' }: ReportSource, cursor: Cursor): void {
	if (cursor.report !== digest(key)) {
		throw refusal(
			'it belongs to another report',
			'Use an empty cursor for the first batch of each report.',
			FIELD,
		);
	}
}

/** What the service says otherwise about the report since the cursor was made. */
const changeOf = ({ stream }: ReportSource, { version }: Cursor): string | undefined =>
	differenceOf(version, stream.version ?? {});

export const isSameVersion = (source: ReportSource, cursor: Cursor): boolean =>
	changeOf(source, cursor) === undefined;

/** Refuses a report that changed since the cursor was made, as far as the service says. */
export function refuseOtherVersion(source: ReportSource, cursor: Cursor): void {
	const changed = changeOf(source, cursor);
	if (changed !== undefined) throw notTheSame(`The service announced ${changed}. `);
}

/** `arrived`: how many bytes did, so far. The service packs a whole report, if anything: a part of that would not fit. */
function isPackedOnItsWay(
	{ from = 0, version }: ReportStream,
	arrived: number,
	before?: Cursor,
): boolean | undefined {
	const size = version?.size;
	if (size === undefined || before?.isPacked !== undefined) return before?.isPacked;
	if (from > 0 || arrived === size) return false;
	return arrived > size ? true : undefined;
}

/**
 * `arrived`: how many bytes did for it; `rows`: how many all batches hold, with this one; `before`: the cursor that
 * it was read with.
 */
export const cursorAt = (
	{ key = '', stream }: ReportSource,
	{ arrived, ...known }: Pick<Cursor, 'options' | 'rows' | 'place'> & { arrived: number },
	before?: Cursor,
): Cursor => ({
	report: digest(key),
	version: newest(stream.version, before?.version),
	isPacked: isPackedOnItsWay(stream, arrived, before),
	...known,
});
