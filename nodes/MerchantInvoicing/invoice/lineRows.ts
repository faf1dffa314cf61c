import type { IDataObject } from 'n8n-workflow';

import { LINE_ITEM_FIELDS, LINE_ITEMS_PATH, type LineItemField } from '../../shared/invoice/fields';
import type { ValueReader } from '../../shared/invoice/simplify';
import { invoiceRow, SHOWN } from '../../shared/invoice/simplify';
import { textOf, valueAt } from '../../shared/text';
import { pickFields } from './values';

/** What each row says of its invoice. */
const OF_THE_INVOICE = [
	'invoiceNumber',
	'status',
	'customerName',
	'customerEmail',
	'companyName',
	'merchantCustomerId',
	'currency',
	'dueDate',
] as const;

/** What is said once of an invoice, as it is of the whole: added up over all rows, it would count once for each line. */
const ONCE = {
	totalAmount: 'invoiceTotalAmount',
	balanceAmount: 'invoiceBalanceAmount',
	discountAmount: 'invoiceDiscountAmount',
	discountPercent: 'invoiceDiscountPercent',
	taxAmount: 'invoiceTaxAmount',
	taxRate: 'invoiceTaxRate',
	freightAmount: 'invoiceFreightAmount',
} as const;

/** The lines of an invoice as rows. Of one without lines there is one row, so that its amount is not lost. */
export function lineRows(
	invoice: unknown,
	today: string,
	read: ValueReader = SHOWN,
): IDataObject[] {
	const simple = invoiceRow(invoice, today, read);
	const every = Object.fromEntries(OF_THE_INVOICE.map((name) => [name, simple[name]]));
	const once = Object.fromEntries(
		Object.entries(ONCE).map(([name, column]) => [column, simple[name]]),
	);
	const items = valueAt(invoice, LINE_ITEMS_PATH);
	const lines = Array.isArray(items) ? (items as unknown[]) : [];
	if (lines.length === 0) return [{ ...every, ...once }];
	return lines.map((line, index) => ({
		...every,
		line: index + 1,
		...lineColumns(line, simple.currency, read),
		...(index === 0 ? once : {}),
	}));
}

function lineColumns(line: unknown, currency: unknown, read: ValueReader): IDataObject {
	const values = pickFields(LINE_ITEM_FIELDS, line);
	const money = (name: LineItemField) => read.amount(values[name], currency);
	const plain = (name: LineItemField) => read.amount(values[name], undefined);
	return {
		productSku: textOf(values.productSku) || null,
		productName: textOf(values.productName) || null,
		quantity: plain('quantity'),
		unitPrice: money('unitPrice'),
		lineDiscountAmount: money('discountAmount'),
		lineDiscountRate: plain('discountRate'),
		lineTaxAmount: money('taxAmount'),
		lineTaxRate: plain('taxRate'),
		lineTotalAmount: money('totalAmount'),
	};
}
