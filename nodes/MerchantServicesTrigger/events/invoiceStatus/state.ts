import { isRecord } from '../../../shared/record';
import { isIdLine } from './idList';
import { isKnownLine } from './known';
import type { Ledgers } from './ledger';

/** Plain JSON: one line per open or lately finished invoice. */
export interface InvoiceState {
	/** Of an invoice created after this (service time), everything is new. */
	since: number;
	/** Of an older one, what happened from this moment on. */
	activated: number;
	open: string[];
	/** When it was seen finished (base 36), a blank, and the line. */
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

const isFinishedLine = (value: unknown): boolean =>
	typeof value === 'string' &&
	/^[0-9a-z]+ /.test(value) &&
	isKnownLine(value.slice(value.indexOf(' ') + 1));

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
