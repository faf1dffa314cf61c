import { AMOUNT_OR_RATE, INVOICE_FIELDS } from '../../shared/invoice/invoice';
import { compare, type Decimal, format } from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import {
	decimalsOf,
	explain,
	type InvoiceAmounts,
	invoiceAmounts,
	isSame,
	lineAmounts,
	type TaxBasis,
	withLineTotals,
} from './totals';
import type { InvoiceDraft, LineItem, Values } from './values';

export function lineWithoutDerived(item: LineItem): LineItem {
	const plain = { ...item };
	for (const { amount, rate } of AMOUNT_OR_RATE.line) {
		if (plain[rate] !== undefined) delete plain[amount];
	}
	if (plain.unitPrice !== undefined && plain.quantity !== undefined) delete plain.totalAmount;
	return plain;
}

function withoutDerived(draft: InvoiceDraft): InvoiceDraft {
	const fields = { ...draft.fields };
	for (const { amount, rate } of AMOUNT_OR_RATE.invoice) {
		if (fields[rate] !== undefined) delete fields[amount];
	}
	return { ...draft, fields };
}

/**
 * Amounts that were entered beside a rate that gives another amount: only the user knows which is right.
 * `completed`: the invoice with all its totals.
 */
export function contradictingRates(
	entered: InvoiceDraft,
	completed: InvoiceDraft,
	bases: readonly TaxBasis[],
): Problem[] {
	const decimals = decimalsOf(completed);
	const plain = withoutDerived(completed);
	const ofInvoice = bases.map((basis) => invoiceAmounts(plain, basis));
	const ofLines = entered.lineItems.flatMap((item, index) => {
		const isWhole = item.unitPrice !== undefined && item.quantity !== undefined;
		const sameSku = ({ productSku }: LineItem) => productSku === item.productSku;
		const whole = isWhole ? item : { ...completed.lineItems.find(sameSku), ...item };
		const line = lineWithoutDerived(whole);
		const due = bases.map((basis) => lineAmounts(line, decimals, basis));
		return contradictions(AMOUNT_OR_RATE.line, item, due, index + 1);
	});
	return [...contradictions(AMOUNT_OR_RATE.invoice, entered.fields, ofInvoice), ...ofLines];
}

const contradictions = (
	pairs: (typeof AMOUNT_OR_RATE)['invoice' | 'line'],
	entered: Values<string>,
	due: ReadonlyArray<{ discount: Decimal; tax: Decimal } | undefined>,
	line?: number,
): Problem[] =>
	pairs.flatMap(({ amount, rate, of }) => {
		const first = due[0]?.[of];
		const [given, percent] = [entered[amount], entered[rate]];
		if (given === undefined || percent === undefined || first === undefined) return [];
		if (due.some((one) => isSame(given, one?.[of]))) return [];
		const message = `is ${String(given)}, but ${String(percent)}% is ${format(first)}. Keep the right one, and remove the other`;
		return [error(INVOICE_FIELDS[amount].label, message, line)];
	});

/** Whether the total of a stored invoice is what its lines, discounts, taxes and freight come to. */
export function isExplained(stored: InvoiceDraft, basis: TaxBasis): boolean {
	const plain = { ...withoutDerived(stored), lineItems: stored.lineItems.map(lineWithoutDerived) };
	return explain(plain, [basis]) !== undefined;
}

/**
 * Calculates the amounts again that the service had derived from what is now changed. What the user entered stays. An
 * amount stays beside its rate only if it followed on the same basis before.
 */
export function recalculate(
	changed: InvoiceDraft,
	stored: InvoiceDraft,
	entered: InvoiceDraft,
	basis: TaxBasis,
): InvoiceDraft {
	const draft = withLineTotals(withoutDerived(changed), basis);
	const { fields } = draft;
	for (const { amount } of AMOUNT_OR_RATE.invoice) {
		if (entered.fields[amount] !== undefined) fields[amount] = entered.fields[amount];
	}
	const before = invoiceAmounts(withoutDerived(stored), basis);
	const after = invoiceAmounts(draft, basis);
	for (const { amount, rate, of } of AMOUNT_OR_RATE.invoice) {
		const wasBeside = stored.fields[rate] !== undefined && fields[rate] !== undefined;
		const followed = wasBeside && isSame(stored.fields[amount], before?.[of]);
		if (followed && after !== undefined) fields[amount] ??= format(after[of]);
	}
	const isUnchanged =
		before !== undefined &&
		after !== undefined &&
		compare(before.lines, after.lines) === 0 &&
		compare(before.total, after.total) === 0;
	if (!isUnchanged && entered.fields.subAmount === undefined) renewSubtotal(fields, before, after);
	return draft;
}

/** Services call different things so. The sum of the lines is the one that is known, and any other is left out. */
function renewSubtotal(
	fields: InvoiceDraft['fields'],
	before?: InvoiceAmounts,
	after?: InvoiceAmounts,
): void {
	if (after !== undefined && isSame(fields.subAmount, before?.lines)) {
		fields.subAmount = format(after.lines);
	} else delete fields.subAmount;
}
