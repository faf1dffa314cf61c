import { AMOUNT_OR_RATE } from '../../shared/invoice/invoice';
import { compare, format } from '../../shared/money';
import {
	explainTotal,
	type InvoiceAmounts,
	invoiceAmounts,
	isSameAmount,
	withoutDerivedLineAmounts,
	type TaxBasis,
	withLineTotals,
	withoutDerivedInvoiceAmounts,
} from './totals';
import type { InvoiceDraft } from './values';

export function isTotalExplained(stored: InvoiceDraft, basis: TaxBasis): boolean {
	const plain = {
		...withoutDerivedInvoiceAmounts(stored),
		lineItems: stored.lineItems.map(withoutDerivedLineAmounts),
	};
	return explainTotal(plain, [basis]) !== undefined;
}

/**
 * Only what the service had derived from values that changed: what the user entered stays. An amount stays beside its
 * rate only if it followed on the same basis before.
 */
export function recalculate(
	changed: InvoiceDraft,
	stored: InvoiceDraft,
	entered: InvoiceDraft,
	basis: TaxBasis,
): InvoiceDraft {
	const draft = withLineTotals(withoutDerivedInvoiceAmounts(changed), basis);
	const { fields } = draft;
	for (const { amount } of AMOUNT_OR_RATE.invoice) {
		if (entered.fields[amount] !== undefined) fields[amount] = entered.fields[amount];
	}
	const before = invoiceAmounts(withoutDerivedInvoiceAmounts(stored), basis);
	const after = invoiceAmounts(draft, basis);
	for (const { amount, rate, of } of AMOUNT_OR_RATE.invoice) {
		const wasBeside = stored.fields[rate] !== undefined && fields[rate] !== undefined;
		const followed = wasBeside && isSameAmount(stored.fields[amount], before?.[of]);
		if (followed && after !== undefined) fields[amount] ??= format(after[of]);
	}
	if (entered.fields.subAmount === undefined) renewSubtotal(fields, before, after);
	return draft;
}

/** Services call different things so. The sum of the lines is the one that is known, and any other is left out. */
function renewSubtotal(
	fields: InvoiceDraft['fields'],
	before?: InvoiceAmounts,
	after?: InvoiceAmounts,
): void {
	const isUnchanged =
		before !== undefined &&
		after !== undefined &&
		compare(before.lines, after.lines) === 0 &&
		compare(before.total, after.total) === 0;
	if (isUnchanged) return;
	if (after !== undefined && isSameAmount(fields.subAmount, before?.lines)) {
		fields.subAmount = format(after.lines);
	} else delete fields.subAmount;
}
