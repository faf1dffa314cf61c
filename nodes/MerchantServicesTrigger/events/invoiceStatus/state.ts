import type { LearnedPaging } from '../../../shared/service/paging';
import type { Finished, HistoryEntry } from './invoice';

/** The dates whose passing was reported, each YYYY-MM-DD. */
export interface ReportedDates {
	overdue?: string;
	dueSoon?: string;
	expired?: string;
}

export interface Step {
	previousStatus: string | null;
	newStatus: string;
	/** Undefined if only the status or the balance shows it. */
	at?: number;
	/** When a step without a time was reported (service time). */
	reportedAt?: number;
	/** Tells steps of the same moment apart. */
	ordinal: number;
	payment?: HistoryEntry['payment'];
	/** What happened, if the status does not say so. */
	kind?: 'paymentRejected';
}

export interface Known {
	/** The status that was reported last; empty if nothing was. */
	status: string;
	/** How many entries were read; undefined before the first step of a listed one. */
	read?: number;
	/** The sum that was reported, if it is partly paid or in review. */
	paid?: string;
	/** Status entries up to this (service time) belong to steps without an entry. */
	coveredUntil?: number;
	/** Since when the next step waits (service time). */
	waitingSince?: number;
	/** Since when only old responses come (service time). */
	oldSince?: number;
	/** What was reported without a time, to number it and to replay it. */
	untimed?: Step[];
	/** When it was first seen finished, or not found. */
	finishedAt?: number;
	reported?: ReportedDates;
}

export interface FinishedMemory {
	/** How many of the list are known, once they were counted. */
	count?: number;
	/** When it was last read to its end (service time). */
	readAt?: number;
	/** Where a reading goes on that had no more time. */
	position: number;
}

export interface LearnedLists extends LearnedPaging {
	/** Its entries do not say when they were created. */
	isUndated?: boolean;
}

/** True if an invoice showed the kind, false if an entry did not come. */
export type EntryKinds = Record<string, boolean | undefined>;

export interface Failing {
	attempts: number;
	/** Not before this (n8n's clock) is it tried again. */
	until: number;
	reason: string;
}

export interface InvoiceState {
	/** What happened from this moment on is new (service time): the activation, or 0 in a replay. */
	since: number;
	/** The open ones, and those that were finished lately. */
	invoices: Record<string, Known>;
	/** Those to look up one by one. */
	backlog: string[];
	finishedLists: Record<Finished, FinishedMemory>;
	lists: LearnedLists;
	entryKinds: EntryKinds;
	/** The last invoice that was checked in turns. */
	lastChecked: string;
	failing: Record<string, Failing>;
	/** Whether the notice about missing entries was given. */
	isNoticed: boolean;
}
