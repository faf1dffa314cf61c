import { Decimal } from 'decimal.js';
import type { InvoiceContent } from '../invoicing/content';
import { exactNumber } from '../invoicing/exactJson';
import { decimalsOf } from '../invoicing/money';
import type { Dialect } from './dialect';
import { type Group, withValueAt } from './leaves';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The answer with the amounts that the service calculates itself: tax after the discount. */
export function withDerivedAmounts(dialect: Dialect, content: InvoiceContent, shown: Group): Group {
	if (dialect.is('invoiceDerivedAmounts', 'as-sent')) return shown;
	const { amountDetails, lineItems } = content.orderInformation;
	const decimals = decimalsOf(amountDetails.currency as string);
	const share = (base: Decimal, percent: string | undefined) =>
		percent === undefined ? undefined : base.times(percent).div(100).toDecimalPlaces(decimals);
	const added = (group: Group, path: string, amount: Decimal.Value | undefined): Group =>
		amount === undefined
			? group
			: withValueAt(group, path, exactNumber(new Exact(amount).toFixed(decimals)));

	const items = lineItems.map((item, index) => {
		const base = new Exact(item.unitPrice ?? 0).times(item.quantity ?? 0);
		const discount = item.discountAmount ?? share(base, item.discountRate);
		const tax = item.taxAmount ?? share(base.minus(discount ?? 0), item.taxRate);
		const order = shown.orderInformation as { lineItems: Group[] };
		return added(added(order.lineItems[index], 'discountAmount', discount), 'taxAmount', tax);
	});

	const { discountAmount, discountPercent, taxDetails, freight, totalAmount = 0 } = amountDetails;
	const sum = lineItems.reduce((total, item) => total.plus(item.totalAmount ?? 0), new Exact(0));
	const discount = discountAmount ?? share(sum, discountPercent);
	const tax = taxDetails.amount ?? share(sum.minus(discount ?? 0), taxDetails.rate);
	const subAmount = new Exact(totalAmount).minus(tax ?? 0).minus(freight.amount ?? 0);

	const details = 'orderInformation.amountDetails';
	let answer = added(shown, `${details}.discountAmount`, discount);
	answer = added(answer, `${details}.taxDetails.amount`, tax);
	answer = added(answer, `${details}.subAmount`, subAmount);
	return items.length > 0 ? withValueAt(answer, 'orderInformation.lineItems', items) : answer;
}
