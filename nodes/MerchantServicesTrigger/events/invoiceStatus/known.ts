import type { Ahead } from './history';

/** The dates whose passing was reported, each YYYY-MM-DD. */
export interface ReportedDates {
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
	reported?: ReportedDates;
	/** Since when the service says that there is no such invoice. */
	goneSince?: number;
	/** From when on what happened to it is new, where that is not as for the others. */
	from?: number;
	/** What status or balance showed before the history did: from which status on, and where to. */
	ahead?: Ahead;
	/** Since when its history has lacked an entry that is waited for (service time). */
	behindSince?: number;
	/** What the looks since then showed, each once. */
	looks?: Array<{ status: string; balance?: string }>;
	/** How many events without a time were reported: the number makes them different. */
	untimed?: number;
}

/** It is there, and everything that happened to it is to be handed over. */
export const NOT_LOOKED_UP: Known = { status: '' };

/** An invoice that is done with, and when it was seen finished. */
export interface FinishedKnown {
	known: Known;
	at: number;
}
