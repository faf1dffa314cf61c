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
	/** The status that was reported. */
	start: string | null;
	/** When status and balance last told more than the entries (service time). */
	earlyAt?: number;
}

/** What entries tell. */
export interface Account {
	steps: Step[];
	/** The status that they lead to. */
	status: string | null;
	earlyAt?: number;
	/** The kinds of entries that came after their event was reported. */
	late: string[];
}

/** What is reported within this time before an entry may be what the entry tells: the clock was read a little earlier. */
const MOMENT = 60_000;

/** How many of the new entries are of what status and balance told before. */
function countTold(entries: readonly HistoryEntry[], { start, earlyAt }: Before): number {
	if (earlyAt === undefined) return 0;
	const isTold = (entry: HistoryEntry) =>
		entry.at <= earlyAt || (entry.at <= earlyAt + MOMENT && mayLeadTo(entry, start ?? ''));
	return entries.findLastIndex(isTold) + 1;
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
): Account {
	const { start, earlyAt } = before;
	const told = countTold(history.slice(from), before);
	const entries = history.slice(from + told);
	const last = lastBearing(entries, final);
	const steps: Step[] = [];
	let previous = start;
	/** What a rejected payment leads back to, where that is known. */
	let reviewed: string | null = null;
	for (const entry of entries) {
		const isFinal = entry === last && mayEndAs(entry, final, reviewed);
		const next = isFinal ? final! : usualStatus(entry, previous);
		if (next === 'PENDING' && previous !== 'PENDING') reviewed = previous;
		steps.push(...stepsOf(entry, previous, next, history));
		previous = next;
	}
	if (final !== undefined && previous !== final) steps.push(earlyStep(previous, final));
	return {
		steps,
		status: final ?? previous,
		// Without times, only the next entry can be of what was reported.
		earlyAt: told > 0 && history[from].at === 0 ? undefined : earlyAt,
		late: told > 0 ? kindsIn(history.slice(0, from + told), from, start) : [],
	};
}

const kindsIn = (history: readonly HistoryEntry[], from: number, final: string | null): string[] =>
	readEntries(history, from, { start: statusAfter(history.slice(0, from)) }, final ?? undefined)
		.steps.filter(({ isEarly }) => !isEarly)
		.map(kindOfEntry);

/** `reviewed`: what a rejected payment leads back to. */
const mayEndAs = (entry: HistoryEntry, final = '', reviewed: string | null): boolean =>
	mayLeadTo(entry, final) && (!isRejection(entry) || reviewed === null || reviewed === final);

const mayLeadTo = ({ event }: HistoryEntry, status = ''): boolean =>
	OUTCOMES[event]?.includes(status) === true;

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
	const at = entry.at === 0 ? undefined : entry.at;
	return [{ previousStatus, newStatus, at, ordinal, payment, ...(kind && { kind }) }];
}

/** The last entry, where it leads to this status only if none of its own is still to come. */
export function uncertainEntry(
	history: readonly HistoryEntry[],
	status: string,
): HistoryEntry | undefined {
	const last = lastBearing(history, status);
	return last && OWN_ENTRY[last.event] === status ? last : undefined;
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
