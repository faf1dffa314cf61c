import { isRecord } from '../../../shared/record';
import type { ListHabits } from '../../../shared/service/paging';
import type { ToldAhead } from './history';
import type { Finished } from './invoice';
import type { Shelf } from './shelf';
import { newShelf } from './shelf';

/** What is saved, as plain JSON: one line per open or lately finished invoice keeps it small. */
export interface InvoiceState {
	/** Of an invoice created after this (service time), everything is new. */
	since: number;
	/** Of an older one, what happened from this moment on. */
	activated: number;
	/** How much the clock of the service was ahead of n8n's when it was activated. */
	ahead: number;
	/** See writeKnown. */
	open: string[];
	/** See writeFinished. */
	finished: string[];
	/** Invoices to look up one by one (see writeIds), with all that is new of each; the open ones are among the open too. */
	backlog: string[];
	/** The lists of finished invoices. Undefined where single invoices are watched. */
	shelves?: Record<Finished, Shelf>;
	/** The open lists, where a poll had no time to read them to the end. */
	reading?: Reading;
	/** The first reading of the open lists is not done: what it shows was there before. */
	isAdopting?: boolean;
	/** It may have overlooked some. */
	overlooks?: boolean;
	/** How many invoices with something new were left to the next poll. */
	left?: number;
	/** Where invoices take turns to be looked up: the last one of each kind. */
	turns: { partlyPaid: string; unlisted: string };
	/** Invoices that could not be looked up. */
	failing?: Record<string, Failing>;
	/** What the lists of the service have shown of themselves. */
	habits?: ListHabits;
	/** The events that histories have shown, and those that were waited for without success. */
	historyEvents?: string[];
	historyLacks?: string[];
	/** Histories go by the later one of two clocks that differ. */
	isLaterClock?: boolean;
}

export interface Reading {
	status: string;
	/** How many entries of that list were read. */
	offset: number;
	/** The open invoices that were not met yet; see writeIds. */
	unmet: string[];
}

export interface Failing {
	/** How often in a row it failed. */
	times: number;
	/** Not before this (n8n's clock) is it tried again. */
	until: number;
	/** What the last failure said. */
	reason: string;
}

/** The saved state, of this release or the one before; undefined where it was changed by hand. */
export function readInvoiceState(value: unknown): InvoiceState | undefined {
	if (!isRecord(value) || !isCommon(value)) return undefined;
	if (typeof value.turn === 'string') return readEarlier(value);
	const isSound =
		isNumber(value.ahead) &&
		isListOf(value.open, isKnownLine) &&
		isListOf(value.finished, isFinishedLine) &&
		isRecord(value.turns) &&
		typeof value.turns.partlyPaid === 'string' &&
		typeof value.turns.unlisted === 'string' &&
		(value.shelves === undefined || isShelves(value.shelves)) &&
		(value.reading === undefined || isReading(value.reading)) &&
		(value.failing === undefined || isFailing(value.failing)) &&
		(value.habits === undefined || isRecord(value.habits)) &&
		[value.historyEvents, value.historyLacks].every(
			(events) => events === undefined || isListOf(events, (event) => typeof event === 'string'),
		);
	return isSound ? (value as unknown as InvoiceState) : undefined;
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);

export const isListOf = (value: unknown, isEntry: (entry: unknown) => boolean): boolean =>
	Array.isArray(value) && value.every(isEntry);

const isCommon = (value: Record<string, unknown>): boolean =>
	[value.since, value.activated].every(isNumber) &&
	isListOf(value.backlog, isIdLine) &&
	Array.isArray(value.open) &&
	Array.isArray(value.finished);

const isShelves = (value: unknown): boolean =>
	isRecord(value) && [value.PAID, value.CANCELED].every(isShelf);

const isShelf = (value: unknown): boolean =>
	isRecord(value) &&
	isRecord(value.ended) &&
	Object.values(value.ended).every((text) => typeof text === 'string') &&
	[value.surplus, value.position, value.length, value.left, value.odd].every(isNumber);

