import { changed, ITEMIZED } from '../../sandbox/invoicing/bodies';
import { InvoicingCalls, InvoicingControl } from '../../support/invoicingSandbox';
import type { TestSandbox } from '../../support/sandbox';

interface Dates {
	dueDate?: string;
	/** YYYY-MM-DD */
	expires?: string;
}

/** Itemized invoices of 100 USD, payable in parts, by the numbers that a test gives them. */
export class Invoices {
	constructor(private readonly sandbox: TestSandbox) {}

	private get calls(): InvoicingCalls {
		return new InvoicingCalls(this.sandbox);
	}

	private get control(): InvoicingControl {
		return new InvoicingControl(this.sandbox.control);
	}

	/** Sent by email at once, unless it is to be a draft. */
	async create(
		number: string,
		{ dueDate = '2035-01-31', expires }: Dates = {},
		sendImmediately = true,
	): Promise<void> {
		const body = changed(ITEMIZED, {
			'invoiceInformation.invoiceNumber': number,
			'invoiceInformation.dueDate': dueDate,
			'invoiceInformation.expirationDate': expires?.split('-').reverse().join('-'),
			'invoiceInformation.sendImmediately': sendImmediately,
			'invoiceInformation.allowPartialPayments': true,
			'orderInformation.amountDetails.totalAmount': '100.00',
		});
		const { status, text } = await this.calls.create(body);
		if (status >= 300) throw new Error(text);
	}

	async draft(number: string): Promise<void> {
		await this.create(number, {}, false);
	}

	async send(number: string): Promise<void> {
		await this.calls.send(number);
	}

	async cancel(number: string): Promise<void> {
		await this.calls.cancel(number);
	}

	/** The whole balance without an amount. */
	async pay(number: string, amount?: string): Promise<void> {
		await this.control.pay(number, { amount });
	}

	async bulk(count: number, status: string): Promise<string[]> {
		return await this.control.bulkCreate(count, { status });
	}
}
