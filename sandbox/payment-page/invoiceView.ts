import { startOfDay, startOfExpirationDay } from '../invoicing/dates';
import { hasExpired, type Invoice, type InvoiceStatus } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { compare, decimalsOf, subtract } from '../invoicing/money';
import { type Html, html } from './html';
import { type Labels, labelsFor } from './labels';

const BADGES: Record<InvoiceStatus, string> = {
	DRAFT: 'Draft',
	CREATED: 'Open',
	SENT: 'Open',
	PARTIAL: 'Partially paid',
	PAID: 'Paid',
	PENDING: 'Processing',
	CANCELED: 'Canceled',
};

interface PageFormat {
	money(amount: string): string;
	date(moment: number): string;
}

/** What the invoice says: who, what, how much, until when. */
export function invoiceView(merchant: Merchant, invoice: Invoice): Html {
	const format = formatOf(merchant, invoice);
	const labels = labelsFor(merchant.settings.current, invoice);
	const { dueDate } = invoice.content.invoiceInformation;
	const { totalAmount } = invoice.content.orderInformation.amountDetails;
	const numberLabel = labels('invoiceNumber');
	const closed = invoice.status === 'PAID' || invoice.status === 'CANCELED';
	const expired = !closed && hasExpired(invoice, merchant.now());
	return html`<section>
		<div class="top">
			<h1>${numberLabel === undefined ? 'Invoice' : `${numberLabel} ${invoice.number}`}</h1>
			<span class="badge ${expired ? 'expired' : invoice.status.toLowerCase()}"
				>${expired ? 'Expired' : BADGES[invoice.status]}</span
			>
		</div>
		<p class="due">${format.money(closed ? (totalAmount as string) : invoice.balance)}</p>
		<p class="quiet">
			${closed ? BADGES[invoice.status] : `Amount due by ${format.date(startOfDay(dueDate as string) as number)}`}
		</p>
		${facts(invoice, labels, format)} ${lineItems(invoice, format)} ${sums(invoice, labels, format)}
	</section>`;
}

/** Amounts and dates as the reader of this language writes them; amounts keep every digit. */
export function formatOf(merchant: Merchant, { content }: Invoice): PageFormat {
	const { deliveryLanguage: language } = merchant.settings.current;
	const currency = content.orderInformation.amountDetails.currency as string;
	const minimumFractionDigits = decimalsOf(currency);
	const digits = { minimumFractionDigits, maximumFractionDigits: minimumFractionDigits };
	const money = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits });
	const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
	return {
		money: (amount) => money.format(amount as `${number}`),
		date: (moment) => date.format(moment),
	};
}

function facts({ content }: Invoice, labels: Labels, format: PageFormat): Html {
	const { customerInformation: customer, invoiceInformation } = content;
	const { description, expirationDate } = invoiceInformation;
	const expiry = expirationDate && format.date(startOfExpirationDay(expirationDate) as number);
	const entries: ReadonlyArray<[label: string | undefined, value: string | undefined]> = [
		[labels('billTo'), customer.name],
		[labels('companyName'), customer.company?.name],
		[labels('customerId'), customer.merchantCustomerId],
		['Can be paid until', expiry && `${expiry}, 00:00 GMT`],
		[labels('description'), description],
	];
	const shown = entries.filter(([label, value]) => label !== undefined && value !== undefined);
	if (shown.length === 0) return html``;
	return html`<dl>
		${shown.map(
			([label, value]) =>
				html`<div class="${value === description && 'row'}">
					<dt>${label}</dt>
					<dd>${value}</dd>
				</div>`,
		)}
	</dl>`;
}

function lineItems({ content }: Invoice, format: PageFormat): Html {
	const items = content.orderInformation.lineItems;
	if (items.length === 0) return html``;
	const money = (amount: string | undefined) => amount !== undefined && format.money(amount);
	return html`<div class="wide">
		<table>
			<thead>
				<tr>
					<th>Item</th>
					<th class="number">Quantity</th>
					<th class="number">Unit price</th>
					<th class="number">Total</th>
				</tr>
			</thead>
			<tbody>
				${items.map(
					(item) =>
						html`<tr>
							<td>${item.productName} <small>${item.productSku}</small></td>
							<td class="number">${item.quantity}</td>
							<td class="number">${money(item.unitPrice)}</td>
							<td class="number">${money(item.totalAmount)}</td>
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`;
}

function sums({ content, balance }: Invoice, labels: Labels, format: PageFormat): Html {
	const details = content.orderInformation.amountDetails;
	const total = details.totalAmount as string;
	const money = (amount: string | undefined) => amount && format.money(amount);
	const paid = subtract(total, balance, details.currency as string);
	const somePaid = compare(paid, '0') > 0;
	const { discountPercent, taxDetails } = details;
	const rows: ReadonlyArray<[label: string | undefined, value: string | undefined]> = [
		['Subtotal', money(details.subAmount)],
		[
			labels('discount'),
			money(details.discountAmount) ?? (discountPercent && `${discountPercent}%`),
		],
		[labels('tax'), money(taxDetails.amount) ?? (taxDetails.rate && `${taxDetails.rate}%`)],
		[labels('shipping'), money(details.freight.amount)],
		['Total', format.money(total)],
		['Paid', somePaid ? format.money(paid) : undefined],
		['Balance', somePaid ? format.money(balance) : undefined],
	];
	return html`<table class="sums">
		${rows
			.filter(([label, value]) => label !== undefined && value !== undefined)
			.map(
				([label, value]) =>
					html`<tr>
						<td>${label}</td>
						<td class="number">${value}</td>
					</tr>`,
			)}
	</table>`;
}
