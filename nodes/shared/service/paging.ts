export interface Page<Entry> {
	entries: Entry[];
	/** Of all entries, if the service says it. */
	total?: number;
	/** How many entries the service says it gives at most. */
	limit?: number;
	/** By how much the offset grows, if not by its entries. */
	results?: number;
	isLast?: boolean;
}

export interface LearnedPaging {
	offsetCounts?: 'entries' | 'pages';
}

interface PagingRequest<Entry, AnyPage extends Page<Entry>> {
	/** Undefined beyond the end of the list. */
	fetch: (offset: number, limit: number) => Promise<AnyPage | undefined>;
	identify: (entry: Entry) => string;
	pageSize: number;
	/** Where to begin, as the service counts it. */
	offset?: number;
	/** From other lists, and from this one. */
	learned?: LearnedPaging;
	/** Why the list may be incomplete. */
	onWarning?: (warning: string) => void;
}

/**
 * All pages of a list, each without what an earlier one had. The list ends if its total is reached, at an empty
 * page, or at one with nothing new. If that does not fit the total, it is read once more.
 */
export async function* fetchPages<Entry, AnyPage extends Page<Entry>>(
	paging: PagingRequest<Entry, AnyPage>,
): AsyncGenerator<AnyPage> {
	const list = { learned: {}, ...paging };
	const given = new Set<string>();
	const first = new Reading(list, given);
	yield* first.pages();
	if (!(await first.isByPages()) && first.doubt === undefined) return;
	const second = new Reading(list, given);
	yield* second.pages();
	if (second.doubt !== undefined) paging.onWarning?.(second.doubt);
}

class Reading<Entry, AnyPage extends Page<Entry>> {
	private readonly seen = new Set<string>();
	private readonly totals = new Set<number>();
	private readonly start: number;

	/** `given`: the entries of all readings. */
	constructor(
		private readonly list: PagingRequest<Entry, AnyPage> & { learned: LearnedPaging },
		private readonly given: Set<string>,
	) {
		this.start = list.offset ?? 0;
	}

	async *pages(): AsyncGenerator<AnyPage> {
		const step = this.list.learned.offsetCounts === 'pages' ? 1 : undefined;
		for (let offset = this.start, isNew = true; isNew && !this.isWhole;) {
			const page = await this.request(offset);
			if (page === undefined || (page.entries.length === 0 && offset > this.start)) return;
			const before = this.seen.size;
			yield this.withoutGiven(page);
			if (page.isLast) return;
			isNew = this.seen.size > before;
			offset += step ?? Math.max(1, page.results ?? page.entries.length);
		}
	}

	/** Why entries may be missing. */
	get doubt(): string | undefined {
		if (this.totals.size > 1) {
			return 'The list changed while it was read, so entries may be missing. Run it again at a quieter time.';
		}
		if (this.totals.size === 0 || this.isWhole) return undefined;
		return `The service says that its list has ${[...this.totals].at(-1)} entries, but gave ${this.start + this.seen.size} of them.`;
	}

	/** The offset counts pages if the page at offset 1 ends with an entry that the first one does not have. */
	async isByPages(): Promise<boolean> {
		const { learned, identify } = this.list;
		const isKnown = learned.offsetCounts !== undefined || this.start > 0 || this.isWhole;
		if (isKnown || this.seen.size === 0) return false;
		const last = (await this.request(1))?.entries.at(-1);
		if (last === undefined) return false;
		learned.offsetCounts = this.seen.has(identify(last)) ? 'entries' : 'pages';
		return learned.offsetCounts === 'pages';
	}

	private get isWhole(): boolean {
		const total = [...this.totals].at(-1) ?? Infinity;
		return this.start + this.seen.size >= total;
	}

	/** A total that is just the length of a page may be of the page, unless a first page has room for more. */
	private async request(offset: number): Promise<AnyPage | undefined> {
		const { fetch, pageSize } = this.list;
		const page = await fetch(offset, pageSize);
		if (page === undefined) return undefined;
		const { entries, limit = pageSize, total } = page;
		const isShort = offset === this.start && entries.length < Math.min(limit, pageSize);
		const isOfList = total !== entries.length || isShort;
		if (total !== undefined && isOfList) this.totals.add(total);
		return { ...page, total: isOfList ? total : undefined };
	}

	private withoutGiven(page: AnyPage): AnyPage {
		const ids = page.entries.map(this.list.identify);
		const entries = page.entries.filter((_, index) => !this.given.has(ids[index]));
		for (const id of ids) [this.seen, this.given].forEach((all) => all.add(id));
		return { ...page, entries };
	}
}
