import {
	BALANCE_PATH,
	createdDateOf,
	dayAsWritten,
	dueDateOf,
	historyOf,
	INVOICE_FIELDS,
	statusOf,
} from '../../../shared/invoice/invoice';
import { parseServiceAmount, type Decimal } from '../../../shared/money';
import { parseTime, parseTimeOrEndOfDay } from '../../../shared/period/times';
import { textOrEmpty, valueAt } from '../../../shared/text';
import { type Invoice, invoiceNumberOf } from '../../../shared/service/invoicing';
import type { LearnedPaging } from '../../../shared/service/paging';

export const OPEN_STATUSES = ['DRAFT', 'CREATED', 'SENT', 'PENDING', 'PARTIAL'] as const;
export const FINISHED_STATUSES = ['PAID', 'CANCELED'] as const;
export type FinishedStatus = (typeof FINISHED_STATUSES)[number];

export const isFinishedStatus = (status: string): status is FinishedStatus =>
	(FINISHED_STATUSES as readonly string[]).includes(status);

interface ChangeFacts {
	/** Null: one of several. Undefined: the status stays the same. */
	status?: string | null;
	description?: string;
}

const CHANGE_FACTS = {
	canceled: { status: 'CANCELED' },
	drafted: { status: 'DRAFT' },
	dueSoon: { description: 'Some days before its due date, unpaid' },
	expired: { description: 'Its expiration date has come, unpaid' },
	otherStatus: { status: null },
	overdue: { description: 'Its due date has passed unpaid' },
	paid: { status: 'PAID' },
	partlyPaid: {
		status: 'PARTIAL',
		description: 'Each payment that leaves a balance, not only the first',
	},
	paymentRejected: { status: null, description: 'A payment was reviewed and rejected' },
	pendingReview: { status: 'PENDING', description: 'A payment waits for review' },
	published: { status: 'CREATED', description: 'Its payment link works, without email' },
	sent: { status: 'SENT' },
} satisfies Record<string, ChangeFacts>;

export type InvoiceChange = keyof typeof CHANGE_FACTS;

export const ALL_INVOICE_CHANGES = Object.keys(CHANGE_FACTS) as InvoiceChange[];

export const changeFactsOf = (change: InvoiceChange): ChangeFacts => CHANGE_FACTS[change];

export const isStatusChange = (change: InvoiceChange): boolean =>
	changeFactsOf(change).status !== undefined;

export const changeToStatus = (status: string): InvoiceChange =>
	ALL_INVOICE_CHANGES.find((change) => changeFactsOf(change).status === status) ?? 'otherStatus';

export interface ListedInvoice {
	id: string;
	status: string;
	/** The latest moment at which it may have been created. */
	created?: number;
	due?: string;
	expires?: string;
}

export interface HistoryEntry {
	event: string;
	at: number;
	payment?: { transactionId?: unknown; amount?: unknown };
}

export type History = readonly HistoryEntry[];

export interface InvoiceDetails extends ListedInvoice {
	/** Oldest first. */
	history: HistoryEntry[];
	total?: Decimal;
	balance?: Decimal;
	raw: Invoice;
}

/** Each YYYY-MM-DD. */
export interface ReportedDeadlines {
	overdue?: string;
	dueSoon?: string;
	expired?: string;
}

