import type { Decimal } from '../../shared/money';
import { compare, format, ZERO } from '../../shared/money';
import type { Problem } from '../../shared/problem';
import { error, warning } from '../../shared/problem';
import {
	TAX_BASES,
	type TaxBasis,
	decimalsOf,
	type InvoiceAmounts,
	invoiceAmounts,
	isSame,
	lineAmounts,
	withLineTotals,
} from './totals';
import type { InvoiceDraft, LineItem, Value } from './values';

/** An amount and the rate from which the service may have derived it. */
const PAIRS_OF_INVOICE = [
	{ amount: 'discountAmount', rate: 'discountPercent', of: 'discount', label: 'Discount Amount' },
	{ amount: 'taxAmount', rate: 'taxRate', of: 'tax', label: 'Tax Amount' },
] as const;
const PAIRS_OF_LINE = [
	{ amount: 'discountAmount', rate: 'discountRate', of: 'discount', label: 'Discount Amount' },
	{ amount: 'taxAmount', rate: 'taxRate', of: 'tax', label: 'Tax Amount' },
] as const;

/** A line without the amounts that follow from its other values. */
export function lineWithoutDerived(item: LineItem): LineItem {
	const plain = { ...item };
	for (const { amount, rate } of PAIRS_OF_LINE) {
		if (plain[rate] !== undefined) delete plain[amount];
	}
	if (plain.unitPrice !== undefined && plain.quantity !== undefined) delete plain.totalAmount;
	return plain;
}

/** An invoice without the discount and the tax that follow from rates beside them. */
function withoutDerived(draft: InvoiceDraft): InvoiceDraft {
	const fields = { ...draft.fields };
	for (const { amount, rate } of PAIRS_OF_INVOICE) {
		if (fields[rate] !== undefined) delete fields[amount];
	}
	return { ...draft, fields };
}

/**
 * The amounts that were entered beside a rate that gives another amount. Nobody but the user knows which is right.
 * `completed`: the invoice with what was entered and all its totals.
 */
export function contradictingRates(
	entered: InvoiceDraft,
	completed: InvoiceDraft,
	bases: readonly TaxBasis[],
): Problem[] {
	const decimals = decimalsOf(completed);
	const ofInvoice = bases.map((basis) =>
		invoiceAmounts(withoutDerived(completed), decimals, basis),
	);
	const problems = PAIRS_OF_INVOICE.flatMap(({ amount, rate, of, label }) => {
		const [given, percent] = [entered.fields[amount], entered.fields[rate]];
		const due = ofInvoice.map((amounts) => amounts?.[of]);
		return contradiction(label, given, percent, due);
	});
	const ofLines = entered.lineItems.flatMap((item, index) => {
		const isWhole = item.unitPrice !== undefined && item.quantity !== undefined;
		const sameSku = ({ productSku }: LineItem) => productSku === item.productSku;
		const whole = isWhole ? item : { ...completed.lineItems.find(sameSku), ...item };
		const plain = lineWithoutDerived(whole);
		return PAIRS_OF_LINE.flatMap(({ amount, rate, of, label }) => {
			const due = bases.map((basis) => lineAmounts(plain, decimals, basis)?.[of]);
			return contradiction(label, item[amount], item[rate], due, index + 1);
		});
	});
	return [...problems, ...ofLines];
}

function contradiction(
	label: string,
	amount: Value | undefined,
	rate: Value | undefined,
	due: ReadonlyArray<Decimal | undefined>,
	line?: number,
): Problem[] {
	const [first] = due;
	if (amount === undefined || rate === undefined || first === undefined) return [];
	if (due.some((one) => isSame(amount, one))) return [];
	const message = `is ${String(amount)}, but ${String(rate)}% is ${format(first)}. Keep the right one, and remove the other`;
	return [error(label, message, line)];
}

/**
 * The bases on which the amounts of a stored invoice follow from each other, the likeliest first. `changed`: the lines
 * whose totals are to be calculated again, and so must be known too.
 */
