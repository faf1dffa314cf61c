import { startOfDay } from '../invoicing/dates';
import { addBulk } from '../invoicing/bulk';
import { type Invoice, type InvoiceStatus, STATUSES } from '../invoicing/invoice';
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
	select,
	statusBadge,
	table,
	when,
	wholeNumber,
} from './parts';
import type { Action, ConsolePage, Form, Visit } from './visit';

const SHOWN = 50;
const MOST_MADE = 100;
const LATE: readonly InvoiceStatus[] = ['SENT', 'CREATED', 'PARTIAL'];

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
		make: ({ merchant }, { count = '', status = '' }) => {
			const many = wholeNumber(count, 'How many', MOST_MADE);
			const known = STATUSES.find((each) => each === status);
			const made = addBulk(merchant, many, known);
			return `Made ${made.length === 1 ? 'one invoice' : `${made.length} invoices`}.`;
		},
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
	const status = STATUSES.find((each) => each === query.status);
	const count = merchant.invoices.count(status);
	const lastPage = Math.max(1, Math.ceil(count / SHOWN));
	const page = Math.min(Math.max(1, Math.trunc(Number(query.page)) || 1), lastPage);
	const shown = merchant.invoices.page((page - 1) * SHOWN, SHOWN, status);
	const missing = query.invoice?.trim();
	return html`${filters(visit, status)}
		${missing && html`<p class="note bad">There is no invoice ${missing}.</p>`}
		${
			shown.length === 0
				? nothingHere('No invoices yet. Create one in your workflow, or make some below.')
				: table(
						['Invoice', 'Customer', 'Total', 'Open', 'Due', 'Status', 'Actions'],
						shown.map((invoice) => row(visit, invoice)),
					)
		}
		${pages(visit, { page, lastPage, count, status })}
		<section class="card">
			<h2>Make invoices</h2>
			${actionForm(
				visit,
				'invoices/make',
				{},
				html`<div class="fields">
					${input('count', 'How many', '3', 'number')}
					${select('status', 'Status', [
						['', 'A mix'],
						...makeable(visit.merchant).map((each) => [each, each] as const),
					])}
					<button>Make</button>
				</div>`,
			)}
			<p class="quiet">Nobody gets an email for these.</p>
		</section>`;
}

function makeable({ fraudManagement }: Merchant): InvoiceStatus[] {
	return STATUSES.filter((status) => fraudManagement || status !== 'PENDING');
}

function filters({ merchant, query }: Visit, status: string | undefined): Html {
	return html`<form class="filters" method="get" action="/console/invoices">
		<input type="hidden" name="merchant" value="${merchant.organization.id}" />
		${select(
			'status',
			'Show',
			[
				['', `All (${merchant.invoices.count()})`],
				...STATUSES.map((each) => [each, `${each} (${merchant.invoices.count(each)})`] as const),
			],
			status ?? '',
			'status-shown',
		)}
		${input('invoice', 'Invoice number', query.invoice ?? '', 'search')}
		<button>Find</button>
	</form>`;
}

function row(visit: Visit, invoice: Invoice): Html[] {
	const { customerInformation: customer, invoiceInformation } = invoice.content;
	const { totalAmount } = invoice.content.orderInformation.amountDetails;
	return [
		html`<a href="${addressOf(visit, invoice)}">${invoice.number}</a>`,
		html`${customer.name ?? customer.company?.name ?? customer.email ?? '-'}`,
		html`<span class="amount">${totalAmount} ${currencyOf(invoice)}</span>`,
		html`<span class="amount">${openAmount(invoice)}</span>`,
		html`${invoiceInformation.dueDate ?? '-'}
		${isLate(visit, invoice) && html`<em class="late">overdue</em>`}`,
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
							${input('amount', `A part, in ${currencyOf(invoice)}`, '')}
							<button class="quiet">Pay a part</button>
						</div>`,
					)
				: html`<p class="quiet">This invoice does not allow partial payments.</p>`
		}`;
}

function pages(
	{ merchant }: Visit,
	{
		page,
		lastPage,
		count,
		status,
	}: { page: number; lastPage: number; count: number; status?: string },
): Html {
	if (lastPage === 1) return html``;
	const link = (to: number, label: string): Html | false =>
		to >= 1 &&
		to <= lastPage &&
		html`<a
			href="/console/invoices?${new URLSearchParams({
				merchant: merchant.organization.id,
				page: `${to}`,
				...(status !== undefined && { status }),
			}).toString()}"
			>${label}</a
		>`;
	return html`<nav class="pages" aria-label="Pages">
		${link(page - 1, 'Newer')} <span>Page ${page} of ${lastPage}, ${count} invoices</span>
		${link(page + 1, 'Older')}
	</nav>`;
}

function addressOf({ merchant }: Visit, { number }: Invoice): string {
	const query = new URLSearchParams({ merchant: merchant.organization.id, invoice: number });
	return `/console/invoices?${query.toString()}`;
}

function isLate({ merchant }: Visit, { status, content }: Invoice): boolean {
	const { dueDate } = content.invoiceInformation;
	const due = dueDate === undefined ? undefined : startOfDay(dueDate);
	const day = new Date(merchant.now()).setUTCHours(0, 0, 0, 0);
	return LATE.includes(status) && due !== undefined && due < day;
}

const allowsParts = ({ content }: Invoice): boolean =>
	content.invoiceInformation.allowPartialPayments === true;
