import type { HistoryEntry } from './invoice';

const MINUTE = 60_000;

/** The history may be written by another clock than the one that tells the time of a list. */
export const CLOCKS_APART = 15 * 60_000;

/** An answer takes some seconds; clocks that differ by more leave open what is new right after the activation. */
const CLOCKS_DIFFER = 2 * MINUTE;

/** A poll takes less. Everything it sees counts as seen at its beginning. */
export const LONGEST_POLL = MINUTE;

/** How much the clock of the service was ahead of n8n's at the activation. */
type Ahead = number;

const differ = (ahead: Ahead): boolean => Math.abs(ahead) >= CLOCKS_DIFFER;

/**
 * What to add to a moment of the service's clock for each clock that histories may go by, the likeliest first:
 * that of the service, or n8n's. Where these differ it is the earlier one, which loses nothing, until an entry
 * has shown that it is the later one.
 */
export function clocksOf(ahead: Ahead, isLater: boolean): number[] {
	const clocks = [0, 0 - ahead];
	return differ(ahead) ? clocks.sort((a, b) => (isLater ? b - a : a - b)) : clocks;
}

/**
 * Only the later of both clocks can give an entry a time that the other one has not come to. `now` is by n8n's
 * clock: an old answer may bring an old time of the service's.
 */
export function showsLaterClock(
	history: readonly HistoryEntry[],
	now: number,
	ahead: Ahead,
): boolean {
	const earlier = now + Math.min(0, ahead);
	return differ(ahead) && history.some(({ at }) => at > earlier + LONGEST_POLL);
}

/** Whether something happened after the start by one of both clocks, and before it by the other. */
export function isBetweenClocks(at: number | undefined, since: number, ahead: Ahead): boolean {
	const [earlier, later] = [0, 0 - ahead].sort((a, b) => a - b);
	return differ(ahead) && at !== undefined && at >= since + earlier && at < since + later;
}

export function clockWarning(ahead: Ahead): string | undefined {
	if (!differ(ahead)) return undefined;
	return `When the trigger started, the clock of the service was ${apart(ahead)} the clock of n8n. If the service uses a different clock for the history of invoices, changes from these minutes may be missing or too old.`;
}

export const betweenClocksNotice = (ahead: Ahead): string =>
	`When the trigger started, the clock of the service was ${apart(ahead)} the clock of n8n. Some of these changes may be from the minutes before the start.`;

const apart = (ahead: Ahead): string =>
	`${Math.round(Math.abs(ahead) / MINUTE)} minutes ${ahead > 0 ? 'ahead of' : 'behind'}`;