export function basesOf(stored: InvoiceDraft, changed: readonly LineItem[] = []): TaxBasis[] {
	const decimals = decimalsOf(stored);
	const plain = withoutDerived(stored);
	const computed = TAX_BASES.map((basis) => ({
		basis,
		amounts: invoiceAmounts(withLineTotals(plain, decimals, basis), decimals, basis),
	}));
	const explaining = computed.filter(
		({ basis, amounts }) =>
			isSame(stored.fields.totalAmount, amounts?.total) &&
			changed.every((item) => followsFrom(item, decimals, basis)),
	);
	const fitsLines = ({ basis }: { basis: TaxBasis }) =>
		stored.lineItems.every((item) => followsFrom(item, decimals, basis));
	const fitsTax = ({ amounts }: { amounts?: InvoiceAmounts }) =>
		isSame(stored.fields.taxAmount, amounts?.tax);
	return orAll(orAll(explaining, fitsLines), fitsTax).map(({ basis }) => basis);
}

/** Those that pass; all of them where none does. */
function orAll<Entry>(entries: Entry[], passes: (entry: Entry) => boolean): Entry[] {
	const passing = entries.filter(passes);
	return passing.length > 0 ? passing : entries;
}

/** Whether the total of a line is what its price, quantity, discount and tax give. */
const followsFrom = (item: LineItem, decimals: number, basis: TaxBasis): boolean => {
	const due = lineAmounts(lineWithoutDerived(item), decimals, basis)?.total;
	return due === undefined || item.totalAmount === undefined || isSame(item.totalAmount, due);
};

/**
 * The changed invoice with the amounts calculated again that the service had derived from what is now changed.
 * What the user entered stays. An amount stays beside its rate only where it followed on the same basis before.
 */
export function recalculate(
	changed: InvoiceDraft,
	stored: InvoiceDraft,
	entered: InvoiceDraft,
	basis: TaxBasis,
): { draft: InvoiceDraft; problems: Problem[] } {
	const decimals = decimalsOf(changed);
	const draft = withLineTotals(withoutDerived(changed), decimals, basis);
	const { fields } = draft;
	for (const { amount } of PAIRS_OF_INVOICE) {
		if (entered.fields[amount] !== undefined) fields[amount] = entered.fields[amount];
	}
	const amountsOf = (invoice: InvoiceDraft) =>
		invoiceAmounts(withLineTotals(invoice, decimals, basis), decimals, basis);
	const before = amountsOf(withoutDerived(stored));
	const after = amountsOf(draft);
	for (const { amount, rate, of } of PAIRS_OF_INVOICE) {
		const wasBeside = stored.fields[rate] !== undefined && fields[rate] !== undefined;
		const followed = wasBeside && isSame(stored.fields[amount], before?.[of]);
		if (followed && after !== undefined) fields[amount] ??= format(after[of]);
	}
	const isUnchanged =
		before !== undefined &&
		after !== undefined &&
		compare(before.lines, after.lines) === 0 &&
		compare(before.total, after.total) === 0;
	const isFitting = isUnchanged || entered.fields.subAmount !== undefined;
	return { draft, problems: isFitting ? [] : renewSubtotal(fields, before, after) };
}

/** Services call different things so. The sum of the lines is the one that is known, and any other is left out. */
function renewSubtotal(
	fields: InvoiceDraft['fields'],
	before?: InvoiceAmounts,
	after?: InvoiceAmounts,
): Problem[] {
	const { subAmount } = fields;
	if (subAmount === undefined) return [];
	if (after !== undefined && isSame(subAmount, before?.lines)) {
		fields.subAmount = format(after.lines);
		return [];
	}
	delete fields.subAmount;
	const left = `${String(subAmount)} is left out, as it no longer fits`;
	return isSame(subAmount, ZERO) ? [] : [warning('Sub-Amount', left)];
}
