import { compare, format, serviceAmount, subtract, toDecimal, ZERO } from '../../../shared/money';
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

const REJECTIONS = Object.keys(OUTCOMES).filter((event) => event.startsWith('REJECTED'));

/** An invoice that is sent when it is created, a payment that is reviewed: both may have an entry of their own. */
const MAY_HAVE_OWN: Record<string, OwnEntry | undefined> = {
	CREATE: { status: 'SENT', event: 'SEND' },
	PAYMENT: { status: 'PENDING', event: 'PENDING' },
};

interface OwnEntry {
	status: string;
	event: string;
}

/** A reminder sent, a partly paid invoice mailed again: these do not take a status back. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	CREATE: [null, 'DRAFT'],
	SEND: [null, 'DRAFT', 'CREATED'],
};

/** Events that do not change the status, and are worth reporting. */
const NOTES: Record<string, Step['kind']> = { REMINDER: 'reminderSent', UPDATE: 'updated' };

export interface Step {
	previousStatus: string | null;
	newStatus: string;
	/** Undefined when the service keeps no history of it. */
	at?: number;
	/** Tells steps of the same moment apart. */
	ordinal: number;
	payment?: HistoryEntry['payment'];
	/** No entry of the history reports it: one may come later. */
	isAhead?: boolean;
	/** Its entry led there in some services; in others, one that is still to come does. */
	isUncertain?: boolean;
	/** What happened, where the status does not say so. */
	kind?: 'paymentRejected' | 'reminderSent' | 'updated';
}

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

export const bearsStatus = ({ event }: HistoryEntry): boolean => OUTCOMES[event] !== undefined;

/** The status that an entry may lead to where that has no entry of its own, and what that one would be. */
export const ownEntryOf = ({ event }: HistoryEntry): OwnEntry | undefined => MAY_HAVE_OWN[event];

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

/** The entry that led to the last status: one that sends a paid invoice once more did not. */
const lastBearing = (
	entries: readonly HistoryEntry[],
	final: string | undefined,
): HistoryEntry | undefined =>
	entries.findLast(
		(entry) => bearsStatus(entry) && !(final === 'PAID' && FORWARD_ONLY[entry.event]),
	);

/** Whether an invoice may have this status after these entries, and none other. */
export function mayEndIn(entries: readonly HistoryEntry[], status: string): boolean {
	const last = lastBearing(entries, status);
	const outcomes = last === undefined ? undefined : OUTCOMES[last.event];
	return statusAfter(entries, null) === status || outcomes?.includes(status) === true;
}

/** After how many entries an invoice had this status, where the last of them led to `final`. */
export function countsLeadingTo(
	status: string,
	entries: readonly HistoryEntry[],
	final: string | undefined,
): number[] {
	const last = lastBearing(entries, final);
	let previous: string | null = null;
	const counts: number[] = [];
	for (const [index, entry] of entries.entries()) {
		const isFinal = final !== undefined && entry === last && OUTCOMES[entry.event]?.includes(final);
		previous = isFinal ? final : usualStatus(entry, previous);
		if (previous === status) counts.push(index + 1);
	}
	return counts;
}

/** The events of which one would report a change, as far as the statuses say. */
export function eventsThatTell({ previousStatus, newStatus }: Step): string[] {
	if (previousStatus === null) return Object.keys(OUTCOMES);
	const isReviewed = previousStatus === 'PENDING' && !['PAID', 'CANCELED'].includes(newStatus);
	const payments = ['PARTIAL', 'PAID'].includes(newStatus) ? ['PAYMENT'] : [];
	if (isReviewed) return [...REJECTIONS, ...payments];
	const others = Object.keys(OUTCOMES).filter((event) => OUTCOMES[event]?.[0] === newStatus);
	return [...new Set([...payments, ...others])].filter((event) => !REJECTIONS.includes(event));
}

/** The amount of a payment that was rejected. */
export const NOTHING_PAID = '0';

/** Something that was reported before the history had it: the status it led to, and what was paid, where that is known. */
export interface ReportedEarly {
	status: string;
	amount?: string;
}

/** Several changes that were reported early, and the status that the history leads to before them. */
export interface Ahead {
	from: string;
	to: ReportedEarly[];
}

/**
 * What of it may still get an entry, once a later entry has come to an invoice that is now in this status. The first
 * ones may not, where the invoice has left them behind and no history of the service has ever shown such entries.
 */
