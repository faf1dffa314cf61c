import {
	add,
	compare,
	findCurrency,
	type Decimal,
	divide,
	format,
	HUNDRED,
	multiply,
	parseDecimal,
	round,
	subtract,
	ZERO,
} from '../../shared/money';
import { AMOUNT_OR_RATE, INVOICE_FIELDS } from '../../shared/invoice/invoice';
import { error, type Problem, warning } from '../../shared/problem';
import type { InvoiceDraft, LineItem, FieldValue, FieldValues } from './values';

export type TaxBasis = 'afterDiscount' | 'beforeDiscount' | 'included';

/** The usual one first. The specification doesn't say which one applies, so the user chooses. */
export const TAX_BASES: readonly TaxBasis[] = ['afterDiscount', 'beforeDiscount', 'included'];

export const DEFAULT_TAX_BASIS: TaxBasis = 'afterDiscount';

export const TAX_BASIS_LABELS: Record<TaxBasis, string> = {
	afterDiscount: 'after discount',
	beforeDiscount: 'before discount',
	included: 'included',
};

const USUAL_DECIMALS = 2;

export const decimalsOf = ({ fields: { currency } }: InvoiceDraft): number =>
	findCurrency(String(currency))?.minorUnits ?? USUAL_DECIMALS;

export const parseAmount = (value: FieldValue | undefined): Decimal | undefined =>
	typeof value === 'string' ? parseDecimal(value) : undefined;

export const isSameAmount = (value: FieldValue | undefined, due: Decimal | undefined): boolean => {
	const amount = parseAmount(value);
	return amount !== undefined && due !== undefined && compare(amount, due) === 0;
};

const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce(add, ZERO);

/** Rounds each amount half up to the currency's decimals, as invoices show them. */
const percentOf = (of: Decimal, rate: FieldValue | undefined, decimals: number): Decimal => {
	const percent = parseAmount(rate);
	return percent === undefined ? ZERO : divide(multiply(of, percent), HUNDRED, decimals);
};

const share = (
	of: Decimal,
	amount: FieldValue | undefined,
	rate: FieldValue | undefined,
	decimals: number,
): Decimal => parseAmount(amount) ?? percentOf(of, rate, decimals);

function taxOn(
	{ gross, net }: { gross: Decimal; net: Decimal },
	{ taxAmount, taxRate }: Pick<LineItem, 'taxAmount' | 'taxRate'>,
	decimals: number,
	basis: TaxBasis,
): Decimal {
	const percent = parseAmount(taxRate);
	if (basis !== 'included' || percent === undefined) {
		return share(basis === 'beforeDiscount' ? gross : net, taxAmount, taxRate, decimals);
	}
	const within = divide(multiply(net, percent), add(HUNDRED, percent), decimals);
	return parseAmount(taxAmount) ?? within;
}

interface LineAmounts {
	discount: Decimal;
	tax: Decimal;
	total: Decimal;
}

export function lineAmounts(
	item: LineItem,
	decimals: number,
	basis: TaxBasis,
): LineAmounts | undefined {
	const price = parseAmount(item.unitPrice);
	const quantity = parseAmount(item.quantity);
	if (price === undefined || quantity === undefined) return undefined;
	const gross = round(multiply(price, quantity), decimals);
	const discount = share(gross, item.discountAmount, item.discountRate, decimals);
	const net = subtract(gross, discount);
	const tax = taxOn({ gross, net }, item, decimals, basis);
	const total = basis === 'included' ? net : add(net, tax);
	return { discount, tax, total: round(total, decimals) };
}

export interface InvoiceAmounts {
	lines: Decimal;
	discount: Decimal;
	tax: Decimal;
	freight: Decimal;
	freightTax: Decimal;
	total: Decimal;
}

