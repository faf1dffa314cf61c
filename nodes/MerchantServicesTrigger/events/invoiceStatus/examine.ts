import { compare, toDecimal } from '../../../shared/money';
import type { Step } from './history';
import { bearsStatus, isPayment, mayEndIn, statusAfter, stepsOf } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { isFinished } from './invoice';
import { type Known, NOT_LOOKED_UP } from './state';

/** Moments by the service's clock that tell what is new of an invoice. */
export interface Moments {
	/** What happened before this is not new, whatever is known of the invoice. */
	since: number;
	/** An unknown invoice that finished before this was dealt with and forgotten. */
	settled: number;
}

export interface Examined {
	steps: Step[];
	known: Known;
}

/** What happened to an invoice since it was last looked at, by its details. */
export function examine(
	known: Known | undefined,
	invoice: InvoiceDetails,
	moments: Moments,
): Examined {
	if (known && isOlderThan(invoice.history, known)) return { steps: [], known };
	const { status, history } = invoice;
	const cursor = cursorOf(history) ?? known?.cursor;
	const next: Known = { ...known, status, cursor, goneSince: undefined };
	next.balance = status === 'PARTIAL' ? lowestBalance(known, invoice) : undefined;

	if (known === undefined || known.status === NOT_LOOKED_UP.status) {
		return {
			steps:
				known === undefined && isForgotten(invoice, moments) ? [] : firstSteps(invoice, moments),
			known: next,
		};
	}
	const read = readBefore(known, history);
	const old = history.filter(({ at }) => at < moments.since).length;
	const steps =
		known.cursor === undefined || old > read
			? stepsSince(old, known.status, invoice)
			: stepsOf(history.slice(read), known.status, status, ordinals(history));
	if (steps.length === 0 && wasPaidMore(known, invoice)) {
		steps.push({ previousStatus: status, newStatus: status, ordinal: 0, payment: {} });
	}
	return { steps, known: next };
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

function firstSteps(invoice: InvoiceDetails, { since }: Moments): Step[] {
	const { status, history, created } = invoice;
	if (history.length === 0) {
		const isNew = created === undefined || created >= since;
		return isNew ? [{ previousStatus: null, newStatus: status, at: created, ordinal: 0 }] : [];
	}
	const old = history.filter(({ at }) => at < since).length;
	return old === history.length ? [] : stepsSince(old, null, invoice);
}

/** What the entries after the old ones tell of an invoice whose status a list may have told, be it an old list. */
function stepsSince(
	old: number,
	listed: string | null,
	{ status, history }: InvoiceDetails,
): Step[] {
	const before = history.slice(0, old);
	const fresh = history.slice(old);
	if (!fresh.some(bearsStatus) && mayEndIn(before, status)) return [];
	const isListed = listed !== null && (history.length === 0 || mayEndIn(before, listed));
	const start = isListed ? listed : statusAfter(before, null);
	return stepsOf(fresh, start, status, ordinals(history));
}

function isForgotten({ status, history, created }: InvoiceDetails, { settled }: Moments): boolean {
	const end = history.at(-1)?.at ?? created ?? settled;
	return isFinished(status) && end < settled;
}

/** How many entries were dealt with when it was last looked at. */
function readBefore({ cursor }: Known, history: readonly HistoryEntry[]): number {
	if (cursor === undefined) return 0;
	const before = history.filter(({ at }) => at < cursor.at).length;
	const same = history.filter(({ at }) => at === cursor.at).length;
	return before + Math.min(same, cursor.count);
}

/** Where the service keeps no history of payments, the balance tells of them. */
function wasPaidMore(known: Known, invoice: InvoiceDetails): boolean {
	return (
		invoice.status === 'PARTIAL' &&
		!invoice.history.some(isPayment) &&
		known.balance !== undefined &&
		lowestBalance(known, invoice) !== known.balance
	);
}

/** A balance only goes down: a higher one is an old answer. */
function lowestBalance(known: Known | undefined, { balance }: InvoiceDetails): string | undefined {
	const before = toDecimal(known?.balance);
	const after = toDecimal(balance);
	return before && after && compare(after, before) >= 0 ? known?.balance : balance;
}

function ordinals(history: readonly HistoryEntry[]): (entry: HistoryEntry) => number {
	return (entry) => history.filter(({ at }) => at === entry.at).indexOf(entry);
}
