import { Decimal } from 'decimal.js';
import type { InvoiceContent } from '../invoicing/content';
import { exactNumber } from '../invoicing/exactJson';
import { decimalsOf } from '../invoicing/money';
import type { Dialect } from './dialect';
import { type Group, withValueAt } from './leaves';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

const exact = (value: Decimal.Value | undefined) => new Exact(value ?? 0);

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
		const base = exact(item.unitPrice).times(exact(item.quantity));
		const discount = item.discountAmount ?? share(base, item.discountRate);
		const tax = item.taxAmount ?? share(base.minus(exact(discount)), item.taxRate);
		const order = shown.orderInformation as { lineItems: Group[] };
		return added(added(order.lineItems[index], 'discountAmount', discount), 'taxAmount', tax);
	});

	const { discountAmount, discountPercent, taxDetails, freight, totalAmount } = amountDetails;
	const sum = lineItems.reduce((total, item) => total.plus(exact(item.totalAmount)), exact(0));
	const discount = discountAmount ?? share(sum, discountPercent);
	const tax = taxDetails.amount ?? share(sum.minus(exact(discount)), taxDetails.rate);
	const subAmount = exact(totalAmount).minus(exact(tax)).minus(exact(freight.amount));

	const details = 'orderInformation.amountDetails';
	let answer = added(shown, `${details}.discountAmount`, discount);
	answer = added(answer, `${details}.taxDetails.amount`, tax);
	answer = added(answer, `${details}.subAmount`, subAmount);
	return items.length > 0 ? withValueAt(answer, 'orderInformation.lineItems', items) : answer;
}
