import { compare, format, subtract, toDecimal, ZERO, add } from '../../../shared/money';
import type { Step } from './history';
import { bearsStatus, countsLeadingTo, isPayment, mayEndIn, statusAfter, stepsOf } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { type Known, NOT_LOOKED_UP } from './state';

/** The history may be written by another clock than the one that tells the time of a list. */
export const CLOCKS_APART = 15 * 60_000;

export interface Examined {
	steps: Step[];
	known: Known;
}

/**
 * What happened to an invoice since it was last looked at: status, history and balance weighed together, as
 * each may be behind the others. What happened before `since` (service time) is not new.
 */
export function examine(
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
): Examined {
	if (known && isOlderThan(invoice.history, known)) return { steps: [], known };
	const isFirst = known === undefined || known.status === NOT_LOOKED_UP.status;
	// Of one that was never met, what is a little older by the clock is new as well.
	const steps = isFirst
		? firstSteps(invoice, known?.from ?? since - (known === undefined ? CLOCKS_APART : 0))
		: [...laterSteps(known, invoice, since), ...unexplainedPayment(known, invoice, since)];
	const told = steps.map((step) => (isUntold(step) ? withAmount(step, known, invoice) : step));
	return {
		steps: numbered(told, known?.untimed ?? 0),
		known: nextKnown(known, invoice, told, since),
	};
}

function nextKnown(
	known: Known | undefined,
	invoice: InvoiceDetails,
	steps: readonly Step[],
	since: number,
): Known {
	const { status, history } = invoice;
	const fresh = history.slice(known ? knownEntries(known, invoice, since).count : history.length);
	const owed = Math.max(0, (known?.owed ?? 0) - fresh.filter(isPayment).length);
	return {
		...known,
		status,
		cursor: cursorOf(history) ?? known?.cursor,
		goneSince: undefined,
		from: undefined,
		balance: status === 'PARTIAL' ? lowestBalance(known, invoice) : undefined,
		owed: owed + steps.filter(isUntold).length,
		untimed: (known?.untimed ?? 0) + steps.filter(({ at }) => at === undefined).length,
	};
}

/** A payment that was told before the history has it. */
const isUntold = ({ isAhead, newStatus }: Step): boolean =>
	isAhead === true && (newStatus === 'PARTIAL' || newStatus === 'PAID');

/** Events without a time are told apart by their number. */
function numbered(steps: readonly Step[], from: number): Step[] {
	let next = from;
	return steps.map((step) => (step.at === undefined ? { ...step, ordinal: next++ } : step));
}

/** The service answered with an older version of the invoice than was read before. */
function isOlderThan(history: readonly HistoryEntry[], { cursor }: Known): boolean {
	const last = cursorOf(history);
	if (cursor === undefined || last === undefined) return false;
	return last.at < cursor.at || (last.at === cursor.at && last.count < cursor.count);
}

function cursorOf(history: readonly HistoryEntry[]): Known['cursor'] {
	const last = history.at(-1);
	if (last === undefined) return undefined;
	return { at: last.at, count: history.filter(({ at }) => at === last.at).length };
}

const isWithoutTimes = (history: readonly HistoryEntry[]): boolean =>
	(history.at(-1)?.at ?? 0) === 0;

function firstSteps(invoice: InvoiceDetails, since: number): Step[] {
	const { status, history, created } = invoice;
	if (isWithoutTimes(history)) {
		if (created !== undefined && created < since) return [];
		return history.length === 0
			? [{ previousStatus: null, newStatus: status, at: created, ordinal: 0, isAhead: true }]
			: stepsOf(history, null, status, ordinals(history));
	}
	const old = history.filter(({ at }) => at < since).length;
	return old === history.length ? [] : stepsSince(old, null, invoice, 0);
}

function laterSteps(known: Known, invoice: InvoiceDetails, since: number): Step[] {
	const { history, status } = invoice;
	const { count, isByClock } = knownEntries(known, invoice, since);
	return isByClock
		? stepsSince(count, known.status, invoice, known.owed ?? 0)
		: stepsOf(history.slice(count), known.status, status, ordinals(history), known.owed);
}

const before = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

