import { compare, toDecimal } from '../../../shared/money';
import type { Step } from './history';
import { isPayment, mayEndIn, statusAfter, stepsOf } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { isFinished } from './invoice';
import type { Known } from './known';

/** Moments by the service's clock that tell what is new of an invoice of which no history was read yet. */
export interface Moments {
	/** Of an invoice never met before, what is not older than this is new. */
	since: number;
	/** Of an invoice met in the first listing, what is later than this is new. */
	until: number;
	/** Whatever finished before this was dealt with and may be forgotten. */
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
	const next: Known = { ...known, status, cursor: cursorOf(history) ?? known?.cursor };
	next.balance = status === 'PARTIAL' ? lowestBalance(known, invoice) : undefined;

	if (known === undefined) {
		return {
			steps: isForgotten(invoice, moments) ? [] : firstSteps(invoice, moments),
			known: next,
		};
	}
	const fresh = history.slice(readBefore(known, history, moments.until));
	const steps = stepsOf(fresh, known.status, status, ordinals(history));
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

function firstSteps({ status, history, created }: InvoiceDetails, { since }: Moments): Step[] {
	if (history.length === 0) {
		const isNew = created === undefined || created >= since;
		return isNew ? [{ previousStatus: null, newStatus: status, at: created, ordinal: 0 }] : [];
	}
	const old = history.filter(({ at }) => at < since);
	const fresh = history.slice(old.length);
	if (fresh.length === 0) return [];
	return stepsOf(fresh, statusAfter(old, null), status, ordinals(history));
}

function isForgotten({ status, history }: InvoiceDetails, { settled }: Moments): boolean {
	const last = history.at(-1);
	return isFinished(status) && last !== undefined && last.at < settled;
}

/** How many entries were dealt with. */
function readBefore(known: Known, history: readonly HistoryEntry[], until: number): number {
	const { cursor, status } = known;
	if (cursor) {
		const before = history.filter(({ at }) => at < cursor.at).length;
		const same = history.filter(({ at }) => at === cursor.at).length;
		return before + Math.min(same, cursor.count);
	}
	// The listing was read page by page: what it said of this invoice tells which entries it had.
	const read = history.filter(({ at }) => at <= until).length;
	for (let count = read; count > 0; count--) {
		if (mayEndIn(history.slice(0, count), status)) return count;
	}
	return read;
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
