import type { IDataObject } from 'n8n-workflow';
import { currencyOf } from '../currencies';
import { add, format, toDecimal } from '../money';
import { valueAt } from './fieldValues';
import { INVOICE_FIELDS } from './fields';
import { isOwed } from './states';
import { readDay, textOf } from './values';

const MS_PER_DAY = 86_400_000;

export function daysBetween(from: string, to: string): number {
	return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

/** The exact amount as text, with at least the decimals of its currency. */
export function exactAmount(value: unknown, currency: unknown): string | null {
	const decimal = toDecimal(value);
	if (decimal === undefined) return null;
	const places = currencyOf(String(currency))?.minorUnits ?? 0;
	return format(add(decimal, { units: 0n, scale: places }));
}

type Text = string | boolean | number | null;
const plain = (value: unknown): Text =>
	typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
		? value
		: null;

export const statusOf = (invoice: unknown): string =>
	textOf(valueAt(invoice, ['status'])).toUpperCase();

export const numberOf = (invoice: unknown): string => textOf(valueAt(invoice, ['id']));

export const dueDateOf = (invoice: unknown): string | undefined =>
	readDay(valueAt(invoice, INVOICE_FIELDS.dueDate.path));

export function isOverdue(invoice: unknown, today: string): boolean {
	const due = dueDateOf(invoice);
	return due !== undefined && due < today && isOwed(statusOf(invoice));
}

function historyOf(invoice: unknown): string | null {
	const history = valueAt(invoice, ['invoiceHistory']);
	if (!Array.isArray(history)) return null;
	return history
		.map((entry) => [valueAt(entry, ['date']), valueAt(entry, ['event'])].map(plain).join(' '))
		.join('; ');
}

/** One flat row with the same columns for every invoice; amounts are exact text. */
export function simplifyInvoice(invoice: unknown, today: string): IDataObject {
	const at = (name: keyof typeof INVOICE_FIELDS) =>
		plain(valueAt(invoice, INVOICE_FIELDS[name].path));
	const currency = at('currency');
	const amount = (name: keyof typeof INVOICE_FIELDS) =>
		exactAmount(valueAt(invoice, INVOICE_FIELDS[name].path), currency);
	const percent = (name: keyof typeof INVOICE_FIELDS) => exactAmount(at(name), undefined);
	const dueDate = dueDateOf(invoice);
	const items = valueAt(invoice, ['orderInformation', 'lineItems']);
	return {
		invoiceNumber: plain(valueAt(invoice, ['id'])) ?? at('invoiceNumber'),
		status: statusOf(invoice),
		customerName: at('customerName'),
		customerEmail: at('customerEmail'),
		companyName: at('companyName'),
		merchantCustomerId: at('merchantCustomerId'),
		description: at('description'),
		currency,
		totalAmount: amount('totalAmount'),
		balanceAmount: exactAmount(
			valueAt(invoice, ['orderInformation', 'amountDetails', 'balanceAmount']),
			currency,
		),
		subAmount: amount('subAmount'),
		discountAmount: amount('discountAmount'),
		discountPercent: percent('discountPercent'),
		taxAmount: amount('taxAmount'),
		taxRate: percent('taxRate'),
		freightAmount: amount('freightAmount'),
		minimumPartialAmount: amount('minimumPartialAmount'),
		allowPartialPayments: at('allowPartialPayments'),
		dueDate: dueDate ?? null,
		daysUntilDue: dueDate === undefined ? null : daysBetween(today, dueDate),
		isOverdue: isOverdue(invoice, today),
		expirationDate: readDay(valueAt(invoice, INVOICE_FIELDS.expirationDate.path)) ?? null,
		deliveryMode: at('deliveryMode'),
		paymentLink: plain(valueAt(invoice, ['invoiceInformation', 'paymentLink'])),
		lineItemCount: Array.isArray(items) ? items.length : null,
		createdDate: plain(valueAt(invoice, ['createdDate'])),
		submitTimeUtc: plain(valueAt(invoice, ['submitTimeUtc'])),
		history: historyOf(invoice),
	};
}
