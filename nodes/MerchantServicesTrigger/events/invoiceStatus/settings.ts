import type { Start } from '../start';

/** What can happen to an invoice, in the words of the node's field. */
export const CHANGES = [
	'drafted',
	'published',
	'sent',
	'partlyPaid',
	'paid',
	'pendingReview',
	'canceled',
	'otherStatus',
	'overdue',
	'expiresSoon',
] as const;

export type Change = (typeof CHANGES)[number];

export interface InvoiceFilters {
	changes: Change[];
	/** Name, email or customer identifier. Empty: every customer. */
	customers: string[];
	/** Exact decimals; undefined is no bound. */
	minimumAmount?: string;
	maximumAmount?: string;
	currency?: string;
	expiresWithinDays: number;
}

export interface InvoiceSettings {
	/** Only these invoices, looked up one by one; undefined watches all through the list. */
	numbers?: string[];
	filters: InvoiceFilters;
	steps: 'each' | 'latest';
	start: Start;
	/** At most about so many events in one poll. */
	limit: number;
	pageSize: number;
	/** Due dates end with the day in this zone. */
	zone: string;
	/** How many partly paid invoices are looked up in one poll for further payments. */
	partialChecks: number;
}
