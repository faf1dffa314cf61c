import type { HistoryEntry } from './invoice';

/** The statuses an event of the history may lead to, the usual one first. Other events change no status. */
const OUTCOMES: Record<string, readonly string[] | undefined> = {
	DRAFT: ['DRAFT'],
	CREATE: ['CREATED', 'SENT', 'DRAFT'],
	SEND: ['SENT', 'CREATED'],
	PAYMENT: ['PARTIAL', 'PAID', 'PENDING'],
	PENDING: ['PENDING'],
	REJECTED: ['SENT', 'CREATED', 'PARTIAL'],
	REJECTED_PARTLY_PAID: ['PARTIAL', 'SENT'],
	CANCEL: ['CANCELED'],
};

/** A reminder sent, a partly paid invoice mailed again: these do not take a status back. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	CREATE: [null, 'DRAFT'],
	SEND: [null, 'DRAFT', 'CREATED'],
};

export interface Step {
	previousStatus: string | null;
	newStatus: string;
	/** Undefined when the service keeps no history of it. */
	at?: number;
	/** Tells steps of the same moment apart. */
	ordinal: number;
	payment?: HistoryEntry['payment'];
}

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

export const bearsStatus = ({ event }: HistoryEntry): boolean => OUTCOMES[event] !== undefined;

function usualStatus({ event }: HistoryEntry, previous: string | null): string | null {
	const outcomes = OUTCOMES[event];
	if (outcomes === undefined) return previous;
	const forward = FORWARD_ONLY[event];
	return forward === undefined || forward.includes(previous) ? outcomes[0] : previous;
}

/** The status that the entries lead to, as far as they tell. */
export const statusAfter = (
	entries: readonly HistoryEntry[],
	start: string | null,
): string | null =>
	entries.reduce<string | null>((previous, entry) => usualStatus(entry, previous), start);

/** Whether an invoice may have this status after these entries, and none other. */
export function mayEndIn(entries: readonly HistoryEntry[], status: string): boolean {
	const last = entries.findLast(bearsStatus);
	const outcomes = last === undefined ? undefined : OUTCOMES[last.event];
	return statusAfter(entries, null) === status || outcomes?.includes(status) === true;
}

/**
 * The changes of status that the entries tell, ending in the status the invoice really has:
 * an event leaves open where it led (a payment may or may not be the last one), the final status tells.
 */
export function stepsOf(
	entries: readonly HistoryEntry[],
	start: string | null,
	final: string,
	ordinalOf: (entry: HistoryEntry) => number,
): Step[] {
	const steps: Step[] = [];
	const last = entries.findLast(bearsStatus);
	let previous = start;
	for (const entry of entries) {
		const told = entry === last && OUTCOMES[entry.event]?.includes(final);
		const next = told ? final : usualStatus(entry, previous);
		if (next !== null && (next !== previous || isPayment(entry))) {
			steps.push({
				previousStatus: previous,
				newStatus: next,
				at: entry.at,
				ordinal: ordinalOf(entry),
				payment: isPayment(entry) ? (entry.payment ?? {}) : undefined,
			});
		}
		previous = next;
	}
	if (previous !== final) {
		steps.push({ previousStatus: previous, newStatus: final, ordinal: 0 });
	}
	return steps;
}
