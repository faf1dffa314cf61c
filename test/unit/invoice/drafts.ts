import type { EnteredInvoice } from '../../../nodes/MerchantInvoicing/invoice/draft';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import { readDraft } from '../../../nodes/MerchantInvoicing/invoice/draft';

export const LINE = {
	productName: 'Chair',
	productSku: 'CH-1',
	quantity: '2',
	unitPrice: '10.00',
	totalAmount: '20.00',
};

/** An itemized invoice that keeps every rule, with the given fields laid over it. */
export const itemized = (
	fields: EnteredInvoice['fields'] = {},
	lineItems: unknown = [LINE],
): EnteredInvoice => ({
	fields: {
		customerName: 'Ann Lee',
		customerEmail: 'ann@example.com',
		deliveryMode: 'email',
		sendImmediately: true,
		dueDate: '2026-12-31',
		currency: 'USD',
		totalAmount: '20.00',
		...fields,
	},
	lineItems,
});

/** An amount only invoice that keeps every rule, with the given fields laid over it. */
export const amountOnly = (fields: EnteredInvoice['fields'] = {}): EnteredInvoice => ({
	...itemized({ description: 'Advice in May', ...fields }),
	lineItems: [],
});

export function draftOf(entry: EnteredInvoice): InvoiceDraft {
	const { draft, problems } = readDraft(entry);
	if (problems.length > 0) throw new Error(JSON.stringify(problems));
	return draft;
}
