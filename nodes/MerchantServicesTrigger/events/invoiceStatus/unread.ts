import { isShortOfPayments } from './balance';
import { CLOCKS_APART, LONGEST_POLL } from './clocks';
import { bearsStatus, countsLeadingTo, mayEndIn, statusAfter } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { type Known, NOT_LOOKED_UP } from './known';

/** The entries of an invoice's history that are new, and what was before them. */
export interface Unread {
	past: HistoryEntry[];
	entries: HistoryEntry[];
	/** The status before the new entries. */
	start: string | null;
	/** The status may be of the past although the entries do not lead there: nothing is new. */
	isSettled: boolean;
	/** Only the clock tells which entries are new. */
	isByClock: boolean;
}

/** An invoice that was never looked up, whatever is known of it otherwise. */
export const isFirstLook = (known: Known | undefined): boolean =>
	known === undefined || known.status === NOT_LOOKED_UP.status;

/** A list showed its status, and nothing of its history counts as read. */
export const isListedOnly = (known: Known | undefined): known is Known =>
	known !== undefined && !isFirstLook(known) && known.cursor === undefined;

/** From when on what happened to an invoice is new. */
export const firstMoment = (known: Known | undefined, since: number): number =>
	known?.from ?? since;

/** The service answered with an older version of the invoice than was read before: a history loses no entry. */
export function isOlderThan({ history, hasHistory }: InvoiceDetails, { cursor }: Known): boolean {
	if (cursor === undefined) return false;
	const last = cursorOf(history);
	if (last === undefined) return hasHistory && cursor.count > 0;
	return last.at < cursor.at || (last.at === cursor.at && last.count < cursor.count);
}

export function cursorOf(history: readonly HistoryEntry[]): Known['cursor'] {
	const last = history.at(-1);
	if (last === undefined) return undefined;
	return { at: last.at, count: history.filter(({ at }) => at === last.at).length };
}

const isWithoutTimes = (history: readonly HistoryEntry[]): boolean =>
	(history.at(-1)?.at ?? 0) === 0;

const before = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

/**
 * What is new of an invoice. What happened before `since` (service time) is not. `clocks`: what to add to it for
 * each clock that the history may go by, the likeliest first.
 */
export function unreadOf(
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
	clocks: readonly number[] = [0],
): Unread {
	if (known === undefined || isFirstLook(known)) {
		return firstUnread(invoice, firstMoment(known, since));
	}
	const { count, isByClock } = knownEntries(known, invoice, since, clocks);
	const { from: start } = known.ahead ?? { from: known.status };
	if (!isByClock) return unread(invoice, count, start);
	const found = unreadByClock(count, start, invoice);
	const isAsListed = isListedOnly(known) && known.status === invoice.status;
	const isSame = isAsListed && !found.entries.some(bearsStatus);
	return { ...found, isSettled: found.isSettled || isSame };
}

/** Whether the status in a list fits the start by several of these clocks. */
export function fitsSeveralClocks(
	known: Known,
	invoice: InvoiceDetails,
	since: number,
	clocks: readonly number[],
): boolean {
	if (!isListedOnly(known)) return isFirstLook(known);
	const { history } = invoice;
	const counts = countsLeadingTo(known.status, history, finalOf(invoice));
	const byClocks = clocks.map((shift) => before(history, since + shift));
	return new Set(byClocks.filter((count) => counts.includes(count))).size > 1;
}

const unread = ({ history }: InvoiceDetails, count: number, start: string | null): Unread => ({
	past: history.slice(0, count),
	entries: history.slice(count),
	start: start === NOT_LOOKED_UP.status ? null : start,
	isSettled: false,
	isByClock: false,
});

function firstUnread(invoice: InvoiceDetails, since: number): Unread {
	const { history, created } = invoice;
	if (isWithoutTimes(history)) {
		const isOld = created !== undefined && created < since;
		if (!isOld) return unread(invoice, 0, null);
		return { ...unread(invoice, history.length, statusAfter(history, null)), isSettled: true };
	}
	const old = before(history, since);
	const found = unreadByClock(old, null, invoice);
	return { ...found, isSettled: found.isSettled || old === history.length };
}

/** What the entries after the old ones say about an invoice whose status a list, perhaps an old one, may have shown. */
function unreadByClock(old: number, listed: string | null, invoice: InvoiceDetails): Unread {
	const { status, history } = invoice;
	const past = history.slice(0, old);
	// A status that the history never had is one that it does not report, or not yet.
	const isUnrecorded = (reached: string) =>
		countsLeadingTo(reached, history, finalOf(invoice)).length === 0;
	// Only a review leads back to a status that the history shows, without an entry where it shows no reviews.
	const isReviewed = listed === 'PENDING' && status !== listed && isUnrecorded(listed);
	const isListed = listed !== null && (mayEndIn(past, listed) || isUnrecorded(listed));
	const found = unread(invoice, old, isListed ? listed : statusAfter(past, null));
	const isSettled =
		!isReviewed &&
		!found.entries.some(bearsStatus) &&
		finalOf(invoice) === status &&
		mayEndIn(past, status);
	return { ...found, isSettled, isByClock: true };
}

/** Where the entries lead to; undefined where the last payment has none yet. */
const finalOf = (invoice: InvoiceDetails): string | undefined =>
	isShortOfPayments(invoice, []) ? undefined : invoice.status;

/** How many entries were dealt with when it was last looked at, or, by the clock, before anything is new. */
function knownEntries(
	{ cursor, status }: Known,
	invoice: InvoiceDetails,
	since: number,
	clocks: readonly number[],
): { count: number; isByClock: boolean } {
	const { history } = invoice;
	if (cursor !== undefined) {
		const same = history.filter(({ at }) => at === cursor.at).length;
		const read = before(history, cursor.at) + Math.min(same, cursor.count);
		const old = isWithoutTimes(history) ? 0 : before(history, since - CLOCKS_APART);
		return { count: Math.max(read, old), isByClock: old > read };
	}
	// Only a list showed its status: the entries that led there are old, unless the list itself was.
	const byClocks = clocks.map((shift) => before(history, since + shift));
	const [byClock] = byClocks;
	const isClose = (count: number) =>
		history
			.slice(Math.min(byClock, count), Math.max(byClock, count))
			.every(({ at }) => at === 0 || Math.abs(at - since) <= CLOCKS_APART);
	const counts = countsLeadingTo(status, history, finalOf(invoice));
	const earlier = counts.filter((count) => count < byClock);
	// The list was read a little after the start: what led to its status in between is likelier than another clock.
	const inThatPoll = before(history, since + clocks[0] + LONGEST_POLL);
	const soon = counts.find((count) => count >= byClock && count <= inThatPoll);
	// An old list explains an earlier status as well as clocks that differ: then nothing is taken as known.
	const byStatus = earlier.length > 0 ? earlier.findLast(isClose) : counts.find(isClose);
	const byAnyClock = byClocks.find((each) => counts.includes(each));
	const count = (earlier.length === 0 ? soon : undefined) ?? byAnyClock ?? byStatus ?? byClock;
	return { count, isByClock: byClocks.includes(count) };
}
