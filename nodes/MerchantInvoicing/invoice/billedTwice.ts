import { LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import { compare } from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { textOf } from '../../shared/text';
import { chargeNamed } from './columnNames';
import { skuFrom } from './draft';
import type { InvoiceDraft } from './values';
import { isIdle, isTaxed } from './rules';
import {
	type TaxBasis,
	decimalsOf,
	lineAmounts,
	subtotalsAndTotal,
	DEFAULT_TAX_BASIS,
} from './totals';
import { WITH_FILTER } from './unknownColumns';

/** "Total", "Order total", "Total with tax" and "Total November". "Total Gym" and "Total 90" may be products. */
const SAYS_TOTAL =
	/^(?:(?:final|grand|invoice|net|order|overall|sub)[\s-]?)?(?:gesamt|gesamtsumme|somme|summe?|suma|total|totale|zwischensumme|合計|小計)s?(?:\s(?:after|before|due|excl|for|incl|of|to|with|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$)\D*)?$/i;
export const saysTotal = (value: unknown): boolean => SAYS_TOTAL.test(textOf(value));

const IS_NAMED_AS_SUM = /\b(?:amount|balance|due|ow(?:ed|ing)|pay|(?:sub)?total|sum)\b/i;

export const IS_TOTALS_ROW = `looks like a totals row. Remove it, for example ${WITH_FILTER}. If it is to be billed, give it an SKU`;

/** "Outstanding balance" may be of an older invoice. */
const MAY_BE_OLDER = /balance|outstanding|owed|owing|unpaid|open/i;

/** "Discount", "Less: deposit", "Refund for May" and "Deposit paid" are taken off, and no "Discount brakes" or "Credit report". */
const IS_DEDUCTION = new RegExp(
	[
		'^less\\b|^(?:coupon|credit note|promo code|scholarship|trade-?in)\\b|^\\w+ (?:paid|received)$|paid to date$',
		'^(?:credit|discount|payment|rebate|refund)(?:$|[:,]|\\s[-–(]|\\s(?:for|from|of|on)\\b)|%\\soff$',
		'(?:^|\\s)(?:adjustment|applied|credit|discount|payment|rebate|reduction|refund|write-?off)$',
		'^(?:acompte|anzahlung|avoir|gutschrift|remise)\\b|rabatt$',
	].join('|'),
	'i',
);

/** Lines of a sheet that are the sum of the others, a charge that the invoice has besides, or a deduction. */
export function billedTwice(draft: InvoiceDraft, basis: TaxBasis = DEFAULT_TAX_BASIS): Problem[] {
	const { fields, lineItems } = draft;
	if (lineItems.length === 1) return [];
	const has = { freight: !isIdle(fields.freightAmount), tax: isTaxed(draft) };
	return lineItems.flatMap((line, index) => {
		const name = textOf(line.productName);
		const charge = chargeNamed(name);
		const problem = (message: string) =>
			error(LINE_ITEM_FIELDS.productName.label, `"${name}" ${message}`, index + 1);
		if (charge === 'freight' || charge === 'tax') {
			const message = `is a line, and the invoice has ${charge} besides. Keep one of them`;
			return has[charge] ? problem(message) : [];
		}
		// What people sell has an SKU.
		if (line.productSku !== skuFrom(name)) return [];
		if (IS_DEDUCTION.test(name)) {
			return problem(
				'is added, and looks like a deduction. Put it into a column Order Discount Amount, or give it an SKU if it is to be billed',
			);
		}
		return isSumOfOthers(draft, index, basis) ? problem(IS_TOTALS_ROW) : [];
	});
}

/** Whether a line costs as much as all lines before it, or is named as a sum and costs as much as all others. */
function isSumOfOthers(draft: InvoiceDraft, index: number, basis: TaxBasis): boolean {
	const { lineItems } = draft;
	const { unitPrice, quantity, productName } = lineItems[index];
	const own = lineAmounts({ unitPrice, quantity }, decimalsOf(draft), basis)?.total;
	const isSumOf = (lines: InvoiceDraft['lineItems']) =>
		own !== undefined &&
		subtotalsAndTotal({ ...draft, lineItems: lines }, basis).some((sum) => compare(sum, own) === 0);
	// In whatever language: one of what it is called, after two lines that come to it.
	const before = lineItems.slice(0, index);
	const isNew = before.length > 1 && before.every((line) => line.productName !== productName);
	const isOne = Number(quantity) === 1 && !isIdle(unitPrice);
	if (isNew && isOne && isSumOf(before)) return true;
	const name = textOf(productName);
	const isTotal = chargeNamed(name) === 'total';
	if (!isTotal && !IS_NAMED_AS_SUM.test(name)) return false;
	const mayBeOlder = MAY_BE_OLDER.test(name) && !/due/i.test(name);
	return (isTotal && !mayBeOlder) || isSumOf(lineItems.filter((_line, other) => other !== index));
}
