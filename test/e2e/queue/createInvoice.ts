import type { IDataObject } from 'n8n-workflow';

const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** Creates the invoice whose number a webhook call brings. */
export const createInvoice = {
	resource: 'invoice',
	operation: 'create',
	mappingMode: 'defineBelow',
	delivery: 'share',
	currency: { __rl: true, mode: 'code', value: 'USD' },
	additionalFields: { dueDate, invoiceDescription: 'From a queue', totalAmount: '12.34' },
	invoiceNumber: '={{ $json.body.number }}',
} satisfies IDataObject;
