import type { HistoryEntry, History } from './invoice';

/** The statuses that an entry may lead to, the usual one first. */
const OUTCOMES: Record<string, readonly string[] | undefined> = {
	DRAFT: ['DRAFT'],
	CREATE: ['CREATED', 'SENT', 'DRAFT'],
	PUBLISH: ['CREATED', 'DRAFT'],
	SEND: ['SENT', 'CREATED', 'DRAFT'],
	PAYMENT: ['PARTIAL', 'PAID', 'PENDING'],
	PENDING: ['PENDING'],
	REJECTED: ['SENT', 'CREATED', 'PARTIAL'],
	CANCEL: ['CANCELED'],
};

/** The statuses that these change. A paid invoice may be emailed too. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	DRAFT: [null],
	CREATE: [null, 'DRAFT'],
	PUBLISH: [null, 'DRAFT'],
	SEND: [null, 'DRAFT', 'CREATED'],
};

export interface Step {
	previousStatus: string | null;
	newStatus: string;
	/** Undefined if only the status or the balance shows it. */
	at?: number;
	/** When a step without a time was reported (service time). */
	reportedAt?: number;
	/** Tells steps of the same moment apart. */
	ordinal: number;
	payment?: HistoryEntry['payment'];
	/** What happened, if the status does not say so. */
	kind?: 'paymentRejected';
}

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

export const bearsStatus = ({ event }: HistoryEntry): boolean => event in OUTCOMES;

const mayLeadTo = ({ event }: HistoryEntry, status: string): boolean =>
	OUTCOMES[event]?.includes(status) === true;

/** The kind of entry that a change has. A service may lack some kinds. */
export function kindOfEntry({ previousStatus, newStatus }: Step): string {
	const isReviewed = previousStatus === 'PENDING' && newStatus !== 'CANCELED';
	if (isReviewed) return `PENDING to ${newStatus}`;
	if (newStatus === 'PARTIAL' || newStatus === 'PAID') return 'PAYMENT';
	const isBeginning = ['DRAFT', 'CREATED', 'SENT'].includes(newStatus);
	return previousStatus === null && isBeginning ? `new ${newStatus}` : newStatus;
}

/** Where an entry leads from a status if nothing else says so. */
function usual(entry: HistoryEntry, status: string | null, history: History): string | null {
	const { event } = entry;
	const outcomes = OUTCOMES[event];
	if (outcomes === undefined) return status;
	const isPartlyPaid = history.slice(0, history.indexOf(entry)).some(isPayment);
	if (event === 'REJECTED' && isPartlyPaid) return 'PARTIAL';
	const isForward = FORWARD_ONLY[event]?.includes(status) ?? true;
	return isForward ? outcomes[0] : status;
}

export function statusAfter(entries: History): string | null {
	let status: string | null = null;
	for (const entry of entries) status = usual(entry, status, entries);
	return status;
}

/**
 * The steps of unread entries. A payment does not say whether it was the last one.
 * So the last entry that can lead to `final` did, and the others as usual.
 */
export function readEntries(
	history: History,
	unread: History,
	start: string | null,
	final?: string,
): { steps: Step[]; reached: string | null } {
	const last = final && lastBearing(unread, final);
	const steps: Step[] = [];
	let reached = start;
	for (const entry of unread) {
		const before = reached;
		const isFinal = final !== undefined && entry === last && mayLeadTo(entry, final);
		reached = isFinal ? final : usual(entry, before, history);
		steps.push(...stepOf(entry, before, reached, history));
	}
	return { steps, reached };
}

/** The entry that led to a status. Others only email the invoice again. */
function lastBearing(entries: History, status: string): HistoryEntry | undefined {
	const isOther = ({ event }: HistoryEntry) => FORWARD_ONLY[event] === undefined;
	const isIt = (entry: HistoryEntry) => isOther(entry) || mayLeadTo(entry, status);
	return entries.filter(bearsStatus).findLast(isIt);
}

function stepOf(
	entry: HistoryEntry,
	previousStatus: string | null,
	newStatus: string | null,
	history: History,
): Step[] {
	const isStep = newStatus !== previousStatus || isPayment(entry);
	if (newStatus === null || !isStep) return [];
	const kind = entry.event === 'REJECTED' ? 'paymentRejected' : undefined;
	const ordinal = history.filter(({ at }) => at === entry.at).indexOf(entry);
	const payment = isPayment(entry) ? (entry.payment ?? {}) : undefined;
	return [{ previousStatus, newStatus, at: entry.at, ordinal, payment, kind }];
}

export const isTimed = ({ at }: Step): boolean => at !== undefined;
export const isUntimed = (step: Step): boolean => !isTimed(step);

export function stepWithoutEntry(previousStatus: string | null, newStatus: string): Step {
	const isRejected = previousStatus === 'PENDING' && ['SENT', 'CREATED'].includes(newStatus);
	const kind = isRejected ? 'paymentRejected' : undefined;
	return { previousStatus, newStatus, ordinal: 0, kind };
}

/** How far an invoice is. It goes back only after a review. */
const PROGRESS = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'CANCELED'];

export function isBackward(before: string, now: string): boolean {
	const place = PROGRESS.indexOf(now);
	return place >= 0 && place < PROGRESS.indexOf(before);
}
