import type { INodeListSearchResult } from 'n8n-workflow';

import { CURRENCIES } from '../../shared/currencies';
import { simplifyInvoice } from '../../shared/invoice/simplify';
import { editorMethod } from '../../shared/node/editor';
import { textOf } from '../../shared/record';
import type { Invoice } from '../../shared/service/invoicing';
import { Invoicing, invoiceNumberOf } from '../../shared/service/invoicing';

const MOST_RESULTS = 100;

const holds = (text: string, filter = '') =>
	text.toLowerCase().includes(filter.trim().toLowerCase());

function inOneLine(invoice: Invoice): string {
	const { customerName, totalAmount, currency, status, dueDate } = simplifyInvoice(invoice, '');
	const amount = [totalAmount, currency].map(textOf).join(' ').trim();
	const due = textOf(dueDate) && `due ${textOf(dueDate)}`;
	return [invoiceNumberOf(invoice), textOf(customerName), amount, textOf(status), due]
		.filter(Boolean)
		.join(' · ');
}

/** Number, customer, amount and status of each invoice, searched over all pages. */
export const searchInvoices = editorMethod(
	async ({ transport }, filter?: string): Promise<INodeListSearchResult> => {
		const results: INodeListSearchResult['results'] = [];
		for await (const page of new Invoicing(transport).all(undefined)) {
			for (const invoice of page) {
				const name = inOneLine(invoice);
				if (holds(name, filter)) results.push({ name, value: invoiceNumberOf(invoice) });
			}
			if (results.length >= MOST_RESULTS) break;
		}
		return { results: results.slice(0, MOST_RESULTS) };
	},
);

export const searchCurrencies = editorMethod(
	async (_run, filter?: string): Promise<INodeListSearchResult> => ({
		results: CURRENCIES.map(({ code, name }) => ({
			name: `${code} – ${name}`,
			value: code,
		})).filter(({ name }) => holds(name, filter)),
	}),
);
