import { DateTime } from 'luxon';

import {
	historyOf,
	INVOICE_FIELDS,
	statusOf,
	lastProcessedTimeOf,
} from '../../shared/invoice/invoice';
import { parseTime } from '../../shared/period/times';
import { capitalize, trimText, valueAt } from '../../shared/text';
import type { InvoiceTransition } from '../../shared/service/invoicing';
import type { FieldValues } from './values';

/** In the order in which an invoice goes through them. */
export const STATUSES = [
	'DRAFT',
	'CREATED',
	'SENT',
	'PARTIAL',
	'PENDING',
	'PAID',
	'CANCELED',
] as const;
export type Status = (typeof STATUSES)[number];

export type InvoiceAction = InvoiceTransition | 'update';

const UNDER_REVIEW = 'under fraud review';
const SHARED_BY_LINK = 'shared by link';
const NO_ADDRESS = 'without an email address';

const [PUBLISHED, PAID, PARTIAL] = ['published', 'fully paid', 'partly paid'];
const CANCELED = 'canceled';
const PENDING = UNDER_REVIEW;

/** Why a status doesn't allow an action, after "it is". If there's no reason, the service decides. */
const REFUSALS: Record<InvoiceAction, Partial<Record<Status, string>>> = {
	cancel: { CANCELED, PAID, PARTIAL, PENDING },
	publish: {
		CANCELED,
		CREATED: PUBLISHED,
		PAID: PUBLISHED,
		PARTIAL: PUBLISHED,
		PENDING: PUBLISHED,
		SENT: PUBLISHED,
	},
	send: { CANCELED, PAID, PENDING },
	update: { CANCELED, PAID, PARTIAL, PENDING },
};

export const ADVICE_BY_REASON: Record<string, string | undefined> = {
	[NO_ADDRESS]: 'Add one with Update first.',
	[SHARED_BY_LINK]: 'To email it, set its Delivery to Email with Update first.',
	[UNDER_REVIEW]: 'Accept or reject the payment first.',
};

export const toSkipReason = (reason: string): string =>
	reason === SHARED_BY_LINK ? 'Shared by link. Send its payment link yourself' : capitalize(reason);

interface StatusAndDelivery {
	status: string;
	/** Email or None, in upper or lower case. */
	deliveryMode: string;
	customerEmail: string;
}

export const statusAndDeliveryOf = (invoice: unknown): StatusAndDelivery => ({
	status: statusOf(invoice),
	deliveryMode: trimText(valueAt(invoice, INVOICE_FIELDS.deliveryMode.path)).toLowerCase(),
	customerEmail: trimText(valueAt(invoice, INVOICE_FIELDS.customerEmail.path)),
});

export const isStatus = (text: string): text is Status =>
	(STATUSES as readonly string[]).includes(text);

/** After "it is". Undefined if the action is possible. */
export function refusalReason(change: InvoiceAction, state: StatusAndDelivery): string | undefined {
	const { status, customerEmail } = state;
	if (!isStatus(status)) return undefined;
	const reason = REFUSALS[change][status];
	if (reason !== undefined || change !== 'send') return reason;
	const deliveryMode = state.deliveryMode.toLowerCase();
	if (deliveryMode === 'email' && customerEmail === '') return NO_ADDRESS;
	// Send publishes a draft that is shared by link. Later there's nothing to send.
	return deliveryMode === 'none' && status !== 'DRAFT' ? SHARED_BY_LINK : undefined;
}

/** Reading is allowed in every status. */
export const isAllowedInStatus = (action: string, status: string): boolean =>
	!Object.hasOwn(REFUSALS, action) ||
	!isStatus(status) ||
	REFUSALS[action as InvoiceAction][status] === undefined;

