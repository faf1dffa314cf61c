import { LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import { error, type Problem } from '../../shared/problem';
import { textOf } from '../../shared/text';
import { chargeNamed } from './columnNames';
import { skuFrom } from './draft';
import { isSame, subtotalsAndTotal, type TaxBasis } from './totals';
import type { InvoiceDraft } from './values';
import { isIdle, isTaxed } from './rules';
import { WITH_FILTER } from './unknownColumns';

/** "Total", "Order total", "Total with tax" and "Total November". "Total Gym" and "Total 90" may be products. */
const SAYS_TOTAL =
	/^(?:(?:final|grand|invoice|net|order|overall|sub)[\s-]?)?(?:gesamt|gesamtsumme|somme|summe?|suma|total|totale|zwischensumme|合計|小計)s?(?:\s(?:after|before|due|excl|for|incl|of|to|with|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$).*)?$/i;
export const saysTotal = (value: unknown): boolean => SAYS_TOTAL.test(textOf(value));

export const IS_TOTALS_ROW = `looks like a totals row. Remove it, for example ${WITH_FILTER}. If it is to be billed, give it an SKU`;

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
export function billedTwice(draft: InvoiceDraft, basis?: TaxBasis): Problem[] {
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
		return isTotalOfInvoice(name) || isSumOfOthersBefore(draft, index, basis)
			? problem(IS_TOTALS_ROW)
			: [];
	});
}

/** A line with the name of a total of the invoice. "Outstanding balance" may be of an older invoice. */
const isTotalOfInvoice = (name: string): boolean =>
	chargeNamed(name) === 'total' && (/due/i.test(name) || !MAY_BE_OLDER.test(name));

/** In whatever language: one of what it is called, after two lines or more that come to it. */
function isSumOfOthersBefore(draft: InvoiceDraft, index: number, basis?: TaxBasis): boolean {
	const { unitPrice, quantity, productName } = draft.lineItems[index];
	const before = draft.lineItems.slice(0, index);
	const isNew = before.length > 1 && before.every((line) => line.productName !== productName);
	if (!isNew || Number(quantity) !== 1 || isIdle(unitPrice)) return false;
	const sums = subtotalsAndTotal({ ...draft, lineItems: before }, basis);
	return sums.some((sum) => isSame(unitPrice, sum));
}
