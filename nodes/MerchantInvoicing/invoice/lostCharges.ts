import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_ITEM_FIELDS,
	type LineItemField,
} from '../../shared/invoice/fields';
import { error, type Problem } from '../../shared/problem';
import type { InvoiceDraft } from './draft';
import { isIdle } from './rules';
import type { Values } from './values';

/** The charges whose expressions give nothing: the cell is empty, or its column has another name. */
export interface EmptyCharges {
	fields: ReadonlyArray<InvoiceField>;
	lines: ReadonlyArray<{ sku: string; name: LineItemField }>;
}

const TOGETHER = [
	['discountAmount', 'discountPercent', 'discountRate'],
	['taxAmount', 'taxRate'],
];

/** The charge that would be lost: the invoice has it, as an amount or as a rate, and the new values have neither. */
function lost(before: Values<string>, after: Values<string>, name: string): string | undefined {
	const names = TOGETHER.find((group) => group.includes(name)) ?? [name];
	if (names.some((one) => !isIdle(after[one]))) return undefined;
	return names.find((one) => !isIdle(before[one]));
}

const message = (value: unknown) =>
	`has no value here, and the invoice has ${String(value)}. To remove it, enter 0`;

/** The charges of an invoice that would be removed only because an expression gives nothing. */
export function lostCharges(
	before: InvoiceDraft,
	after: InvoiceDraft,
	{ fields, lines }: EmptyCharges,
): Problem[] {
	const ofInvoice = fields.flatMap((name) => {
		const had = lost(before.fields, after.fields, name);
		if (had === undefined) return [];
		return [error(INVOICE_FIELDS[name].label, message(before.fields[had as InvoiceField]))];
	});
	const ofLines = lines.flatMap(({ sku, name }) => {
		const index = after.lineItems.findIndex(({ productSku }) => productSku === sku);
		const old = before.lineItems.find(({ productSku }) => productSku === sku);
		const had = old && lost(old, after.lineItems[index] ?? {}, name);
		if (had === undefined) return [];
		const words = message(old?.[had as LineItemField]);
		return [error(LINE_ITEM_FIELDS[name].label, words, index + 1)];
	});
	return [...ofInvoice, ...ofLines];
}
