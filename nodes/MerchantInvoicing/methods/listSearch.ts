import type { INodeListSearchResult } from 'n8n-workflow';

import { invoiceLabel, statusOf } from '../../shared/invoice/invoice';
import { editorMethod } from '../../shared/node/editor';
import { readText } from '../../shared/node/parameters';
import { invoiceNumberOf, Invoicing } from '../../shared/service/invoicing';
import { isAllowedInStatus } from '../invoice/states';

const MAX_RESULTS = 100;

/** The list of invoices has no search by text, so this reads page after page. */
export const searchInvoices = editorMethod(
	async (run, filter?: string): Promise<INodeListSearchResult> => {
		const { transport } = run;
		const operation = readText(run, 'operation');
		const wanted = (filter ?? '').trim().toLowerCase();
		const results: INodeListSearchResult['results'] = [];
		for await (const page of new Invoicing(transport).all(undefined)) {
			for (const invoice of page) {
				const name = invoiceLabel(invoiceNumberOf(invoice), invoice);
				if (name.toLowerCase().includes(wanted) && isAllowedInStatus(operation, statusOf(invoice)))
					results.push({ name, value: invoiceNumberOf(invoice) });
			}
			if (results.length >= MAX_RESULTS) break;
		}
		return { results: results.slice(0, MAX_RESULTS) };
	},
);