export function invoiceAmounts(draft: InvoiceDraft, basis: TaxBasis): InvoiceAmounts | undefined {
	const { fields } = draft;
	const decimals = decimalsOf(draft);
	const { lineItems } = withLineTotals(draft, basis);
	const totals = lineItems.flatMap((item) => parseAmount(item.totalAmount) ?? []);
	if (totals.length === 0 || totals.length < lineItems.length) return undefined;
	const lines = sum(totals);
	const discount = share(lines, fields.discountAmount, fields.discountPercent, decimals);
	const net = subtract(lines, discount);
	const freight = parseAmount(fields.freightAmount) ?? ZERO;
	const tax = taxOn({ gross: lines, net }, fields, decimals, basis);
	const isAdded = basis !== 'included';
	const freightTax =
		isAdded && fields.freightTaxable === true
			? percentOf(freight, fields.freightTaxRate, decimals)
			: ZERO;
	const total = sum([net, isAdded ? tax : ZERO, freight, freightTax]);
	return {
		lines: round(lines, decimals),
		discount,
		tax,
		freight,
		freightTax,
		total: round(total, decimals),
	};
}

export function withLineTotals(draft: InvoiceDraft, basis: TaxBasis): InvoiceDraft {
	const decimals = decimalsOf(draft);
	const lineItems = draft.lineItems.map((item) => {
		const due = lineAmounts(item, decimals, basis)?.total;
		if (due === undefined || item.totalAmount !== undefined) return item;
		return { ...item, totalAmount: format(due) };
	});
	return { ...draft, lineItems };
}

interface CompletedDraft {
	draft: InvoiceDraft;
	problems: Problem[];
	/** The calculation of the total in words. Undefined if no tax basis explains the total. */
	steps?: string;
}

/** Also checks the entered totals. */
export function completeTotals(
	entered: InvoiceDraft,
	/** Otherwise the total was entered. */
	compute: boolean,
	basis: TaxBasis = DEFAULT_TAX_BASIS,
	mismatch: MismatchToProblem = sentAsItIs,
	/** Other ways in which an entered total may have been calculated. */
	others: readonly TaxBasis[] = TAX_BASES,
): CompletedDraft {
	const decimals = decimalsOf(entered);
	const draft = withLineTotals(entered, basis);
	const problems = [
		...unexplainedLines(entered, decimals, [basis, ...others], mismatch),
		...linesBelowZero(draft, decimals, basis),
	];
	const amounts = invoiceAmounts(draft, basis);
	if (amounts === undefined) return { draft, problems };
	const { fields } = draft;
	if (compare(amounts.total, ZERO) < 0) {
		const reason = 'as the discount is larger than the invoice';
		problems.push(error('Total Amount', `${format(amounts.total)} is below zero, ${reason}`));
	}
	if (compute) {
		const totalAmount = format(amounts.total);
		return {
			draft: { ...draft, fields: { ...fields, totalAmount } },
			problems,
			steps: stepsOf(draft, amounts, basis),
		};
	}
	if (fields.totalAmount === undefined) return { draft, problems };
	const steps = explainTotal(entered, [basis, ...others]);
	if (steps !== undefined) return { draft, problems, steps };
	const what = 'the line items, discounts, taxes and freight';
	problems.push(mismatch('Total Amount', fields.totalAmount, what, amounts.total));
	return { draft, problems };
}

export type MismatchToProblem = (
	field: string,
	given: FieldValue,
	what: string,
	due: Decimal,
	line?: number,
) => Problem;

export const mismatchInWords = (given: FieldValue, what: string, due: Decimal): string =>
	`${String(given)} does not match ${what}, which come to ${format(due)}`;

const sentAsItIs: MismatchToProblem = (field, given, what, due, line) =>
	warning(field, `${mismatchInWords(given, what, due)}. It is sent as it is`, line);

/** A subtotal can be before taxes and discounts of lines, after them, or after the discount of the invoice. */
export function checkSubtotal(
	subtotal: FieldValue,
	draft: InvoiceDraft,
	mismatch: MismatchToProblem,
	basis: TaxBasis = DEFAULT_TAX_BASIS,
): Problem[] {
	const due = subtotalsOf(draft, basis);
	const isExplained = due.length === 0 || due.some((one) => isSameAmount(subtotal, one));
	return isExplained ? [] : [mismatch('Sub-Amount', subtotal, 'the lines', due[0])];
}

/** The sums of the lines with and without discounts and taxes, then the total of the invoice. */
export const subtotalsAndTotal = (
	draft: InvoiceDraft,
	basis: TaxBasis = DEFAULT_TAX_BASIS,
): Decimal[] => [
	...subtotalsOf(draft, basis),
	...[invoiceAmounts(draft, basis)?.total ?? []].flat(),
];

