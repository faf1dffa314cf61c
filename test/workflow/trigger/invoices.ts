import type { TestSandbox } from '../../support/sandbox';

interface Given {
	email?: string;
	amount?: string;
	description?: string;
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

	private async post(number: string, sendImmediately: boolean, given: Given): Promise<void> {
		await this.call('POST', '', bodyOf(number, sendImmediately, given));
	}

	/** Another description, all else as it was created. */
	async update(number: string, description: string): Promise<void> {
		await this.call('PUT', `/${number}`, bodyOf(undefined, undefined, { description }));
	}

	private async call(method: string, path: string, body: unknown): Promise<void> {
		const answer = await this.sandbox.call(method, `/invoicing/v2/invoices${path}`, { body });
		if (answer.status >= 400) throw new Error(answer.text);
	}

	async send(number: string): Promise<void> {
		await this.act(number, 'delivery');
	}

	async cancel(number: string): Promise<void> {
		await this.act(number, 'cancelation');
	}

	private async act(number: string, action: string): Promise<void> {
		await this.call('POST', `/${number}/${action}`, {});
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

function bodyOf(
	invoiceNumber: string | undefined,
	sendImmediately: boolean | undefined,
	given: Given,
) {
	const totalAmount = given.amount ?? '100.00';
	return {
		customerInformation: { name: 'Ann Example', email: given.email ?? 'ann@example.com' },
		invoiceInformation: {
			invoiceNumber,
			description: given.description ?? 'A test',
			dueDate: given.dueDate ?? '2035-01-31',
			expirationDate: given.expires?.split('-').reverse().join('-'),
			deliveryMode: 'email',
			sendImmediately,
			allowPartialPayments: true,
		},
		orderInformation: {
			amountDetails: { totalAmount, currency: 'USD' },
			lineItems: [
				{
					productName: 'Thing',
					productSku: 'T1',
					quantity: 1,
					unitPrice: totalAmount,
					totalAmount,
				},
			],
		},
	};
}
