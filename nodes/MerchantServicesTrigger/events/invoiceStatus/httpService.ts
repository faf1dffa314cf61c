import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Outcome, Transport } from '../../../shared/transport';
import { found } from '../../../shared/transport';
import { instant } from '../instant';
import type { InvoiceDetails } from './invoice';
import { readInvoiceDetails, readListedInvoice } from './invoice';
import type { InvoicePage, InvoiceService } from './service';

const INVOICES = ['invoicing', 'v2', 'invoices'] as const;

interface ListBody {
	submitTimeUtc?: unknown;
	totalInvoices?: unknown;
	invoices?: IDataObject[];
}

/** The invoicing service over HTTP. */
export class HttpInvoiceService implements InvoiceService {
	constructor(private readonly transport: Transport) {}

	async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const outcome = await this.list(status, offset, limit);
		if (outcome?.kind !== 'found') return { total: 0, invoices: [], at: Date.now() };
		const { body, headers } = outcome;
		const invoices = (body?.invoices ?? []).map(readListedInvoice);
		const total = Number(body?.totalInvoices);
		return {
			// Where the service does not tell, a full page says that there may be another.
			total: Number.isInteger(total)
				? total
				: offset + invoices.length + (invoices.length === limit ? 1 : 0),
			invoices,
			at: instant(body?.submitTimeUtc) ?? httpDate(headers.date) ?? Date.now(),
		};
	}

	private async list(
		status: string,
		offset: number,
		limit: number,
	): Promise<Outcome<ListBody | undefined> | undefined> {
		const request = this.transport.json<ListBody | undefined>({
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
		const outcome = await this.transport.json<IDataObject | undefined>({
			operation: `Look up invoice ${id}`,
			method: 'GET',
			path: [...INVOICES, id],
		});
		if (outcome.kind === 'notFound') return undefined;
		return readInvoiceDetails({ id, ...found(outcome) });
	}
}

const isRefusal = (error: unknown): boolean =>
	error instanceof NodeApiError && error.httpCode === '400';

const httpDate = (header: string | undefined): number | undefined => {
	const time = Date.parse(header ?? '');
	return Number.isNaN(time) ? undefined : time;
};