function subtotalsOf(draft: InvoiceDraft, basis: TaxBasis): Decimal[] {
	const { lineItems } = draft;
	const decimals = decimalsOf(draft);
	const lines = lineItems.flatMap((item) => lineAmounts(item, decimals, basis) ?? []);
	const amounts = invoiceAmounts(draft, basis);
	if (amounts === undefined || lines.length < lineItems.length) return [];
	const added = basis === 'included' ? ZERO : sum(lines.map(({ tax }) => tax));
	const net = subtract(amounts.lines, added);
	const gross = add(net, sum(lines.map(({ discount }) => discount)));
	return [gross, net, amounts.lines, subtract(amounts.lines, amounts.discount)];
}

const unexplainedLines = (
	{ lineItems }: InvoiceDraft,
	decimals: number,
	bases: readonly TaxBasis[],
	mismatch: MismatchToProblem,
): Problem[] =>
	lineItems.flatMap((item, index) => {
		const due = lineAmounts(item, decimals, bases[0])?.total;
		if (due === undefined || item.totalAmount === undefined) return [];
		const isExplained = bases.some((other) =>
			isSameAmount(item.totalAmount, lineAmounts(item, decimals, other)?.total ?? due),
		);
		const what = 'price, quantity, discount and tax';
		return isExplained ? [] : mismatch('Total Amount', item.totalAmount, what, due, index + 1);
	});

const linesBelowZero = (
	{ lineItems }: InvoiceDraft,
	decimals: number,
	basis: TaxBasis,
): Problem[] =>
	lineItems.flatMap((item, index) => {
		const { total = ZERO, discount = ZERO } = lineAmounts(item, decimals, basis) ?? {};
		if (compare(total, ZERO) >= 0 || compare(discount, ZERO) <= 0) return [];
		const message = `${format(total)} is below zero, as the discount is larger than the line`;
		return error('Total Amount', message, index + 1);
	});

export function withoutDerivedLineAmounts(item: LineItem): LineItem {
	const plain = { ...item };
	for (const { amount, rate } of AMOUNT_OR_RATE.line) {
		if (plain[rate] !== undefined) delete plain[amount];
	}
	if (plain.unitPrice !== undefined && plain.quantity !== undefined) delete plain.totalAmount;
	return plain;
}

export function withoutDerivedInvoiceAmounts(draft: InvoiceDraft): InvoiceDraft {
	const fields = { ...draft.fields };
	for (const { amount, rate } of AMOUNT_OR_RATE.invoice) {
		if (fields[rate] !== undefined) delete fields[amount];
	}
	return { ...draft, fields };
}

/** Only the user knows whether an amount or its rate is right. `completed`: the invoice with all its totals. */
export function checkAmountsMatchRates(
	entered: InvoiceDraft,
	completed: InvoiceDraft,
	bases: readonly TaxBasis[],
): Problem[] {
	const decimals = decimalsOf(completed);
	const plain = withoutDerivedInvoiceAmounts(completed);
	const ofInvoice = bases.map((basis) => invoiceAmounts(plain, basis));
	const ofLines = entered.lineItems.flatMap((item, index) => {
		const isWhole = item.unitPrice !== undefined && item.quantity !== undefined;
		const sameSku = ({ productSku }: LineItem) => productSku === item.productSku;
		const whole = isWhole ? item : { ...completed.lineItems.find(sameSku), ...item };
		const line = withoutDerivedLineAmounts(whole);
		const due = bases.map((basis) => lineAmounts(line, decimals, basis));
		return contradictions(AMOUNT_OR_RATE.line, item, due, index + 1);
	});
	return [...contradictions(AMOUNT_OR_RATE.invoice, entered.fields, ofInvoice), ...ofLines];
}

