import { compare, toDecimal } from '../../../shared/money';
import { bearsStatus, isPayment, mayLeadTo, paidIn, statusAfter } from './history';
import { isFinished, type HistoryEntry, type InvoiceDetails } from './invoice';
import type { Known } from './state';

/** How long an entry may show after the status and the balance, and by how much clocks may differ. */
export const LONGEST_LAG = 15 * 60_000;

/** The clock was read a little before the look-up: what it showed may have a later time. */
const MOMENT = 60_000;

/** Where the unread part of a history starts. */
interface StartReading {
	status: string | null;
	/** How many entries were dealt with. */
	read: number;
	/** Entries up to this time belong to what was reported without them. */
	coveredUntil?: number;
}

/** It was never looked up, and no list showed it at the start. */
const isUnknown = (known: Known): boolean => known.status === '' && known.read === undefined;

/** A list showed it at the start, and it was not looked up since then. */
export const isOnlyListed = (known: Known | undefined): boolean =>
	known !== undefined && known.read === undefined && !isUnknown(known);

export function startOf(
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
): StartReading {
	if (known === undefined || isUnknown(known)) return startOfUnknown(invoice, since - LONGEST_LAG);
	const { status, read, coveredUntil } = known;
	if (read === undefined) return startOfListed(status, invoice, since);
	return { status: status || null, read, coveredUntil };
}

function startOfUnknown(
	{ history, status, created = Infinity }: InvoiceDetails,
	since: number,
): StartReading {
	const read = countBefore(history, since);
	const isOld = read > 0 ? read === history.length : created < since && history.length === 0;
	return { read, status: isOld ? status : statusAfter(history.slice(0, read)) };
}

/** Clocks may differ: what led to the listed status may seem to be newer, and what led away from it older. */
function startOfListed(listed: string, { history }: InvoiceDetails, since: number): StartReading {
	/** After how many entries it had this status. */
	const counts = history
		.map((_, index) => index + 1)
		.filter((count) => statusAfter(history.slice(0, count)) === listed);
	const old = countBefore(history, since);
	const isClose = (count: number) =>
		history
			.slice(Math.min(old, count), Math.max(old, count))
			.every(({ at }) => Math.abs(at - since) <= LONGEST_LAG);
	const read = counts.find((count) => count >= old && isClose(count)) ?? counts.find(isClose);
	if (read !== undefined) return { read, status: listed };
	return { read: old, status: listed, coveredUntil: since };
}

const countBefore = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

/** Entries that are new, and entries of what was reported without them. */
export interface Coverage {
	unread: HistoryEntry[];
	covered: HistoryEntry[];
	/** Undefined once the entry came that leads to the reported status. */
	until?: number;
}

/** What was reported covers the entries up to then, at most up to the one that leads to it. */
export function coverageOf(
	{ status, read, coveredUntil }: StartReading,
	history: readonly HistoryEntry[],
	paid?: string,
): Coverage {
	const coverage: Coverage = { unread: [], covered: [], until: coveredUntil };
	for (const [index, entry] of history.entries()) {
		if (index < read) continue;
		const more = status === 'PARTIAL' ? morePaid(history.slice(0, index + 1), paid) : 0;
		const isAfter = coverage.until === undefined || entry.at > coverage.until + MOMENT;
		if (isAfter || (isPayment(entry) && more > 0)) delete coverage.until;
		const isCovered = coverage.until !== undefined && bearsStatus(entry);
		coverage[isCovered ? 'covered' : 'unread'].push(entry);
		// Of a finished invoice, every payment was reported.
		const isIt = isCovered && status !== null && mayLeadTo(entry, status) && !isFinished(status);
		if (isIt && more === 0) delete coverage.until;
	}
	return coverage;
}

/** Whether these entries have more payments than were reported; 0 if that is unknown. */
function morePaid(entries: readonly HistoryEntry[], paid?: string): number {
	const [entered, reported] = [paidIn(entries.filter(isPayment)), toDecimal(paid)];
	return entered && reported ? compare(entered, reported) : 0;
}
