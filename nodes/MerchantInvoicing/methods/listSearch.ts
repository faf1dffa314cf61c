import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { CURRENCIES } from '../../shared/currencies';
import { numberOf, simplifyInvoice } from '../../shared/invoice/simplify';
import { textOf } from '../../shared/invoice/values';
import { Session, Transport } from '../../shared/transport';
import { listInvoices, type ListedInvoice } from '../actions/common/service';

const MOST_RESULTS = 100;

const holds = (text: string, filter = '') =>
	text.toLowerCase().includes(filter.trim().toLowerCase());

function inOneLine(invoice: ListedInvoice): string {
	const { customerName, totalAmount, currency, status, dueDate } = simplifyInvoice(invoice, '');
	const amount = [totalAmount, currency].map(textOf).join(' ').trim();
	const due = textOf(dueDate) && `due ${textOf(dueDate)}`;
	return [numberOf(invoice), textOf(customerName), amount, textOf(status), due]
		.filter(Boolean)
		.join(' · ');
}

/** Number, customer, amount and status of each invoice, searched over all pages. */
export async function searchInvoices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const results: INodeListSearchResult['results'] = [];
	for await (const page of listInvoices(new Transport(new Session(this)))) {
		for (const invoice of page) {
			const name = inOneLine(invoice);
			if (holds(name, filter)) results.push({ name, value: numberOf(invoice) });
		}
		if (results.length >= MOST_RESULTS) break;
	}
	return { results: results.slice(0, MOST_RESULTS) };
}

export async function searchCurrencies(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return {
		results: CURRENCIES.map(({ code, name }) => ({
			name: `${code} – ${name}`,
			value: code,
		})).filter(({ name }) => holds(name, filter)),
	};
}
