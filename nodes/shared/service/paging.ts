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
}

export interface Paging<Entry, AnyPage extends Page<Entry>> {
	/** Undefined beyond the end of the list. */
	fetch: (offset: number, limit: number) => Promise<AnyPage | undefined>;
	/** What tells an entry from all others. */
	identify: (entry: Entry) => string;
	pageSize: number;
	/** Where to begin. */
	offset?: number;
	/** How many entries two pages share, so that one that moves up meanwhile is still met. */
	overlap?: number;
	/** How often the list is read at most where something may be missing. */
	readings?: number;
	/** What was learned of the service from other lists, and is learned from this one. */
	habits?: ListHabits;
	/** Called with the reason why the list may be incomplete. `isUnstable`: whether its order shows that too. */
	onWarning?: (warning: string, isUnstable: boolean) => void;
}

/** What is wrong with a list whose order is not the same each time, where no total tells that all is there. */
export const UNSTABLE =
	'The service gives its list in another order each time and does not say how many entries it has. Some may be missing.';

const SHRUNK = 'The list got shorter each time it was read. Some entries may be missing.';

/** How a service gives its lists, as far as its answers have shown. */
export interface ListHabits {
	/** Whether a total is of the whole list or of one page. */
	totalIsOf?: 'list' | 'page';
	/** What `offset` counts, where that is known. */
	offsetCounts?: 'entries' | 'pages';
}

/** A list that comes in another order each time is read again until all were met, but not for ever. */
const MOST_READINGS = 12;

/** Without a total, this many readings in a row must bring nothing new. */
const QUIET_READINGS = 3;

const TELLING_ENTRIES = 3;

/** More than any list has: a service that gives more has no end. */
const MOST_PAGES = 10_000;

/**
 * All pages of a list, each without what an earlier one had. It goes by the entries and not by the numbers
 * beside them, as the specification leaves open what those count: the next page begins after what the last one
 * really held, the list ends at an empty page or one with nothing new, and the total, where there is one,
 * only says whether something is missing.
 */
export async function* pagesOf<Entry, AnyPage extends Page<Entry>>(
	paging: Paging<Entry, AnyPage>,
): AsyncGenerator<AnyPage> {
	const list = new ListReading(paging);
	const { readings: most = MOST_READINGS } = paging;
	let quiet = 0;
	for (let readings = 0; readings < most && !list.isDone(quiet); readings++) {
		const before = list.size;
		yield* list.read();
		quiet = list.size === before ? quiet + 1 : 0;
	}
	const warning = list.warning();
	if (warning !== undefined) paging.onWarning?.(warning, list.isUnstable);
}

class ListReading<Entry, AnyPage extends Page<Entry>> {
	private readonly met = new Set<string>();

	private readonly start: number;

	private readonly habits: ListHabits;

	/** What the service says there are in all, where that can be believed. */
	private total?: number;

	/** Whether entries came again where they should not: their order is not the same each time. */
	isUnstable = false;

	private isFirstReading = true;

	/**
	 * The entries of this reading, once the list has got shorter while it was read: what left may be among those
	 * met, and what moved up may have slipped past between two pages.
	 */
	private metAgain?: Set<string>;

	private hasShrunk = false;

	private firstPage: readonly string[] = [];

	private pages = 0;

	/** What the service counts by `offset`; undefined as long as it does not matter. */
	private offsetCounts?: 'entries' | 'pages';

	constructor(private readonly paging: Paging<Entry, AnyPage>) {
		this.start = paging.offset ?? 0;
		this.habits = paging.habits ?? {};
		this.offsetCounts = this.habits.offsetCounts;
	}

	get size(): number {
		return this.met.size;
	}

	/** Whether nothing more is to be expected. */
	isDone(quietReadings: number): boolean {
		if (this.isFirstReading) return false;
		if (this.isWhole) return true;
		if (this.isUnstable) return quietReadings >= QUIET_READINGS;
		return this.total === undefined || quietReadings > 0;
	}

	warning(): string | undefined {
		if (this.total !== undefined) {
			if (this.isWhole) return undefined;
			if (this.hasShrunk) return SHRUNK;
			return `The service says that its list has ${this.total} entries, but gave ${this.start + this.size} of them.`;
		}
		return this.isUnstable ? UNSTABLE : undefined;
	}

	private get isWhole(): boolean {
		if (this.total === undefined || this.hasShrunk) return false;
		return this.start + (this.metAgain ?? this.met).size >= this.total;
	}

	/** Reads from the first page to the last. */
	async *read(): AsyncGenerator<AnyPage> {
		if (this.hasShrunk) this.metAgain = new Set();
		this.hasShrunk = false;
		this.total = undefined;
		yield* this.offsetCounts === 'pages' ? this.readByPageNumber(0) : this.readByEntryNumber();
		this.isFirstReading = false;
	}

	private async *readByEntryNumber(): AsyncGenerator<AnyPage> {
		const { pageSize, overlap = 0 } = this.paging;
		let before: readonly string[] | undefined;
		for (let offset = this.start; ;) {
			const page = await this.fetch(offset, pageSize);
			if (page !== undefined && (page.entries.length > 0 || before === undefined)) {
				before = this.expectAfter(before, page);
				const fresh = this.take(page);
				yield fresh;
				offset += Math.max(1, (page.results ?? before.length) - overlap);
				if (this.isWhole) return;
				const mayBringMore = fresh.entries.length > 0 || offset < (this.total ?? 0);
				if (before.length > 0 && mayBringMore) continue;
			} else if (page !== undefined) {
				this.believe(page);
			}
			break;
		}
		if (this.offsetCounts === undefined && this.start === 0 && this.size > 0 && !this.isWhole) {
			yield* this.readByPageNumber(1);
		}
	}

