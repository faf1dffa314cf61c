import type { Invoice, InvoiceStatus } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { Refusal } from '../refusal';
import type { Dialect } from './dialect';
import { asOfPage, pageSize } from './pages';
import { lag } from './times';

export interface InvoiceQuery {
	offset: number;
	limit: number;
	status?: InvoiceStatus;
}

/** A page of invoices as the dialect cuts it. */
export interface InvoicePage {
	/** Undefined where the answer has no list. */
	invoices?: readonly Invoice[];
	totalInvoices?: number | string;
	/** Where the answer says how many a page holds. */
	limit?: number;
	/** The offsets that its links lead to. */
	links: { self: number; next?: number; previous?: number };
}

export function invoicePage(merchant: Merchant, query: InvoiceQuery): InvoicePage {
	const { dialect } = merchant.sandbox;
	const size = pageSize(!dialect.is('pageSize', 'as-asked'), query.limit);
	const step = dialect.is('invoiceOffset', 'pages') ? 1 : size;
	const start = dialect.is('invoiceOffset', 'pages') ? query.offset * size : query.offset;
	const list = listed(merchant, query.status, start);
	const invoices = start < list.length ? list.slice(start, size) : beyondEnd(dialect);
	return {
		invoices,
		totalInvoices: total(merchant, list.total, invoices?.length ?? 0),
		limit: dialect.is('pageSize', '20-told') ? size : undefined,
		links: {
			self: query.offset,
			next: start + size < list.length ? query.offset + step : undefined,
			previous: query.offset > 0 ? Math.max(0, query.offset - step) : undefined,
		},
	};
}

interface Listed {
	length: number;
	/** How many invoices there are, whatever the paging makes of them. */
	total: number;
	slice(from: number, many: number): readonly Invoice[];
}

/** Only an unusual dialect looks at all invoices: there may be a hundred thousand. */
function listed(merchant: Merchant, status: InvoiceStatus | undefined, start: number): Listed {
	const { dialect } = merchant.sandbox;
	const total = merchant.invoices.count(status);
	const delay = lag(dialect);
	const isPlain = dialect.is('order', 'usual') && dialect.is('paging', 'steady');
	if (isPlain && delay === 0) {
		return {
			length: total,
			total,
			slice: (from, many) => merchant.invoices.page(from, many, status),
		};
	}
	const all = merchant.invoices.page(0, total, status);
	const known = all.filter(({ created }) => created + delay <= merchant.now());
	const seen = asOfPage(dialect, dialect.is('order', 'usual') ? known : known.reverse(), start);
	return {
		length: seen.length,
		total: known.length,
		slice: (from, many) => seen.slice(from, from + many),
	};
}

function beyondEnd(dialect: Dialect): readonly Invoice[] | undefined {
	switch (dialect.reading('beyondEnd')) {
		case 'empty':
			return [];
		case 'not-found':
			throw new Refusal(404, 'NOTFOUND', 'There are no invoices at this offset.');
		case 'nothing':
			return undefined;
	}
}

function total(merchant: Merchant, ofFilter: number, ofPage: number): number | string | undefined {
	switch (merchant.sandbox.dialect.reading('invoiceTotal')) {
		case 'of-filter':
			return ofFilter;
		case 'missing':
			return undefined;
		case 'text':
			return String(ofFilter);
		case 'of-page':
			return ofPage;
	}
}
