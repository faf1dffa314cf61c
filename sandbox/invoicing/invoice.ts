import type { InvoiceContent } from './content';
import { startOfExpirationDay } from './dates';

export const STATUSES = [
	'DRAFT',
	'CREATED',
	'SENT',
	'PARTIAL',
	'PAID',
	'PENDING',
	'CANCELED',
] as const;

export type InvoiceStatus = (typeof STATUSES)[number];

export type HistoryEvent =
	| 'DRAFT'
	| 'CREATE'
	| 'UPDATE'
	| 'SEND'
	| 'RESEND'
	| 'REMINDER'
	| 'PAYMENT'
	| 'CANCEL'
	| 'PENDING'
	| 'REJECTED';

export interface HistoryEntry {
	event: HistoryEvent;
	/** Milliseconds since 1970. */
	time: number;
	payment?: InvoicePayment;
}

export interface InvoicePayment {
	transactionId: string;
	amount: string;
}

export interface Invoice {
	/** The order of creation, for lists. */
	readonly sequence: number;
	readonly number: string;
	readonly created: number;
	submitted: number;
	status: InvoiceStatus;
	content: InvoiceContent;
	balance: string;
	/** The secret part of the payment link. */
	linkKey: string;
	/** A payment that fraud management holds for review. */
	review?: InvoicePayment;
	/** Fields of no specification that an update sent back, by path: see sandbox/dialects/unknownFields.ts. */
	unknownFields?: Record<string, unknown>;
	history: HistoryEntry[];
}

/** An invoice expires at 00:00 GMT on its expiration date. */
export function hasExpired({ content }: Invoice, moment: number): boolean {
	const { expirationDate } = content.invoiceInformation;
	if (expirationDate === undefined) return false;
	return (startOfExpirationDay(expirationDate) as number) <= moment;
}
