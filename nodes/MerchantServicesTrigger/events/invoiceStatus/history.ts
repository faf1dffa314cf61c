import type { Decimal } from '../../../shared/money';
import { add, compare, serviceAmount, ZERO } from '../../../shared/money';
import type { HistoryEntry } from './invoice';

/** The statuses an entry of the history may lead to, the usual one first. Other entries change no status. */
const OUTCOMES: Record<string, readonly string[] | undefined> = {
	DRAFT: ['DRAFT'],
	CREATE: ['CREATED', 'SENT', 'DRAFT'],
	SEND: ['SENT', 'CREATED'],
	PAYMENT: ['PARTIAL', 'PAID', 'PENDING'],
	PAYMENT_REVIEWED: ['PENDING'],
	PENDING: ['PENDING'],
	REJECTED: ['SENT', 'CREATED', 'PARTIAL'],
	REJECTED_PARTLY_PAID: ['PARTIAL', 'SENT', 'CREATED'],
	CANCEL: ['CANCELED'],
};

/** An invoice that is sent when it is created, a payment that is reviewed: these statuses may have an entry of their own. */
const OWN_ENTRY: Record<string, string | undefined> = { CREATE: 'SENT', PAYMENT: 'PENDING' };

/** A reminder sent, a partly paid invoice mailed again: these do not take a status back. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	DRAFT: [null],
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

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

const isRejection = ({ event }: HistoryEntry): boolean => event.startsWith('REJECTED');

const mayLeadTo = ({ event }: HistoryEntry, status: string): boolean =>
	OUTCOMES[event]?.includes(status) === true;

/** Which kind of entry tells a change: a service has some kinds and lacks others. */
export function kindOfEntry(previousStatus: string | null, newStatus: string): string {
	if (previousStatus === 'PENDING' && newStatus !== 'CANCELED') return `PENDING to ${newStatus}`;
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

/** What the payments among entries amount to; undefined where an amount is not known. */
export const paidIn = (
	entries: ReadonlyArray<Pick<HistoryEntry, 'payment'>>,
): Decimal | undefined =>
	entries.reduce<Decimal | undefined>((sum, { payment }) => {
		const amount = serviceAmount(payment?.amount);
		return sum && amount && add(sum, amount);
	}, ZERO);

/** What is known before new entries are read. */
export interface Before {
	/** How many entries were dealt with, and the status that they lead to. */
	read: number;
	start: string | null;
	/** When something was last reported without an entry (service time). */
	toldAt?: number;
	/** What was reported as paid, where that is known. */
	paid?: Decimal;
}

/** What entries tell. */
export interface Account {
	steps: Step[];
	/** The status that the entries lead to. */
	reached: string | null;
}

/** What is reported within this time before an entry may be what the entry tells: the clock was read a little earlier. */
const MOMENT = 60_000;

/**
 * The changes of status that the entries show, ending in the status the invoice really has: an entry leaves
 * open where it led (a payment may or may not be the last one), the final status decides. Where the last entry did
 * not lead there, each led to its usual status. What was reported before its entry came is not reported again.
 */
export function readEntries(
	history: readonly HistoryEntry[],
	before: Before,
	status: string,
	isLedThere: boolean,
): Account {
	const entries = history.slice(before.read);
	const last = isLedThere ? lastBearing(entries, status) : undefined;
	const steps: Step[] = [];
	let reached = before.start;
	for (const entry of entries) {
		if (isTold(entry, history, before)) continue;
		const isFinal = entry === last && mayLeadTo(entry, status);
		const next = isFinal ? status : usualStatus(entry, reached);
		steps.push(...stepsOf(entry, reached, next, history));
		reached = next;
	}
	if (reached !== status) steps.push(earlyStep(reached, status));
	return { steps, reached };
}

/** Whether it was reported before it was there. */
function isTold(
	entry: HistoryEntry,
	history: readonly HistoryEntry[],
	{ start, toldAt, paid }: Before,
): boolean {
	if (toldAt === undefined) return false;
	const isOfThen = entry.at > 0 && entry.at <= toldAt + MOMENT;
	if (!isPayment(entry)) return isOfThen && OUTCOMES[entry.event] !== undefined;
	if (start === 'PAID') return true;
	const sum = paidIn(history.slice(0, history.indexOf(entry) + 1).filter(isPayment));
	// Several payments may have been reported as one, and one as several.
	if (paid && sum) return compare(paid, sum) >= 0;
	return isOfThen && (start === 'PARTIAL' || start === 'PENDING');
}

/** How far an invoice is. It goes back only after a review. */
const PROGRESS = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'CANCELED'];

/** Whether a status comes before an earlier one. */
export function isBackward(before: string, now: string): boolean {
	const place = PROGRESS.indexOf(now);
	return place >= 0 && place < PROGRESS.indexOf(before);
}

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

/** A payment in review does not count yet. */
export const isPaying = ({ newStatus, kind }: Step): boolean =>
	!kind && ['PARTIAL', 'PAID'].includes(newStatus);
