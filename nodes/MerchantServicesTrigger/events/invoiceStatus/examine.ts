import {
	compare,
	type Decimal,
	format,
	parseServiceAmount,
	subtract,
	parseTextOrNumber,
	total,
	ZERO,
} from '../../../shared/money';
import type {
	EntryKindSupport,
	History,
	HistoryEntry,
	InvoiceDetails,
	KnownInvoice,
	StatusStep,
} from './invoice';

interface TimesAndEntryKinds {
	/** By the clock of the service. */
	at: number;
	/** What happened before is not new. */
	since: number;
	kinds: EntryKindSupport;
}

interface Examined {
	steps: StatusStep[];
	known: KnownInvoice;
}

/** How long entries may lag, and how much clocks may differ. */
const MAX_LAG = 15 * 60_000;

/** A kind of entry: a review has one besides that of its payment. */
const REVIEW = 'REVIEW';

/** How long before a look-up the clock may have been read. */
export const MAX_CLOCK_AGE = 60_000;

/** As docs/develop/trigger-protocol.md says: status and balance decide, entries add the rest. */
export function compareWithKnown(
	known: KnownInvoice,
	invoice: InvoiceDetails,
	context: TimesAndEntryKinds,
): Examined {
	const { history, status } = invoice;
	const { at, kinds } = context;
	const { read = 0, waitingSince = at, oldSince = at } = known;
	const isLate = (since: number) => at - since >= MAX_LAG;
	const waiting = { ...known, waitingSince, oldSince: undefined };
	// A history loses no entry, and an invoice hardly goes back.
	const isOldResponse = history.length < read || isBackward(known.status, status);
	if (isOldResponse && !isLate(oldSince)) {
		return { steps: [], known: { ...waiting, oldSince } };
	}
	const diff = diffOf(known, invoice, context);
	const missing = diff.missing.filter((kind) => kinds[kind]);
	const isMissing = missing.length > 0;
	const timed = diff.steps.filter(isTimedStep);
	if (isMissing && timed.length > 0) {
		const rest = { status: diff.reached ?? '', read: history.length, waitingSince: at };
		return report(diff, timed, rest, at);
	}
	if (isMissing && !isLate(waitingSince)) return { steps: [], known: waiting };
	for (const kind of missing) kinds[kind] = false;
	// Entries that are still to come may be from before the activation.
	const isOnlyListed = known.status !== '' && known.read === undefined;
	const isUnread = isOnlyListed && diff.steps.length === 0;
	const all = isUnread ? undefined : Math.max(read, history.length);
	return report(diff, diff.steps, { status, read: all }, at);
}

export const listStatusSteps = (invoice: InvoiceDetails): StatusStep[] =>
	compareWithKnown({ status: '' }, invoice, { at: 0, since: -Infinity, kinds: {} }).steps;

export function learnEntryKinds(kinds: EntryKindSupport, invoice: InvoiceDetails): void {
	const steps = listStatusSteps(invoice).filter(isTimedStep);
	for (const step of steps) kinds[kindOfEntry(step)] = true;
	if (invoice.history.some(({ event }) => event === 'PENDING')) kinds[REVIEW] = true;
}

function startOf(known: KnownInvoice, invoice: InvoiceDetails, since: number) {
	const { history, status, created = Infinity } = invoice;
	if (known.read !== undefined) {
		return { status: known.status || null, read: known.read };
	}
	// Clocks may differ. If a list showed the invoice, its status decides.
	const earliest = known.status ? since : since - MAX_LAG;
	const read = history.filter(({ at }) => at < earliest).length;
	if (known.status) return { status: known.status, read };
	const isEmpty = history.length === 0 && created < earliest;
	const isOld = read > 0 ? read === history.length : isEmpty;
	return { read, status: isOld ? status : statusAfter(history.slice(0, read)) };
}

const isInReview = ({ status, balance }: InvoiceDetails): boolean =>
	status === 'PENDING' && balance?.units !== 0n;

type Diff = ReturnType<typeof diffOf>;

