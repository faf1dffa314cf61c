import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_ITEM_FIELDS,
	type LineItemField,
} from '../../shared/invoice/fields';
import { error, type Problem } from '../../shared/problem';
import type { InvoiceDraft, LineItem } from './draft';
import { isIdle } from './rules';
import type { Value, Values } from './values';

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
	fields: ReadonlyArray<InvoiceField>;
	lines: ReadonlyArray<{ line: LineItem; name: LineItemField }>;
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
	const ofLines = lines.flatMap(({ line, name }) => {
		if (chargeIn(line, name) !== undefined) return [];
		// Several lines may have one SKU. The name of the product tells which is which.
		const sameSku = ({ productSku }: LineItem) => productSku === line.productSku;
		const isSame = (one: LineItem) => sameSku(one) && one.productName === line.productName;
		const isLike = before.lineItems.some(isSame) ? isSame : sameSku;
		const [old, left] = [before, after].map(({ lineItems }) =>
			lineItems.filter(isLike).flatMap((one) => chargeIn(one, name) ?? []),
		);
		if (old.length <= left.length) return [];
		const index = after.lineItems.findIndex(
			(one) => isLike(one) && chargeIn(one, name) === undefined,
		);
		return [error(LINE_ITEM_FIELDS[name].label, message(old[0]), index + 1)];
	});
	return [...ofInvoice, ...ofLines];
}