const contradictions = (
	pairs: (typeof AMOUNT_OR_RATE)['invoice' | 'line'],
	entered: FieldValues<string>,
	due: ReadonlyArray<{ discount: Decimal; tax: Decimal } | undefined>,
	line?: number,
): Problem[] =>
	pairs.flatMap(({ amount, rate, of }) => {
		const first = due[0]?.[of];
		const [given, percent] = [entered[amount], entered[rate]];
		if (given === undefined || percent === undefined || first === undefined) return [];
		if (due.some((one) => isSameAmount(given, one?.[of]))) return [];
		const message = `is ${String(given)}, but ${String(percent)}% is ${format(first)}. Keep the right one, and remove the other`;
		return [error(INVOICE_FIELDS[amount].label, message, line)];
	});

/** Uses the first basis that gives the total. */
export function explainTotal(draft: InvoiceDraft, bases: readonly TaxBasis[]): string | undefined {
	for (const basis of bases) {
		const amounts = invoiceAmounts(draft, basis);
		if (amounts !== undefined && isSameAmount(draft.fields.totalAmount, amounts.total)) {
			return stepsOf(draft, amounts, basis);
		}
	}
	return undefined;
}

/** Longer calculations are hard to read, so more lines become one sum. */
const MAX_LINES_IN_WORDS = 3;

const isThere = (amount: Decimal): boolean => compare(amount, ZERO) !== 0;

/** "19% tax 45.60", or "tax 45.60" where an amount was entered. */
const shareInWords = (what: string, amount: Decimal, rate: FieldValue | undefined): string =>
	rate === undefined || rate === '0'
		? `${what} ${format(amount)}`
		: `${String(rate)}% ${what} ${format(amount)}`;

interface Shares {
	discount: Decimal;
	tax: Decimal;
	discountRate?: FieldValue;
	taxRate?: FieldValue;
}

function sharesInWords(shares: Shares, basis: TaxBasis): { steps: string[]; within: string } {
	const { discount, tax, discountRate, taxRate } = shares;
	const steps: string[] = [];
	if (isThere(discount)) steps.push(`- ${shareInWords('discount', discount, discountRate)}`);
	const taxed = shareInWords('tax', tax, taxRate);
	const isWithin = isThere(tax) && basis === 'included';
	if (isThere(tax) && !isWithin) {
		const before = basis === 'beforeDiscount' && isThere(discount) ? ' before discount' : '';
		steps.push(`+ ${taxed}${before}`);
	}
	return { steps, within: isWithin ? ` (includes ${taxed})` : '' };
}

/** "3 x 80.00 + 19% tax 45.60". Undefined if a line has another total. */
function linesInWords(
	{ lineItems }: InvoiceDraft,
	decimals: number,
	basis: TaxBasis,
): string | undefined {
	if (lineItems.length > MAX_LINES_IN_WORDS) return undefined;
	const words = lineItems.map((item) => {
		const amounts = lineAmounts(item, decimals, basis);
		const price = parseAmount(item.unitPrice);
		if (amounts === undefined || price === undefined) return undefined;
		const { totalAmount = format(amounts.total) } = item;
		if (!isSameAmount(totalAmount, amounts.total)) return undefined;
		const { steps, within } = sharesInWords({ ...item, ...amounts }, basis);
		const shownPrice = format(add(price, { units: 0n, scale: decimals }));
		const line = [`${String(item.quantity)} x ${shownPrice}${within}`, ...steps].join(' ');
		return lineItems.length > 1 && steps.length > 0 ? `(${line})` : line;
	});
	return words.includes(undefined) ? undefined : words.join(' + ');
}

function stepsOf(draft: InvoiceDraft, amounts: InvoiceAmounts, basis: TaxBasis): string {
	const { fields } = draft;
	const { lines, freight, freightTax, total } = amounts;
	const ofLines = linesInWords(draft, decimalsOf(draft), basis) ?? `line items ${format(lines)}`;
	const rates = { discountRate: fields.discountPercent, taxRate: fields.taxRate };
	const { steps, within } = sharesInWords({ ...amounts, ...rates }, basis);
	if (isThere(freight)) steps.push(`+ freight ${format(freight)}`);
	if (isThere(freightTax)) {
		steps.push(`+ ${shareInWords('tax on freight', freightTax, fields.freightTaxRate)}`);
	}
	return `${[ofLines, ...steps].join(' ')} = ${format(total)}${within}`;
}
