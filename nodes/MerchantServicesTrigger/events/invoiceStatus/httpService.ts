import { NodeApiError } from 'n8n-workflow';

import type { Outcome, Transport } from '../../../shared/transport';
import { found } from '../../../shared/transport';
import { isRecord } from '../../../shared/record';
import { entriesOf, UnreadableAnswer } from '../answer';
import { instant } from '../instant';
import type { InvoiceDetails } from './invoice';
import { readInvoiceDetails, readListedInvoice } from './invoice';
import type { InvoicePage, InvoiceService } from './service';

const INVOICES = ['invoicing', 'v2', 'invoices'] as const;

/** The invoicing service over HTTP. */
export class HttpInvoiceService implements InvoiceService {
	constructor(private readonly transport: Transport) {}

	async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const outcome = await this.list(status, offset, limit);
		// Such an answer does not tell the time, and n8n's own clock may differ from the service's.
		if (outcome?.kind !== 'found') return { total: 0, invoices: [], at: 0 };
		const { body, headers } = outcome;
		const { totalInvoices, submitTimeUtc } = isRecord(body) ? body : {};
		const total = typeof totalInvoices === 'boolean' ? NaN : Number(totalInvoices ?? NaN);
		const invoices = total === 0 ? [] : entriesOf(body, 'invoices').map(readListedInvoice);
		return {
			total: Number.isInteger(total) && total >= 0 ? total : undefined,
			// Without a number an invoice cannot be looked up.
			invoices: invoices.filter(({ id }) => id !== ''),
			at: instant(submitTimeUtc) ?? httpDate(headers.date) ?? Date.now(),
		};
	}

	private async list(
		status: string,
		offset: number,
		limit: number,
	): Promise<Outcome<unknown> | undefined> {
		const request = this.transport.json<unknown>({
			operation: 'Watch invoices',
			method: 'GET',
			path: INVOICES,
			query: { offset, limit, status },
		});
		const [answer] = await Promise.allSettled([request]);
		if (answer.status === 'fulfilled') return answer.value;
		// Only merchants with fraud management may ask for this status; the others have no such invoice.
		if (status === 'PENDING' && isRefusal(answer.reason)) return undefined;
		throw answer.reason;
	}

	async details(id: string): Promise<InvoiceDetails | undefined> {
		const outcome = await this.transport.json<unknown>({
			operation: `Look up invoice ${id}`,
			method: 'GET',
			path: [...INVOICES, id],
		});
		if (outcome.kind === 'notFound') return undefined;
		const invoice = found(outcome);
		if (!isRecord(invoice) || typeof invoice.status !== 'string') {
			throw new UnreadableAnswer(`the answer of the service for invoice ${id} has no status`);
		}
		return { ...readInvoiceDetails(invoice), id };
	}
}

const isRefusal = (error: unknown): boolean =>
	error instanceof NodeApiError && error.httpCode === '400';

const httpDate = (header: string | undefined): number | undefined => {
	const time = Date.parse(header ?? '');
	return Number.isNaN(time) ? undefined : time;
};
