import { compare, format, serviceAmount, subtract, toDecimal, ZERO } from '../../../shared/money';
import type { HistoryEntry } from './invoice';

/** The statuses an entry of the history may lead to, the usual one first. Other entries change no status. */
const OUTCOMES: Record<string, readonly string[] | undefined> = {
	DRAFT: ['DRAFT'],
	CREATE: ['CREATED', 'SENT', 'DRAFT'],
	SEND: ['SENT', 'CREATED'],
	PAYMENT: ['PARTIAL', 'PAID', 'PENDING'],
	PAYMENT_REJECTED: ['PENDING'],
	PENDING: ['PENDING'],
	REJECTED: ['SENT', 'CREATED', 'PARTIAL'],
	REJECTED_PARTLY_PAID: ['PARTIAL', 'SENT'],
	CANCEL: ['CANCELED'],
};

/** An invoice that is sent when it is created, a payment that is reviewed: these statuses may have an entry of their own. */
const OWN_ENTRY: Record<string, string | undefined> = { CREATE: 'SENT', PAYMENT: 'PENDING' };

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

const isRejection = ({ event }: HistoryEntry): boolean => event.startsWith('REJECTED');

const mayLeadTo = ({ event }: HistoryEntry, status: string): boolean =>
	OUTCOMES[event]?.includes(status) === true;

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
const lastBearing = (entries: readonly HistoryEntry[], status: string): HistoryEntry | undefined =>
	entries.findLast(
		({ event }) => OUTCOMES[event] !== undefined && !(status === 'PAID' && FORWARD_ONLY[event]),
	);

/** After how many entries an invoice had this status. */
export const countsLeadingTo = (status: string, entries: readonly HistoryEntry[]): number[] =>
	entries
		.map((_, index) => index + 1)
		.filter((count) => statusAfter(entries.slice(0, count)) === status);

/** Where the last entry is that leads to this status only if none of its own is still to come; below 0 where none is. */
export function uncertainEntry(history: readonly HistoryEntry[], status: string): number {
	const last = lastBearing(history, status);
	return last && OWN_ENTRY[last.event] === status ? history.indexOf(last) : -1;
}

/** What is known before new entries are read. */
export interface Before {
	/** How many entries were dealt with, and the status that they lead to. */
	read: number;
	start: string | null;
	/** What was reported without an entry since then, and when (service time). */
	early?: readonly Early[];
	earlyAt?: number;
}

/** What entries tell. */
export interface Account {
	steps: Step[];
	/** The status that the entries lead to, and the one that what was reported early leads to. */
	readTo: string | null;
	reached: string | null;
	/** What was reported before and still has no entry. */
	early: readonly Early[];
	/** The kinds of entries that came after their event was reported. */
	matched: string[];
}

/** What is reported within this time before an entry may be what the entry tells: the clock was read a little earlier. */
const MOMENT = 60_000;

/**
 * The changes of status that the entries show, ending in the status the invoice really has: an entry leaves
 * open where it led (a payment may or may not be the last one), the final status decides. Where the last entry did
 * not lead there, each led to its usual status. What was reported before its entry came is not told again.
 */
export function readEntries(
	history: readonly HistoryEntry[],
	{ read, start, early: reported = [], earlyAt = 0 }: Before,
	status: string,
	isLedThere: boolean,
): Account {
	const entries = history.slice(read);
	const last = isLedThere ? lastBearing(entries, status) : undefined;
	const steps: Step[] = [];
	const matched: string[] = [];
	let early = reported;
	let previous = start;
	/** What a rejected payment leads back to, where that is known. */
	let reviewed: string | null = null;
	for (const [index, entry] of entries.entries()) {
		const later = entries.slice(index + 1);
		const isOfThen = entry.at <= earlyAt + MOMENT;
		const match = isOfThen ? matchOf(early, entry, later, status) : undefined;
		if (match) {
			matched.push(kindOfEntry({ previousStatus: previous, newStatus: match.status }));
			previous = match.status;
			early = match.rest;
			continue;
		}
		if (OUTCOMES[entry.event] && (!isOfThen || isOver(early, later, status))) {
			previous = statusOfLast(early, previous);
			early = [];
		}
		const isBack = !isRejection(entry) || reviewed === null || reviewed === status;
		const isFinal = entry === last && early.length === 0 && isBack && mayLeadTo(entry, status);
		const next = isFinal ? status : usualStatus(entry, previous);
		if (next === 'PENDING' && previous !== 'PENDING') reviewed = previous;
		steps.push(...stepsOf(entry, previous, next, history));
		previous = next;
	}
	const reached = statusOfLast(early, previous);
	if (reached !== status) steps.push(earlyStep(reached, status));
	return { steps, readTo: previous, reached, early, matched };
}

