/** A stretch of time, in milliseconds. */
export interface Window {
	from: number;
	to: number;
}

/** A part of a reading that is left to later polls: reports completed after `since` are new in it. */
export interface ReadLater extends Window {
	since: number;
	/** The start of the last stretch in which there was a report: long before it, there are none. */
	lastFound: number;
}

/** A report whose content could not be read yet: how often it was tried, and since when. */
export interface Waiting {
	attempts: number;
	since: number;
	/** What the last failure said. */
	reason?: string;
}

/** When a report was completed, and its latest time. */
export type Seen = [completed: number, latest: number];

/** Plain JSON, bounded by the look-back: what was seen and can still be listed, whatever the filters say. */
export interface ReportState {
	/** The list is read from here on (milliseconds). */
	from: number;
	/** By status and identifier. */
	seen: Record<string, Seen>;
	/** By status and identifier. */
	waiting?: Record<string, Waiting>;
	/** How many reports were left to the next poll. */
	backlog?: number;
	/** The one of the reaches that the service allows. */
	reach?: number;
	unread?: ReadLater;
	/** Where the first reading began: what is wholly before it is of the past, however far a poll looks back. */
	floor?: number;
	/** When the first poll was, where nothing of what existed is wanted (n8n's clock). */
	activated?: number;
}

export const seenKey = ({ status, id }: { status: string; id: string }): string =>
	`${status} ${id}`;
