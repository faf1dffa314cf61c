import type { Finished } from './invoice';

/**
 * How many invoices of a finished status are accounted for. The list of finished invoices is long and its
 * order is not documented, so the trigger compares its total with what it knows, and reads the list only
 * when there is an invoice in it whose end it has not seen.
 */
export interface Ledger {
	/** Finished before the trigger watched, or seen since. */
	accounted: number;
	/** When those finished before were counted (service time). */
	counted: number;
	/** The longest the list has been: it only grows, so a shorter one is an old answer. */
	total: number;
	/** Invoices finished before this (service time) were dealt with. */
	from: number;
	/** When the counts of the last polls agreed, oldest first. */
	agreed: number[];
	/** Since when the list has been too short. */
	shortSince?: number;
	search?: SearchProgress;
}

/** A search through the list that may go over several polls. */
export interface SearchProgress {
	/** When it began (service time), and how many invoices of that time are still to be found. */
	at: number;
	unexplained: number;
	/** Whether invoices of any age are looked up, or those created lately only. */
	deep: boolean;
	/** How much of the list was read from either end. */
	head: number;
	tail: number;
}

export type Ledgers = Record<Finished, Ledger>;

/** What the service said of a finished status when the poll began. */
export interface Count {
	/** Undefined where the service does not count. */
	total?: number;
	at: number;
}

/** How the search for invoices in a finished list stands at the end of a poll. */
export interface SearchResult {
	/** So many of those missing are proven not to be in the list. */
	absent: number;
	/** Undefined when there is nothing more to look for. */
	progress?: SearchProgress;
	/** How many arrivals it has taken into account. */
	arrivals: number;
	/** The poll ended before everything was looked up. */
	isIncomplete: boolean;
}

/** Answers of the service may be old by as much. */
export const OLDEST_ANSWER = 3 * 86_400_000;

/** So many polls must have agreed: an open invoice that moves between pages may be overlooked once or twice. */
const POLLS_TO_AGREE = 5;

/** A list that was too short for so long is no old answer: the service has removed some. */
const TIME_TO_BELIEVE = 86_400_000;

export const openLedger = ({ total = 0, at }: Count, since: number): Ledger => ({
	accounted: total,
	counted: at,
	total,
	from: Math.min(at, since),
	agreed: [],
});

/** How many invoices are in the list whose end the trigger has not seen. Those that came after the count are not in it. */
export function missing(ledger: Ledger, count: Count, arrivals: readonly number[]): number {
	if (count.total === undefined) return 0;
	const counted = arrivals.filter((at) => at <= count.at).length;
	return count.total - ledger.accounted - counted;
}

export const isOldCount = (ledger: Ledger, { total }: Count): boolean =>
	total !== undefined && total < ledger.total;

/** Those that came before the search began are found. */
export function explainedBy(search: SearchProgress, arrivals: readonly number[]): SearchProgress {
	const found = arrivals.filter((moment) => moment <= search.at).length;
	return { ...search, unexplained: Math.max(0, search.unexplained - found) };
}

export function closeLedger(
	before: Ledger,
	count: Count,
	arrivals: readonly number[],
	{ absent, progress, arrivals: seen, isIncomplete }: SearchResult,
): Ledger {
	const search = progress && explainedBy(progress, arrivals.slice(seen));
	const left = missing(before, count, arrivals);
	const ledger: Ledger = {
		...before,
		search,
		accounted: before.accounted + arrivals.length + absent,
	};
	if (isOldCount(before, count) || left < 0) return tooShort(ledger, count, left);

	ledger.shortSince = undefined;
	ledger.total = Math.max(ledger.total, count.total ?? 0);
	if (isIncomplete || search !== undefined) return ledger;
	ledger.agreed = [...ledger.agreed, count.at].slice(-POLLS_TO_AGREE);
	if (ledger.agreed.length === POLLS_TO_AGREE) {
		ledger.from = Math.max(ledger.from, ledger.agreed[0] - OLDEST_ANSWER);
	}
	return ledger;
}

function tooShort(ledger: Ledger, count: Count, left: number): Ledger {
	const { shortSince = count.at, accounted } = ledger;
	if (count.at - shortSince < TIME_TO_BELIEVE) return { ...ledger, shortSince };
	return {
		...ledger,
		accounted: accounted + left,
		total: count.total ?? 0,
		shortSince: undefined,
		search: undefined,
	};
}