	/** For a service whose offset counts pages: the first answer shows whether it does. */
	private async *readByPageNumber(first: number): AsyncGenerator<AnyPage> {
		let old = 0;
		for (let number = first; old < 2 && !this.isWhole; number++) {
			const page = await this.fetch(number, this.paging.pageSize);
			if (page === undefined || page.entries.length === 0) return;
			if (this.offsetCounts === undefined) this.learnFromSecond(page);
			const fresh = this.take(page);
			yield fresh;
			if (this.offsetCounts === 'entries') return;
			// Pages that the reading by entries met by chance stand alone: two of them are the end.
			old = fresh.entries.length === 0 ? old + 1 : 0;
			const isMixed = fresh.entries.length > 0 && fresh.entries.length < page.entries.length;
			if (isMixed) this.isUnstable = true;
		}
	}

	/** Whether what was asked for as number 1 is the second page, or the list from its second entry on. */
	private learnFromSecond({ entries }: AnyPage): void {
		const ids = entries.map(this.paging.identify);
		// The last page once more, or pages of one entry: both look the same whatever `offset` counts.
		if (ids.join() === this.firstPage.join() || this.firstPage.length === 1) {
			this.offsetCounts = ids.every((id) => this.met.has(id)) ? 'entries' : 'pages';
			return;
		}
		// In a random order, one or two entries stand in their places by chance.
		const isTelling = ids.length >= Math.min(TELLING_ENTRIES, this.firstPage.length - 1);
		const isShifted =
			isTelling && ids.every((id, index) => [id, undefined].includes(this.firstPage[index + 1]));
		const fresh = ids.filter((id) => !this.met.has(id)).length;
		this.offsetCounts = !isShifted && fresh * 2 > ids.length ? 'pages' : 'entries';
		if (!isShifted && fresh < ids.length) this.isUnstable = true;
		else this.habits.offsetCounts = this.offsetCounts;
	}

	/** In a list that keeps its order, a page goes on after the one before, or is the last one once more. */
	private expectAfter(before: readonly string[] | undefined, { entries }: AnyPage): string[] {
		const ids = entries.map(this.paging.identify);
		if (before === undefined) {
			if (this.size === 0) this.firstPage = ids;
			else if (ids.join() !== this.firstPage.join()) this.isUnstable = true;
			return ids;
		}
		const { overlap = 0 } = this.paging;
		const isLastAgain = ids.join() === before.join();
		const shared = Math.max(overlap, pushedDown(before, ids));
		const isOrdered = ids.every((id, index) => index < shared || !this.met.has(id));
		// Only the first reading meets new entries: later ones meet what they met before.
		if (!isLastAgain && !isOrdered && this.isFirstReading) this.isUnstable = true;
		return ids;
	}

	private async fetch(offset: number, limit: number): Promise<AnyPage | undefined> {
		if (++this.pages > MOST_PAGES) {
			throw refusal(
				`The service gave ${MOST_PAGES.toLocaleString('en-US')} pages of its list, and the list does not end`,
				'Ask for less at once, for example for a shorter period, or set a limit.',
			);
		}
		return await this.paging.fetch(offset, limit);
	}

	private take(page: AnyPage): AnyPage {
		const entries = page.entries.filter((entry) => {
			const { size } = this.met;
			const id = this.paging.identify(entry);
			this.metAgain?.add(id);
			return this.met.add(id).size > size;
		});
		this.believe(page);
		return { ...page, entries };
	}

	/** A total that is just what a page holds may be of that page only, unless other answers have shown otherwise. */
	private believe({ entries, total, limit }: AnyPage): void {
		const { length } = entries;
		const read = this.start + this.size;
		if (total !== undefined && total !== length) this.habits.totalIsOf = 'list';
		else if (total === length && length < read) this.habits.totalIsOf = 'page';
		const isSure = this.habits.totalIsOf === 'list';
		const mayBeOfPage = length > 0 && total === length && this.mayBeFull(length, limit);
		const isBelieved = isSure || (this.habits.totalIsOf === undefined && !mayBeOfPage);
		const believed = isBelieved ? total : undefined;
		if ((believed ?? Infinity) < (this.total ?? 0)) this.hasShrunk = true;
		this.total = believed;
	}

	/** Whether there may be more than the page holds. */
	private mayBeFull(length: number, limit: number | undefined): boolean {
		return length >= this.paging.pageSize || length === limit || mayBeCut(length);
	}
}

/** How many entries begin a page that ended the one before: that many new ones came in above them, and none is missing. */
function pushedDown(before: readonly string[], ids: readonly string[]): number {
	for (let count = Math.min(before.length, ids.length); count > 0; count--) {
		if (before.slice(-count).every((id, index) => id === ids[index])) return count;
	}
	return 0;
}

/** 15, 25 and 75, and whatever begins with one digit and goes on with zeros. */
const ROUND = /^([1-9]|15|25|75)0*$/;

/** Whether a service may have cut a page at this many entries without saying so. It does that at round numbers. */
export const mayBeCut = (length: number): boolean =>
	length >= 10 && (ROUND.test(String(length)) || Number.isInteger(Math.log2(length)));
