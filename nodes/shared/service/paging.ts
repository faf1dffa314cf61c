/** One answer of a list. */
export interface Page<Entry> {
	entries: Entry[];
	/** How many entries there are in all; undefined where the service does not say. */
	total?: number;
}

export interface Paging<Entry, AnyPage extends Page<Entry>> {
	/** Undefined beyond the end of the list. */
	fetch(offset: number, limit: number): Promise<AnyPage | undefined>;
	/** What tells an entry from all others; undefined where nothing does. */
	identify(entry: Entry): string | undefined;
	pageSize: number;
	/** Where to begin. */
	offset?: number;
	/** How many entries two pages share, so that one that moves up meanwhile is still met. */
	overlap?: number;
}

/**
 * All pages of a list, each without what an earlier one had. The next page begins after what the last one
 * really held, as the service may give less than asked for. It ends where the total is reached, at an empty
 * page, or at one with nothing new.
 */
export async function* pagesOf<Entry, AnyPage extends Page<Entry>>({
	fetch,
	identify,
	pageSize,
	offset: start = 0,
	overlap = 0,
}: Paging<Entry, AnyPage>): AsyncGenerator<AnyPage> {
	const met = new Set<string>();
	const isNew = (entry: Entry): boolean => {
		const identity = identify(entry);
		if (identity === undefined) return true;
		if (met.has(identity)) return false;
		met.add(identity);
		return true;
	};
	for (let offset = start; ;) {
		const page = await fetch(offset, pageSize);
		if (page === undefined) return;
		const entries = page.entries.filter(isNew);
		yield { ...page, entries };
		const { length } = page.entries;
		if (entries.length === 0 || offset + length >= (page.total ?? Infinity)) return;
		offset += Math.max(1, length - overlap);
	}
}
