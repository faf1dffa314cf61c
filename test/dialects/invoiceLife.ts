import type { IDataObject } from 'n8n-workflow';

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
	}

	private async create(): Promise<void> {
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
	}

	/** One change of one invoice. */
	async change(): Promise<void> {
		if (this.living.length === 0 || (this.living.length < this.mostOpen && this.roll() < 0.35)) {
			await this.create();
			return;
		}
		await this.move(this.living[Math.floor(this.roll() * this.living.length)]);
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
}

type Truth = InvoiceLife['truth'];

/** How many statuses each invoice had come to. */
export const lengths = (truth: Truth): Map<string, number> =>
	new Map([...truth].map(([number, { length }]) => [number, length]));

/**
 * Compares what was reported about invoices with the truth, from the activation on: what happened while the first
 * poll was reading may count as before it or as after it.
 */
export function judgeInvoices(
	truth: Truth,
	events: readonly IDataObject[],
	activation: { begun: Map<string, number>; done: Map<string, number> },
): { doubled: string[]; lost: string[] } {
	const told = new Map<string, string[]>();
	for (const { invoiceNumber, newStatus } of events) {
		const number = invoiceNumber as string;
		told.set(number, [...(told.get(number) ?? []), `${number} ${newStatus as string}`]);
	}
	const doubled = [...told.keys()].filter((number) => !truth.has(number));
	const lost: string[] = [];
	for (const [number, statuses] of truth) {
		const given = told.get(number) ?? [];
		const least = activation.begun.get(number) ?? 0;
		const most = activation.done.get(number) ?? 0;
		const first = Math.min(Math.max(statuses.length - given.length, least), most);
		const expected = statuses.slice(first).map((status) => `${number} ${status}`);
		doubled.push(...surplus(given, expected));
		lost.push(...surplus(expected, given));
	}
	return { doubled, lost };
}

/** What is more often in the one than in the other. */
export function surplus(one: readonly string[], other: readonly string[]): string[] {
	const counts = new Map<string, number>();
	for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
	for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1);
	return [...counts].filter(([, count]) => count > 0).map(([text, count]) => `${text} x${count}`);
}
