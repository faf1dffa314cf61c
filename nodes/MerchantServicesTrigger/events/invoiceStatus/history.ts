import {
	add,
	compare,
	format,
	serviceAmount,
	subtract,
	toDecimal,
	ZERO,
} from '../../../shared/money';
import type { HistoryEntry } from './invoice';

/** The statuses an entry of the history may lead to, the usual one first. Other entries change no status. */
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

/** An invoice that is sent when it is created, a payment that is reviewed: both may have an entry of their own. */
const OWN_ENTRY: Record<string, { status: string; event: string } | undefined> = {
	CREATE: { status: 'SENT', event: 'SEND' },
	PAYMENT: { status: 'PENDING', event: 'PENDING' },
};

/** A reminder sent, a partly paid invoice mailed again: these do not take a status back. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	CREATE: [null, 'DRAFT'],
	SEND: [null, 'DRAFT', 'CREATED'],
};

/** Entries that do not change the status, and are worth reporting. */
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
	isEarly?: boolean;
	/** The entry leads there only if none of its own is still to come. */
	uncertain?: HistoryEntry;
	/** What happened, where the status does not say so. */
	kind?: 'paymentRejected' | 'reminderSent' | 'updated';
}

/** Something that was reported before the history had it: the status it led to, and what was paid, where that is known. */
export interface Early {
	status: string;
	amount?: string;
}

/** The amount of a payment that was rejected. */
export const NOTHING_PAID = '0';

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

export const bearsStatus = ({ event }: HistoryEntry): boolean => OUTCOMES[event] !== undefined;

const isRejection = ({ event }: HistoryEntry): boolean => event.startsWith('REJECTED');

/** Which kind of entry tells a change: a service has some kinds and lacks others. */
export function kindOfEntry({
	previousStatus,
	newStatus,
	kind,
}: Pick<Step, 'previousStatus' | 'newStatus' | 'kind'>): string {
	const isReviewed = previousStatus === 'PENDING' && newStatus !== 'CANCELED';
	if (isReviewed || kind === 'paymentRejected') return `PENDING to ${newStatus}`;
	if (newStatus === 'PARTIAL' || newStatus === 'PAID') return 'PAYMENT';
	const isBeginning = ['DRAFT', 'CREATED', 'SENT'].includes(newStatus);
	return previousStatus === null && isBeginning ? `new ${newStatus}` : newStatus;
}

/** An entry that has led to the status of another, without that one's entry. */
export const aloneMark = ({ event }: HistoryEntry): string => `${event} alone`;

function usualStatus({ event }: HistoryEntry, previous: string | null): string | null {
	const outcomes = OUTCOMES[event];
	if (outcomes === undefined) return previous;
	const forward = FORWARD_ONLY[event];
	return forward === undefined || forward.includes(previous) ? outcomes[0] : previous;
}

/** The status that the entries lead to, as far as they tell. */
export const statusAfter = (entries: readonly HistoryEntry[]): string | null =>
	entries.reduce<string | null>((previous, entry) => usualStatus(entry, previous), null);

/** The entry that led to the last status: one that sends a paid invoice again did not. */
const lastBearing = (
	entries: readonly HistoryEntry[],
	final: string | undefined,
): HistoryEntry | undefined =>
	entries.findLast(
		(entry) => bearsStatus(entry) && !(final === 'PAID' && FORWARD_ONLY[entry.event]),
	);

