import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../period/times';
import { add, findCurrency, format, parseServiceAmount } from '../money';
import { isRecord, trimText, valueAt } from '../text';

/** Decides how a value is read, checked, compared and written. */
export type Kind =
	| 'amount'
	| 'boolean'
	| 'color'
	| 'currency'
	| 'date'
	| 'dayFirstDate'
	| 'deliveryMode'
	| 'email'
	| 'percent'
	| 'price'
	| 'quantity'
	| 'text'
	| 'url';

export interface Field {
	/** The name in the editor. */
	label: string;
	kind: Kind;
	/** In the bodies of requests and responses. */
	path: readonly string[];
	/** Where other clients of the service put it. */
	otherPath?: readonly string[];
}

export const field = (label: string, kind: Kind, ...path: string[]): Field => ({
	label,
	kind,
	path,
});

const CUSTOMER = 'customerInformation';
const INVOICE = 'invoiceInformation';
const AMOUNTS = ['orderInformation', 'amountDetails'] as const;
const PARTNER = ['clientReferenceInformation', 'partner'] as const;
const PROCESSING = 'processingInformation';

/** All fields of a create or update request, except the lists of line items and custom field values. */
export const INVOICE_FIELDS = {
	allowPartialPayments: field('Allow Partial Payments', 'boolean', INVOICE, 'allowPartialPayments'),
	companyName: field('Company Name', 'text', CUSTOMER, 'company', 'name'),
	currency: field('Currency', 'currency', ...AMOUNTS, 'currency'),
	customerEmail: field('Customer Email', 'email', CUSTOMER, 'email'),
	customerName: field('Customer Name', 'text', CUSTOMER, 'name'),
	deliveryMode: field('Delivery', 'deliveryMode', INVOICE, 'deliveryMode'),
	description: field('Description', 'text', INVOICE, 'description'),
	developerId: field('Developer ID', 'text', ...PARTNER, 'developerId'),
	discountAmount: field('Discount Amount', 'amount', ...AMOUNTS, 'discountAmount'),
	discountPercent: field('Discount (%)', 'percent', ...AMOUNTS, 'discountPercent'),
	dueDate: field('Due Date', 'date', INVOICE, 'dueDate'),
	expirationDate: field('Expiration Date', 'dayFirstDate', INVOICE, 'expirationDate'),
	freightAmount: field('Freight Amount', 'amount', ...AMOUNTS, 'freight', 'amount'),
	freightTaxable: field('Freight Is Taxable', 'boolean', ...AMOUNTS, 'freight', 'taxable'),
	freightTaxRate: field('Freight Tax (%)', 'percent', ...AMOUNTS, 'freight', 'taxRate'),
	invoiceNumber: field('Invoice Number', 'text', INVOICE, 'invoiceNumber'),
	merchantCustomerId: field('Merchant Customer ID', 'text', CUSTOMER, 'merchantCustomerId'),
	minimumPartialAmount: field(
		'Minimum Partial Amount',
		'amount',
		...AMOUNTS,
		'minimumPartialAmount',
	),
	requestPhone: field('Request Phone Number', 'boolean', PROCESSING, 'requestPhone'),
	requestShipping: field('Request Shipping Address', 'boolean', PROCESSING, 'requestShipping'),
	sendImmediately: field('Send Immediately', 'boolean', INVOICE, 'sendImmediately'),
	solutionId: field('Solution ID', 'text', ...PARTNER, 'solutionId'),
	subAmount: field('Sub-Amount', 'amount', ...AMOUNTS, 'subAmount'),
	taxAmount: field('Tax Amount', 'amount', ...AMOUNTS, 'taxDetails', 'amount'),
	taxRate: field('Tax (%)', 'percent', ...AMOUNTS, 'taxDetails', 'rate'),
	taxType: field('Tax Type', 'text', ...AMOUNTS, 'taxDetails', 'type'),
	totalAmount: field('Total Amount', 'amount', ...AMOUNTS, 'totalAmount'),
} satisfies Record<string, Field>;

