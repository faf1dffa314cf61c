import type { INodeExecutionData } from 'n8n-workflow';

import { simplifyInvoice } from '../shared/invoice/simplify';
import type { InvoiceEvent } from './events/invoiceStatus/events';

const iso = (at: number | undefined): string | null =>
	at === undefined ? null : new Date(at).toISOString();

/** What the user gets for a change: the change itself, and the invoice as a flat summary or in full. */
export function invoiceItem(
	{ eventId, change, id, previousStatus, newStatus, at, payment, invoice }: InvoiceEvent,
	output: 'summary' | 'full',
	today: string,
): INodeExecutionData {
	return {
		json: {
			eventId,
			change,
			invoiceNumber: id,
			previousStatus,
			newStatus,
			changedAt: iso(at),
			...(payment === undefined ? {} : { payment }),
			invoice: output === 'full' ? invoice : simplifyInvoice(invoice, today),
		},
	};
}
