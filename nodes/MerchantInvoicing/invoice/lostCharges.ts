import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_ITEM_FIELDS,
	type LineItemField,
} from '../../shared/invoice/fields';
import { error, type Problem } from '../../shared/problem';
import type { InvoiceDraft, Value, Values } from './values';
import { isIdle } from './rules';

/** Without these an invoice bills less, or is refused. */
export const CHARGES = {
	fields: [
		'discountAmount',
		'discountPercent',
		'freightAmount',
		'freightTaxRate',
		'freightTaxable',
		'taxAmount',
		'taxRate',
		'totalAmount',
	] satisfies InvoiceField[],
	lines: [
		'discountAmount',
		'discountRate',
		'taxAmount',
		'taxRate',
		'totalAmount',
	] satisfies LineItemField[],
};

/** The charges whose expressions give nothing: the cell is empty, or its column has another name. */
export interface EmptyCharges {
	fields: readonly InvoiceField[];
	/** Of any line. */
	lines: readonly LineItemField[];
}

const TOGETHER = [
	['discountAmount', 'discountPercent', 'discountRate'],
	['taxAmount', 'taxRate'],
];

/** A charge as an amount or as a rate. */
export const namesOf = (name: string): readonly string[] =>
	TOGETHER.find((group) => group.includes(name)) ?? [name];

const chargeIn = (values: Values<string>, name: string): Value | undefined =>
	namesOf(name)
		.map((one) => values[one])
		.find((value) => !isIdle(value));

const message = (value: unknown) =>
	`has no value here, and the invoice has ${String(value)}. To remove it, enter 0`;

/** The charges of an invoice that would be removed only because an expression gives nothing. */
export function lostCharges(
	before: InvoiceDraft,
	after: InvoiceDraft,
	{ fields, lines }: EmptyCharges,
): Problem[] {
	const ofInvoice = fields.flatMap((name) => {
		const had = chargeIn(before.fields, name);
		if (had === undefined || chargeIn(after.fields, name) !== undefined) return [];
		return [error(INVOICE_FIELDS[name].label, message(had))];
	});
	// A line that is removed takes its charges with it.
	const skus = new Set(after.lineItems.map(({ productSku }) => productSku));
	const kept = before.lineItems.filter(({ productSku }) => skus.has(productSku));
	const ofLines = lines.flatMap((name) => {
		const [had, has] = [kept, after.lineItems].map((items) =>
			items.flatMap((line) => chargeIn(line, name) ?? []),
		);
		// The total of a line follows from its price.
		const isLost = name !== 'totalAmount' && had.length > has.length;
		return isLost ? error(LINE_ITEM_FIELDS[name].label, message(had[0])) : [];
	});
	return [...ofInvoice, ...ofLines];
}
