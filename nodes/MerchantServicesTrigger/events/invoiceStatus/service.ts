import type { Invoicing } from '../../../shared/service/invoicing';
import type { Page } from '../../../shared/service/paging';
import { orFailure } from '../../../shared/transport/transport';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { InvoiceDetails, ListedInvoice } from './invoice';
import { OPEN, readInvoiceDetails, readListedInvoice, lastShown } from './invoice';
import type { InvoiceSettings } from './settings';
import type { InvoiceState, ListHabits } from './state';

export interface InvoicePage extends Page<ListedInvoice> {
	/** The service's clock; 0 where it does not tell. */
	at: number;
	/** The service says that there is no such list, which may mean that it is empty. */
	isNotFound?: boolean;
}

/** What the watch asks of the service, read as far as the watch needs it. */
export interface InvoiceService {
	page(status: string, offset: number, limit: number): Promise<InvoicePage>;
	/** Undefined when there is no such invoice. */
	details(id: string): Promise<InvoiceDetails | undefined>;
}

/** What a poll works with. */
export interface PollInput {
	service: InvoiceService;
	settings: InvoiceSettings;
	/** n8n's clock. */
	now: number;
	/** Whether the poll's time is used up. */
	outOfTime: () => boolean;
}

export const serviceOf = (invoicing: Invoicing): InvoiceService => ({
	async page(status, offset, limit) {
		const page = await invoicing.page(status, offset, limit, 'Watch invoices');
		// Such an answer does not tell the time, and n8n's own clock may differ from the service's.
		if (page === undefined) return { total: 0, entries: [], at: 0, isNotFound: true };
		const entries = page.entries.map(readListedInvoice);
		// Without a number an invoice cannot be looked up.
		return { ...page, entries: entries.filter(({ id }) => id !== '') };
	},
	async details(id) {
		const invoice = await invoicing.find(id, `Look up invoice ${id}`);
		return invoice && { ...readInvoiceDetails(invoice), id };
	},
});

/** An entry that is pushed down between two pages of this length does not hide how they overlap. */
const SHORT_PAGE = 4;

/** A page, where it begins in its list, and a total only where it is known to be that of the list. */
export interface PlacedPage extends InvoicePage {
	start: number;
}

/** Reads lists page by page, and learns what `offset` and the total count. */
export class Pages {
	constructor(
		private readonly service: InvoiceService,
		private readonly pageSize: number,
		readonly habits: ListHabits,
	) {}

	/** Whether entries of lists say when they were created. */
	get isDated(): boolean {
		return !this.habits.isUndated;
	}

	/** How many entries a full page has, as far as the service has shown. */
	get size(): number {
		return this.habits.longestPage ?? this.pageSize;
	}

	/** The page that begins at this entry, or the one that holds it where `offset` counts pages. */
	async at(status: string, entry: number): Promise<PlacedPage> {
		const { habits, size } = this;
		const number = Math.floor(entry / size);
		const isByPage = habits.offsetCounts === 'pages';
		const page = await this.service.page(status, isByPage ? number : entry, this.pageSize);
		const { length } = page.entries;
		habits.longestPage = Math.max(habits.longestPage ?? 0, length);
		if (page.entries.some(({ created }) => created === undefined)) habits.isUndated = true;
		if ((page.total ?? 0) > length) habits.totalIsOf = 'list';
		const short = Math.min(SHORT_PAGE, length - 1);
		const isTotalOpen = habits.totalIsOf === undefined && page.total !== undefined;
		if (habits.offsetCounts === undefined && (short === SHORT_PAGE || (isTotalOpen && short > 0)))
			await this.learn(status, short);
		const start = isByPage ? number * size : entry;
		const said = habits.totalIsOf === 'list' && !page.isNotFound ? page.total : undefined;
		// A list has entries before its total, and none after it: otherwise `offset` counts something else.
		if (said !== undefined && length > 0 !== start < said) delete habits.offsetCounts;
		// What is beyond the end says nothing of how long the list is.
		return { ...page, total: length > 0 || entry === 0 ? said : undefined, start };
	}

