import { LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import { compare } from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { textOf } from '../../shared/text';
import { chargeNamed } from './columnNames';
import { Wording } from './columnRoles';
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

/** "Total" and "Total November". What has a digit in it, such as Total 90, may be a product or a number. */
export const saysTotal = (value: unknown): boolean =>
	!/\d/.test(textOf(value)) && new Wording(textOf(value)).isTotal;

export const IS_TOTALS_ROW = `looks like a totals row. Remove it, for example ${WITH_FILTER}. If it is to be billed, give it an SKU or another name`;

/** "Outstanding balance" may be of an older invoice. */
const MAY_BE_OLDER = /balance|outstanding|owed|owing|unpaid|open/i;

/** "Discount", "Less: deposit" and "Deposit paid" are taken off, and no "Discount brakes" or "Credit report". */
const IS_DEDUCTION =
	/^less\b|^paid to date$|^(?:coupon|credit note|promo code)\b|(?:^|\s)(?:discount|rebate)$|^\w+ (?:paid|received)$/i;

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
		const wording = new Wording(name);
		const isNamed = charge === 'total' || wording.mentions('owed', 'total');
		if (!isNamed) return [];
		const { unitPrice, quantity } = line;
		const own = lineAmounts({ unitPrice, quantity }, decimalsOf(draft), basis)?.total;
		const others = { ...draft, lineItems: lineItems.filter((one) => one !== line) };
		const isSum = own && subtotalsAndTotal(others, basis).some((sum) => compare(sum, own) === 0);
		const mayBeOlder = MAY_BE_OLDER.test(name) && !wording.mentions('due');
		return isSum || (charge === 'total' && !mayBeOlder) ? problem(IS_TOTALS_ROW) : [];
	});
}
