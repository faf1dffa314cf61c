import { INVOICE_FIELDS, LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import { error, type Problem } from '../../shared/problem';
import type { InvoiceDraft, Value, Values } from './values';
import { isIdle } from './rules';

/** What an invoice or a line charges or takes off: as an amount or as a rate. */
const CHARGES = [
	{ ofInvoice: ['discountAmount', 'discountPercent'], ofLines: ['discountAmount', 'discountRate'] },
	{ ofInvoice: ['freightAmount'], ofLines: [] },
	{ ofInvoice: ['taxAmount', 'taxRate'], ofLines: ['taxAmount', 'taxRate'] },
] as const;

const chargeIn = <Name extends string>(
	values: Values<Name>,
	names: readonly Name[],
): Name | undefined => names.find((name) => !isIdle(values[name]));

const isSaid = <Name extends string>(values: Values<Name>, names: readonly Name[]): boolean =>
	names.some((name) => values[name] !== undefined);

const lost = (label: string, had: Value | undefined): Problem =>
	error(label, `has no value here, and the invoice has ${String(had)}. To remove it, enter 0`);

/** The charges of an invoice of which a row says nothing: its cell is empty, or its column has another name now. */
export function lostCharges(before: InvoiceDraft, entered: InvoiceDraft): Problem[] {
	// A line that is removed takes its charges with it.
	const skus = new Set(entered.lineItems.map(({ productSku }) => productSku));
	const kept = before.lineItems.filter(({ productSku }) => skus.has(productSku));
	return CHARGES.flatMap(({ ofInvoice, ofLines }) => {
		const had = chargeIn(before.fields, ofInvoice);
		if (had !== undefined) {
			const isOfLines = entered.lineItems.some((line) => chargeIn(line, ofLines));
			const isKept = isSaid(entered.fields, ofInvoice) || isOfLines;
			return isKept ? [] : lost(INVOICE_FIELDS[had].label, before.fields[had]);
		}
		const charged = kept.filter((line) => chargeIn(line, ofLines));
		const said = entered.lineItems.filter((line) => isSaid(line, ofLines));
		if (charged.length <= said.length || chargeIn(entered.fields, ofInvoice)) return [];
		const name = chargeIn(charged[0], ofLines) ?? 'taxRate';
		return lost(LINE_ITEM_FIELDS[name].label, charged[0][name]);
	});
}
