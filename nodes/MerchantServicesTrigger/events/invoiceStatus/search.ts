import type { Book } from './book';
import type { Examiner } from './examiner';
import type { Finished } from './invoice';
import type { Ledger, SearchProgress, SearchResult } from './ledger';
import { missing, NO_SEARCH } from './ledger';
import type { InvoicePage, InvoiceService } from './service';

/** In one poll; the search goes on in the next one. */
const PAGES_PER_POLL = 20;

/** A list that grows while it is read is read again; after so many times and pages what is not found is not there. */
const PASSES = 3;
const PAGES = 200;

/**
 * Finds invoices that were created and finished between two polls. The order of the list is not documented:
 * the first page is at hand anyway; if the count says that more are hidden, the search goes on from both
 * ends, preferably where it last found something, until none is missing or the list is read.
 */
export async function searchFinished(
	service: InvoiceService,
	status: Finished,
	first: InvoicePage,
	ledger: Ledger,
	book: Book,
	examiner: Examiner,
): Promise<SearchResult> {
	const size = Math.max(first.invoices.length, 1);
	const lookInto = async (page: InvoicePage): Promise<boolean> => {
		const candidates = page.invoices
			.filter(({ id, created }) => (created ?? first.at) >= ledger.from && !book.knows(id))
			.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
		await examiner.look(candidates, first.at);
		return candidates.length > 0;
	};
	const hidden = () => missing(ledger, first, book.arrivals[status]) > 0;

	let fruitful = (await lookInto(first)) ? 'head' : '';
	const progress: SearchProgress =
		ledger.search.head > 0 ? { ...ledger.search } : { ...NO_SEARCH, head: 1, total: first.total };
	let grew = progress.total !== first.total;
	const isRead = () => (progress.head + progress.tail) * size >= first.total;
	for (let pages = 0; hidden() && !isRead() && !examiner.stopped; pages++) {
		if (pages === PAGES_PER_POLL) return { complete: false, stopped: false, progress };
		const end = fruitful || (progress.tail < progress.head ? 'tail' : 'head');
		const before = (progress.tail + 1) * size;
		const offset = end === 'head' ? progress.head * size : Math.max(0, first.total - before);
		const page = await service.page(status, offset, size);
		progress[end === 'head' ? 'head' : 'tail']++;
		grew ||= page.total !== first.total;
		fruitful = (await lookInto(page)) ? end : '';
	}
	const passes = progress.passes + 1;
	const isEnough = passes >= PASSES && (passes * first.total) / size >= PAGES;
	if (grew && !isEnough) {
		return { complete: false, stopped: false, progress: { ...NO_SEARCH, passes } };
	}
	return { complete: isRead(), stopped: false, progress: NO_SEARCH };
}
