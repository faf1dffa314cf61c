import { refusal } from '../problem';

/** One answer of a list. */
export interface Page<Entry> {
	entries: Entry[];
	/** How many entries there are in all; undefined where the service does not say. */
	total?: number;
	/** How many entries the service says it gives at most; undefined where it does not say. */
	limit?: number;
	/** By how much it takes the offset on; undefined where that is how many entries it holds. */
	results?: number;
	/** Whether it shows that none follows. */
	isLast?: boolean;
}

/** How a service gives its lists, as far as its answers have shown. */
export interface LearnedPaging {
	/** Whether a total is of the whole list or of one page. */
	totalIsOf?: 'list' | 'page';
	offsetCounts?: 'entries' | 'pages';
}

export interface ListReading<Entry, AnyPage extends Page<Entry>> {
	/** Undefined beyond the end of the list. */
	fetch: (offset: number, limit: number) => Promise<AnyPage | undefined>;
	/** What tells an entry from all others. */
	identify: (entry: Entry) => string;
	pageSize: number;
	/** Where to begin, as the service counts it. */
	offset?: number;
	/** What was learned of the service from other lists, and is learned from this one. */
	learned?: LearnedPaging;
	/** Called with the reason why the list may be incomplete. */
	onWarning?: (warning: string) => void;
}

const CHANGED =
	'The list changed while it was read, so entries may be missing. Run it again at a quieter time.';

/** More than any list has: a service that gives more has no end. */
const MOST_PAGES = 10_000;

/**
 * All pages of a list, each without what an earlier one had. The list ends where its total is reached, at an empty
 * page, or at one with nothing new. Where that does not fit, it is read again once.
 */
export async function* pagesOf<Entry, AnyPage extends Page<Entry>>(
	paging: ListReading<Entry, AnyPage>,
): AsyncGenerator<AnyPage> {
	const met = new Set<string>();
	const list = { learned: {}, ...paging };
	if ((yield* readOnce(list, met, met)) === undefined) return;
	const doubt = yield* readOnce(list, met, new Set());
	if (doubt !== undefined) paging.onWarning?.(doubt);
}

/** `met`: the entries of all readings; `seen`: those of this one. Ends with why some may be missing. */
async function* readOnce<Entry, AnyPage extends Page<Entry>>(
	{ fetch, identify, pageSize, offset: start = 0, learned = {} }: ListReading<Entry, AnyPage>,
	met: Set<string>,
	seen: Set<string>,
): AsyncGenerator<AnyPage, string | undefined> {
	let pages = 0;
	let total: number | undefined;
	let hasChanged = false;
	let isMixed = false;
	const isWhole = () => total !== undefined && start + seen.size >= total;

	const doubt = (): string | undefined => {
		if (hasChanged) return CHANGED;
		if (total === undefined) return isMixed ? CHANGED : undefined;
		if (isWhole()) return undefined;
		return `The service says that its list has ${total} entries, but gave ${start + seen.size} of them.`;
	};

	const ask = async (offset: number): Promise<AnyPage | undefined> => {
		if (++pages > MOST_PAGES) {
			throw refusal(
				`The service gave ${MOST_PAGES.toLocaleString('en-US')} pages of its list, and the list does not end`,
				'Ask for less at once, for example for a shorter period, or set a limit.',
			);
		}
		const page = await fetch(offset, pageSize);
		if (page?.total !== undefined) believe(page, page.total);
		return page;
	};

	/** The total of a full page that is just its length may count the page: the next answer shows it. */
	const believe = ({ entries: { length }, limit = pageSize }: AnyPage, said: number) => {
		if (said !== length) learned.totalIsOf = 'list';
		else if (seen.size > 0) learned.totalIsOf = 'page';
		const isFull = length >= Math.min(limit, pageSize);
		if (learned.totalIsOf === 'page') total = undefined;
		else if (said !== length || !isFull || learned.totalIsOf === 'list') {
			if (total !== undefined && total !== said) hasChanged = true;
			total = said;
		}
	};

	const take = (page: AnyPage): AnyPage => {
		const ids = page.entries.map(identify);
		const cameBack = ids.map((id) => seen.has(id));
		// New entries push old ones to the start of the next page. Anywhere else, the order has changed.
		const firstNew = cameBack.indexOf(false);
		if (firstNew >= 0 && cameBack.lastIndexOf(true) > firstNew) isMixed = true;
		const entries = page.entries.filter((_, index) => !met.has(ids[index]));
		for (const id of ids) [seen, met].forEach((all) => all.add(id));
		return { ...page, entries };
	};

	const readFrom = async function* (first: number, step?: 1): AsyncGenerator<AnyPage> {
		let stale = 0;
		// By number, a page that was met by chance before may stand between others.
		for (let offset = first; stale <= (step ?? 0) && !isWhole();) {
			const page = await ask(offset);
			if (page === undefined || (page.entries.length === 0 && offset > start)) return;
			const before = seen.size;
			yield take(page);
			if (page.isLast) return;
			stale = seen.size > before ? 0 : stale + 1;
			offset += step ?? Math.max(1, page.results ?? page.entries.length);
		}
	};

	if (learned.offsetCounts === 'pages') yield* readFrom(start, 1);
	else yield* readFrom(start);
	if (learned.offsetCounts === undefined && start === 0 && seen.size > 0 && !isWhole()) {
		const second = await ask(1);
		const last = second?.entries.at(-1);
		if (second === undefined || last === undefined) return doubt();
		learned.offsetCounts = seen.has(identify(last)) ? 'entries' : 'pages';
		yield take(second);
		if (learned.offsetCounts === 'pages') yield* readFrom(2, 1);
	}
	return doubt();
}
