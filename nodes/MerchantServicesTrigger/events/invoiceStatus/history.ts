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

/** Events that leave the status as it is, and are worth to be told. */
const NOTES: Record<string, Step['kind']> = { REMINDER: 'reminderSent', UPDATE: 'updated' };

export interface Step {
	previousStatus: string | null;
	newStatus: string;
	/** Undefined when the service keeps no history of it. */
	at?: number;
	/** Tells steps of the same moment apart. */
	ordinal: number;
	payment?: HistoryEntry['payment'];
	/** No entry of the history tells of it: one may come later. */
	isAhead?: boolean;
	/** What happened, where the status does not say so. */
	kind?: 'paymentRejected' | 'reminderSent' | 'updated';
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

/** After how many entries an invoice that is `final` now had this status. */
export function countsLeadingTo(
	status: string,
	entries: readonly HistoryEntry[],
	final: string,
): number[] {
	const last = entries.findLast(bearsStatus);
	let previous: string | null = null;
	const counts: number[] = [];
	for (const [index, entry] of entries.entries()) {
		const told = entry === last && OUTCOMES[entry.event]?.includes(final);
		previous = told ? final : usualStatus(entry, previous);
		if (previous === status) counts.push(index + 1);
	}
	return counts;
}

/**
 * The changes of status that the entries tell, ending in the status the invoice really has:
 * an event leaves open where it led (a payment may or may not be the last one), the final status tells.
 * `paymentsTold`: so many of the payments were told before the history had them.
 */
export function stepsOf(
	entries: readonly HistoryEntry[],
	start: string | null,
	final: string,
	ordinalOf: (entry: HistoryEntry) => number,
	paymentsTold = 0,
): Step[] {
	const steps: Step[] = [];
	const last = entries.findLast(bearsStatus);
	let previous = start;
	let toSkip = paymentsTold;
	for (const entry of entries) {
		if (isPayment(entry) && toSkip > 0) {
			toSkip--;
			continue;
		}
		const told = entry === last && OUTCOMES[entry.event]?.includes(final);
		const next = told ? final : usualStatus(entry, previous);
		const kind = entry.event.startsWith('REJECTED') ? 'paymentRejected' : NOTES[entry.event];
		if (next !== null && (next !== previous || isPayment(entry) || NOTES[entry.event])) {
			steps.push({
				previousStatus: previous,
				newStatus: next,
				at: entry.at === 0 ? undefined : entry.at,
				ordinal: ordinalOf(entry),
				payment: isPayment(entry) ? (entry.payment ?? {}) : undefined,
				...(kind && { kind }),
			});
		}
		previous = next;
	}
	if (previous !== final) {
		steps.push({ previousStatus: previous, newStatus: final, ordinal: 0, isAhead: true });
	}
	return steps;
}
