import type { TestSandbox } from '../support/sandbox';
import { Invoices } from '../workflow/trigger/invoices';

interface Living {
	number: string;
	status: string;
	payments: number;
}

/** Lives the lives of invoices at the sandbox, and keeps the truth: every status each of them came to, in order. */
export class InvoiceLife {
	readonly truth = new Map<string, string[]>();
	changes = 0;
	private readonly living: Living[] = [];
	private readonly invoices: Invoices;

	constructor(
		private readonly sandbox: TestSandbox,
		private readonly roll: () => number,
		private readonly mostOpen: number,
	) {
		this.invoices = new Invoices(sandbox);
	}

	private note(invoice: Living, status: string): void {
		invoice.status = status;
		this.truth.get(invoice.number)!.push(status);
		this.changes++;
	}

	private async create(): Promise<Living> {
		const number = `S-${String(this.truth.size + 1).padStart(5, '0')}`;
		const invoice = { number, status: '', payments: 0 };
		this.truth.set(number, []);
		this.living.push(invoice);
		if (this.roll() < 0.5) {
			await this.invoices.draft(number);
			this.note(invoice, 'DRAFT');
		} else {
			await this.invoices.create(number);
			this.note(invoice, 'SENT');
		}
		return invoice;
	}

	/** One change of one invoice. */
	async change(): Promise<void> {
		if (this.living.length === 0 || (this.living.length < this.mostOpen && this.roll() < 0.35)) {
			await this.create();
			return;
		}
		await this.move(this.living[Math.floor(this.roll() * this.living.length)]);
	}

	/** From nothing to the end, without a poll in between. */
	async flash(): Promise<void> {
		const invoice = await this.create();
		while (!['PAID', 'CANCELED'].includes(invoice.status)) await this.move(invoice);
	}

	private async move(invoice: Living): Promise<void> {
		const { number, status } = invoice;
		const chance = this.roll();
		if (status === 'DRAFT') {
			await this.invoices.send(number);
			this.note(invoice, 'SENT');
		} else if (status === 'SENT' && chance < 0.2) {
			await this.invoices.cancel(number);
			this.note(invoice, 'CANCELED');
		} else if (status === 'PENDING') {
			await this.review(invoice, chance < 0.5);
		} else if (chance < 0.4 && invoice.payments < 5) {
			await this.invoices.pay(number, '10.00');
			invoice.payments++;
			this.note(invoice, 'PARTIAL');
		} else if (status === 'SENT' && chance < 0.6) {
			await this.sandbox.control.send('POST', `/invoices/${number}/review`, {});
			this.note(invoice, 'PENDING');
		} else {
			await this.invoices.pay(number);
			this.note(invoice, 'PAID');
		}
		if (['PAID', 'CANCELED'].includes(invoice.status)) {
			this.living.splice(this.living.indexOf(invoice), 1);
		}
	}

	private async review(invoice: Living, accepted: boolean): Promise<void> {
		const verdict = accepted ? 'accept' : 'reject';
		await this.sandbox.control.send('POST', `/invoices/${invoice.number}/${verdict}`, {});
		this.note(invoice, accepted ? 'PAID' : 'SENT');
	}

	/** Ends every life, so that the last changes of each come to light. */
	async endAll(): Promise<void> {
		while (this.living.length > 0) await this.move(this.living[0]);
	}
}
