import type { INodePropertyOptions } from 'n8n-workflow';

import { inOneLine } from '../../../shared/invoice/oneLine';
import { editorMethod } from '../../../shared/node/editor';
import { Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import { OPEN } from './invoice';

/** More than anyone looks through; others can be entered by number. */
const MOST_INVOICES = 1000;

/** The invoices to choose from: those that something can still happen to. */
export const getOpenInvoices = editorMethod(
	async ({ transport }): Promise<INodePropertyOptions[]> => {
		const invoicing = new Invoicing(transport);
		const options: INodePropertyOptions[] = [];
		for (const status of OPEN) {
			for await (const page of invoicing.all(status, { operation: 'List open invoices' })) {
				for (const invoice of page) {
					const value = invoiceNumberOf(invoice);
					options.push({ name: inOneLine(value, invoice), value });
				}
				if (options.length >= MOST_INVOICES) break;
			}
		}
		return options
			.slice(0, MOST_INVOICES)
			.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
	},
);
