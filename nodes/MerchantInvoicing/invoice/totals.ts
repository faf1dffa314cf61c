import { currencyOf } from '../../shared/currencies';
import type { Decimal } from '../../shared/money';
import {
	add,
	compare,
	divide,
	format,
	HUNDRED,
	multiply,
	parseDecimal,
	round,
	subtract,
	ZERO,
} from '../../shared/money';
import type { Problem } from '../../shared/problem';
import { error } from '../../shared/problem';
import type { InvoiceDraft, LineItem } from './draft';
import type { Value } from './values';

const USUAL_DECIMALS = 2;

const decimalsOf = (currency: Value | undefined): number =>
	currencyOf(String(currency))?.minorUnits ?? USUAL_DECIMALS;

const read = (value: Value | undefined): Decimal | undefined =>
	typeof value === 'string' ? parseDecimal(value) : undefined;

/** Amounts are rounded to the currency's decimals, halves up, one by one: as they are printed. */
function share(
	of: Decimal,
	amount: Value | undefined,
	rate: Value | undefined,
	decimals: number,
): Decimal {
	const given = read(amount);
	if (given !== undefined) return given;
	const percent = read(rate);
	return percent === undefined ? ZERO : divide(multiply(of, percent), HUNDRED, decimals, 'halfUp');
}

/** Unit price × quantity, less the discount, plus the tax on what is left. */
function lineTotal(item: LineItem, decimals: number): Decimal | undefined {
	const price = read(item.unitPrice);
	const quantity = read(item.quantity);
	if (price === undefined || quantity === undefined) return undefined;
	const gross = round(multiply(price, quantity), decimals, 'halfUp');
	const net = subtract(gross, share(gross, item.discountAmount, item.discountRate, decimals));
	return round(add(net, share(net, item.taxAmount, item.taxRate, decimals)), decimals, 'halfUp');
}

interface Totals {
	/** What the line items add up to. */
	sub: Decimal;
	/** The sub-amount, less the discount, plus the tax on what is left, plus freight and its tax. */
	total: Decimal;
}

function invoiceTotals({ fields, lineItems }: InvoiceDraft, decimals: number): Totals | undefined {
	const lines = lineItems.map((item) => read(item.totalAmount));
	if (lines.length === 0 || lines.includes(undefined)) return undefined;
	const sub = lines.reduce<Decimal>((sum, line) => add(sum, line ?? ZERO), ZERO);
	const net = subtract(sub, share(sub, fields.discountAmount, fields.discountPercent, decimals));
	const tax = share(net, fields.taxAmount, fields.taxRate, decimals);
	const freight = read(fields.freightAmount) ?? ZERO;
	const freightTax =
		fields.freightTaxable === true
			? share(freight, undefined, fields.freightTaxRate, decimals)
			: ZERO;
	const total = [tax, freight, freightTax].reduce(add, net);
	return { sub: round(sub, decimals, 'halfUp'), total: round(total, decimals, 'halfUp') };
}

export interface TotalsPolicy {
	/** Whether the total comes from the line items, or was entered. */
	compute: boolean;
	/** Whether a sub-amount that is there was not entered, and follows the line items. */
	refreshSub?: boolean;
	/** What an entered amount is that does not add up. */
	mismatch: Problem['severity'];
}

/** Fills in the totals that were not entered, and checks those that were. */
export function completeTotals(
	draft: InvoiceDraft,
	policy: TotalsPolicy,
): { draft: InvoiceDraft; problems: Problem[] } {
	const decimals = decimalsOf(draft.fields.currency);
	const problems: Problem[] = [];
	const expect = (
		label: string,
		given: Value | undefined,
		due: Decimal,
		sum: string,
		line?: number,
	) => {
		const amount = read(given);
		if (amount === undefined || compare(amount, due) === 0) return;
		const message = `is ${String(given)}, but ${sum} add up to ${format(due)}`;
		problems.push({ severity: policy.mismatch, field: label, line, message });
	};

	const lineItems = draft.lineItems.map((item, index) => {
		const due = lineTotal(item, decimals);
		if (due === undefined) return item;
		expect('Total Amount', item.totalAmount, due, 'price, quantity, discount and tax', index + 1);
		return { ...item, totalAmount: item.totalAmount ?? format(due) };
	});

	const fields = { ...draft.fields };
	const completed = { ...draft, lineItems, fields };
	const totals = invoiceTotals(completed, decimals);
	if (totals !== undefined) {
		if (policy.refreshSub === true && fields.subAmount !== undefined) {
			fields.subAmount = format(totals.sub);
		}
		expect('Sub-Amount', fields.subAmount, totals.sub, 'the line items');
		if (policy.compute) fields.totalAmount = format(totals.total);
		else
			expect(
				'Total Amount',
				fields.totalAmount,
				totals.total,
				'the line items, discounts, taxes and freight',
			);
		if (compare(totals.total, ZERO) < 0) {
			problems.push(
				error(
					'Total Amount',
					`would be ${format(totals.total)}, as the discount is larger than the invoice`,
				),
			);
		}
	}
	return { draft: completed, problems };
}
