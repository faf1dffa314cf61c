import type { Book } from './book';
import type { Calendar } from './dates';
import { passedDates } from './dates';
import type { ListedInvoice } from './invoice';
import type { Listing } from './listing';
import type { InvoiceFilters } from './settings';

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