const isReading = (value: unknown): boolean =>
	isRecord(value) &&
	typeof value.status === 'string' &&
	isNumber(value.offset) &&
	isListOf(value.unmet, isIdLine);

export const isFailing = (value: unknown): boolean =>
	isRecord(value) &&
	Object.values(value).every(
		(each) => isRecord(each) && isNumber(each.times) && isNumber(each.until),
	);

/** What the release before kept: ledgers in place of the lists of finished invoices, which are learned now. */
function readEarlier(value: Record<string, unknown>): InvoiceState | undefined {
	const { since, activated, turn, ledgers } = value;
	const open = (value.open as unknown[]).map(fromEarlierLine);
	const finished = (value.finished as unknown[]).map((line) => {
		const blank = typeof line === 'string' ? line.indexOf(' ') : -1;
		const known = blank > 0 ? fromEarlierLine((line as string).slice(blank + 1)) : undefined;
		return known && `${(line as string).slice(0, blank)} ${known}`;
	});
	const isSound =
		isListOf(open, isKnownLine) &&
		isListOf(finished, isFinishedLine) &&
		(ledgers === undefined ||
			(isRecord(ledgers) && [ledgers.PAID, ledgers.CANCELED].every(isLedger)));
	if (!isSound) return undefined;
	return {
		since: since as number,
		activated: activated as number,
		ahead: 0,
		open: open as string[],
		finished: finished as string[],
		backlog: value.backlog as string[],
		shelves: ledgers === undefined ? undefined : { PAID: newShelf(), CANCELED: newShelf() },
		turns: { partlyPaid: turn as string, unlisted: '' },
	};
}

const isLedger = (value: unknown): boolean => isRecord(value) && isNumber(value.accounted);

/** status|cursor|balance|overdue|expiring|gone since|id. */
function fromEarlierLine(line: unknown): string | undefined {
	const match =
		typeof line === 'string'
			? /^([^|]*)\|((?:-?[0-9a-z]+\.\d+)?)\|([^|]*)\|([^|]*)\|([^|]*)\|([0-9a-z]*)\|(.+)$/s.exec(
					line,
				)
			: null;
	if (match === null) return undefined;
	const [, code, cursor, balance, overdue, expiring, gone, id] = match;
	const known: Known = { status: statusOf(code), told: {} };
	if (cursor) known.cursor = readCursor(cursor);
	if (balance) known.balance = balance;
	if (overdue) known.told!.overdue = overdue;
	if (expiring) known.told!.expiresSoon = expiring;
	if (gone) known.goneSince = parseInt(gone, 36);
	return writeKnown(id, known);
}

/** The dates whose passing was reported, each YYYY-MM-DD. */
export interface ToldDates {
	overdue?: string;
	expiresSoon?: string;
	dueSoon?: string;
	expired?: string;
}

