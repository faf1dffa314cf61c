import type { Invoicing } from '../../../shared/service/invoicing';
import { orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { InvoiceDetails, ListedInvoice } from './invoice';
import { readInvoiceDetails, readListedInvoice } from './invoice';
import type { ListHabits } from './state';

const GONE = 410;

export interface InvoicePage {
	entries: ListedInvoice[];
	/** How many entries there are in all; undefined where the service does not say. */
	total?: number;
	/** How many entries the service says it gives at most; undefined where it does not say. */
	limit?: number;
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
		const invoice = await orFailure(invoicing.find(id, `Look up invoice ${id}`));
		if (!(invoice instanceof ServiceFailure))
			return invoice && { ...readInvoiceDetails(invoice), id };
		if (invoice.status === GONE) return undefined;
		throw invoice;
	},
});

/** Reads lists page by page, and learns what `offset` and the total count. */
export class Pages {
	constructor(
		private readonly service: InvoiceService,
		private readonly pageSize: number,
		readonly habits: ListHabits,
	) {}

	/** How many entries a full page has, as far as the service has shown. */
	get size(): number {
		return this.habits.longestPage ?? this.pageSize;
	}

	/** The page that begins at this entry, or the one that holds it where `offset` counts pages. */
	async at(status: string, entry: number): Promise<InvoicePage> {
		const isByPage = this.habits.offsetCounts === 'pages';
		const offset = isByPage ? Math.floor(entry / this.size) : entry;
		return await this.ask(status, offset);
	}

	private async ask(status: string, offset: number): Promise<InvoicePage> {
		const page = await this.service.page(status, offset, this.pageSize);
		if (page.entries.some(({ created }) => created === undefined)) this.habits.isUndated = true;
		return page;
	}

	/** Every page from this entry on, each with the place where it begins. Ends early where the list contradicts itself. */
	async *from(status: string, start: number): AsyncGenerator<InvoicePage & { start: number }> {
		const met = new Set<string>();
		let before: InvoicePage | undefined;
		for (let entry = start; ;) {
			const page = before ? await this.after(before, status, entry) : await this.at(status, entry);
			const { length } = page.entries;
			const fresh = page.entries.filter(({ id }) => !met.has(id));
			const total = this.believedTotal(page, entry);
			if (before && (length === 0 || (fresh.length === 0 && entry + length >= (total ?? 0)))) {
				this.learnEnd(before, entry);
				if (start === 0) this.doubtOffset(met.size, this.believedTotal(before, 0));
				return;
			}
			if (before && fresh.length > 0) this.noteFull(before);
			yield { ...page, start: entry };
			for (const { id } of fresh) met.add(id);
			entry += length;
			// Without a total, a page that is shorter than others is the last one. With one, pages may share entries.
			const { longestPage = 0 } = this.habits;
			const isEnd = total === undefined ? length < longestPage : start + met.size >= total;
			if (length === 0 || isEnd) return;
			before = page;
		}
	}

	/** The second page, where it is not known what `offset` counts: as number 1 it is the second page, or begins with the second entry. */
	private async after(first: InvoicePage, status: string, entry: number): Promise<InvoicePage> {
		const { offsetCounts } = this.habits;
		if (offsetCounts !== undefined || entry !== first.entries.length || entry < 2)
			return await this.at(status, entry);
		const page = await this.ask(status, 1);
		if (page.entries.length === 0) return page;
		const ids = new Set(first.entries.map(({ id }) => id));
		const shared = page.entries.filter(({ id }) => ids.has(id)).length;
		// From the second entry on, it would have nearly all of the first page; entries that are pushed down are few.
		this.habits.offsetCounts = shared * 2 >= entry - 1 ? 'entries' : 'pages';
		if (this.habits.offsetCounts === 'pages') this.noteFull(first);
		return this.habits.offsetCounts === 'pages' ? page : await this.at(status, entry);
	}

	/** What was read does not make up the list: `offset` counts something else, or the list has moved. */
	private doubtOffset(read: number, total = 0): void {
		if (read < total) delete this.habits.offsetCounts;
	}

	/** More comes after it. */
	private noteFull({ entries }: InvoicePage): void {
		this.habits.longestPage = Math.max(this.habits.longestPage ?? 0, entries.length);
	}

	/** How long the list is, as far as the total can be believed: that of a full page may be of the page only. */
	believedTotal(page: InvoicePage, start: number): number | undefined {
		const { total, limit } = page;
		const { length } = page.entries;
		if (total === undefined) return undefined;
		if (total !== length) this.habits.totalsHold = true;
		if (length === 0 && start > 0) return undefined;
		if (start === 0 && total > length) this.noteFull(page);
		// A page as long as the longest whole list may be as long as pages are.
		const isSure = this.habits.totalsHold === true || length < (this.habits.longestWhole ?? 0);
		return isSure || length === 0 || length < (limit ?? 0) ? total : undefined;
	}

	/** Nothing comes after this page. */
	private learnEnd(last: InvoicePage, entry: number): void {
		const { entries, total = 0 } = last;
		if (entry === entries.length && total === entry)
			this.habits.longestWhole = Math.max(this.habits.longestWhole ?? 0, entry);
	}
}
