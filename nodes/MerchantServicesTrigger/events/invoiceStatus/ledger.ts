import type { Finished } from './invoice';

/**
 * How many invoices of a finished status are accounted for. The list of finished invoices is long and its
 * order is not documented, so the trigger compares its total with what it knows, and reads the list only
 * when an invoice must be in it that was created and finished between two polls.
 */
export interface Ledger {
	accounted: number;
	/** Invoices created before this (service time) were dealt with. */
	from: number;
	/** When the counts of the last polls agreed, oldest first. */
	agreed: number[];
	/** In how many polls running the service had fewer invoices than are accounted for. */
	short: number;
	search: SearchProgress;
}

/** A search through the list that may go over several polls. */
export interface SearchProgress {
	/** Pages read from either end. */
	head: number;
	tail: number;
	/** How long the list was when they were read: as it grows, entries move to other pages. */
	total: number;
	/** How often the list was read to its end while it grew. */
	passes: number;
}

export const NO_SEARCH: SearchProgress = { head: 0, tail: 0, total: 0, passes: 0 };

export type Ledgers = Record<Finished, Ledger>;

/** What the service said of a finished status when the poll began. */
export interface Count {
	total: number;
	at: number;
}

/** How a search for invoices in a finished list ended. */
export interface SearchResult {
	/** The whole list was read and everything found in it was looked up. */
	complete: boolean;
	/** The poll ended before everything was looked up. */
	stopped: boolean;
	progress: SearchProgress;
}

/** An invoice is looked for so long before the time for which the counts are sure to agree. */
const OVERLAP = 86_400_000;

/** So many polls must have agreed: one that moves between pages while they are read may be overlooked once or twice. */
const POLLS_TO_AGREE = 5;

/** Fewer than accounted for, for so long, is no old page: the service has removed some. */
const POLLS_TO_BELIEVE = 3;

export const openLedger = ({ total, at }: Count): Ledger => ({
	accounted: total,
	from: at,
	agreed: [],
	short: 0,
	search: NO_SEARCH,
});

/** How many invoices are in the list that the trigger has not met. Those that came after the count are not in it. */
export function missing(ledger: Ledger, count: Count, arrivals: readonly number[]): number {
	const counted = arrivals.filter((at) => at <= count.at).length;
	return count.total - ledger.accounted - counted;
}

export function closeLedger(
	ledger: Ledger,
	count: Count,
	arrivals: readonly number[],
	search: SearchResult,
): Ledger {
	const left = missing(ledger, count, arrivals);
	const accounted = ledger.accounted + arrivals.length;
	if (search.stopped) return { ...ledger, accounted, search: NO_SEARCH };
	if (left === 0 || search.complete) {
		const agreed = [...ledger.agreed, count.at].slice(-POLLS_TO_AGREE);
		const sure = agreed.length === POLLS_TO_AGREE ? agreed[0] - OVERLAP : 0;
		const from = Math.max(ledger.from, sure);
		return { accounted: accounted + left, from, agreed, short: 0, search: NO_SEARCH };
	}
	if (count.total >= ledger.accounted) {
		return { ...ledger, accounted, short: 0, search: search.progress };
	}
	const short = (ledger.short + 1) % POLLS_TO_BELIEVE;
	const believed = short === 0 ? accounted + left : accounted;
	return { ...ledger, accounted: believed, short, search: NO_SEARCH };
}
