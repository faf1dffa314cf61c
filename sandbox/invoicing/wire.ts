import type { AmountDetails, LineItem } from './content';
import { exactNumber } from './exactJson';
import { invoiceEntry } from '../dialects/invoiceAnswer';
import { invoicePage, type InvoiceQuery } from '../dialects/invoiceList';
import type { HistoryEntry, Invoice } from './invoice';
import type { Merchant } from './merchant';

/** Invoices as the service writes them. */

const INVOICES = '/invoicing/v2/invoices';

export function showInvoice(merchant: Merchant, invoice: Invoice): object {
	const { customerInformation, processingInformation, invoiceInformation, orderInformation } =
		invoice.content;
	const { lineItems, amountDetails } = orderInformation;
	const labels = merchant.settings.current.customLabels.filter(({ value }) => value !== undefined);
	return {
		_links: linksOf(invoice),
		id: invoice.number,
		submitTimeUtc: time(invoice.submitted),
		status: invoice.status,
		customerInformation,
		processingInformation: {
			requestPhone: processingInformation.requestPhone ?? false,
			requestShipping: processingInformation.requestShipping ?? false,
		},
		invoiceInformation: {
			invoiceNumber: invoice.number,
			description: invoiceInformation.description,
			dueDate: invoiceInformation.dueDate,
			expirationDate: invoiceInformation.expirationDate,
			allowPartialPayments: invoiceInformation.allowPartialPayments ?? false,
			paymentLink: merchant.paymentLink(invoice),
			deliveryMode: invoiceInformation.deliveryMode === 'email' ? 'Email' : 'None',
			customLabels:
				labels.length > 0 ? labels.map(({ key, value }) => ({ key, value })) : undefined,
		},
		orderInformation: {
			amountDetails: showAmounts(amountDetails, invoice.balance),
			lineItems: lineItems.length > 0 ? lineItems.map(showLineItem) : undefined,
		},
	};
}

export function showInvoiceWithHistory(merchant: Merchant, invoice: Invoice): object {
	return {
		...showInvoice(merchant, invoice),
		invoiceHistory: invoice.history.map(showHistoryEntry),
	};
}

export function showPage(merchant: Merchant, query: InvoiceQuery): object {
	const { invoices, totalInvoices, limit, links } = invoicePage(merchant, query);
	const filter = query.status === undefined ? '' : `&status=${query.status}`;
	const link = (offset: number | undefined): object | undefined =>
		offset === undefined
			? undefined
			: { href: `${INVOICES}?offset=${offset}&limit=${query.limit}${filter}`, method: 'GET' };
	return {
		_links: {
			self: link(links.self),
			next: link(links.next),
			previous: link(links.previous),
		},
		submitTimeUtc: time(merchant.now()),
		limit,
		totalInvoices,
		invoices: invoices?.map((invoice) =>
			invoiceEntry(merchant.sandbox.dialect, showSummary(invoice)),
		),
	};
}

function showSummary(invoice: Invoice): object {
	const { customerInformation, invoiceInformation, orderInformation } = invoice.content;
	const { totalAmount, currency } = orderInformation.amountDetails;
	return {
		_links: linksOf(invoice),
		id: invoice.number,
		status: invoice.status,
		createdDate: time(invoice.created),
		customerInformation: {
			name: customerInformation.name,
			merchantCustomerId: customerInformation.merchantCustomerId,
		},
		invoiceInformation: {
			dueDate: invoiceInformation.dueDate,
			expirationDate: invoiceInformation.expirationDate,
		},
		orderInformation: { amountDetails: { totalAmount: number(totalAmount), currency } },
	};
}

function linksOf({ number, status }: Invoice): object {
	const href = `${INVOICES}/${encodeURIComponent(number)}`;
	const self = { href, method: 'GET' };
	if (status === 'CANCELED') return { self };
	return {
		self,
		update: { href, method: 'PUT' },
		deliver: { href: `${href}/delivery`, method: 'POST' },
		cancel: { href: `${href}/cancelation`, method: 'POST' },
	};
}

function showAmounts(details: AmountDetails, balance: string): object {
	const { taxDetails, freight } = details;
	return {
		totalAmount: number(details.totalAmount),
		currency: details.currency,
		balanceAmount: number(balance),
		discountAmount: number(details.discountAmount),
		discountPercent: number(details.discountPercent),
		subAmount: number(details.subAmount),
		minimumPartialAmount: number(details.minimumPartialAmount),
		taxDetails: unlessEmpty({
			type: taxDetails.type,
			amount: number(taxDetails.amount),
			rate: number(taxDetails.rate),
		}),
		freight: unlessEmpty({
			amount: number(freight.amount),
			taxable: freight.taxable,
			taxRate: number(freight.taxRate),
		}),
	};
}

function showLineItem(item: LineItem): object {
	return {
		productSku: item.productSku,
		productName: item.productName,
		unitPrice: number(item.unitPrice),
		quantity: number(item.quantity),
		discountAmount: number(item.discountAmount),
		discountRate: number(item.discountRate),
		taxAmount: number(item.taxAmount),
		taxRate: number(item.taxRate),
		totalAmount: number(item.totalAmount),
	};
}

function showHistoryEntry({ event, time: moment, payment }: HistoryEntry): object {
	return {
		event,
		date: time(moment),
		transactionDetails: payment && {
			transactionId: payment.transactionId,
			amount: number(payment.amount),
		},
	};
}

function number(text: string | undefined): object | undefined {
	return text === undefined ? undefined : exactNumber(text);
}

function time(moment: number): string {
	return new Date(moment).toISOString();
}

function unlessEmpty(group: Record<string, unknown>): object | undefined {
	return Object.values(group).some((value) => value !== undefined) ? group : undefined;
}