export interface StatusStep {
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

export interface KnownInvoice {
	/** The status that was reported last; empty if nothing was. */
	status: string;
	/** How many entries were read; undefined before the first step of a listed one. */
	read?: number;
	/** The sum that was reported, if it is partly paid or in review. */
	paid?: string;
	/** Status entries up to this (service time) belong to steps without an entry. */
	coveredUntil?: number;
	/** Since when the next step waits (service time). */
	waitingSince?: number;
	/** Since when only old responses come (service time). */
	oldSince?: number;
	/** What was reported without a time, to number it and to replay it. */
	untimed?: StatusStep[];
	/** When it was first seen finished, or not found. */
	finishedAt?: number;
	reported?: ReportedDeadlines;
}

export interface FinishedListState {
	/** How many of the list are known, once they were counted. */
	count?: number;
	/** When it was last read to its end (service time). */
	readAt?: number;
	/** Where a reading goes on that had no more time. */
	position: number;
}

export interface LearnedLists extends LearnedPaging {
	/** Its entries do not say when they were created. */
	isUndated?: boolean;
}

/** True if an invoice showed the kind, false if an entry did not come. */
export type EntryKindSupport = Record<string, boolean | undefined>;

export interface FailingLookUp {
	attempts: number;
	/** Not before this (n8n's clock) is it tried again. */
	until: number;
	reason: string;
}

export interface InvoiceEventState {
	/** What happened from this moment on is new (service time): the activation, or 0 in a replay. */
	since: number;
	/** The open ones, and those that were finished lately. */
	invoices: Record<string, KnownInvoice>;
	backlog: string[];
	finishedLists: Record<FinishedStatus, FinishedListState>;
	lists: LearnedLists;
	entryKinds: EntryKindSupport;
	lastChecked: string;
	failing: Record<string, FailingLookUp>;
	/** Whether the notice about missing entries was given. */
	isNoticed: boolean;
}

export const readListedInvoice = (raw: Invoice): ListedInvoice => ({
	id: invoiceNumberOf(raw),
	status: statusOf(raw),
	created: parseTimeOrEndOfDay(createdDateOf(raw)),
	due: dueDateOf(raw),
	expires: dayAsWritten(valueAt(raw, INVOICE_FIELDS.expirationDate.path)),
});

export function readInvoiceDetails(raw: Invoice): InvoiceDetails {
	const mode = textOrEmpty(valueAt(raw, INVOICE_FIELDS.deliveryMode.path)).toLowerCase();
	const isEmailed = mode === 'email' ? true : mode === 'none' ? false : undefined;
	return {
		...readListedInvoice(raw),
		history: readHistory(raw, isEmailed),
		total: parseServiceAmount(valueAt(raw, INVOICE_FIELDS.totalAmount.path)),
		balance: parseServiceAmount(valueAt(raw, BALANCE_PATH)),
		raw,
	};
}

/** Oldest first. Entries of the same date stay in order. */
function readHistory(raw: Invoice, isEmailed: boolean | undefined): HistoryEntry[] {
	const entries = (historyOf(raw) ?? []).flatMap(
		({ event: name, date, transactionDetails }): HistoryEntry[] => {
			const [event, at] = [textOrEmpty(name).toUpperCase(), parseTime(date)];
			const payment = transactionDetails as HistoryEntry['payment'];
			return at === undefined ? [] : [{ event, at, payment }];
		},
	);
	const [first, last] = [entries.at(0), entries.at(-1)];
	// Of entries of one moment, the creation was first.
	const isBeginning = last?.event === 'CREATE' || last?.event === 'DRAFT';
	if (first && last && (first.at > last.at || (isBeginning && first.at === last.at)))
		entries.reverse();
	return entries
		.sort((a, b) => a.at - b.at)
		.map((entry, index, sorted) => ({
			...entry,
			event: meaningOf(entry, sorted.slice(index + 1), isEmailed),
		}));
}

/** One request that creates and sends an invoice may write two entries. */
const ONE_REQUEST = 5000;

/** It depends on the delivery mode and on later entries. */
function meaningOf(
	{ event, at }: HistoryEntry,
	later: History,
	isEmailed: boolean | undefined,
): string {
	const next = later.at(0);
	if (event === 'PAYMENT') return next && isReviewOf(at, next) ? 'PAYMENT_IN_REVIEW' : event;
	if (isEmailed === false) {
		return ['CREATE', 'SEND'].includes(event) ? 'PUBLISH' : event;
	}
	if (event !== 'CREATE') return event;
	const most = isEmailed ? ONE_REQUEST : 1;
	if (next?.event === 'SEND' && next.at - at < most) return 'SENT_AT_ONCE';
	return isEmailed && !later.some((other) => other.event === 'SEND') ? 'SEND' : event;
}

/** A payment and its review may be entered as one. */
const isReviewOf = (paidAt: number, { event, at }: HistoryEntry): boolean =>
	event === 'REJECTED' || (event === 'PENDING' && at === paidAt);
