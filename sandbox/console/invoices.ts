import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import {
	acceptPayment,
	currencyOf,
	openAmount,
	payInvoice,
	rejectPayment,
	whyNotPayable,
} from '../invoicing/payments';
import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { actionButton, cell, nothingHere, SHOWN, statusBadge, table } from './parts';
import type { Action, ConsolePage, Visit } from './visit';

export const invoices: ConsolePage = {
	name: 'invoices',
	title: 'Invoices',
	about: 'Be the customer: pay an invoice here, or open its payment page to pay it another way.',
	view: (visit) => {
		const { invoices: all } = visit.merchant;
		const count = all.count();
		if (count === 0) return nothingHere('No invoices yet. Create one in your workflow.');
		return html`${table(
			['Invoice', 'Customer', 'Total', 'Open', 'Due', 'Status', 'Actions'],
			all.page(0, SHOWN).map((invoice) => row(visit, invoice)),
		)}
		${count > SHOWN && html`<p class="quiet">The latest ${SHOWN} of ${count}.</p>`}`;
	},
	actions: {
		pay: ({ merchant }, { invoice: number = '', open }) => {
			const invoice = merchant.invoice(number);
			// A form pays once: what is open is another amount afterwards.
			if (open !== openAmount(invoice)) {
				throw Refusal.invalid(
					`The amount has changed: ${openAmount(invoice)} is open now. Nothing was paid.`,
				);
			}
			payInvoice(merchant, invoice, invoice.balance);
			return `Invoice ${number}: ${open} paid. It is paid in full.`;
		},
		accept: review(acceptPayment, 'The payment was accepted'),
		reject: review(rejectPayment, 'The payment was rejected'),
	},
};

function review(decide: (merchant: Merchant, invoice: Invoice) => void, done: string): Action {
	return ({ merchant }, { invoice: number = '' }) => {
		const invoice = merchant.invoice(number);
		decide(merchant, invoice);
		return `${done}. Invoice ${number} is now ${invoice.status}.`;
	};
}

function row(visit: Visit, invoice: Invoice): Html[] {
	const { customerInformation: customer, invoiceInformation, orderInformation } = invoice.content;
	return [
		html`<a href="${visit.merchant.paymentLink(invoice)}" target="_blank" rel="noreferrer"
			>${invoice.number}</a
		>`,
		cell(customer.name ?? customer.company?.name ?? customer.email ?? '-'),
		html`<span class="amount"
			>${orderInformation.amountDetails.totalAmount} ${currencyOf(invoice)}</span
		>`,
		html`<span class="amount">${openAmount(invoice)}</span>`,
		cell(invoiceInformation.dueDate ?? '-'),
		statusBadge(invoice.status),
		html`<div class="buttons">${buttons(visit, invoice)}</div>`,
	];
}

function buttons(visit: Visit, invoice: Invoice): Html {
	const fields = { invoice: invoice.number };
	if (invoice.review) {
		return html`${actionButton(visit, 'invoices/accept', fields, 'Accept')}
		${actionButton(visit, 'invoices/reject', fields, 'Reject', 'bad')}`;
	}
	if (whyNotPayable(visit.merchant, invoice) !== undefined) return html``;
	return html`${actionButton(visit, 'invoices/pay', { ...fields, open: openAmount(invoice) }, 'Pay')}
	${
		invoice.content.invoiceInformation.allowPartialPayments &&
		html`<a class="button quiet" href="${visit.merchant.paymentLink(invoice)}" target="_blank"
			>Pay a part</a
		>`
	}`;
}