export type InvoiceField = keyof typeof INVOICE_FIELDS;

export const BALANCE_PATH = [...AMOUNTS, 'balanceAmount'] as const;

export const LINE_ITEMS_PATH = ['orderInformation', 'lineItems'] as const;

export const LINE_FIELDS = {
	discountAmount: field('Discount Amount', 'amount', 'discountAmount'),
	discountRate: {
		...field('Discount (%)', 'percent', 'discountRate'),
		otherPath: ['discountPercent'],
	},
	productName: field('Product Name', 'text', 'productName'),
	productSku: field('Product SKU', 'text', 'productSku'),
	quantity: field('Quantity', 'quantity', 'quantity'),
	taxAmount: field('Tax Amount', 'amount', 'taxAmount'),
	taxRate: field('Tax (%)', 'percent', 'taxRate'),
	totalAmount: field('Total Amount', 'amount', 'totalAmount'),
	unitPrice: field('Unit Price', 'price', 'unitPrice'),
} satisfies Record<string, Field>;

export type LineField = keyof typeof LINE_FIELDS;

/** Two ways to give one value. Discounts and taxes are on the invoice or on its lines, never on both. */
export const AMOUNT_OR_RATE = {
	invoice: [
		{ of: 'discount', amount: 'discountAmount', rate: 'discountPercent' },
		{ of: 'tax', amount: 'taxAmount', rate: 'taxRate' },
	],
	line: [
		{ of: 'discount', amount: 'discountAmount', rate: 'discountRate' },
		{ of: 'tax', amount: 'taxAmount', rate: 'taxRate' },
	],
} as const;

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const DAY_FIRST_DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
export const OWED_STATUSES = ['CREATED', 'SENT', 'PARTIAL'];

export const createdDateOf = (invoice: unknown): unknown => valueAt(invoice, ['createdDate']);

/** When the service last processed the invoice or the settings. */
export const lastProcessedTimeOf = (body: unknown): unknown => valueAt(body, ['submitTimeUtc']);

const isCalendarDay = (raw: unknown): raw is { toISODate(): string | null } =>
	typeof raw === 'object' && raw !== null && 'toISODate' in raw;

/** The date as written: a time or zone after it must not move it to another day. */
export function dayAsWritten(raw: unknown): string | undefined {
	const text = isCalendarDay(raw) ? raw.toISODate() : raw instanceof Date ? raw.toJSON() : raw;
	if (typeof text !== 'string') return undefined;
	const iso = ISO_DATE.exec(text.trim());
	const dayFirst = DAY_FIRST_DATE.exec(text.trim());
	const parts = iso?.slice(1, 4) ?? dayFirst?.slice(1, 4).reverse();
	if (parts === undefined) return undefined;
	const day = parts.join('-');
	const time = Date.parse(`${day}T00:00:00Z`);
	return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? undefined : day;
}

/** The exact amount as text, with at least the decimals of its currency. */
export function formatAmount(value: unknown, currency: unknown): string | null {
	const decimal = parseServiceAmount(value);
	if (decimal === undefined) return null;
	const places = findCurrency(String(currency))?.minorUnits ?? 0;
	return format(add(decimal, { units: 0n, scale: places }));
}

/** Text that can't be read as an amount stays as it is. */
export const amountOrText = (value: unknown, currency: unknown): string | null =>
	formatAmount(value, currency) ?? (trimText(value) || null);

const plain = (value: unknown): string | boolean | number | null =>
	typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
		? value
		: null;

export const statusOf = (invoice: unknown): string =>
	trimText(valueAt(invoice, ['status'])).toUpperCase();

export const dueDateOf = (invoice: unknown): string | undefined =>
	dayAsWritten(valueAt(invoice, INVOICE_FIELDS.dueDate.path));

/** Null if the service doesn't give one, as in its list. */
export const paymentLinkOf = (invoice: unknown): string | null =>
	trimText(valueAt(invoice, ['invoiceInformation', 'paymentLink'])) || null;