/** What is remembered of an invoice. */
export interface Known {
	status: string;
	/** The last history entry read: its time (0 where the history has none), and how many entries of that time were read. */
	cursor?: { at: number; count: number };
	/** Balance of a partly paid invoice. */
	balance?: string;
	told?: ToldDates;
	/** Since when the service says that there is no such invoice. */
	goneSince?: number;
	/** From when on what happened to it is new, where that is not as for the others. */
	from?: number;
	/** What status or balance showed before the history did: from which status on, and where to. */
	ahead?: { from: string; to: ToldAhead[] };
	/** Since when its history has lacked an entry that is waited for (service time). */
	behindSince?: number;
	/** What the looks since then showed, each once. */
	looks?: Array<{ status: string; balance?: string }>;
	/** How many events without a time were reported: the number makes them different. */
	untimed?: number;
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

const codeOf = (status: string): string => CODES[status] ?? status;
const statusOf = (code: string): string => STATUSES[code] ?? code;

const TOLD: ReadonlyArray<keyof ToldDates> = ['overdue', 'expiresSoon', 'dueSoon', 'expired'];
const DAY = 86_400_000;

const writeNumber = (value: number | undefined): string => value?.toString(36) ?? '';
const writeCount = (value = 0): string => (value === 0 ? '' : value.toString(36));
const writeDate = (date: string | undefined): string =>
	date === undefined ? '' : Math.round(Date.parse(date) / DAY).toString(36);
const readDate = (text: string): string =>
	new Date(parseInt(text, 36) * DAY).toISOString().slice(0, 10);

/** The status before, and each one after it with what was paid. */
const writeAhead = ({ from, to }: NonNullable<Known['ahead']>): string =>
	[codeOf(from), ...to.map(({ status, amount = '' }) => `${codeOf(status)}:${amount}`)].join(';');

function readAhead(text: string): Known['ahead'] {
	const [from, ...to] = text.split(';');
	return {
		from: statusOf(from),
		to: to.map((step) => {
			const [code, amount] = step.split(':');
			return { status: statusOf(code), ...(amount && { amount }) };
		}),
	};
}

const writeLooks = (looks: Known['looks'] = []): string =>
	looks.map(({ status, balance = '' }) => `${codeOf(status)}:${balance}`).join(';');

const readLooks = (text: string): Known['looks'] =>
	text.split(';').map((look) => {
		const [code, balance] = look.split(':');
		return { status: statusOf(code), ...(balance && { balance }) };
	});

/** status|cursor|balance|reported dates|gone since|from|ahead,untimed,behind since,looks|id, with numbers and days in base 36. */
export function writeKnown(id: string, known: Known): string {
	const { cursor, told, ahead, untimed, behindSince, looks } = known;
	const dates = TOLD.map((name) => writeDate(told?.[name])).join(',');
	const late = [
		ahead ? writeAhead(ahead) : '',
		writeCount(untimed),
		writeNumber(behindSince),
		writeLooks(looks),
	].join(',');
	return [
		codeOf(known.status),
		cursor ? `${writeNumber(cursor.at)}.${cursor.count}` : '',
		known.balance ?? '',
		dates === ',,,' ? '' : dates,
		writeNumber(known.goneSince),
		writeNumber(known.from),
		late === ',,,' ? '' : late,
		id,
	].join('|');
}

const KNOWN_LINE =
	/^[^|]*\|(-?[0-9a-z]+\.\d+)?\|[^|]*\|([0-9a-z]*,[0-9a-z]*,[0-9a-z]*,[0-9a-z]*)?\|[0-9a-z]*\|-?[0-9a-z]*\|([^|,]*,[0-9a-z]*(,[0-9a-z]*(,[^|,]*)?)?)?\|./s;

const isKnownLine = (value: unknown): boolean =>
	typeof value === 'string' && KNOWN_LINE.test(value);

function readCursor(text: string): Known['cursor'] {
	const [at, count] = text.split('.');
	return { at: parseInt(at, 36), count: Number(count) };
}

export function readKnown(line: string): [string, Known] {
	const [code, cursor, balance, dates, gone, from, late, ...id] = line.split('|');
	const known: Known = { status: statusOf(code) };
	if (cursor) known.cursor = readCursor(cursor);
	if (balance) known.balance = balance;
	if (dates) {
		const told: ToldDates = {};
		for (const [index, date] of dates.split(',').entries()) {
			if (date) told[TOLD[index]] = readDate(date);
		}
		known.told = told;
	}
	if (gone) known.goneSince = parseInt(gone, 36);
	if (from) known.from = parseInt(from, 36);
	if (late) {
		const [ahead, untimed, behindSince, looks] = late.split(',');
		if (ahead) known.ahead = readAhead(ahead);
		if (untimed) known.untimed = parseInt(untimed, 36);
		if (behindSince) known.behindSince = parseInt(behindSince, 36);
		if (looks) known.looks = readLooks(looks);
	}
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

export const isIdLine = (value: unknown): boolean =>
	typeof value === 'string' && /^[0-9a-z]/.test(value);

export function readIds(lines: readonly string[]): string[] {
	let before = '';
	return lines.map((line) => (before = before.slice(0, parseInt(line[0], 36)) + line.slice(1)));
}