function diffOf(
	known: KnownInvoice,
	invoice: InvoiceDetails,
	{ since, kinds }: TimesAndEntryKinds,
) {
	const { history, status } = invoice;
	const start = startOf(known, invoice, since);
	const { coveredUntil = -Infinity } = known;
	// A change that was reported without an entry covers the entries up to then.
	const isCovered = (entry: HistoryEntry) => bearsStatus(entry) && entry.at <= coveredUntil;
	const unread = history.slice(start.read).filter((entry) => !isCovered(entry));
	const before = paidBefore(known, history.slice(0, start.read), kinds);
	const shown = paidByBalance(invoice);
	const inEntries = total([before, paidIn(unread.filter(isPayment))]);
	const more = shown && inEntries && compare(shown, inEntries);
	// The balance shows a payment that has no entry.
	const isShort = isPaidStatus(status) && more === 1;
	// The balance has the payments of all entries, so another one is in review.
	const isAllPaid = more === undefined ? kinds[REVIEW] : more >= 0;
	const final = isShort || (isAllPaid && isInReview(invoice)) ? undefined : status;
	const { steps, reached } = readEntries(history, unread, start.status, final);
	const isAnother = isShort && known.paid !== undefined;
	if (reached !== status || isAnother) steps.push(stepWithoutEntry(reached, status));
	const missing = steps.filter(isUntimedStep).map(kindOfEntry);
	if (isShort) missing.push('PAYMENT');
	const paid = { before, shown };
	return { known, paid, reached, missing, steps: withAmounts(steps, status, paid) };
}

function report(
	{ known, paid }: Diff,
	found: readonly StatusStep[],
	rest: KnownInvoice,
	at: number,
): Examined {
	const { untimed = [], coveredUntil } = known;
	const steps = found.map((step) =>
		isUntimedStep(step) ? { ...step, ordinal: untimed.length, reportedAt: at } : step,
	);
	const all = [...untimed, ...steps.filter(isUntimedStep)];
	const isAdded = all.length > untimed.length;
	return {
		steps,
		known: {
			...rest,
			paid: paidToKeep(rest, steps, paid),
			untimed: all.length > 0 ? all : undefined,
			coveredUntil: isAdded ? at + MAX_CLOCK_AGE : coveredUntil,
		},
	};
}

/** The sum that was reported, and the sum that the balance shows, if known. */
interface Paid {
	before?: Decimal;
	shown?: Decimal;
}

/** Undefined if an amount is unknown. */
const paidIn = (entries: ReadonlyArray<Pick<HistoryEntry, 'payment'>>): Decimal | undefined =>
	total(entries.map(({ payment }) => parseServiceAmount(payment?.amount)));

const isPaidStatus = (status: string): boolean => status === 'PARTIAL' || status === 'PAID';

/** A payment in review does not count yet. */
const isPaying = ({ newStatus, kind }: StatusStep): boolean => !kind && isPaidStatus(newStatus);

function paidByBalance(invoice: InvoiceDetails): Decimal | undefined {
	const left = invoice.status === 'PAID' ? ZERO : invoice.balance;
	return invoice.total && left && subtract(invoice.total, left);
}

/** Only entries say what was paid before the trigger knew the invoice. */
function paidBefore(
	{ status, paid, coveredUntil }: KnownInvoice,
	read: History,
	kinds: EntryKindSupport,
): Decimal | undefined {
	if (paid !== undefined) return parseTextOrNumber(paid);
	const isPartlyPaid = status === 'PARTIAL' || status === 'PENDING';
	const hasEntries = kinds.PAYMENT && coveredUntil === undefined;
	return isPartlyPaid && !hasEntries ? undefined : paidIn(read.filter(isPayment));
}

