import type { HistoryEntry } from './invoice';

/** The statuses that an entry may lead to, the usual one first. Other entries leave the status as it is. */
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

/** A partly paid invoice may be emailed again: these entries never take a status back. */
const FORWARD_ONLY: Record<string, readonly (string | null)[] | undefined> = {
	DRAFT: [null],
	CREATE: [null, 'DRAFT'],
	PUBLISH: [null, 'DRAFT'],
	SEND: [null, 'DRAFT', 'CREATED'],
};

/** Entries that leave the status as it is, and are reported. */
const NOTES: Record<string, Step['kind']> = { REMINDER: 'reminderSent', UPDATE: 'updated' };

/** Something that happened to an invoice. */
export interface Step {
	previousStatus: string | null;
	newStatus: string;
	/** Undefined if only the status or the balance shows it: its entry may come later. */
	at?: number;
	/** Tells steps of the same moment apart. */
	ordinal: number;
	payment?: HistoryEntry['payment'];
	/** When it was reported (service time), if no entry says when it happened. */
	reportedAt?: number;
	/** What happened, if the status does not say so. */
	kind?: 'paymentRejected' | 'reminderSent' | 'updated';
}

export const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

export const bearsStatus = ({ event }: HistoryEntry): boolean => event in OUTCOMES;

export const mayLeadTo = ({ event }: HistoryEntry, status: string): boolean =>
	OUTCOMES[event]?.includes(status) === true;

/** Which kind of entry reports a change. A service has some kinds and lacks others. */
export function kindOfEntry({
	previousStatus,
	newStatus,
}: Pick<Step, 'previousStatus' | 'newStatus'>): string {
	if (previousStatus === 'PENDING' && newStatus !== 'CANCELED') return `PENDING to ${newStatus}`;
	if (newStatus === 'PARTIAL' || newStatus === 'PAID') return 'PAYMENT';
	const isBeginning = ['DRAFT', 'CREATED', 'SENT'].includes(newStatus);
	return previousStatus === null && isBeginning ? `new ${newStatus}` : newStatus;
}

/** Follows entries from status to status. */
class Path {
	status: string | null = null;
	/** Then a rejected payment leads back to there. */
	private isPartlyPaid = false;

	moveTo(status: string | null): void {
		this.status = status;
		if (status !== 'PENDING') this.isPartlyPaid = status === 'PARTIAL';
	}

	/** Where an entry leads if nothing else says so. */
	usual({ event }: HistoryEntry): string | null {
		const outcomes = OUTCOMES[event];
		if (outcomes === undefined) return this.status;
		if (event === 'REJECTED' && this.isPartlyPaid) return 'PARTIAL';
		const isForward = FORWARD_ONLY[event]?.includes(this.status) ?? true;
		return isForward ? outcomes[0] : this.status;
	}
}

const pathOf = (entries: readonly HistoryEntry[]): Path => {
	const path = new Path();
	for (const entry of entries) path.moveTo(path.usual(entry));
	return path;
};

/** The status that the entries lead to, as far as they tell. */
export const statusAfter = (entries: readonly HistoryEntry[]): string | null =>
	pathOf(entries).status;

/**
 * What entries report, from a status on. An entry leaves open where it led (a payment may or may not be the last one):
 * the last that may have led to the status of the invoice did, if `final` is given, and each other one to its usual
 * status.
 */
export function readEntries(
	history: readonly HistoryEntry[],
	unread: readonly HistoryEntry[],
	start: string | null,
	final?: string,
): { steps: Step[]; reached: string | null } {
	const first = unread.length > 0 ? history.indexOf(unread[0]) : history.length;
	const path = pathOf(history.slice(0, first));
	path.moveTo(start);
	const last = final && lastBearing(unread, final);
	const steps: Step[] = [];
	for (const entry of unread) {
		const { status: previousStatus } = path;
		const isFinal = final !== undefined && entry === last && mayLeadTo(entry, final);
		path.moveTo(isFinal ? final : path.usual(entry));
		steps.push(...stepOf(entry, previousStatus, path.status, history));
	}
	return { steps, reached: path.status };
}

/** The entry that led to a status, beside those that only email the invoice again. */
const lastBearing = (entries: readonly HistoryEntry[], status: string): HistoryEntry | undefined =>
	entries.findLast(
		(entry) => bearsStatus(entry) && (!FORWARD_ONLY[entry.event] || mayLeadTo(entry, status)),
	);

function stepOf(
	entry: HistoryEntry,
	previousStatus: string | null,
	newStatus: string | null,
	history: readonly HistoryEntry[],
): Step[] {
	const note = NOTES[entry.event];
	const isStep = newStatus !== previousStatus || isPayment(entry) || note;
	if (newStatus === null || !isStep) return [];
	const kind = entry.event === 'REJECTED' ? 'paymentRejected' : note;
	const ordinal = history.filter(({ at }) => at === entry.at).indexOf(entry);
	const payment = isPayment(entry) ? (entry.payment ?? {}) : undefined;
	return [{ previousStatus, newStatus, at: entry.at, ordinal, payment, kind }];
}

export const hasNoEntry = ({ at }: Step): boolean => at === undefined;

/** A change that only the status or the balance shows. */
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