const statusOfLast = (early: readonly Early[], otherwise: string | null): string | null =>
	early.at(-1)?.status ?? otherwise;

/** Whether an entry that was not reported comes after what was reported early, whose entries then do not come. */
const isOver = (early: readonly Early[], later: readonly HistoryEntry[], status: string): boolean =>
	early.at(-1)?.status !== status &&
	!later.some((entry) => early.some((told) => isEntryOf(told, entry)));

/** The step that an entry is, if it is one. */
function stepsOf(
	entry: HistoryEntry,
	previousStatus: string | null,
	newStatus: string | null,
	history: readonly HistoryEntry[],
): Step[] {
	const kind = isRejection(entry) ? 'paymentRejected' : NOTES[entry.event];
	const isStep = newStatus !== previousStatus || isPayment(entry) || NOTES[entry.event];
	if (newStatus === null || !isStep) return [];
	const ordinal = history.filter(({ at }) => at === entry.at).indexOf(entry);
	const payment = isPayment(entry) ? (entry.payment ?? {}) : undefined;
	return [{ previousStatus, newStatus, at: entry.at || undefined, ordinal, payment, kind }];
}

/** A change that only the status shows. */
function earlyStep(previousStatus: string | null, newStatus: string): Step {
	const isRejected = previousStatus === 'PENDING' && ['SENT', 'CREATED'].includes(newStatus);
	const kind = isRejected ? 'paymentRejected' : undefined;
	return { previousStatus, newStatus, ordinal: 0, isEarly: true, kind };
}

/** Whether this is the very entry for what was reported early. */
function isEntryOf({ status, amount }: Early, entry: HistoryEntry): boolean {
	if (isRejection(entry)) return amount === NOTHING_PAID;
	if (isPayment(entry)) return amount !== NOTHING_PAID && ['PARTIAL', 'PAID'].includes(status);
	return amount === undefined && OUTCOMES[entry.event]?.[0] === status;
}

/** What was reported early that an entry stands for, and what still has no entry. */
interface Match {
	status: string;
	rest: readonly Early[];
}

/** What was reported before the match gets no entry. */
function matchOf(
	early: readonly Early[],
	entry: HistoryEntry,
	later: readonly HistoryEntry[],
	status: string,
): Match | undefined {
	const index = early.findIndex((told) => isEntryOf(told, entry));
	if (index >= 0 && isPayment(entry)) return matchPayment(early.slice(index), entry);
	if (index >= 0) return { status: early[index].status, rest: early.slice(index + 1) };
	const told = early.at(-1);
	const isLoose =
		told?.status === status &&
		told.amount === undefined &&
		mayLeadTo(entry, status) &&
		!later.some((other) => isEntryOf(told, other));
	return isLoose ? { status, rest: [] } : undefined;
}

/** Several payments may have been told as one, and one payment as several. Of a paid invoice, all were reported. */
function matchPayment(early: readonly Early[], entry: HistoryEntry): Match | undefined {
	if (early.some(({ status }) => status === 'PAID')) return { status: 'PAID', rest: early };
	const [{ status, amount }, ...others] = early;
	const told = toDecimal(amount);
	const paid = serviceAmount(entry.payment?.amount);
	if (told === undefined || paid === undefined) return { status, rest: others };
	const left = subtract(told, paid);
	if (compare(left, ZERO) > 0)
		return { status, rest: [{ status, amount: format(left) }, ...others] };
	if (compare(left, ZERO) === 0) return { status, rest: others };
	const more = { ...entry, payment: { amount: format(subtract(paid, told)) } };
	return others.length > 0 ? matchPayment(others, more) : undefined;
}
