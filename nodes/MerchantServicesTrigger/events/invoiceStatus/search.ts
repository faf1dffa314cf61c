import type { Book } from './book';
import type { Examiner } from './examiner';
import type { Finished, ListedInvoice } from './invoice';
import type { Ledger, SearchProgress, SearchResult } from './ledger';
import { explainedBy, isOldCount, missing, OLDEST_ANSWER } from './ledger';
import type { InvoicePage, InvoiceService } from './service';

/** In one poll; the search goes on in the next one. */
const PAGES_PER_POLL = 20;
const LOOK_UPS_PER_POLL = 200;

/** Where every invoice of a page is looked up, a page is no more than this. */
const DEEP_PAGE = 100;

interface Place {
	service: InvoiceService;
	status: Finished;
	/** The first page of the list, which also counts it. */
	first: InvoicePage;
	ledger: Ledger;
	book: Book;
	examiner: Examiner;
}

type Found = Omit<SearchResult, 'isIncomplete'>;

/**
 * Finds invoices in a finished list whose end the trigger has not seen: created and finished between two polls,
 * or overlooked while they were open. The first page is at hand anyway; if the count says that more are hidden,
 * the whole list is read, from both ends, as its order is not documented: first for invoices created lately,
 * then, looking up each, for those of any age.
 */
export async function searchFinished(place: Place): Promise<Found> {
	const { first, ledger } = place;
	const isFirstSure = await lookInto(place, first, isRecent(place));
	if (isOldCount(ledger, first)) return { absent: 0, progress: ledger.search, arrivals: 0 };
	if (hiddenIn(place) <= 0) return { absent: 0, arrivals: 0 };

	const search = new Search(place, ledger.search ?? newSearch(place));
	if (ledger.search === undefined && isFirstSure) search.progress.head = first.entries.length;
	return await search.run();
}

class Search {
	readonly progress: SearchProgress;
	private readonly arrivalsBefore: number;
	/** How long the list is: it may grow while it is read. */
	private total: number;

	constructor(
		private readonly place: Place,
		from: SearchProgress,
	) {
		const isResumed = from === place.ledger.search;
		this.progress = { ...from };
		this.total = place.first.total ?? 0;
		this.arrivalsBefore = isResumed ? 0 : this.arrivals.length;
	}

	async run(): Promise<Found> {
		const { place, progress } = this;
		const { examiner } = place;
		const lookUps = examiner.lookUps;
		let fruitful: 'head' | 'tail' | undefined;
		for (let pages = 0; hiddenIn(place) > 0; pages++) {
			if (progress.head + progress.tail >= this.total) {
				if (progress.deep) return this.conclude();
				Object.assign(progress, { deep: true, head: 0, tail: 0 });
			}
			const isEnough = pages >= PAGES_PER_POLL || examiner.lookUps - lookUps >= LOOK_UPS_PER_POLL;
			if (isEnough || examiner.stopped) return this.pause();

			const end = fruitful ?? (progress.tail < progress.head ? 'tail' : 'head');
			const page = await examiner.attempt(async () => await this.nextPage(end));
			// A shorter list is an old one, in which entries stand elsewhere.
			if (page?.total === undefined || page.total < this.total) return this.pause();
			if (page.total > this.total) {
				this.total = page.total;
				continue;
			}
			const found = this.arrivals.length;
			const wanted = progress.deep ? () => true : isRecent(place);
			if (!(await lookInto(place, page, wanted))) return this.pause();
			progress[end] += page.entries.length || this.size;
			examiner.hasGained = true;
			fruitful = this.arrivals.length > found ? end : undefined;
		}
		return { absent: 0, arrivals: this.arrivals.length };
	}

	private get size(): number {
		const size = Math.max(this.place.first.entries.length, 1);
		return this.progress.deep ? Math.min(size, DEEP_PAGE) : size;
	}

	private async nextPage(end: 'head' | 'tail'): Promise<InvoicePage> {
		const { service, status } = this.place;
		const { head, tail } = this.progress;
		const offset = end === 'head' ? head : Math.max(0, this.total - tail - this.size);
		return await service.page(status, offset, this.size);
	}

	private get arrivals(): readonly number[] {
		return this.place.book.arrivals[this.place.status];
	}

	private pause(): Found {
		const progress = explainedBy(this.progress, this.arrivals.slice(this.arrivalsBefore));
		return { absent: 0, progress, arrivals: this.arrivals.length };
	}

	/** Everything that was there when the search began was looked at; what came since is looked for anew. */
	private conclude(): Found {
		const { progress, arrivals } = this.pause();
		const hidden = hiddenIn(this.place);
		const absent = Math.min(hidden, progress?.unexplained ?? 0);
		const rest = { ...newSearch(this.place), unexplained: hidden - absent };
		return { absent, arrivals, progress: hidden > absent ? rest : undefined };
	}
}

const hiddenIn = ({ ledger, first, book, status }: Place): number =>
	missing(ledger, first, book.arrivals[status]);

const newSearch = (place: Place): SearchProgress => ({
	at: place.first.at,
	unexplained: hiddenIn(place),
	deep: false,
	head: 0,
	tail: 0,
});

const isRecent =
	({ ledger, first }: Place) =>
	({ created }: ListedInvoice): boolean =>
		(created ?? first.at) >= ledger.from;

/** Whether everything wanted on the page was looked up, and its details agree that it is finished. */
async function lookInto(
	{ book, examiner, first, ledger }: Place,
	page: InvoicePage,
	isWanted: (invoice: ListedInvoice) => boolean,
): Promise<boolean> {
	const candidates = page.entries
		.filter((invoice) => !book.isDone(invoice.id))
		.filter((invoice) => book.open.has(invoice.id) || isWanted(invoice))
		.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	await examiner.look(candidates, first.at);
	if (examiner.stopped) return false;
	const isAgreed = candidates.every(({ id }) => book.isDone(id));
	// Details that never come to agree are not old, but wrong.
	const patience = ledger.search ? first.at - ledger.search.at : 0;
	return isAgreed || patience > OLDEST_ANSWER;
}
