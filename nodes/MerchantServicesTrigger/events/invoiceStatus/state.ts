import type { LearnedPaging as PageHabits } from '../../../shared/service/paging';
import type { Step } from './history';
import type { Finished } from './invoice';

/** The dates whose passing was reported, each YYYY-MM-DD. */
export interface ReportedDates {
	overdue?: string;
	expiresSoon?: string;
	dueSoon?: string;
	expired?: string;
}

/** What is remembered of an invoice. */
export interface Known {
	/** The status that was reported last; empty where nothing was. */
	status: string;
	/** How many entries of its history were dealt with; undefined where only a list showed it. */
	read?: number;
	/** What was reported as paid, of a partly paid invoice or one in review. */
	paid?: string;
	/** Up to when (service time) entries belong to what was reported without them. */
	coveredUntil?: number;
	/** Since when an entry is waited for (service time), and the status that was seen since then. */
	waitingSince?: number;
	seen?: string;
	/** How many events without a time were reported: the number makes them different. */
	untimed?: number;
	/** When it was finished, or the service said that there is no such invoice. */
	finishedAt?: number;
	reported?: ReportedDates;
}

/** What is remembered of a list of finished invoices. */
export interface FinishedMemory {
	/** All that were created before this are known. */
	knownBefore: number;
	/** Fingerprints of the others that are known, by the day on which they were created. */
	met: Record<string, string>;
	/** How many of the list are known; undefined where it did not show as many as it counts. */
	count?: number;
	/** When it was last read to its end (service time), and where a reading goes on that had no more time. */
	readAt?: number;
	position: number;
}

/** What the lists of the service have shown of themselves. */
export interface ListHabits extends PageHabits {
	/** A shorter page is the last one of its list. */
	longestPage?: number;
	/** Its entries do not say when they were created. */
	isUndated?: boolean;
}

/** Whether the service has a kind of history entries: shown by an invoice, or waited for without success. */
export type EntryKinds = Record<string, boolean | undefined>;

/** An invoice that could not be looked up. */
export interface Failing {
	/** How often in a row it failed. */
	times: number;
	/** Not before this (n8n's clock) is it tried again. */
	until: number;
	/** What the last failure said. */
	reason: string;
}

/** What is saved, as plain JSON. */
export interface InvoiceState {
	/** Of an invoice created after this (service time), everything is new. */
	since: number;
	/** Of an older one, what happened from this moment on. */
	activated: number;
	/** How much later it is by the clock of the service than by n8n's. */
	clockOffset: number;
	/** The open ones, and those that were finished a day ago at most. */
	invoices: Record<string, Known>;
	/** Those to look up one by one. */
	backlog: string[];
	finishedLists: Record<Finished, FinishedMemory>;
	lists: ListHabits;
	entries: EntryKinds;
	/** Where invoices take turns to be looked up: the last one of each kind. */
	turns: string[];
	failing: Record<string, Failing>;
	/** By invoice, the latest changes that were reported without a time: only the trigger knows when that was. */
	untimed: Record<string, Step[]>;
	/** Whether the output said that histories do not show every change. */
	isNoticed: boolean;
}
