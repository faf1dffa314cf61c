import type { ListedInvoice } from './invoice';
import { OPEN } from './invoice';
import type { InvoicePage, InvoiceService } from './service';

export interface Listing {
	invoices: Map<string, ListedInvoice>;
	/** Met in more than one list or status while these were read. */
	moving: Set<string>;
	/** The service's clock at the end. */
	at: number;
	/** As many were met in each status as the service says there are. */
	isWhole: boolean;
}

/**
 * All pages of a status. Pages may overlap: then an invoice that moves up because others before it
 * have left is still met.
 */
export async function* pagesOf(
	service: Pick<InvoiceService, 'page'>,
	status: string,
	pageSize: number,
	overlap = 0,
): AsyncGenerator<InvoicePage> {
	for (let offset = 0; ;) {
		const page = await service.page(status, offset, pageSize);
		yield page;
		const { length } = page.invoices;
		if (length === 0 || offset + length >= (page.total ?? Infinity)) return;
		offset += Math.max(1, length - overlap);
	}
}

export async function readOpen(
	service: InvoiceService,
	pageSize: number,
	overlap = 0,
): Promise<Listing> {
	const listing: Listing = { invoices: new Map(), moving: new Set(), at: 0, isWhole: true };
	for (const status of OPEN) {
		const met = new Set<string>();
		let total = 0;
		for await (const page of pagesOf(service, status, pageSize, overlap)) {
			for (const invoice of page.invoices) {
				const other = listing.invoices.get(invoice.id);
				if (other && other.status !== invoice.status) listing.moving.add(invoice.id);
				listing.invoices.set(invoice.id, invoice);
				met.add(invoice.id);
			}
			listing.at = Math.max(listing.at, page.at);
			total = Math.max(total, page.total ?? 0);
		}
		listing.isWhole &&= met.size >= total;
	}
	return listing;
}
