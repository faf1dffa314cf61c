import { withExactAmounts } from './carried';
import { invoiceContent, type InvoiceContent, withoutEmptyValues } from './content';
import type { Invoice, InvoiceStatus } from './invoice';
import { mailInvoice } from './mails';
import type { Merchant } from './merchant';
import { actionNotAllowed, duplicateRecord, validationErrors } from './refusals';
import { scheduleReminders } from './reminders';
import { problemsOf, type Purpose } from './rules';
import { readBody } from './schema';
import { type Move, moveFor } from './transitions';

/** What the endpoints do. Each checks everything before it changes anything. */

export function createInvoice(merchant: Merchant, body: unknown): Invoice {
	const content = readContent('create', body);
	const { invoiceNumber } = content.invoiceInformation;
	if (invoiceNumber !== undefined && merchant.invoices.find(invoiceNumber)) {
		throw duplicateRecord(invoiceNumber);
	}
	const invoice = addInvoice(merchant, content, initialStatus(content));
	if (invoice.status === 'SENT') {
		invoice.history.push({ event: 'SEND', time: merchant.now() });
		mailInvoice(merchant, invoice);
	}
	return invoice;
}

/** Puts an invoice on record, published or as a draft, and emails nobody. */
export function addInvoice(
	merchant: Merchant,
	content: InvoiceContent,
	status: InvoiceStatus,
): Invoice {
	const now = merchant.now();
	const invoice: Invoice = {
		sequence: merchant.next(),
		number: content.invoiceInformation.invoiceNumber ?? merchant.unusedInvoiceNumber(),
		created: now,
		submitted: now,
		status,
		content,
		balance: content.orderInformation.amountDetails.totalAmount as string,
		linkKey: merchant.newLinkKey(),
		history: [{ event: status === 'DRAFT' ? 'DRAFT' : 'CREATE', time: now }],
	};
	merchant.invoices.add(invoice);
	scheduleReminders(merchant, invoice);
	return invoice;
}

export function updateInvoice(merchant: Merchant, number: string, body: unknown): Invoice {
	const invoice = merchant.invoice(number);
	const move = moveFor('update', invoice);
	const content = readContent('update', body);
	refuseOtherNumber(invoice, content);
	refuseConversion(invoice, content);
	const { email } = invoice.content.customerInformation;
	const { dueDate } = invoice.content.invoiceInformation;
	invoice.content = content;
	invoice.balance = content.orderInformation.amountDetails.totalAmount as string;
	if (content.customerInformation.email !== email) {
		merchant.invoices.replaceLink(invoice, merchant.newLinkKey());
	}
	if (content.invoiceInformation.dueDate !== dueDate) scheduleReminders(merchant, invoice);
	return submitted(merchant, invoice, move);
}

export function sendInvoice(merchant: Merchant, number: string): Invoice {
	const invoice = merchant.invoice(number);
	if (invoice.content.invoiceInformation.deliveryMode !== 'email') {
		return submitted(merchant, invoice, moveFor('sendWithoutEmail', invoice));
	}
	const { to } = moveFor('sendByEmail', invoice);
	refuseWithoutAddress(invoice);
	const sentBefore = invoice.history.some(({ event }) => event === 'SEND');
	submitted(merchant, invoice, { to, event: sentBefore ? 'RESEND' : 'SEND' });
	mailInvoice(merchant, invoice);
	return invoice;
}

export function publishInvoice(merchant: Merchant, number: string): Invoice {
	const invoice = merchant.invoice(number);
	return submitted(merchant, invoice, moveFor('publish', invoice));
}

export function cancelInvoice(merchant: Merchant, number: string): Invoice {
	const invoice = merchant.invoice(number);
	return submitted(merchant, invoice, moveFor('cancel', invoice));
}

export function readContent(purpose: Purpose, body: unknown): InvoiceContent {
	const content = readBody(invoiceContent, withoutEmptyValues(body));
	const problems = problemsOf(purpose, content);
	if (problems.length > 0) throw validationErrors(problems);
	return withExactAmounts(content);
}

function initialStatus({ invoiceInformation }: InvoiceContent): InvoiceStatus {
	if (!invoiceInformation.sendImmediately) return 'DRAFT';
	return invoiceInformation.deliveryMode === 'email' ? 'SENT' : 'CREATED';
}

function submitted(merchant: Merchant, invoice: Invoice, { to, event }: Move): Invoice {
	merchant.move(invoice, to, { event });
	invoice.submitted = merchant.now();
	return invoice;
}

function refuseOtherNumber({ number }: Invoice, { invoiceInformation }: InvoiceContent): void {
	const sent = invoiceInformation.invoiceNumber;
	if (sent === undefined || sent === number) return;
	throw actionNotAllowed(`The number of invoice ${number} cannot be changed.`, [
		{ field: 'invoiceInformation.invoiceNumber', reason: 'cannot be updated after it is set' },
	]);
}

function refuseConversion({ number, content }: Invoice, update: InvoiceContent): void {
	const { lineItems } = update.orderInformation;
	if (lineItems.length > 0 || content.orderInformation.lineItems.length === 0) return;
	throw actionNotAllowed(
		`Invoice ${number} has line items and cannot become amount only. Cancel it and create a new one.`,
		[{ field: 'orderInformation.lineItems', reason: 'must keep at least one item' }],
	);
}

function refuseWithoutAddress({ content }: Invoice): void {
	if (content.customerInformation.email !== undefined) return;
	throw validationErrors([
		{ field: 'customerInformation.email', reason: 'is required to send the invoice by email' },
	]);
}
