import { Decimal } from 'decimal.js';
import type { AmountDetails, InvoiceContent, LineItem } from '../invoicing/content';
import { exactNumber } from '../invoicing/exactJson';
import { decimalsOf } from '../invoicing/money';
import type { Dialect } from './dialect';
import { type Group, isGroup, withValueAt } from './leaves';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The answer with the amounts that the service calculates itself. */
export function withDerivedAmounts(dialect: Dialect, content: InvoiceContent, shown: Group): Group {
	const currency = content.orderInformation.amountDetails.currency as string;
	const reckoner = new Reckoner(dialect, decimalsOf(currency));
	return reckoner.withSubAmount(content, reckoner.withAmountsOfRates(content, shown));
}

class Reckoner {
	constructor(
		private readonly dialect: Dialect,
		private readonly decimals: number,
	) {}

	withAmountsOfRates({ orderInformation }: InvoiceContent, shown: Group): Group {
		if (this.dialect.is('invoiceDerivedAmounts', 'as-sent')) return shown;
		const { lineItems } = orderInformation;
		const answer = this.added(
			shown,
			'orderInformation.amountDetails',
			this.ofTotal(orderInformation),
		);
		const order = answer.orderInformation;
		if (lineItems.length === 0 || !isGroup(order)) return answer;
		const items = (order.lineItems as Group[]).map((item, index) =>
			this.added(item, '', this.ofLineItem(lineItems[index])),
		);
		return withValueAt(answer, 'orderInformation.lineItems', items);
	}

	withSubAmount({ orderInformation }: InvoiceContent, shown: Group): Group {
		if (this.dialect.is('invoiceSubAmount', 'as-sent')) return shown;
		const { totalAmount, taxDetails, freight } = orderInformation.amountDetails;
		const tax = taxDetails.amount ?? this.ofTotal(orderInformation)['taxDetails.amount'] ?? 0;
		const net = new Exact(totalAmount as string).minus(tax).minus(freight.amount ?? 0);
		const subAmount = this.dialect.is('invoiceSubAmount', 'with-tax-and-freight')
			? new Exact(totalAmount as string)
			: net;
		return this.added(shown, 'orderInformation.amountDetails', { subAmount });
	}

	private ofTotal({ amountDetails, lineItems }: Order): Amounts {
		// A service that calculates the sub-amount itself does not go by the one that was sent.
		const sent = this.dialect.is('invoiceSubAmount', 'as-sent')
			? amountDetails.subAmount
			: undefined;
		const base = new Exact(sent ?? sumOf(lineItems) ?? amountDetails.totalAmount ?? 0);
		const { discountAmount, discountPercent, taxDetails } = amountDetails;
		const discount = discountAmount ?? this.share(base, discountPercent);
		const taxed = this.taxed(base, discount);
		return {
			discountAmount: discountAmount === undefined ? discount : undefined,
			'taxDetails.amount':
				taxDetails.amount === undefined ? this.share(taxed, taxDetails.rate) : undefined,
		};
	}

	private ofLineItem(item: LineItem): Amounts {
		const base = new Exact(item.unitPrice ?? 0).times(item.quantity ?? 0);
		const discount = item.discountAmount ?? this.share(base, item.discountRate);
		return {
			discountAmount: item.discountAmount === undefined ? discount : undefined,
			taxAmount:
				item.taxAmount === undefined
					? this.share(this.taxed(base, discount), item.taxRate)
					: undefined,
		};
	}

	private taxed(base: Decimal, discount: Decimal.Value | undefined): Decimal {
		return this.dialect.is('invoiceDerivedAmounts', 'tax-before-discount')
			? base
			: base.minus(discount ?? 0);
	}

	private share(base: Decimal, percent: string | undefined): Decimal | undefined {
		if (percent === undefined) return undefined;
		return base.times(percent).div(100).toDecimalPlaces(this.decimals);
	}

	private added(group: Group, prefix: string, amounts: Amounts): Group {
		return Object.entries(amounts).reduce((answer, [name, amount]) => {
			if (amount === undefined) return answer;
			const path = prefix === '' ? name : `${prefix}.${name}`;
			return withValueAt(answer, path, exactNumber(new Exact(amount).toFixed(this.decimals)));
		}, group);
	}
}

type Order = { amountDetails: AmountDetails; lineItems: readonly LineItem[] };
type Amounts = Record<string, Decimal.Value | undefined>;

function sumOf(items: readonly LineItem[]): string | undefined {
	if (items.length === 0) return undefined;
	return items.reduce((sum, item) => sum.plus(item.totalAmount ?? 0), new Exact(0)).toFixed();
}