	/**
	 * Every page from this entry on, to the one that is shorter than others; from the start on, until all were met.
	 * New entries push others down, so a page before the end may be the previous one over again.
	 */
	async *from(status: string, start: number): AsyncGenerator<PlacedPage> {
		const met = new Set<string>();
		for (let entry = start; ;) {
			const page = await this.at(status, entry);
			const { length } = page.entries;
			const before = met.size;
			for (const { id } of page.entries) met.add(id);
			if (length > 0 || entry === start) yield page;
			const { total } = page;
			const end = page.start + length;
			const isAll = start === 0 && total !== undefined ? met.size >= total : length < this.size;
			const isPastEnd = met.size === before && (total === undefined || end >= total);
			if (isAll || isPastEnd || end <= entry) return;
			entry = end;
		}
	}

	/** Short pages tell what the total and `offset` count: from the second entry on, a page has nearly all of the first one. */
	private async learn(status: string, limit: number): Promise<void> {
		const first = await this.service.page(status, 0, limit);
		if (first.total !== undefined) this.habits.totalIsOf = first.total > limit ? 'list' : 'page';
		if (limit < SHORT_PAGE) return;
		const second = await this.service.page(status, 1, limit);
		const ids = new Set(first.entries.map(({ id }) => id));
		const shared = second.entries.filter(({ id }) => ids.has(id)).length;
		if (second.entries.length > 0) this.habits.offsetCounts = shared > 1 ? 'entries' : 'pages';
	}
}

/** What a poll has read of the open lists. */
export interface OpenLists {
	/** Nothing was known before. */
	isFirst: boolean;
	invoices: Map<string, ListedInvoice>;
	/** The service's clock; 0 where it did not tell. */
	at: number;
	/** The statuses whose lists were read to the end. */
	whole: Set<string>;
	notFound: string[];
	/** One invoice of each list. */
	samples: Map<string, string>;
	failure?: ServiceFailure;
}

/** Reads the open lists. One that fails costs its own part. */
export async function readOpenLists(
	pages: Pages,
	before: InvoiceState | undefined,
): Promise<OpenLists> {
	const isFirst = before === undefined;
	const lists: OpenLists = {
		isFirst,
		invoices: new Map(),
		at: 0,
		whole: new Set(),
		notFound: [],
		samples: new Map(),
	};
	const had = new Set(Object.values(before?.invoices ?? {}).map(lastShown));
	const readList = async (status: string) => {
		for await (const page of pages.from(status, 0)) {
			if (page.isNotFound) lists.notFound.push(status);
			// What was there a moment ago is asked for again.
			if (page.isNotFound && had.has(status) && !before?.notFound.includes(status)) return;
			for (const invoice of page.entries) {
				lists.invoices.set(invoice.id, invoice);
				lists.samples.set(status, invoice.id);
			}
			lists.at ||= page.at;
		}
		lists.whole.add(status);
	};
	let down = 0;
	// What moves from list to list while they are read is overlooked once, hardly twice.
	for (const status of isFirst ? [...OPEN, ...OPEN] : OPEN) {
		const done = await orFailure(readList(status));
		if (!(done instanceof ServiceFailure)) continue;
		lists.failure = done;
		if (isDown(done)) down++;
		const isNoneRead = lists.whole.size === 0;
		if (isFirst || concernsAll(done) || (isNoneRead && down === MOST_DOWN)) break;
	}
	return lists;
}

/** One list may fail by itself. So many, and none that answers, are a failure of the service. */
const MOST_DOWN = 2;

const isDown = ({ status = 500 }: ServiceFailure): boolean => status >= 500;

/** What fails for every list and invoice. */
export const concernsAll = (reason: unknown): reason is ServiceFailure =>
	reason instanceof ServiceFailure && [401, 429].includes(reason.status ?? 0);
