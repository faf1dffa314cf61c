import type { Organization } from '../access';
import type { Sandbox } from '../sandbox';
import type { Invoice } from './invoice';
import type { Settings } from './settings/settings';

/** In whose name emails are sent. */
interface Sender {
	readonly sandbox: Sandbox;
	readonly organization: Organization;
	readonly settings: Settings;
	readonly displayName: string;
	readonly contact: { email: string };
	paymentLink(invoice: Invoice): string;
}

/** The emails of a merchant's invoices. They go to the outbox, where tests read them. */
export class Mails {
	constructor(private readonly merchant: Sender) {}

	sendInvoice(invoice: Invoice): void {
		const { customEmailMessage } = this.merchant.settings.current;
		this.toCustomer(invoice, 'invoice', `Invoice ${invoice.number} from ${this.sender}`, [
			customEmailMessage,
			this.amountDue(invoice),
			`Pay here: ${this.merchant.paymentLink(invoice)}`,
		]);
	}

	remind(invoice: Invoice): void {
		this.toCustomer(
			invoice,
			'reminder',
			`Reminder: invoice ${invoice.number} from ${this.sender}`,
			[this.amountDue(invoice), `Pay here: ${this.merchant.paymentLink(invoice)}`],
		);
	}

	confirmPayment(invoice: Invoice, amount: string): void {
		const paid = `${amount} ${invoice.content.orderInformation.amountDetails.currency}`;
		this.toCustomer(invoice, 'receipt', `Payment for invoice ${invoice.number} received`, [
			`${this.sender} received ${paid}.`,
			invoice.status === 'PAID' ? 'The invoice is paid in full.' : this.amountDue(invoice),
		]);
		this.toMerchant(invoice, [
			`Invoice ${invoice.number} received a payment of ${paid}.`,
			`Status: ${invoice.status}.`,
		]);
	}

	sayPaymentIsProcessing(invoice: Invoice): void {
		this.toCustomer(invoice, 'processing', `Payment for invoice ${invoice.number} is processing`, [
			'Your payment is being processed. You do not need to pay again.',
		]);
	}

	sayPaymentWasRejected(invoice: Invoice): void {
		this.toCustomer(invoice, 'rejected', `Payment for invoice ${invoice.number} was not accepted`, [
			'Your payment was not accepted.',
			this.amountDue(invoice),
			`Pay here: ${this.merchant.paymentLink(invoice)}`,
		]);
	}

	private get sender(): string {
		return this.merchant.displayName;
	}

	private amountDue({ balance, content }: Invoice): string {
		const { currency } = content.orderInformation.amountDetails;
		return `Amount due: ${balance} ${currency}, by ${content.invoiceInformation.dueDate}.`;
	}

	private toCustomer(
		{ number, content }: Invoice,
		kind: string,
		subject: string,
		lines: ReadonlyArray<string | undefined>,
	): void {
		const { email, name } = content.customerInformation;
		if (email === undefined) return;
		const greeting = name === undefined ? 'Hello,' : `Dear ${name},`;
		this.send({ kind, to: email, subject, lines: [greeting, ...lines], invoiceId: number });
	}

	private toMerchant({ number }: Invoice, lines: readonly string[]): void {
		const { enableMerchantEmailNotifications, merchantEmail } = this.merchant.settings.current;
		if (!enableMerchantEmailNotifications) return;
		this.send({
			kind: 'merchantNotification',
			to: merchantEmail ?? this.merchant.contact.email,
			subject: `Invoice ${number}: payment received`,
			lines,
			invoiceId: number,
		});
	}

	private send(mail: {
		kind: string;
		to: string;
		subject: string;
		lines: ReadonlyArray<string | undefined>;
		invoiceId: string;
	}): void {
		const { lines, ...email } = mail;
		this.merchant.sandbox.outbox.send({
			...email,
			organizationId: this.merchant.organization.id,
			text: lines.filter((line) => line !== undefined).join('\n\n'),
		});
	}
}