/** The balance gives the amount that one payment lacks. */
function withAmounts(
	steps: readonly StatusStep[],
	status: string,
	{ before, shown }: Paid,
): StatusStep[] {
	const payments = steps.filter(isPaying);
	const open = payments.filter(({ payment }) => !parseServiceAmount(payment?.amount));
	const written = payments.filter((step) => !open.includes(step));
	const others = total([before, paidIn(written)]);
	const rest = shown && others && subtract(shown, others);
	if (open.length !== 1 || !rest || !isPaidStatus(status)) return [...steps];
	const sign = compare(rest, ZERO);
	return steps.map((step) => {
		if (step !== open[0] || sign < 0) return step;
		if (sign > 0) {
			return { ...step, payment: { ...step.payment, amount: format(rest) } };
		}
		const { previousStatus, newStatus } = step;
		const isBack = previousStatus === 'PENDING' && newStatus === 'PARTIAL';
		return isBack && isUntimedStep(step) ? { ...step, kind: 'paymentRejected' } : step;
	});
}

/** Of other invoices, nothing or all is paid. */
function paidToKeep(
	{ status, waitingSince }: KnownInvoice,
	steps: readonly StatusStep[],
	{ before, shown }: Paid,
): string | undefined {
	if (status !== 'PARTIAL' && status !== 'PENDING') return undefined;
	const reported = total([before, paidIn(steps.filter(isPaying))]);
	// While an entry is waited for, the balance tells more than was reported.
	if (waitingSince !== undefined || shown === undefined) {
		return reported && format(reported);
	}
	// A payment in review comes later. A balance may be behind the history.
	const isMore = status === 'PARTIAL' && reported && compare(shown, reported) > 0;
	return format(isMore ? shown : (reported ?? shown));
}

/** The statuses that an entry may lead to, the usual one first. */
const OUTCOMES: Record<string, readonly string[] | undefined> = {
	DRAFT: ['DRAFT'],
	CREATE: ['CREATED', 'SENT', 'DRAFT'],
	PUBLISH: ['CREATED', 'DRAFT'],
	SEND: ['SENT', 'CREATED', 'DRAFT'],
	PAYMENT: ['PARTIAL', 'PAID', 'PENDING'],
	PENDING: ['PENDING'],
	PAYMENT_IN_REVIEW: ['PENDING'],
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

const isPayment = ({ event }: HistoryEntry): boolean => event === 'PAYMENT';

const bearsStatus = ({ event }: HistoryEntry): boolean => event in OUTCOMES;

const mayLeadTo = ({ event }: HistoryEntry, status: string): boolean =>
	OUTCOMES[event]?.includes(status) === true;

/** A service may lack some kinds. */
function kindOfEntry({ previousStatus, newStatus }: StatusStep): string {
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

function statusAfter(entries: History): string | null {
	let status: string | null = null;
	for (const entry of entries) status = usual(entry, status, entries);
	return status;
}

/**
 * A payment does not say whether it was the last one.
 * So the last entry that can lead to `final` did, and the others as usual.
 */
function readEntries(
	history: History,
	unread: History,
	start: string | null,
	final?: string,
): { steps: StatusStep[]; reached: string | null } {
	const last = final && lastBearing(unread, final);
	const steps: StatusStep[] = [];
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
): StatusStep[] {
	const isStep = newStatus !== previousStatus || isPayment(entry);
	if (newStatus === null || !isStep) return [];
	const kind = entry.event === 'REJECTED' ? 'paymentRejected' : undefined;
	const ordinal = history.filter(({ at }) => at === entry.at).indexOf(entry);
	const payment = isPayment(entry) ? (entry.payment ?? {}) : undefined;
	return [{ previousStatus, newStatus, at: entry.at, ordinal, payment, kind }];
}

export const isTimedStep = ({ at }: StatusStep): boolean => at !== undefined;
export const isUntimedStep = (step: StatusStep): boolean => !isTimedStep(step);

function stepWithoutEntry(previousStatus: string | null, newStatus: string): StatusStep {
	const isRejected = previousStatus === 'PENDING' && ['SENT', 'CREATED'].includes(newStatus);
	const kind = isRejected ? 'paymentRejected' : undefined;
	return { previousStatus, newStatus, ordinal: 0, kind };
}

/** How far an invoice is. It goes back only after a review. */
const PROGRESS = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'CANCELED'];

function isBackward(before: string, now: string): boolean {
	const place = PROGRESS.indexOf(now);
	return place >= 0 && place < PROGRESS.indexOf(before);
}
