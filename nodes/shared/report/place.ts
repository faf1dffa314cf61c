import { createHash } from 'crypto';
import type { Bytes } from './bytes';
import { cutOffBefore, notTheSame } from './refusals';
import type { MetColumn } from './xml/rowCells';

interface Stop {
	/** At which byte the next row begins, in the report as UTF-8, unpacked and without a byte order mark. */
	offset: number;
	/** How many lines or row elements are before it. */
	records: number;
	/** How many rows of the row element there were taken already. */
	rowsTaken: number;
}

export interface CsvPlace extends Stop {
	/** The lines before the rows. */
	head: string[][];
}

export interface XmlPlace extends Stop {
	/** The tags that are open there. */
	tags: string;
	/** The names from the root to the row element, where they were found. */
	rowPath?: string[];
	columns: readonly MetColumn[];
}

/** Bytes that were met, to recognize them. */
interface Met {
	length: number;
	hash: string;
}

/** Where in a report to go on, and what to recognize it by. */
export interface ReportPlace {
	/** How many bytes that are left out stand before it; undefined where the report is packed or encoded otherwise. */
	lead?: number;
	/** The first bytes of the report. */
	first: Met;
	/** The first bytes of the next row. */
	next: Met;
	/** In a report of one of the two formats. */
	csv?: CsvPlace;
	xml?: XmlPlace;
}

export const formatOf = ({ xml }: ReportPlace): 'csv' | 'xml' =>
	xml === undefined ? 'csv' : 'xml';

export const offsetOf = ({ csv, xml }: ReportPlace): number => (csv ?? xml)?.offset ?? 0;

/** How many bytes are looked at to recognize a report and a row. */
export const LOOKED_AT = 1024;
/** The start of a row is hardly ever further back than this. */
const KEPT = 1 << 21;

const met = (bytes: Uint8Array): Met => ({
	length: bytes.length,
	hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
});

/** Remembers the first bytes of a report and the last ones that were read. */
export class Trail {
	private first = Buffer.alloc(0);
	private readonly recent: Uint8Array[] = [];
	/** At which bytes the recent ones begin and end. */
	private start: number;
	private end: number;

	constructor(private readonly from?: ReportPlace) {
		this.start = this.end = from === undefined ? 0 : offsetOf(from);
	}

	async *follow(bytes: Bytes): Bytes {
		for await (const chunk of bytes) {
			if (this.first.length < LOOKED_AT) {
				this.first = Buffer.concat([this.first, chunk]).subarray(0, LOOKED_AT);
			}
			this.recent.push(chunk);
			this.end += chunk.length;
			while (this.end - this.start - this.recent[0].length > KEPT) {
				this.start += this.recent.shift()?.length ?? 0;
			}
			yield chunk;
		}
	}

	marks({ offset }: Stop): Pick<ReportPlace, 'first' | 'next'> {
		const from = offset - this.start;
		const next = from < 0 ? [] : Buffer.concat(this.recent).subarray(from, from + LOOKED_AT);
		return {
			first: this.from?.first ?? met(this.first.subarray(0, offset)),
			next: met(Uint8Array.from(next)),
		};
	}
}

const isMet = (bytes: Buffer, { length, hash }: Met): boolean =>
	bytes.length >= length && met(bytes.subarray(0, length)).hash === hash;

/** Whether the first bytes of a part are those of the next row. */
export const startsAt = (head: Buffer, { next }: ReportPlace): boolean => isMet(head, next);

/** Whether the first bytes of a file are those of the report, as far as that shows without unpacking it. */
export const beginsAs = (head: Buffer, { lead, first }: ReportPlace): boolean =>
	lead === undefined || isMet(head.subarray(lead), first);

/** Says where a report broke off before the place that is passed over to. */
async function* untilPlace(source: Bytes, place: number): Bytes {
	let passed = 0;
	try {
		for await (const chunk of source) {
			passed += chunk.length;
			yield chunk;
		}
	} catch (error) {
		throw passed < place ? cutOffBefore(error, passed) : error;
	}
}

/** The bytes after so many, if the first of them are those that were met. */
async function* after(source: Bytes, length: number, start: Met): Bytes {
	let left = length;
	let held: Buffer | undefined = Buffer.alloc(0);
	for await (const chunk of source) {
		const kept = chunk.subarray(Math.min(left, chunk.length));
		left -= chunk.length - kept.length;
		if (held === undefined) {
			yield kept;
			continue;
		}
		if (left > 0) continue;
		held = Buffer.concat([held, kept]);
		if (held.length < start.length) continue;
		if (!isMet(held, start)) throw notTheSame();
		yield held;
		held = undefined;
	}
	// It ended before what was there the last time.
	if (held !== undefined) throw notTheSame();
}

/**
 * What follows a place. `from`: which byte of the report the given ones begin with; those before the place are
 * passed over.
 */
export function following(bytes: Bytes, place: ReportPlace, from: number): Bytes {
	const offset = offsetOf(place) - from;
	const known = from === 0 ? after(bytes, 0, place.first) : bytes;
	return after(untilPlace(known, offset), offset, place.next);
}

/** The rest of a report as one of its own: with the tags that are open there. */
export async function* asReport(rest: Bytes, { xml }: ReportPlace): Bytes {
	if (xml !== undefined) yield Buffer.from(xml.tags);
	yield* rest;
}
