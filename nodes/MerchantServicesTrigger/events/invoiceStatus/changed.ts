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
	const { since } = book.moments;
	const queue: Queued[] = [];
	for (const listed of listing.invoices.values()) {
		if (book.backlog.has(listed.id)) continue;
		const known = book.open.get(listed.id);
		if (
			known?.status !== listed.status ||
			listing.moving.has(listed.id) ||
			passedDates(known, listed, filters, calendar, since).length > 0
		) {
			queue.push(listed);
		}
	}
	for (const id of book.open.keys()) if (!listing.invoices.has(id)) queue.push({ id });
	return queue.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
}

/** The partly paid invoices whose turn it is: no list tells of a further payment. */
export function partialsToCheck(
	book: Book,
	listing: Listing,
	after: string,
	count: number,
): { queue: Queued[]; after: string } {
	const partial = [...book.open]
		.filter(([id, { status }]) => status === 'PARTIAL' && listing.invoices.has(id))
		.map(([id]) => id)
		.sort();
	const later = partial.filter((id) => id > after);
	const earlier = partial.slice(0, partial.length - later.length);
	const queue = [...later, ...earlier].slice(0, count).map((id) => ({ id }));
	return { queue, after: queue.at(-1)?.id ?? '' };
}