export const isOwedStatus = (status: string): boolean => OWED_STATUSES.includes(status);

export function isOverdue(invoice: unknown, today: string): boolean {
	const due = dueDateOf(invoice);
	return due !== undefined && due < today && isOwedStatus(statusOf(invoice));
}

export const daysBetween = (from: string, to: string): number =>
	Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** Undefined if the service doesn't give one, as in its list. */
export function historyOf(invoice: unknown): IDataObject[] | undefined {
	const history = valueAt(invoice, ['invoiceHistory']);
	return Array.isArray(history) ? (history as unknown[]).filter(isRecord) : undefined;
}

/** What a row says for values that can't be read depends on who uses it. */
export interface AmountAndDayReader {
	amount(value: unknown, currency: unknown): string | null;
	day(value: unknown): string | null;
}

/** For people: an amount that can't be read is shown as the service gives it. */
const SHOWN: AmountAndDayReader = {
	amount: amountOrText,
	day: (value) => dayAsWritten(value) ?? null,
};

/** One flat row with the same columns for every invoice, the most used first. Amounts are exact text. */
export function invoiceRow(
	invoice: unknown,
	today: string,
	read: AmountAndDayReader = SHOWN,
): IDataObject {
	const at = (name: InvoiceField) => plain(valueAt(invoice, INVOICE_FIELDS[name].path));
	const currency = at('currency');
	const amount = (name: InvoiceField) =>
		read.amount(valueAt(invoice, INVOICE_FIELDS[name].path), currency);
	const percent = (name: InvoiceField) => read.amount(at(name), undefined);
	const dueDate = dueDateOf(invoice);
	const items = valueAt(invoice, LINE_ITEMS_PATH);
	return {
		invoiceNumber: plain(valueAt(invoice, ['id'])) ?? at('invoiceNumber'),
		status: statusOf(invoice),
		customerName: at('customerName'),
		totalAmount: amount('totalAmount'),
		currency,
		balanceAmount: read.amount(valueAt(invoice, BALANCE_PATH), currency),
		dueDate: read.day(valueAt(invoice, INVOICE_FIELDS.dueDate.path)),
		daysUntilDue: dueDate === undefined ? null : daysBetween(today, dueDate),
		paymentLink: paymentLinkOf(invoice),
		customerEmail: at('customerEmail'),
		isOverdue: isOverdue(invoice, today),
		companyName: at('companyName'),
		merchantCustomerId: at('merchantCustomerId'),
		description: at('description'),
		subAmount: amount('subAmount'),
		discountAmount: amount('discountAmount'),
		discountPercent: percent('discountPercent'),
		taxAmount: amount('taxAmount'),
		taxRate: percent('taxRate'),
		freightAmount: amount('freightAmount'),
		minimumPartialAmount: amount('minimumPartialAmount'),
		allowPartialPayments: at('allowPartialPayments'),
		expirationDate: read.day(valueAt(invoice, INVOICE_FIELDS.expirationDate.path)),
		deliveryMode: at('deliveryMode'),
		lineItemCount: Array.isArray(items) ? items.length : null,
		createdDate: plain(createdDateOf(invoice)),
		submitTimeUtc: plain(lastProcessedTimeOf(invoice)),
		history: historyInWords(historyOf(invoice)),
	};
}

const historyInWords = (history?: readonly IDataObject[]): string | null =>
	history?.map(({ date, event }) => [date, event].map(plain).join(' ')).join('; ') ?? null;

/** For choosing from a list. */
export function invoiceLabel(invoiceNumber: string, invoice: unknown): string {
	const { customerName, totalAmount, currency, status, dueDate } = invoiceRow(invoice, '');
	const amount = [totalAmount, currency].map(trimText).join(' ').trim();
	const due = trimText(dueDate) && `due ${trimText(dueDate)}`;
	return [invoiceNumber, trimText(customerName), amount, trimText(status), due]
		.filter(Boolean)
		.join(' · ');
}
