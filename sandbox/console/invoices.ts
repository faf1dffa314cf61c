import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { isZero } from '../invoicing/money';
import {
	acceptPayment,
	currencyOf,
	openAmount,
	payIntoReview,
	payInvoice,
	rejectPayment,
	whyNotPayable,
} from '../invoicing/payments';
import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import {
	actionButton,
	actionForm,
	cell,
	input,
	nothingHere,
	statusBadge,
	table,
	when,
} from './parts';
import type { Action, ConsolePage, Form, Visit } from './visit';

const SHOWN = 50;

export const invoices: ConsolePage = {
	name: 'invoices',
	title: 'Invoices',
	about: 'Be the customer: pay an invoice, pay a part of it, or let a payment wait for review.',
	view: (visit) => {
		const { invoice: number } = visit.query;
		const found = number === undefined ? undefined : visit.merchant.invoices.find(number.trim());
		return found ? oneInvoice(visit, found) : list(visit);
	},
	actions: {
		pay: payment(payInvoice, 'paid'),
		review: payment(payIntoReview, 'held for review'),
		accept: review(acceptPayment, 'The payment was accepted'),
		reject: review(rejectPayment, 'The payment was rejected'),
	},
};

function payment(
	pay: (merchant: Merchant, invoice: Invoice, amount: string) => string,
	done: string,
): Action {
	return ({ merchant }, form) => {
		const invoice = named(merchant, form);
		// A form pays once: what is open is another amount afterwards.
		if (form.open !== undefined && form.open !== openAmount(invoice)) {
			throw Refusal.invalid(
				`The amount has changed: ${openAmount(invoice)} is open now. Nothing was paid.`,
			);
		}
		const amount = pay(merchant, invoice, form.amount?.trim() ?? invoice.balance);
		const rest = isZero(invoice.balance)
			? 'It is paid in full.'
			: `${openAmount(invoice)} is open.`;
		return `Invoice ${invoice.number}: ${amount} ${currencyOf(invoice)} ${done}. ${rest}`;
	};
}

function review(decide: (merchant: Merchant, invoice: Invoice) => void, done: string): Action {
	return ({ merchant }, form) => {
		const invoice = named(merchant, form);
		decide(merchant, invoice);
		return `${done}. Invoice ${invoice.number} is now ${invoice.status}.`;
	};
}

const named = (merchant: Merchant, { invoice = '' }: Form): Invoice => merchant.invoice(invoice);

function list(visit: Visit): Html {
	const { merchant, query } = visit;
	const count = merchant.invoices.count();
	const shown = merchant.invoices.page(0, SHOWN);
	const missing = query.invoice?.trim();
	return html`${missing && html`<p class="note bad">There is no invoice ${missing}.</p>`}
	${
		shown.length === 0
			? nothingHere('No invoices yet. Create one in your workflow.')
			: table(
					['Invoice', 'Customer', 'Total', 'Open', 'Due', 'Status', 'Actions'],
					shown.map((invoice) => row(visit, invoice)),
				)
	}
	${count > SHOWN && html`<p class="quiet">The latest ${SHOWN} of ${count}.</p>`}`;
}

function row(visit: Visit, invoice: Invoice): Html[] {
	const { customerInformation: customer, invoiceInformation } = invoice.content;
	const { totalAmount } = invoice.content.orderInformation.amountDetails;
	return [
		html`<a href="${addressOf(visit, invoice)}">${invoice.number}</a>`,
		html`${customer.name ?? customer.company?.name ?? customer.email ?? '-'}`,
		html`<span class="amount">${totalAmount} ${currencyOf(invoice)}</span>`,
		html`<span class="amount">${openAmount(invoice)}</span>`,
		cell(invoiceInformation.dueDate ?? '-'),
		statusBadge(invoice.status),
		html`<div class="buttons">${quickActions(visit, invoice)}</div>`,
	];
}