export function newStatusConflict(
	{ deliveryMode, sendImmediately }: FieldValues<'deliveryMode' | 'sendImmediately'>,
	status: string,
): string | undefined {
	if (!isStatus(status)) return undefined;
	if (!['CREATED', 'DRAFT', 'SENT'].includes(status)) return 'which no new invoice has';
	if (sendImmediately !== true) {
		return status === 'DRAFT' ? undefined : 'although you asked for a draft';
	}
	if (deliveryMode === 'email' && status !== 'SENT') return 'so no email is known to have gone out';
	return status === 'DRAFT' ? 'so the customer cannot pay it yet' : undefined;
}

export type DeliveryChoice = 'draft' | 'emailDraft' | 'emailNow' | 'share';

export interface MissingStep {
	/** After "Invoice 12 already exists". */
	reason: string;
	advice: string;
}

export function findMissingStep(
	delivery: DeliveryChoice,
	{ status, deliveryMode }: StatusAndDelivery,
): MissingStep | undefined {
	const step = (reason: string, advice: string) => ({ reason: `and ${reason}`, advice });
	if (status === 'CANCELED') {
		return step('has the status CANCELED', 'To bill again, enter another number.');
	}
	if (delivery === 'share' && status === 'DRAFT') {
		return step('is a draft, so the customer cannot pay it', 'Use the action Publish.');
	}
	if (delivery !== 'emailNow' || !['DRAFT', 'CREATED'].includes(status)) return undefined;
	const what = status === 'DRAFT' ? 'is a draft' : 'is published';
	return deliveryMode === 'email'
		? step(`${what} that was not emailed`, 'Use the action Send.')
		: step(
				`${what} without delivery by email, so it was not emailed`,
				'Use the action Update to set Delivery to Email, then Send.',
			);
}

type Times = Array<number | undefined>;

const timesOf = (invoice: unknown, events: RegExp): Times =>
	(historyOf(invoice) ?? [])
		.filter(({ event }) => events.test(trimText(event)))
		.map(({ date }) => parseTime(date));

const SENDING = /^(RE)?SEND$/i;

/** Undefined if the invoice has no history. */
export const sendTimesOf = (invoice: unknown): Times | undefined =>
	historyOf(invoice) && timesOf(invoice, SENDING);

/** The times that an invoice shows for one request may differ by this much. */
const SAME_REQUEST = 60_000;

/**
 * maybe: the last request may have been an email. unknown: the invoice doesn't say.
 * `remindedFrom`: reminders that the service itself sends count from this time on.
 */
export function emailedSince(
	invoice: unknown,
	moment: number,
	remindedFrom = moment,
): 'yes' | 'no' | 'maybe' | 'unknown' {
	const isSince = (from: number) => (at: number | undefined) => at !== undefined && at >= from;
	const reminders = timesOf(invoice, /^REMINDER$/i);
	if (reminders.some(isSince(remindedFrom))) return 'yes';
	if (['CREATED', 'DRAFT'].includes(statusOf(invoice))) return 'no';
	const sendings = timesOf(invoice, SENDING);
	if (sendings.some(isSince(moment))) return 'yes';
	const last = parseTime(lastProcessedTimeOf(invoice));
	const emails = [...reminders, ...sendings];
	if (last === undefined)
		return emails.length > 0 && !emails.includes(undefined) ? 'no' : 'unknown';
	// If every email has an entry, not only the first one, an entry of that time says what the request was.
	const areAllEntered = sendings.length > 1 || timesOf(invoice, /^RESEND$/i).length === 1;
	const isEntered = timesOf(invoice, /^/).some(
		(at = -Infinity) => Math.abs(at - last) <= SAME_REQUEST,
	);
	return last < moment || (areAllEntered && isEntered) ? 'no' : 'maybe';
}

export function possibleEmailText(invoice: unknown, zone: string): string {
	const last = DateTime.fromMillis(parseTime(lastProcessedTimeOf(invoice)) ?? 0, { zone });
	return `May have been emailed on ${last.toFormat('yyyy-MM-dd')}`;
}