/** How many entries were dealt with when it was last looked at, or, by the clock, before anything is new. */
function knownEntries(
	{ cursor, status }: Known,
	{ history, status: final }: InvoiceDetails,
	since: number,
): { count: number; isByClock: boolean } {
	if (cursor !== undefined) {
		const same = history.filter(({ at }) => at === cursor.at).length;
		const read = before(history, cursor.at) + Math.min(same, cursor.count);
		const old = isWithoutTimes(history) ? 0 : before(history, since - CLOCKS_APART);
		return { count: Math.max(read, old), isByClock: old > read };
	}
	// Only a list told its status: the entries that led there are old, unless the list itself was.
	const byClock = before(history, since);
	const isClose = (count: number) =>
		history
			.slice(Math.min(byClock, count), Math.max(byClock, count))
			.every(({ at }) => at === 0 || Math.abs(at - since) <= CLOCKS_APART);
	const counts = countsLeadingTo(status, history, final);
	const earlier = counts.filter((count) => count < byClock);
	const later = counts.filter((count) => count > byClock);
	// An old list explains an earlier status as well as clocks that differ: then nothing is taken as known.
	const byStatus = earlier.length > 0 ? earlier.findLast(isClose) : later.find(isClose);
	const count = counts.includes(byClock) ? byClock : (byStatus ?? byClock);
	return { count, isByClock: count === byClock };
}

/** What the entries after the old ones tell of an invoice whose status a list may have told, be it an old list. */
function stepsSince(
	old: number,
	listed: string | null,
	{ status, history }: InvoiceDetails,
	paymentsTold: number,
): Step[] {
	const past = history.slice(0, old);
	const fresh = history.slice(old);
	if (!fresh.some(bearsStatus) && mayEndIn(past, status)) {
		return stepsOf(fresh, status, status, ordinals(history));
	}
	const isListed = listed !== null && (history.length === 0 || mayEndIn(past, listed));
	const start = isListed ? listed : statusAfter(past, null);
	return stepsOf(fresh, start, status, ordinals(history), paymentsTold);
}

/** The balance of a partly paid invoice fell by more than the new entries say: another payment was made. */
function unexplainedPayment(known: Known, invoice: InvoiceDetails, since: number): Step[] {
	const { status, history } = invoice;
	const fall = fallOf(known, invoice);
	if (status !== 'PARTIAL' || known.status !== 'PARTIAL' || fall === undefined) return [];
	const { count, isByClock } = knownEntries(known, invoice, since);
	if (isByClock && count > 0) return [];
	const payments = history.slice(count).filter(isPayment);
	const amounts = payments.map(({ payment }) => toDecimal(payment?.amount));
	if (amounts.includes(undefined)) return [];
	const explained = amounts.reduce((sum: typeof ZERO, amount) => add(sum, amount ?? ZERO), ZERO);
	if (compare(explained, fall) >= 0) return [];
	return [{ previousStatus: status, newStatus: status, ordinal: 0, payment: {}, isAhead: true }];
}

/** By how much the balance is lower than it was; undefined where it is not, or nothing tells. */
function fallOf(known: Known | undefined, { status, balance }: InvoiceDetails) {
	const earlier = toDecimal(known?.balance);
	const now = status === 'PAID' ? ZERO : toDecimal(balance);
	if (earlier === undefined || now === undefined || compare(now, earlier) >= 0) return undefined;
	return subtract(earlier, now);
}

/** What was paid, by the balance, where the history does not say. */
function withAmount(step: Step, known: Known | undefined, invoice: InvoiceDetails): Step {
	const fall = fallOf(known, invoice);
	if (fall === undefined) return step;
	return { ...step, payment: { amount: format(fall), ...step.payment } };
}

/** A balance only goes down: a higher one is an old answer. */
function lowestBalance(known: Known | undefined, { balance }: InvoiceDetails): string | undefined {
	const earlier = toDecimal(known?.balance);
	const now = toDecimal(balance);
	return earlier && now && compare(now, earlier) >= 0 ? known?.balance : balance;
}

function ordinals(history: readonly HistoryEntry[]): (entry: HistoryEntry) => number {
	return (entry) => history.filter(({ at }) => at === entry.at).indexOf(entry);
}
