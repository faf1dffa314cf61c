import { Refusal } from '../refusal';
import { hasExpired, type Invoice, type InvoicePayment, type InvoiceStatus } from './invoice';
import { mailProcessing, mailReceipt, mailRejection } from './mails';
import type { Merchant } from './merchant';
import { amountProblem, amountText, compare, isZero, subtract } from './money';
import { statusInWords } from './transitions';

const PAYABLE: readonly InvoiceStatus[] = ['CREATED', 'SENT', 'PARTIAL'];

/** What is open, as it is shown to anyone who pays. */
export function openAmount(invoice: Invoice): string {
	return `${invoice.balance} ${currencyOf(invoice)}`;
}

/** The amount that was paid, with all decimals of its currency. */
export function payInvoice(merchant: Merchant, invoice: Invoice, written: string): string {
	const amount = payableAmount(merchant, invoice, written);
	settle(merchant, invoice, { transactionId: merchant.newTransactionId(), amount });
	return amount;
}

/** Fraud management holds the payment: the merchant has to accept or reject it. */
export function payIntoReview(merchant: Merchant, invoice: Invoice, written: string): string {
	if (!merchant.fraudManagement)
		throw Refusal.invalid('Fraud management is off for this merchant.');
	const amount = payableAmount(merchant, invoice, written);
	invoice.review = { transactionId: merchant.newTransactionId(), amount };
	merchant.move(invoice, 'PENDING', { event: 'PENDING' });
	mailProcessing(merchant, invoice);
	return amount;
}

export function acceptPayment(merchant: Merchant, invoice: Invoice): void {
	const payment = takeFromReview(invoice);
	settle(merchant, invoice, payment);
}

export function rejectPayment(merchant: Merchant, invoice: Invoice): void {
	takeFromReview(invoice);
	const paidBefore = invoice.history.some(({ event }) => event === 'PAYMENT');
	merchant.move(invoice, paidBefore ? 'PARTIAL' : 'SENT', { event: 'REJECTED' });
	mailRejection(merchant, invoice);
}

/** Why nobody can pay this invoice now; undefined when it can be paid. */
export function whyNotPayable(merchant: Merchant, invoice: Invoice): string | undefined {
	if (!PAYABLE.includes(invoice.status)) return `${statusInWords(invoice)} and cannot be paid.`;
	return hasExpired(invoice, merchant.now())
		? `Invoice ${invoice.number} has expired and cannot be paid.`
		: undefined;
}

/** Why this amount cannot be paid; undefined when it can. `money` writes an amount for the reader. */
export function whyNotThisAmount(
	{ content, balance }: Invoice,
	amount: string,
	money: (amount: string) => string,
): string | undefined {
	const details = content.orderInformation.amountDetails;
	const currency = details.currency as string;
	const minimum = details.minimumPartialAmount;
	if (amountProblem(amount, currency)) {
		const example = amountText('100', currency);
		return `Enter an amount in ${currency} with digits only, such as ${example}.`;
	}
	if (isZero(amount)) return 'Enter an amount that is more than zero.';
	const difference = compare(amount, balance);
	if (difference > 0) return `You can pay ${money(balance)} at most. That is the full balance.`;
	if (difference === 0) return undefined;
	if (content.invoiceInformation.allowPartialPayments !== true) {
		return `You can pay this invoice only in full: ${money(balance)}.`;
	}
	return minimum !== undefined && compare(amount, minimum) < 0
		? `Pay at least ${money(minimum)}, or the full balance.`
		: undefined;
}

/** Payments are booked in one form only: 010 USD is 10.00. */
function payableAmount(merchant: Merchant, invoice: Invoice, written: string): string {
	const reason =
		whyNotPayable(merchant, invoice) ??
		whyNotThisAmount(invoice, written, (amount) => `${amount} ${currencyOf(invoice)}`);
	if (reason) throw Refusal.invalid(reason);
	return amountText(written, currencyOf(invoice));
}

function takeFromReview(invoice: Invoice): InvoicePayment {
	const payment = invoice.review;
	if (!payment) throw Refusal.invalid(`Invoice ${invoice.number} has no payment in review.`);
	delete invoice.review;
	return payment;
}

function settle(merchant: Merchant, invoice: Invoice, payment: InvoicePayment): void {
	recordPayment(merchant, invoice, payment);
	mailReceipt(merchant, invoice, payment.amount);
}

/** Books the payment, without an email. */
export function recordPayment(merchant: Merchant, invoice: Invoice, payment: InvoicePayment): void {
	const { customerInformation } = invoice.content;
	const currency = currencyOf(invoice);
	invoice.balance = subtract(invoice.balance, payment.amount, currency);
	merchant.move(invoice, isZero(invoice.balance) ? 'PAID' : 'PARTIAL', {
		event: 'PAYMENT',
		payment,
	});
	merchant.sandbox.payments.record({
		organizationId: merchant.organization.id,
		requestId: payment.transactionId,
		time: merchant.now(),
		amount: payment.amount,
		currency,
		merchantReferenceNumber: invoice.number,
		application: 'Invoicing',
		customerName: customerInformation.name ?? '',
		customerEmail: customerInformation.email ?? '',
	});
}

export const currencyOf = ({ content }: Invoice): string =>
	content.orderInformation.amountDetails.currency as string;