/** Whether an invoice may have this status after these entries. */
export function mayEndIn(entries: readonly HistoryEntry[], status: string): boolean {
	const last = lastBearing(entries, status);
	const outcomes = last === undefined ? undefined : OUTCOMES[last.event];
	return statusAfter(entries) === status || outcomes?.includes(status) === true;
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

/** What is known before new entries are read. */
export interface Before {
	/** The status that the entries before lead to. */
	start: string | null;
	/** What was reported without an entry since then. */
	early?: readonly Early[];
	/** Its entries may still come, and are of a time before this. */
	mayCome?: boolean;
	toldBy?: number;
	/** The status that the invoice has, whether the entries lead there or not. */
	present?: string;
	/** Where the first of the new entries led when it was the last one, and when that was seen. */
	heldAs?: string;
	heldSince?: number;
}

export interface Reading {
	steps: Step[];
	/** The status that the entries lead to, and the one that what was reported early leads to. */
	readTo: string | null;
	status: string | null;
	/** What was reported before and still has no entry. */
	early: Early[];
	/** The kinds of entries that came after their event was reported. */
	matched: string[];
}

/**
 * The changes of status that the entries show, ending in the status the invoice really has: an entry leaves
 * open where it led (a payment may or may not be the last one), the final status decides. Where the final status
 * is not given, each entry led to its usual status. What was reported before its entry came is not told again.
 */
export function readEntries(
	history: readonly HistoryEntry[],
	from: number,
	before: Before,
	final?: string,
): Reading {
	const entries = history.slice(from);
	const last = lastBearing(entries, final);
	const firstHeld = before.heldAs === undefined ? undefined : entries.find(bearsStatus);
	const steps: Step[] = [];
	const matched: string[] = [];
	let early = [...(before.early ?? [])];
	let previous = before.start;
	/** What a rejected payment leads back to, where that is known. */
	let reviewed: string | null = null;
	for (const [index, entry] of entries.entries()) {
		const later = entries.slice(index + 1);
		const match = matchOf(early, entry, later, before);
		if (match) {
			const { status } = early[match.index];
			matched.push(kindOfEntry({ previousStatus: previous, newStatus: status }));
			previous = match.rest ? 'PARTIAL' : status;
			early = [...(match.rest ? [match.rest] : []), ...early.slice(match.next)];
			continue;
		}
		if (early.length > 0 && bearsStatus(entry) && isAfter(early, later, before)) {
			previous = early.at(-1)!.status;
			early = [];
		}
		const back = isRejection(entry) ? reviewed : null;
		const isFinal =
			final !== undefined &&
			entry === last &&
			early.length === 0 &&
			(back === null || back === final) &&
			OUTCOMES[entry.event]?.includes(final);
		const isHeld = entry === firstHeld && !isDecidedBy(entry, later, before.heldSince);
		const next = isFinal ? final : isHeld ? before.heldAs! : usualStatus(entry, previous);
		if (next === 'PENDING' && previous !== 'PENDING') reviewed = previous;
		const kind = isRejection(entry) ? 'paymentRejected' : NOTES[entry.event];
		if (next !== null && (next !== previous || isPayment(entry) || NOTES[entry.event])) {
			steps.push({
				previousStatus: previous,
				newStatus: next,
				at: entry.at === 0 ? undefined : entry.at,
				ordinal: history.filter(({ at }) => at === entry.at).indexOf(entry),
				payment: isPayment(entry) ? (entry.payment ?? {}) : undefined,
				...(kind && { kind }),
				...(isFinal && OWN_ENTRY[entry.event]?.status === final && { uncertain: entry }),
			});
		}
		previous = next;
	}
	const reached = early.at(-1)?.status ?? previous;
	if (final !== undefined && reached !== final) steps.push(earlyStep(reached, final));
	return { steps, readTo: previous, status: final ?? reached, early, matched };
}

/** A change that only the status shows. */
export function earlyStep(previousStatus: string | null, newStatus: string): Step {
	const isRejected = previousStatus === 'PENDING' && ['SENT', 'CREATED'].includes(newStatus);
	return {
		previousStatus,
		newStatus,
		ordinal: 0,
		isEarly: true,
		...(isRejected && { kind: 'paymentRejected' as const }),
	};
}

/** Whether the entry of its own came after one, or may still: what happened before the hold was not shown then either. */
function isDecidedBy(
	{ event }: HistoryEntry,
	later: readonly HistoryEntry[],
	heldSince = 0,
): boolean {
	const next = later.find(bearsStatus);
	return next?.event === OWN_ENTRY[event]?.event || (next !== undefined && next.at < heldSince);
}

/** Whether an entry that was not reported comes after what was reported early, whose entries then do not come. */
function isAfter(
	early: readonly Early[],
	later: readonly HistoryEntry[],
	{ mayCome = true, present }: Before,
): boolean {
	if (later.some((entry) => early.some((told) => isEntryOf(told, entry)))) return false;
	return !mayCome || early.at(-1)?.status !== present;
}

/** Whether this is the very entry for what was reported early. */
function isEntryOf({ status, amount }: Early, entry: HistoryEntry): boolean {
	if (isRejection(entry)) return amount === NOTHING_PAID;
	if (isPayment(entry)) return amount !== NOTHING_PAID && ['PARTIAL', 'PAID'].includes(status);
	return amount === undefined && OUTCOMES[entry.event]?.[0] === status;
}

interface Match {
	index: number;
	/** The first one that it does not stand for. */
	next: number;
	/** What is left of it, as several payments may have been told as one. */
	rest?: Early;
}

/** What was reported early that an entry stands for; what was reported before that gets none. */
function matchOf(
	early: readonly Early[],
	entry: HistoryEntry,
	later: readonly HistoryEntry[],
	{ present, toldBy = Infinity }: Before,
): Match | undefined {
	if (entry.at > toldBy) return undefined;
	const exact = early.findIndex((told) => isEntryOf(told, entry));
	if (exact >= 0) return isPayment(entry) ? matchPayment(early, exact, entry, later) : one(exact);
	const told = early.at(-1);
	const isLoose =
		told?.status === present &&
		told?.amount === undefined &&
		OUTCOMES[entry.event]?.includes(told?.status ?? '') === true &&
		!later.some((other) => isEntryOf(told!, other));
	return isLoose ? one(early.length - 1) : undefined;
}

const one = (index: number): Match => ({ index, next: index + 1 });

/** Several payments may have been told as one, and one payment as several. */
function matchPayment(
	early: readonly Early[],
	index: number,
	entry: HistoryEntry,
	later: readonly HistoryEntry[],
): Match | undefined {
	const told = early[index];
	const amount = toDecimal(told.amount);
	const paid = serviceAmount(entry.payment?.amount);
	if (amount === undefined || paid === undefined) {
		const isLast = told.status !== 'PAID' || !later.some(isPayment);
		return isLast ? one(index) : { index, next: index + 1, rest: told };
	}
	const rest = subtract(amount, paid);
	if (compare(rest, ZERO) > 0)
		return { index, next: index + 1, rest: { ...told, amount: format(rest) } };
	let sum = amount;
	let next = index + 1;
	while (compare(sum, paid) < 0 && toDecimal(early.at(next)?.amount)) {
		sum = add(sum, toDecimal(early[next++].amount)!);
	}
	return compare(sum, paid) === 0 ? { index: next - 1, next } : undefined;
}