export function stillToCome(
	{ from, to }: Ahead,
	present: string,
	events: ReadonlySet<string>,
): Ahead | undefined {
	const mayCome = ({ status, amount }: ReportedEarly, index: number) => {
		const isShown = (event: string) => events.has(event);
		if (amount === NOTHING_PAID) return REJECTIONS.some(isShown);
		const isPresent = index === to.length - 1 && status === present;
		const previousStatus = index === 0 ? from : to[index - 1].status;
		const telling = eventsThatTell({ previousStatus, newStatus: status, ordinal: 0 });
		return isPresent || telling.some(isShown);
	};
	const first = to.findIndex(mayCome);
	if (first <= 0) return first === 0 ? { from, to } : undefined;
	return { from: to[first - 1].status, to: to.slice(first) };
}

export interface Reading {
	steps: Step[];
	/** The status that the entries lead to, and the one that what was reported early leads to. */
	readTo: string | null;
	status: string | null;
	/** What was reported before and still has no entry. */
	ahead: ReportedEarly[];
}

/**
 * The changes of status that the entries show, ending in the status the invoice really has: an event leaves
 * open where it led (a payment may or may not be the last one), the final status decides. Where the final status
 * is not given, each event led to its usual status. What was reported before its entry came is not reported again.
 */
export function readEntries(
	entries: readonly HistoryEntry[],
	start: string | null,
	final: string | undefined,
	ordinalOf: (entry: HistoryEntry) => number,
	early: readonly ReportedEarly[] = [],
): Reading {
	const steps: Step[] = [];
	const ahead = [...early];
	const last = lastBearing(entries, final);
	const lastPayment = entries.findLast(isPayment);
	let previous = start;
	/** What a rejected payment leads back to, where that is known. */
	let reviewed: string | null = null;
	for (const entry of entries) {
		const back = entry.event.startsWith('REJECTED') ? reviewed : null;
		const expected = ahead.at(0);
		if (expected && isEntryOf(expected, entry)) {
			const rest = restOf(expected, entry, entry === lastPayment);
			if (rest) ahead[0] = rest;
			else ahead.shift();
			previous = rest ? 'PARTIAL' : expected.status;
			continue;
		}
		const isFinal =
			final !== undefined &&
			entry === last &&
			ahead.length === 0 &&
			(back === null || back === final) &&
			OUTCOMES[entry.event]?.includes(final);
		const next = isFinal ? final : usualStatus(entry, previous);
		if (next === 'PENDING' && previous !== 'PENDING') reviewed = previous;
		const kind = entry.event.startsWith('REJECTED') ? 'paymentRejected' : NOTES[entry.event];
		if (next !== null && (next !== previous || isPayment(entry) || NOTES[entry.event])) {
			steps.push({
				previousStatus: previous,
				newStatus: next,
				at: entry.at === 0 ? undefined : entry.at,
				ordinal: ordinalOf(entry),
				payment: isPayment(entry) ? (entry.payment ?? {}) : undefined,
				...(kind && { kind }),
				...(isFinal && MAY_HAVE_OWN[entry.event]?.status === final && { isUncertain: true }),
			});
		}
		previous = next;
	}
	const reached = ahead.at(-1)?.status ?? previous;
	if (final === undefined || reached === final)
		return { steps, readTo: previous, status: reached, ahead };
	const isRejected = reached === 'PENDING' && ['SENT', 'CREATED'].includes(final);
	steps.push({
		previousStatus: reached,
		newStatus: final,
		ordinal: 0,
		isAhead: true,
		...(isRejected && { kind: 'paymentRejected' as const }),
	});
	return { steps, readTo: previous, status: final, ahead };
}

/** A payment and a rejected one may lead to the same status: where the amount is known, it tells which entry is meant. */
const isEntryOf = ({ status, amount }: ReportedEarly, entry: HistoryEntry): boolean =>
	OUTCOMES[entry.event]?.includes(status) === true &&
	(amount === undefined || isPayment(entry) === (amount !== NOTHING_PAID));

/** What is left of something reported early once an entry has come: several payments may have been reported as one. */
function restOf(
	expected: ReportedEarly,
	entry: HistoryEntry,
	isLastPayment: boolean,
): ReportedEarly | undefined {
	const amount = toDecimal(expected.amount);
	const paid = serviceAmount(entry.payment?.amount);
	if (amount === undefined || paid === undefined) {
		return expected.status === 'PAID' && !isLastPayment ? expected : undefined;
	}
	const rest = subtract(amount, paid);
	return compare(rest, ZERO) > 0 ? { ...expected, amount: format(rest) } : undefined;
}
