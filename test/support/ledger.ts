import { parse } from 'csv-parse/sync';
import type { InvoiceAnswer } from './invoicingSandbox';
import type { MadeReport, TestSandbox } from './sandbox';

export interface InvoiceRecord extends InvoiceAnswer {
	emails: Array<{ kind: string; to: string }>;
	invoiceInformation: InvoiceAnswer['invoiceInformation'] & { dueDate: string };
	orderInformation: InvoiceAnswer['orderInformation'] & {
		amountDetails: { totalAmount: number; balanceAmount: number; currency: string };
	};
	[name: string]: unknown;
}

export interface SubscriptionRecord {
	reportName: string;
	reportFields: string[];
}

export interface TransactionRecord {
	requestId: string;
	transactionType: 'Purchases' | 'Refunds';
	amount: string;
	currency: string;
	settled: boolean;
}

/** How things really are at the service, by its own books: no dialect and no node has a hand in it. */
export class Ledger {
	constructor(private readonly sandbox: TestSandbox) {}

	async invoices(): Promise<InvoiceRecord[]> {
		return (await this.booked<{ invoices: InvoiceRecord[] }>('/invoices')).invoices;
	}

	async invoice(number: string): Promise<InvoiceRecord | undefined> {
		return (await this.invoices()).find(({ id }) => id === number);
	}

	async reports(): Promise<MadeReport[]> {
		return await this.sandbox.control.reports();
	}

	async orders(): Promise<Array<{ reportName: string }>> {
		return (await this.booked<{ orders: Array<{ reportName: string }> }>('/orders')).orders;
	}

	async subscriptions(): Promise<SubscriptionRecord[]> {
		return (await this.booked<{ subscriptions: SubscriptionRecord[] }>('/subscriptions'))
			.subscriptions;
	}

	async transactions(startTime: string, endTime: string): Promise<TransactionRecord[]> {
		const query = new URLSearchParams({ startTime, endTime }).toString();
		return (await this.booked<{ transactions: TransactionRecord[] }>(`/transactions?${query}`))
			.transactions;
	}

	/** The rows of a report in CSV, by the names of its columns. */
	async rows(reportId: string): Promise<Array<Record<string, string>>> {
		const path = `/_sandbox/reports/${reportId}/file`;
		const { text } = await this.sandbox.call('GET', path, { token: '' });
		const lines: string[][] = parse(text, { relax_column_count: true, bom: true });
		const at = lines.findIndex((line) => line.some((cell) => /RequestID/i.test(cell)));
		const head = lines[at];
		return lines
			.slice(at + 1)
			.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
	}

	private async booked<Body>(path: string): Promise<Body> {
		return await this.sandbox.control.send<Body>('GET', path);
	}
}
