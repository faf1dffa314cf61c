/** A stretch of time, in milliseconds. */
export interface Window {
	from: number;
	to: number;
}

/** How far a question for reports may reach, as the service's answers have shown. */
export interface Reach {
	/** How long after now it may end; below 0 where the clock of the service is behind. */
	ahead: number;
	/** How long it may be. */
	longest: number;
}

/** A part of the first reading that is left to later polls: reports completed after `since` are new in it. */
export interface Unread extends Window {
	since: number;
}

/** A report whose content could not be read yet: how often it was tried, and since when. */
export interface Waiting {
	attempts: number;
	since: number;
	/** What the last failure said. */
	reason?: string;
}

/** Plain JSON, bounded by the look-back: what was seen and can still be listed, whatever the filters say. */
export interface ReportState {
	/** The list is read from here on (milliseconds). */
	from: number;
	/** One line per report and status: when it was completed, its latest time, the status, the identifier. */
	seen: string[];
	/** By status and identifier. */
	waiting?: Record<string, Waiting>;
	/** How many reports were left to the next poll. */
	backlog?: number;
	reach?: Reach;
	unread?: Unread;
	/** Where the first reading began: what is wholly before it is of the past, however far a poll looks back. */
	floor?: number;
	/** When the first poll was, where nothing of what existed is wanted (n8n's clock). */
	activated?: number;
}

export interface Seen {
	completed: number;
	latest: number;
}

export const seenKey = ({ status, id }: { status: string; id: string }): string =>
	`${status} ${id}`;

/** Times are written in base 36 to keep the state small. */
export function writeSeen(seen: ReadonlyMap<string, Seen>): string[] {
	return [...seen].map(
		([key, { completed, latest }]) => `${completed.toString(36)} ${latest.toString(36)} ${key}`,
	);
}

export function readSeen(lines: readonly string[]): Map<string, Seen> {
	return new Map(
		lines.map((line) => {
			const [completed, latest] = line.split(' ', 2);
			const key = line.slice(completed.length + latest.length + 2);
			return [key, { completed: parseInt(completed, 36), latest: parseInt(latest, 36) }];
		}),
	);
}
