import type { Invoice } from './invoice';
import type { Merchant } from './merchant';

/** The emails of a merchant's invoices. They go to the outbox, where tests read them. */

export function mailInvoice(merchant: Merchant, invoice: Invoice): void {
	const subject = `Invoice ${invoice.number} from ${merchant.displayName}`;
	const { customEmailMessage: own } = merchant.settings.current;
	mailCustomer(merchant, invoice, 'invoice', subject, [
		...(own === undefined ? [] : [own]),
		...howToPay(merchant, invoice),
	]);
}

export function mailReminder(merchant: Merchant, invoice: Invoice): void {
	const subject = `Reminder: invoice ${invoice.number} from ${merchant.displayName}`;
	mailCustomer(merchant, invoice, 'reminder', subject, howToPay(merchant, invoice));
}

export function mailReceipt(merchant: Merchant, invoice: Invoice, amount: string): void {
	const paid = `${amount} ${invoice.content.orderInformation.amountDetails.currency}`;
	const subject = `Payment for invoice ${invoice.number} received`;
	mailCustomer(merchant, invoice, 'receipt', subject, [
		`${merchant.displayName} received ${paid}.`,
		invoice.status === 'PAID' ? 'The invoice is paid in full.' : amountDue(invoice),
	]);
	const { enableMerchantEmailNotifications, merchantEmail } = merchant.settings.current;
	if (!enableMerchantEmailNotifications) return;
	merchant.sandbox.outbox.send({
		kind: 'merchantNotification',
		organizationId: merchant.organization.id,
		invoiceId: invoice.number,
		to: merchantEmail ?? merchant.contact.email,
		subject: `Invoice ${invoice.number}: payment received`,
		text: `Invoice ${invoice.number} received a payment of ${paid}.\n\nStatus: ${invoice.status}.`,
	});
}

export function mailProcessing(merchant: Merchant, invoice: Invoice): void {
	const subject = `Payment for invoice ${invoice.number} is processing`;
	mailCustomer(merchant, invoice, 'processing', subject, [
		'Your payment is being processed. You do not need to pay again.',
	]);
}

export function mailRejection(merchant: Merchant, invoice: Invoice): void {
	const subject = `Payment for invoice ${invoice.number} was not accepted`;
	mailCustomer(merchant, invoice, 'rejected', subject, [
		'Your payment was not accepted.',
		...howToPay(merchant, invoice),
	]);
}

function amountDue({ balance, content }: Invoice): string {
	const { currency } = content.orderInformation.amountDetails;
	return `Amount due: ${balance} ${currency}, by ${content.invoiceInformation.dueDate}.`;
}

const howToPay = (merchant: Merchant, invoice: Invoice): string[] => [
	amountDue(invoice),
	`Pay here: ${merchant.paymentLink(invoice)}`,
];

function mailCustomer(
	merchant: Merchant,
	{ number, content }: Invoice,
	kind: string,
	subject: string,
	paragraphs: readonly string[],
): void {
	const { email, name } = content.customerInformation;
	if (email === undefined) return;
	merchant.sandbox.outbox.send({
		kind,
		organizationId: merchant.organization.id,
		invoiceId: number,
		to: email,
		subject,
		text: [name === undefined ? 'Hello,' : `Dear ${name},`, ...paragraphs].join('\n\n'),
	});
}
