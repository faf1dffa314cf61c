import type { Answer, Control, TestSandbox } from './sandbox';

/** An invoice as the service answers it; only what tests look at. */
export interface InvoiceAnswer {
	_links: Record<string, { href: string; method: string }>;
	id: string;
	submitTimeUtc: string;
	status: string;
	customerInformation: Record<string, unknown>;
	processingInformation: Record<string, boolean>;
	invoiceInformation: Record<string, unknown> & { paymentLink: string; deliveryMode: string };
	orderInformation: {
		amountDetails: Record<string, unknown>;
		lineItems?: Array<Record<string, unknown>>;
	};
	invoiceHistory?: Array<{
		event: string;
		date: string;
		transactionDetails?: { transactionId: string; amount: number };
	}>;
	details?: Array<{ field: string; reason: string }>;
}

export interface Email {
	kind: string;
	to: string;
	text: string;
	time: string;
	invoiceId: string;
}

/** The control calls about invoices. Every call throws when the sandbox refuses it. */
export class InvoicingControl {
	constructor(private readonly control: Control) {}

	/** All of the balance when no amount is given. */
	async pay(id: string, options: { amount?: string } = {}): Promise<InvoiceAnswer> {
		return await this.act(id, 'pay', options);
	}

	async payIntoReview(id: string, options: { amount?: string } = {}): Promise<InvoiceAnswer> {
		return await this.act(id, 'review', options);
	}

	async acceptPayment(id: string): Promise<InvoiceAnswer> {
		return await this.act(id, 'accept', {});
	}

	async rejectPayment(id: string): Promise<InvoiceAnswer> {
		return await this.act(id, 'reject', {});
	}

	/** A mix of all statuses but PENDING when none is given; nobody is emailed. */
	async bulkCreate(count: number, options: { status?: string } = {}): Promise<string[]> {
		return (await this.control.send<{ ids: string[] }>('POST', '/invoices', { count, ...options }))
			.ids;
	}

	/** All that was recorded, with what the service does not give back. */
	async record(id: string): Promise<InvoiceAnswer & Record<string, unknown>> {
		return await this.control.send('GET', `/invoices/${encodeURIComponent(id)}`);
	}

	async setFraudManagement(enabled: boolean): Promise<void> {
		await this.control.send('PUT', '/fraud-management', { enabled });
	}

	async emails(kind?: string): Promise<Email[]> {
		const { emails } = await this.control.send<{ emails: Email[] }>('GET', '/outbox');
		return emails.filter((email) => kind === undefined || email.kind === kind);
	}

	private async act(id: string, action: string, body: object): Promise<InvoiceAnswer> {
		return await this.control.send('POST', `/invoices/${encodeURIComponent(id)}/${action}`, body);
	}
}

/** The endpoints of the service, over real HTTP. */
export class InvoicingCalls {
	constructor(private readonly sandbox: TestSandbox) {}

	create(body: unknown, token?: string): Promise<Answer<InvoiceAnswer>> {
		return this.sandbox.call('POST', '/invoicing/v2/invoices', { body, token });
	}

	get(id: string, token?: string): Promise<Answer<InvoiceAnswer>> {
		return this.sandbox.call('GET', pathOf(id), { token });
	}

	update(id: string, body: unknown): Promise<Answer<InvoiceAnswer>> {
		return this.sandbox.call('PUT', pathOf(id), { body });
	}

	send(id: string): Promise<Answer<InvoiceAnswer>> {
		return this.sandbox.call('POST', `${pathOf(id)}/delivery`, { body: {} });
	}

	publish(id: string): Promise<Answer<InvoiceAnswer>> {
		return this.sandbox.call('POST', `${pathOf(id)}/publication`, { body: {} });
	}

	cancel(id: string): Promise<Answer<InvoiceAnswer>> {
		return this.sandbox.call('POST', `${pathOf(id)}/cancelation`, { body: {} });
	}

	list(query: string): Promise<Answer<ListAnswer>> {
		return this.sandbox.call('GET', `/invoicing/v2/invoices?${query}`);
	}

	settings(body: unknown): Promise<Answer<SettingsAnswer>> {
		return this.sandbox.call('PUT', SETTINGS, { body: { invoiceSettingsInformation: body } });
	}

	readSettings(): Promise<Answer<SettingsAnswer>> {
		return this.sandbox.call('GET', SETTINGS);
	}
}

export interface ListAnswer {
	totalInvoices: number;
	invoices: InvoiceAnswer[];
	details?: Array<{ field: string; reason: string }>;
}

export interface SettingsAnswer {
	submitTimeUtc: string;
	invoiceSettingsInformation: Record<string, unknown>;
	merchantInformation?: Record<string, unknown>;
	details?: Array<{ field: string; reason: string }>;
}

const SETTINGS = '/invoicing/v2/invoiceSettings?productType=INVOICING';

function pathOf(id: string): string {
	return `/invoicing/v2/invoices/${encodeURIComponent(id)}`;
}