function quickActions(visit: Visit, invoice: Invoice): Html {
	const fields = { invoice: invoice.number, open: openAmount(invoice) };
	if (invoice.review) return reviewButtons(visit, invoice);
	if (whyNotPayable(visit.merchant, invoice) !== undefined) return html``;
	return html`${actionButton(visit, 'invoices/pay', fields, 'Pay')}
	${
		allowsParts(invoice) &&
		html`<a class="button quiet" href="${addressOf(visit, invoice)}">Pay a part</a>`
	}`;
}

function reviewButtons(visit: Visit, { number }: Invoice): Html {
	const fields = { invoice: number };
	return html`${actionButton(visit, 'invoices/accept', fields, 'Accept')}
	${actionButton(visit, 'invoices/reject', fields, 'Reject', 'bad')}`;
}

function oneInvoice(visit: Visit, invoice: Invoice): Html {
	const { merchant } = visit;
	const { customerInformation: customer, invoiceInformation } = invoice.content;
	const { totalAmount } = invoice.content.orderInformation.amountDetails;
	const back = `/console/invoices?merchant=${merchant.organization.id}`;
	const facts: ReadonlyArray<[string, Html]> = [
		['Status', statusBadge(invoice.status)],
		['Total', cell(`${totalAmount} ${currencyOf(invoice)}`)],
		['Open', cell(openAmount(invoice))],
		['Due', cell(invoiceInformation.dueDate ?? '-')],
		['Customer', cell([customer.name, customer.email].filter(Boolean).join(', ') || '-')],
		['Description', cell(invoiceInformation.description ?? '-')],
		[
			'Payment link',
			html`<a href="${merchant.paymentLink(invoice)}" target="_blank" rel="noreferrer"
				>Open the payment page</a
			>`,
		],
	];
	return html`<p><a href="${back}">Back to all invoices</a></p>
		<section class="card">
			<h2>Invoice ${invoice.number}</h2>
			<dl>
				${facts.map(
					([label, value]) =>
						html`<div>
							<dt>${label}</dt>
							<dd>${value}</dd>
						</div>`,
				)}
			</dl>
			${payments(visit, invoice)}
		</section>
		<section class="card">
			<h2>History</h2>
			${table(
				['Time (GMT)', 'Event', 'Amount'],
				invoice.history.map(({ time, event, payment: paid }) => [
					when(time),
					cell(event),
					cell(paid ? `${paid.amount} ${currencyOf(invoice)}` : ''),
				]),
			)}
		</section>`;
}

function payments(visit: Visit, invoice: Invoice): Html {
	const fields = { invoice: invoice.number, open: openAmount(invoice) };
	if (invoice.review) {
		return html`<p>
				A payment of ${invoice.review.amount} ${currencyOf(invoice)} waits for review.
			</p>
			<div class="buttons">${reviewButtons(visit, invoice)}</div>`;
	}
	const refusal = whyNotPayable(visit.merchant, invoice);
	if (refusal !== undefined) return html`<p class="quiet">${refusal}</p>`;
	return html`<div class="buttons">
			${actionButton(visit, 'invoices/pay', fields, `Pay ${openAmount(invoice)}`)}
			${
				visit.merchant.fraudManagement &&
				actionButton(visit, 'invoices/review', fields, 'Pay, and hold for review', 'quiet')
			}
		</div>
		${
			allowsParts(invoice)
				? actionForm(
						visit,
						'invoices/pay',
						fields,
						html`<div class="fields">
							${input('amount', `A part, in ${currencyOf(invoice)}`)}
							<button class="quiet">Pay a part</button>
						</div>`,
					)
				: html`<p class="quiet">This invoice does not allow partial payments.</p>`
		}`;
}

function addressOf({ merchant }: Visit, { number }: Invoice): string {
	const query = new URLSearchParams({ merchant: merchant.organization.id, invoice: number });
	return `/console/invoices?${query.toString()}`;
}

const allowsParts = ({ content }: Invoice): boolean =>
	content.invoiceInformation.allowPartialPayments === true;
