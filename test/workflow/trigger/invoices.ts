import type { TestSandbox } from '../../support/sandbox';

interface Given {
	email?: string;
	amount?: string;
	dueDate?: string;
	/** YYYY-MM-DD */
	expires?: string;
}

/** Invoices of the sandbox, through its public and its control API. */
export class Invoices {
	constructor(private readonly sandbox: TestSandbox) {}

	/** Sent by email at once. */
	async create(number: string, given: Given = {}): Promise<void> {
		await this.post(number, true, given);
	}

	async draft(number: string, given: Given = {}): Promise<void> {
		await this.post(number, false, given);
	}

	private async post(invoiceNumber: string, sendImmediately: boolean, given: Given): Promise<void> {
		const expires = given.expires?.split('-').reverse().join('-');
		const answer = await this.sandbox.call('POST', '/invoicing/v2/invoices', {
			body: {
				customerInformation: { name: 'Ann Example', email: given.email ?? 'ann@example.com' },
				invoiceInformation: {
					invoiceNumber,
					description: 'A test',
					dueDate: given.dueDate ?? '2035-01-31',
					...(expires === undefined ? {} : { expirationDate: expires }),
					deliveryMode: 'email',
					sendImmediately,
					allowPartialPayments: true,
				},
				orderInformation: {
					amountDetails: { totalAmount: given.amount ?? '100.00', currency: 'USD' },
					lineItems: [
						{
							productName: 'Thing',
							productSku: 'T1',
							quantity: 1,
							unitPrice: given.amount ?? '100.00',
							totalAmount: given.amount ?? '100.00',
						},
					],
				},
			},
		});
		if (answer.status >= 400) throw new Error(answer.text);
	}

	async send(number: string): Promise<void> {
		await this.act(number, 'delivery');
	}

	async cancel(number: string): Promise<void> {
		await this.act(number, 'cancelation');
	}

	private async act(number: string, action: string): Promise<void> {
		const path = `/invoicing/v2/invoices/${number}/${action}`;
		const answer = await this.sandbox.call('POST', path, { body: {} });
		if (answer.status >= 400) throw new Error(answer.text);
	}

	/** The whole balance without an amount. */
	async pay(number: string, amount?: string): Promise<void> {
		await this.sandbox.control.send('POST', `/invoices/${number}/pay`, { amount });
	}

	async bulk(count: number, status: string): Promise<string[]> {
		const { ids } = await this.sandbox.control.send<{ ids: string[] }>('POST', '/invoices', {
			count,
			status,
		});
		return ids;
	}
}
