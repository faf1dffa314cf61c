import { concernsAll } from '../../event';
import type { Invoicing } from '../../../shared/service/invoicing';
import { pagesOf, type Page } from '../../../shared/service/paging';
import { catchFailure } from '../../../shared/transport/transport';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { InvoiceDetails, ListedInvoice } from './invoice';
import { OPEN, readInvoiceDetails, readListedInvoice } from './invoice';
import type { InvoiceSettings } from './settings';
import type { ListHabits } from './state';

export interface OpenInvoicePage extends Page<ListedInvoice> {
	/** The service's clock; 0 where it does not tell. */
	at: number;
}

/** What the watch asks of the service, read as far as the watch needs it. */
export interface InvoiceService {
	/** Undefined when the service finds none: the list is empty, or ended before. */
	page(status: string, offset: number, limit: number): Promise<OpenInvoicePage | undefined>;
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
		// Without a number an invoice cannot be looked up.
		const entries = page?.entries.map(readListedInvoice).filter(({ id }) => id !== '');
		return page && { ...page, entries: entries ?? [] };
	},
	async details(id) {
		const invoice = await invoicing.find(id, `Look up invoice ${id}`);
		return invoice && { ...readInvoiceDetails(invoice), id };
	},
});

/** A page, and the offset of the one after it. */
interface PlacedPage extends OpenInvoicePage {
	next: number;
}

/** The pages of a list from an offset on, as the service counts it. They show how it gives its lists. */
export const pagesFrom = (
	offset: number,
	status: string,
	{ service, settings: { pageSize } }: PollInput,
	habits: ListHabits,
): AsyncGenerator<PlacedPage> =>
	pagesOf({
		pageSize,
		offset,
		habits,
		identify: ({ id }: ListedInvoice) => id,
		// What does not fit may come from what was learned of an old response.
		onWarning: () => delete habits.offsetCounts,
		fetch: async (at, limit): Promise<PlacedPage | undefined> => {
			const page = await service.page(status, at, limit);
			if (page === undefined) return undefined;
			const { length } = page.entries;
			if (page.entries.some(({ created }) => created === undefined)) habits.isUndated = true;
			habits.longestPage = Math.max(habits.longestPage ?? 1, length);
			const { longestPage, offsetCounts, totalIsOf } = habits;
			const hasTotal = page.total !== undefined && totalIsOf !== 'page';
			const isLast = !hasTotal && length < longestPage;
			const next = at + (offsetCounts === 'pages' ? 1 : length);
			return { ...page, next, isLast, limit: longestPage };
		},
	});

/** What a poll has read of the open lists. */
export interface OpenLists {
	/** Nothing was known before. */
	isFirst: boolean;
	invoices: Map<string, ListedInvoice>;
	/** The service's clock; 0 where it did not tell. */
	at: number;
	/** The statuses whose lists were read to the end. */
	whole: Set<string>;
	/** One invoice of each list. */
	samples: Map<string, string>;
	failure?: ServiceFailure;
}

/** Reads the open lists. One that fails costs its own part. */
export async function readOpenLists(
	input: PollInput,
	habits: ListHabits,
	isFirst: boolean,
): Promise<OpenLists> {
	const lists: OpenLists = {
		isFirst,
		invoices: new Map(),
		at: 0,
		whole: new Set(),
		samples: new Map(),
	};
	const readList = async (status: string) => {
		for await (const { entries, at } of pagesFrom(0, status, input, habits)) {
			for (const invoice of entries) {
				lists.invoices.set(invoice.id, invoice);
				lists.samples.set(status, invoice.id);
			}
			lists.at ||= at;
		}
		lists.whole.add(status);
	};
	let down = 0;
	// What moves from list to list while they are read is overlooked once, hardly twice.
	for (const status of isFirst ? [...OPEN, ...OPEN] : OPEN) {
		const done = await catchFailure(readList(status));
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
