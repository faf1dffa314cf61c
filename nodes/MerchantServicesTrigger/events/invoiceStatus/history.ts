import type { Decimal } from '../../../shared/money';
import { add, compare, serviceAmount, ZERO } from '../../../shared/money';
import type { HistoryEntry } from './invoice';

/** The statuses an entry of the history may lead to, the usual one first. Other entries change no status. */
const OUTCOMES: Record<string, readonly string[] | undefined> = {
	DRAFT: ['DRAFT'],
	CREATE: ['CREATED', 'SENT', 'DRAFT'],
	CREATE_BY_EMAIL: ['SENT', 'CREATED', 'DRAFT'],
	SEND: ['SENT', 'CREATED'],
	SEND_WITHOUT_EMAIL: ['CREATED', 'SENT'],
	PAYMENT: ['PARTIAL', 'PAID', 'PENDING'],
	PAYMENT_REVIEWED: ['PENDING'],
	PENDING: ['PENDING'],
	REJECTED: ['SENT', 'CREATED', 'PARTIAL'],
	REJECTED_PARTLY_PAID: ['PARTIAL', 'SENT', 'CREATED'],
	CANCEL: ['CANCELED'],
};

/** An invoice that is sent when it is created, a payment that is reviewed: these statuses may have an entry of their own. */
const OWN_ENTRY: Record<string, string | undefined> = {
	CREATE: 'SENT',
	CREATE_BY_EMAIL: 'SENT',
	PAYMENT: 'PENDING',
};

/** A reminder sent, a partly paid invoice mailed again: these do not take a status back. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	DRAFT: [null],
	CREATE: [null, 'DRAFT'],
	CREATE_BY_EMAIL: [null, 'DRAFT'],
	SEND: [null, 'DRAFT', 'CREATED'],
	SEND_WITHOUT_EMAIL: [null, 'DRAFT'],
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
	/** When it was reported (service time), where the service does not say when it happened. */
	reportedAt?: number;
	/** What happened, where the status does not say so. */
	kind?: 'paymentRejected' | 'reminderSent' | 'updated';
}

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

/** A reminder and an update do not. */
export const bearsStatus = ({ event }: HistoryEntry): boolean => OUTCOMES[event] !== undefined;

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
		(entry) => bearsStatus(entry) && !(status === 'PAID' && FORWARD_ONLY[entry.event]),
	);

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
	/** The statuses that were reported without an entry since then, and when the last one was (service time). */
	early?: readonly string[];
	toldAt?: number;
	/** What was reported as paid, or what these entries say, where that is known. */
	paid?: Decimal;
}

/** What entries tell. */
export interface Account {
	steps: Step[];
	/** The status that the entries and what was reported early lead to. */
	reached: string | null;
	/** What was reported early and still has no entry. */
	early: string[];
	/** What was reported early and has an entry now. */
	covered: string[];
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
	{ read, start, early: told = [], toldAt = 0, paid }: Before,
	status: string,
	isLedThere: boolean,
): Account {
	const entries = history.slice(read);
	const last = isLedThere ? lastBearing(entries, status) : undefined;
	const steps: Step[] = [];
	const early = [...told];
	const covered: string[] = [];
	let reached = start;
	for (const [index, entry] of entries.entries()) {
		const isOfThen = entry.at <= toldAt + MOMENT;
		const match = isOfThen ? toldAs(early, history.slice(0, read + index + 1), paid) : undefined;
		const isOver = !isOfThen || (entry === last && early.at(-1) !== status);
		// Entries of what was reported early do not come any more.
		if (match === undefined && isOver && bearsStatus(entry))
			reached = early.splice(0).at(-1) ?? reached;
		const isFinal = entry === last && early.length === 0 && mayLeadTo(entry, status);
		const next = match ?? (isFinal ? status : usualStatus(entry, reached));
		if (match === undefined) steps.push(...stepsOf(entry, reached, next, history));
		else covered.push(match);
		reached = next;
	}
	reached = early.at(-1) ?? reached;
	if (reached !== status) steps.push(earlyStep(reached, status));
	return { steps, reached, early, covered };
}

/** The status that was reported early for the last of these entries, taken out of what still has no entry. */
function toldAs(
	early: string[],
	entries: readonly HistoryEntry[],
	paid: Decimal | undefined,
): string | undefined {
	const entry = entries[entries.length - 1];
	const place = early.findIndex((status) => mayLeadTo(entry, status));
	// What was reported before it gets no entry.
	if (!isPayment(entry) || place < 0) return early.splice(0, place + 1).at(-1);
	// Of a paid invoice, all payments were reported.
	if (early.includes('PAID')) return 'PAID';
	const sum = paidIn(entries.filter(isPayment));
	const status = early[place];
	// Several payments may have been reported as one, and one as several.
	const rest = status === 'PARTIAL' && paid && sum ? compare(paid, sum) : 0;
	if (rest < 0) return undefined;
	early.splice(0, rest === 0 ? place + 1 : 0);
	return status;
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
	const isRejection = entry.event.startsWith('REJECTED');
	const kind = isRejection ? 'paymentRejected' : NOTES[entry.event];
	const isStep = newStatus !== previousStatus || isPayment(entry) || NOTES[entry.event];
	if (newStatus === null || !isStep) return [];
	const ordinal = history.filter(({ at }) => at === entry.at).indexOf(entry);
	const payment = isPayment(entry) ? (entry.payment ?? {}) : undefined;
	return [{ previousStatus, newStatus, at: entry.at || undefined, ordinal, payment, kind }];
}

/** A change that only the status shows. */
export function earlyStep(previousStatus: string | null, newStatus: string): Step {
	const isRejected = previousStatus === 'PENDING' && ['SENT', 'CREATED'].includes(newStatus);
	const kind = isRejected ? 'paymentRejected' : undefined;
	return { previousStatus, newStatus, ordinal: 0, isEarly: true, kind };
}

/** A payment in review does not count yet. */
export const isPaying = ({ newStatus, kind }: Step): boolean =>
	!kind && ['PARTIAL', 'PAID'].includes(newStatus);
