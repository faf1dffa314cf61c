import { pagesOf, type ListHabits } from '../../../shared/service/paging';
import type { Book } from './book';
import type { Calendar } from './dates';
import { markReported, passedDates } from './dates';
import { readIds, writeIds } from './ids';
import type { ListedInvoice } from './invoice';
import { isFinished, isListed, OPEN } from './invoice';
import type { InvoicePage, InvoiceService } from './service';
import type { InvoiceFilters } from './settings';
import type { Reading } from './state';

/** The pages of a status, read once: what one reading overlooks, a later poll shows. */
export const readPages = (
	service: Pick<InvoiceService, 'page'>,
	status: string,
	pageSize: number,
	habits: ListHabits,
	{ offset = 0, onWarning = () => {} }: { offset?: number; onWarning?: () => void } = {},
): AsyncGenerator<InvoicePage> =>
	pagesOf<ListedInvoice, InvoicePage>({
		fetch: async (from, limit) => await service.page(status, from, limit),
		identify: ({ id }) => id,
		pageSize,
		offset,
		isReadOnce: true,
		habits,
		onWarning,
	});

/** What a poll has read of the open lists. */
export interface Listing {
	invoices: Map<string, ListedInvoice>;
	/** Met in more than one list or status while these were read. */
	moving: Set<string>;
	/** The service's clock at the end; 0 where it did not tell. */
	at: number;
	/** The open invoices that no list showed, once all were read to the end. */
	vanished: string[];
	/** The statuses of which some may have been overlooked. */
	uncertain: Set<string>;
	/** Where to go on in the next poll. */
	reading?: Reading;
}

/** The rest of the time is for what was found. */
const READING_PART = 0.6;

/** Reads the open lists, from where the last poll stopped and as far as the time allows. */
export async function readOpen(
	service: InvoiceService,
	pageSize: number,
	habits: ListHabits,
	book: Book,
	before: Reading | undefined,
	outOfTime: (part?: number) => boolean,
): Promise<Listing> {
	const listing: Listing = {
		invoices: new Map(),
		moving: new Set(),
		at: 0,
		vanished: [],
		uncertain: new Set(),
	};
	const unmet = new Set(before ? readIds(before.unmet) : book.listedIds());
	let isFirstPage = true;
	const start = Math.max(
		0,
		OPEN.findIndex((status) => status === before?.status),
	);
	for (const status of OPEN.slice(start)) {
		let offset = status === before?.status ? before.offset : 0;
		let total = 0;
		const onWarning = () => listing.uncertain.add(status);
		if (!isFirstPage && outOfTime(READING_PART)) return stopAt(status, 0);
		for await (const page of readPages(service, status, pageSize, habits, { offset, onWarning })) {
			isFirstPage = false;
			for (const invoice of page.entries) {
				const other = listing.invoices.get(invoice.id);
				if (other && other.status !== invoice.status) listing.moving.add(invoice.id);
				listing.invoices.set(invoice.id, invoice);
				unmet.delete(invoice.id);
			}
			listing.at = Math.max(listing.at, page.at);
			offset += page.entries.length;
			total = Math.max(total, page.total ?? 0);
			if (offset < total && outOfTime(READING_PART)) return stopAt(status, offset);
		}
	}
	listing.vanished = [...unmet].filter((id) => book.open.has(id));
	return listing;

	function stopAt(status: string, offset: number): Listing {
		return { ...listing, reading: { status, offset, unmet: writeIds([...unmet].sort()) } };
	}
}

type Queued = Pick<ListedInvoice, 'id' | 'created'>;

/** How many whose history lags are looked up again in a poll. */
const MOST_BEHIND = 100;

/** Where a list may not be whole, an invoice that is not in it may just have been overlooked. */
const VANISHED_IN_DOUBT = 50;

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
	const behind = book.behindIds().slice(0, MOST_BEHIND);
	const queue: Queued[] = [...book.questions, ...behind].map((id) => ({ id }));
	for (const listed of listing.invoices.values()) {
		if (book.backlog.has(listed.id)) continue;
		const known = book.open.get(listed.id);
		const passed = passedDates(known, listed, filters, calendar, book.newSince(listed));
		if (
			book.lastStatus(listed.id) !== listed.status ||
			listing.moving.has(listed.id) ||
			passed.some(({ change }) => filters.changes.includes(change))
		) {
			queue.push(listed);
		} else if (known && passed.length > 0) {
			// Not wanted now, but reported all the same, in case the user later chooses other changes.
			book.open.set(listed.id, markReported(known, passed));
		}
	}
	const isSure = (id: string) => !listing.uncertain.has(book.open.get(id)?.status ?? '');
	const isSeen = (id: string) => isFinished(book.lastStatus(id) ?? '');
	const vanished = listing.vanished.filter((id) => !book.backlog.has(id) && !isSeen(id));
	const unsure = vanished.filter((id) => !isSure(id)).slice(0, VANISHED_IN_DOUBT);
	for (const id of [...vanished.filter(isSure), ...unsure]) queue.push({ id });
	return queue.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
}

/** Invoices whose further changes no list reports: those with a payment, or any where such changes are wanted. */
export const toCheckInTurns = (
	book: Book,
	{ invoices }: Listing,
	{ changes }: InvoiceFilters,
): string[] => {
	const isAny = changes.includes('reminderSent') || changes.includes('updated');
	if (!isAny && !changes.includes('partlyPaid')) return [];
	return [...book.open.keys()].filter((id) => {
		const status = book.open.get(id)?.status ?? '';
		return (isAny ? isListed(status) : status === 'PARTIAL') && invoices.has(id);
	});
};
