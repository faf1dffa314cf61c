import type { Organization } from '../access';
import type { Sandbox } from '../sandbox';
import type { HistoryEntry, Invoice, InvoiceStatus } from './invoice';
import { InvoiceStore } from './invoiceStore';
import { invoiceNotFound } from './refusals';
import { Settings } from './settings/settings';

/** One organization as the invoicing service knows it. */
export class Merchant {
	readonly invoices = new InvoiceStore();
	readonly settings = new Settings();
	/** Whether payments may be held for review. */
	fraudManagement = true;
	private counted = 0;

	constructor(
		readonly sandbox: Sandbox,
		readonly organization: Organization,
	) {}

	get displayName(): string {
		return this.settings.current.merchantDisplayName ?? this.organization.name;
	}

	/** The business contact on file. */
	get contact(): { email: string; phone: string; address: Record<string, string> } {
		return {
			email: `accounts@${this.organization.id.replaceAll('_', '-')}.example`,
			phone: '+1 555 0100',
			address: {
				address1: '1 Market Street',
				locality: 'San Francisco',
				administrativeArea: 'CA',
				postalCode: '94105',
				country: 'US',
			},
		};
	}

	now(): number {
		return this.sandbox.clock.now();
	}

	/** A number that is given out once. */
	next(): number {
		return ++this.counted;
	}

	/** Leading zeros and all: an invoice number is text. */
	unusedInvoiceNumber(): string {
		for (;;) {
			const number = this.random('invoice number', this.next()).digits(10);
			if (!this.invoices.find(number)) return number;
		}
	}

	newLinkKey(): string {
		return this.random('payment link', this.next()).letters(32);
	}

	newTransactionId(): string {
		return this.random('transaction', this.next()).digits(22);
	}

	paymentLink({ linkKey }: Invoice): string {
		return `${this.sandbox.address}/pay/${linkKey}?version=v2.1`;
	}

	invoice(number: string): Invoice {
		const invoice = this.invoices.find(number);
		if (!invoice) throw invoiceNotFound(number);
		return invoice;
	}

	move(invoice: Invoice, to: InvoiceStatus, entry: Omit<HistoryEntry, 'time'>): void {
		invoice.status = to;
		invoice.history.push({ ...entry, time: this.now() });
	}

	random(...keys: Array<string | number>): ReturnType<Sandbox['random']['of']> {
		return this.sandbox.random.of('invoicing', this.organization.id, ...keys);
	}
}
