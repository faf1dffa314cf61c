import { isRecord } from '../../../shared/record';
import type { Ledgers } from './ledger';

/** What is saved, as plain JSON: one line per open or lately finished invoice keeps it small. */
export interface InvoiceState {
	/** Of an invoice created after this (service time), everything is new. */
	since: number;
	/** Of an older one, what happened from this moment on. */
	activated: number;
	/** See writeKnown. */
	open: string[];
	/** See writeFinished. */
	finished: string[];
	/** Existing invoices that the first activation still has to hand over (see writeIds); the open ones are among the open too. */
	backlog: string[];
	/** Undefined where single invoices are watched. */
	ledgers?: Ledgers;
	/** Where invoices take turns to be looked up: the last one. */
	turn: string;
}

/** Whether a saved value can be worked with: it may have been changed by hand. */
export function isInvoiceState(value: unknown): value is InvoiceState {
	return (
		isRecord(value) &&
		[value.since, value.activated].every(isNumber) &&
		isListOf(value.open, isKnownLine) &&
		isListOf(value.finished, isFinishedLine) &&
		isListOf(value.backlog, isIdLine) &&
		typeof value.turn === 'string' &&
		(value.ledgers === undefined || isLedgers(value.ledgers))
	);
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);

const isListOf = (value: unknown, isEntry: (entry: unknown) => boolean): boolean =>
	Array.isArray(value) && value.every(isEntry);

/** What is remembered of an invoice. */
export interface Known {
	status: string;
	/** The last history entry read: its time, and how many entries of that time were read. */
	cursor?: { at: number; count: number };
	/** Balance of a partly paid invoice. */
	balance?: string;
	/** The due and the expiration date whose passing was told. */
	overdue?: string;
	expiring?: string;
	/** Since when the service says that there is no such invoice. */
	goneSince?: number;
}

/** It is there, and everything that happened to it is to be handed over. */
export const NOT_LOOKED_UP: Known = { status: '' };

const CODES: Record<string, string> = {
	DRAFT: 'D',
	CREATED: 'C',
	SENT: 'S',
	PENDING: 'F',
	PARTIAL: 'P',
	PAID: 'X',
	CANCELED: 'Z',
};
const STATUSES = Object.fromEntries(Object.entries(CODES).map(([status, code]) => [code, status]));

/** status|cursor|balance|overdue|expiring|gone since|id, with times in base 36. */
export function writeKnown(id: string, known: Known): string {
	const cursor = known.cursor ? `${known.cursor.at.toString(36)}.${known.cursor.count}` : '';
	return [
		CODES[known.status] ?? known.status,
		cursor,
		known.balance ?? '',
		known.overdue ?? '',
		known.expiring ?? '',
		known.goneSince?.toString(36) ?? '',
		id,
	].join('|');
}

const KNOWN_LINE = /^[^|]*\|(-?[0-9a-z]+\.\d+)?\|[^|]*\|[^|]*\|[^|]*\|[0-9a-z]*\|./s;

const isKnownLine = (value: unknown): boolean =>
	typeof value === 'string' && KNOWN_LINE.test(value);

export function readKnown(line: string): [string, Known] {
	const [code, cursor, balance, overdue, expiring, goneSince, ...id] = line.split('|');
	const known: Known = { status: STATUSES[code] ?? code };
	if (cursor) {
		const [at, count] = cursor.split('.');
		known.cursor = { at: parseInt(at, 36), count: Number(count) };
	}
	if (balance) known.balance = balance;
	if (overdue) known.overdue = overdue;
	if (expiring) known.expiring = expiring;
	if (goneSince) known.goneSince = parseInt(goneSince, 36);
	return [id.join('|'), known];
}

/** An invoice that is done with, and when it was seen finished. */
export interface FinishedKnown {
	known: Known;
	at: number;
}

/** When it was seen finished (base 36), a blank, and the line. */
export const writeFinished = (id: string, { known, at }: FinishedKnown): string =>
	`${at.toString(36)} ${writeKnown(id, known)}`;

const isFinishedLine = (value: unknown): boolean =>
	typeof value === 'string' &&
	/^[0-9a-z]+ /.test(value) &&
	isKnownLine(value.slice(value.indexOf(' ') + 1));

export function readFinished(line: string): [string, FinishedKnown] {
	const blank = line.indexOf(' ');
	const [id, known] = readKnown(line.slice(blank + 1));
	return [id, { known, at: parseInt(line.slice(0, blank), 36) }];
}

const LONGEST_SHARED = 35;

/** A long list of identifiers, each without what it shares with the one before: the number of those characters (base 36), and the rest. */
export function writeIds(ids: Iterable<string>): string[] {
	let before = '';
	return [...ids].map((id) => {
		let shared = 0;
		while (shared < LONGEST_SHARED && shared < id.length && id[shared] === before[shared]) shared++;
		before = id;
		return shared.toString(36) + id.slice(shared);
	});
}

const isIdLine = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-z]/.test(value);

export function readIds(lines: readonly string[]): string[] {
	let before = '';
	return lines.map((line) => (before = before.slice(0, parseInt(line[0], 36)) + line.slice(1)));
}

const isLedgers = (value: unknown): boolean =>
	isRecord(value) && [value.PAID, value.CANCELED].every(isLedger);

const isLedger = (value: unknown): boolean =>
	isRecord(value) &&
	[value.accounted, value.counted, value.total, value.from].every(isNumber) &&
	isListOf(value.agreed, isNumber) &&
	(value.shortSince === undefined || isNumber(value.shortSince)) &&
	(value.search === undefined || isSearch(value.search));

const isSearch = (value: unknown): boolean =>
	isRecord(value) &&
	[value.at, value.unexplained, value.head, value.tail].every(isNumber) &&
	typeof value.deep === 'boolean';
