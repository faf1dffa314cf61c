import type { IDataObject } from 'n8n-workflow';

const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** Creates the invoice whose number a webhook call brings. */
export const createInvoice: IDataObject = {
	resource: 'invoice',
	operation: 'create',
	delivery: 'share',
	invoiceType: 'amountOnly',
	invoiceDescription: 'From a queue',
	dueDate,
	currency: { __rl: true, mode: 'code', value: 'USD' },
	totalAmount: '12.34',
	numberSource: 'entered',
	invoiceNumber: '={{ $json.body.number }}',
};
