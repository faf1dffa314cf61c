import type { Invoicing } from '../../../shared/service/invoicing';
import { orFailure } from '../../../shared/service/once';
import type { Page } from '../../../shared/service/paging';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { InvoiceDetails, ListedInvoice } from './invoice';
import { readInvoiceDetails, readListedInvoice } from './invoice';

const FORBIDDEN = 403;
const GONE = 410;

export interface InvoicePage extends Page<ListedInvoice> {
	/** The service's clock; 0 where it does not tell. */
	at: number;
}

/** What the watch asks of the service, read as far as the watch needs it. */
export interface InvoiceService {
	page(status: string, offset: number, limit: number): Promise<InvoicePage>;
	/** Undefined when there is no such invoice. */
	details(id: string): Promise<InvoiceDetails | undefined>;
}

export const serviceOf = (invoicing: Invoicing): InvoiceService => ({
	async page(status, offset, limit) {
		const page = await unlessForbidden(
			status,
			invoicing.page(status, offset, limit, 'Watch invoices'),
		);
		// Such an answer does not tell the time, and n8n's own clock may differ from the service's.
		if (page === undefined) return { total: 0, entries: [], at: 0 };
		const entries = page.entries.map(readListedInvoice);
		// Without a number an invoice cannot be looked up.
		return { ...page, entries: entries.filter(({ id }) => id !== '') };
	},
	async details(id) {
		const invoice = await orFailure(invoicing.find(id, `Look up invoice ${id}`));
		if (!(invoice instanceof ServiceFailure))
			return invoice && { ...readInvoiceDetails(invoice), id };
		if (invoice.status === GONE) return undefined;
		throw invoice;
	},
});

/** Some merchants may not ask for payments in review: then there are none. */
async function unlessForbidden<Answer>(
	status: string,
	asked: Promise<Answer>,
): Promise<Answer | undefined> {
	const answer = await orFailure(asked);
	if (!(answer instanceof ServiceFailure)) return answer;
	if (status === 'PENDING' && answer.status === FORBIDDEN) return undefined;
	throw answer;
}
