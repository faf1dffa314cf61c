import { pagesOf } from '../../../shared/service/paging';
import type { Book } from './book';
import type { Calendar } from './dates';
import { passedDates } from './dates';
import type { ListedInvoice } from './invoice';
import { OPEN } from './invoice';
import type { InvoicePage, InvoiceService } from './service';
import type { InvoiceFilters } from './settings';

/**
 * All pages of a status, read once: whoever reads compares what was met with the total, and reads again later.
 * Pages may overlap: then an invoice that moves up because others before it have left is still met.
 */
export const readPages = (
	service: Pick<InvoiceService, 'page'>,
	status: string,
	pageSize: number,
	overlap = 0,
): AsyncGenerator<InvoicePage> =>
	pagesOf<ListedInvoice, InvoicePage>({
		fetch: async (offset, limit) => await service.page(status, offset, limit),
		identify: ({ id }) => id,
		pageSize,
		overlap,
		readings: 1,
		habits: { totalIsOf: 'list', offsetCounts: 'entries' },
	});

export interface Listing {
	invoices: Map<string, ListedInvoice>;
	/** Met in more than one list or status while these were read. */
	moving: Set<string>;
	/** The service's clock at the end. */
	at: number;
	/** As many were met in each status as the service says there are. */
	isWhole: boolean;
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
		for await (const page of readPages(service, status, pageSize, overlap)) {
			for (const invoice of page.entries) {
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

type Queued = Pick<ListedInvoice, 'id' | 'created'>;

/**
 * The invoices of which the listing says something else than the book, oldest first. The listing only raises
 * the question, as it may be old or read while things moved; the details of the invoice answer it.
 */
export function changedInvoices(
	book: Book,
	listing: Listing,
	filters: InvoiceFilters,
	calendar: Calendar,
): Queued[] {
	const queue: Queued[] = [];
	for (const listed of listing.invoices.values()) {
		if (book.backlog.has(listed.id)) continue;
		const known = book.open.get(listed.id);
		if (
			known?.status !== listed.status ||
			listing.moving.has(listed.id) ||
			passedDates(known, listed, filters, calendar, book.newSince(listed)).length > 0
		) {
			queue.push(listed);
		}
	}
	for (const id of book.open.keys()) {
		if (!listing.invoices.has(id) && !book.backlog.has(id)) queue.push({ id });
	}
	return queue.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
}

/** No list tells of a further payment on these. */
export const partlyPaid = (book: Book, { invoices }: Listing): string[] =>
	[...book.open.keys()].filter((id) => book.open.get(id)?.status === 'PARTIAL' && invoices.has(id));
