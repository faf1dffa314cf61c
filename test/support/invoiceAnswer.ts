import type { IDataObject } from 'n8n-workflow';

import type { InvoiceDetails } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { readInvoiceDetails } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';

const MINUTE = 60_000;

/** When the trigger was activated. */
export const START = Date.parse('2026-03-01T12:00:00Z');

/** So many minutes after the activation. */
export const minute = (count: number): number => START + count * MINUTE;

interface Amounts {
	total?: string | number;
	balance?: string | number;
	/** Minutes after the activation. */
	created?: number;
}

/**
 * An invoice as the trigger reads it in an answer. `SEND -90, PAYMENT 5 20.00` is its history, with minutes after the
 * activation and amounts; an entry of `?` minutes has no time. Without a text, the service gives no history.
 */
export const invoiceAnswer = (
	status: string,
	history?: string,
	{ total, balance, created }: Amounts = {},
): InvoiceDetails =>
	readInvoiceDetails({
		id: 'I',
		status,
		...(created !== undefined && { createdDate: new Date(minute(created)).toISOString() }),
		...(history !== undefined && { invoiceHistory: entriesOf(history) }),
		orderInformation: { amountDetails: { totalAmount: total, balanceAmount: balance } },
	});

/** See invoiceAnswer. */
export const entriesOf = (history: string): IDataObject[] =>
	history
		.split(', ')
		.filter((entry) => entry !== '')
		.map((entry) => {
			const [event, minutes, amount] = entry.split(' ') as [string, string, string?];
			return {
				event,
				date: minutes === '?' ? null : new Date(minute(Number(minutes))).toISOString(),
				...(amount !== undefined && { transactionDetails: { transactionId: 'T', amount } }),
			};
		});
