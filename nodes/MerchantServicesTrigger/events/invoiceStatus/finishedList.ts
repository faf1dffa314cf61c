import type { ListHabits } from '../../../shared/service/paging';
import type { Book } from './book';
import type { Finished, ListedInvoice } from './invoice';
import { readPages } from './listing';
import type { InvoicePage, InvoiceService } from './service';
import type { Fingerprints, Shelf } from './shelf';

/** In one poll; the search goes on in the next one. */
const PAGES_PER_POLL = 20;

/** The first reading may take longer, within the time of the poll. */
const PAGES_TO_LEARN = 500;
const LEARNING_PART = 0.4;

const DAY = 86_400_000;

/** Answers may be three days old. */
const SHORTEST_ROUND = 4 * DAY;

/** One poll may miss an invoice that moves from list to list while they are read, and so may the next. */
const FEWEST_POLLS_IN_ROUND = 10;

/** An old answer may count less, and a page shift: so often must the count not fit before it is believed. */
const TIMES_TO_BELIEVE = 3;

/** A list that has no end gives the same invoices so often before it is read from its beginning again. */
const MOST_REPEATED = 2;

/** In a list that comes in another order each time, one reading meets two entries of three. */
const READINGS_IN_VAIN = 8;

/**
 * A list of finished invoices. It is long, its order is not documented, and it may lose entries, so every
 * invoice that was met in it lately is remembered by a fingerprint, and one that is not known is new. Each poll
 * reads one page, the next one each time, so that all of it is read over and over. The count, where there is
 * one, tells at once whether some are hidden; then the list is read on until they are found.
 */
export class FinishedList {
	private readonly shelf: Shelf;
	private total?: number;
	/** The last count, and how many were known at that moment: what is paid in the middle of a poll is in both or in none. */
	private counted = { total: 0, known: 0 };
	private pages = 0;
	/** What the user has to know. */
	warning?: string;
	/** An earlier warning that does not hold any more. */
	outdated?: string;

	constructor(
		private readonly status: Finished,
		shelf: Shelf,
		private readonly ended: Fingerprints,
		private readonly service: InvoiceService,
		private readonly book: Book,
		private readonly pageSize: number,
		private readonly habits: ListHabits,
		private readonly now: number,
		private readonly outOfTime: (part?: number) => boolean,
	) {
		this.shelf = { ...shelf };
	}

	/** The page of this poll, which also counts the list. */
	async begin(): Promise<void> {
		const { shelf } = this;
		if (!shelf.isLearned) return await this.learn();
		shelf.pollsInRound = (shelf.pollsInRound ?? 0) + 1;
		await this.readNext();
	}

	/**
	 * A total may count the invoices of all statuses: then it is the same here and there, and as much as both lists
	 * hold together. Such a count does not say whether something is hidden.
	 */
	static ignoreTotalsOfAll(lists: readonly FinishedList[]): void {
		const [total = 0, ...others] = lists.map((list) => list.total);
		const known = lists.reduce((sum, list) => sum + list.known(), 0);
		const isOfAll = total > 0 && total >= known && others.every((other) => other === total);
		if (!isOfAll || !lists.every((list) => list.isKnown())) return;
		for (const { shelf } of lists) shelf.isUncounted = true;
	}

	private async learn(): Promise<void> {
		const { shelf } = this;
		const pages = readPages(this.service, this.status, this.pageSize, this.habits, {
			offset: shelf.position,
			onWarning: () => {
				this.book.overlooks = true;
			},
		});
		for await (const page of pages) {
			for (const invoice of page.entries) {
				this.meet(invoice, !shelf.isLearnedAgain && this.book.isOld(invoice));
			}
			this.total = page.total;
			this.noteCount(page.total);
			shelf.position += page.entries.length;
			shelf.length = Math.max(shelf.length, shelf.position);
			if (++this.pages >= PAGES_TO_LEARN || this.outOfTime(LEARNING_PART)) {
				this.book.overlooks = true;
				return;
			}
		}
		shelf.isLearned = true;
		shelf.isUncounted = this.habits.totalIsOf === 'page' || this.total === undefined;
		// Those that this reading has missed, in a list without an order, are looked for like new ones.
		shelf.surplus = Math.max(0, this.known() - (this.total ?? this.known()));
		shelf.position = 0;
		shelf.roundBegan = this.now;
		// How many pages that is, the first round shows.
		if (this.countsPages()) shelf.length = 0;
	}

	/** Looks for invoices that the count says are hidden, or, where there is none, at both ends of the list. */
	async search(): Promise<void> {
		const { shelf } = this;
		if (!this.isKnown()) return;
		if (shelf.isUncounted || this.total === undefined) return await this.readEnds();

		const hasLost = this.hasLost();
		if (!hasLost && this.missing() <= 0) {
			Object.assign(shelf, { left: 0, odd: 0 });
			return this.tellHidden();
		}
		if (shelf.left === 0) {
			if (hasLost && ++shelf.odd < TIMES_TO_BELIEVE) return this.tellHidden();
			shelf.left = this.total;
			await this.readEnds();
			// What slips through between two pages each time is found where the pages begin elsewhere.
			if (shelf.odd % 2 === 1 && !this.countsPages()) shelf.position = 1;
		}
		const isOdd = () => hasLost || this.missing() > 0;
		while (this.isKnown() && shelf.left > 0 && isOdd() && this.mayGoOn()) {
			shelf.left -= Math.max(1, await this.readNext());
		}
		if (!isOdd()) Object.assign(shelf, { left: 0, odd: 0 });
		else if (this.isKnown() && shelf.left <= 0) this.conclude(hasLost);
		this.tellHidden();
	}

	/** Whether everything in it was met, as far as it shows. */
	private isKnown(): boolean {
		return this.shelf.isLearned === true;
	}

	/** All of it was read, and the count does not fit all the same. */
	private conclude(hasLost: boolean): void {
		const { shelf } = this;
		shelf.left = 0;
		if (!hasLost && ++shelf.odd < READINGS_IN_VAIN) return;
		const { total, known } = this.counted;
		shelf.surplus = known - total;
		shelf.hidden = this.uncovered();
		shelf.odd = 0;
	}

	/** Tells how many the list hides when that has changed, and takes back what does not hold at this reading. */
	private tellHidden(): void {
		const { shelf } = this;
		const { hidden = 0, warned = 0 } = shelf;
		const now = Math.min(hidden, this.uncovered());
		if (now === warned) return;
		if (warned > 0) this.outdated = hiddenInvoices(warned, this.status);
		// One answer that counts less may be an old one: the warning with another number comes when it is sure.
		const isSure = now > 0 && now === hidden;
		if (isSure) this.warning = hiddenInvoices(now, this.status);
		shelf.warned = isSure ? now : 0;
	}

	/** How many more the service counts than were ever met. */
	private uncovered(): number {
		const { total, known } = this.counted;
		return Math.max(0, total - known);
	}

	toShelf(): Shelf {
		return { ...this.shelf, ended: this.ended.toRecord() };
	}

	/** Whether the service counted fewer than were known at that moment. */
	private hasLost(): boolean {
		const { total, known } = this.counted;
		return known - this.shelf.surplus > total;
	}

	private noteCount(total: number | undefined): void {
		if (total !== undefined) this.counted = { total, known: this.known() };
	}

	private missing(): number {
		return (this.total ?? 0) - (this.known() - this.shelf.surplus);
	}

	/** How many are known to be in it, or to have been. */
	private known(): number {
		return this.ended.size + this.forgotten();
	}

	private forgotten(): number {
		return this.shelf.forgotten ?? 0;
	}

	private mayGoOn(): boolean {
		return this.pages < PAGES_PER_POLL && !this.outOfTime();
	}

	private async readEnds(): Promise<void> {
		const { shelf, pageSize } = this;
		const { entries } = await this.readPage(0);
		const isByPage = this.countsPages();
		// A service may give fewer than it is asked for.
		const size = isByPage ? pageSize : entries.length;
		const total = shelf.isUncounted ? undefined : this.total;
		const end = isByPage ? shelf.length : (total ?? shelf.length);
		if (size >= end) return;
		let from = end - size + (isByPage ? 0 : 1);
		for (let isNew = true; isNew && this.mayGoOn(); from += size) {
			const known = this.ended.size;
			await this.readPage(from);
			isNew = this.ended.size > known;
			if (isNew) shelf.length = Math.max(shelf.length, from + size);
		}
	}

	/** Then a position is that of whole pages, however many entries the service puts on one. */
	private countsPages(): boolean {
		return this.habits.offsetCounts === 'pages';
	}

	/** The page after the one before, or the first one again. Returns how many entries it had. */
	private async readNext(): Promise<number> {
		const { shelf } = this;
		const { position: from, length: before, second, last } = shelf;
		const known = this.ended.size;
		const page = await this.readPage(from);
		const { entries } = page;
		const { length } = entries;
		const total = this.believed(from, page);
		// Only the first answer of a poll counts: it came before the open lists were read.
		if (this.pages === 1) this.total = total;
		this.noteCount(total);
		shelf.second = entries.at(1)?.id;
		shelf.last = entries.at(-1)?.id;
		shelf.position = from + (this.countsPages() ? this.pageSize : length);
		if (length > 0) shelf.length = Math.max(before, shelf.position);
		if (from > 0 && length > 0 && page.total === length) shelf.isUncounted = true;
		const isCounted = total !== undefined && !shelf.isUncounted && !this.countsPages();
		// Without a count the list ends where nothing more comes. Some services give their last page again, or others.
		const read = this.countsPages() ? (shelf.position / this.pageSize) * length : shelf.position;
		const isRepeated = shelf.last === last || read > MOST_REPEATED * this.known();
		const isEnd = isCounted
			? shelf.position >= total
			: shelf.position > before && this.ended.size === known && isRepeated;
		const isContradicted =
			length === 0
				? from > 0 && !this.countsPages() && from < this.known() - shelf.surplus
				: from > 0 &&
					this.contradicts(entries, { second, last }, isCounted, shelf.position > before);
		if (isContradicted) this.learnAgain();
		else if (length === 0 || isEnd) this.endRound();
		return length;
	}

	/**
	 * Whether a page shows that `offset` counts otherwise. Where it counts pages and a page beyond the end is the last
	 * one again, a list of one or two pages does not show it; one that grows is looked at again.
	 */
	private contradicts(
		entries: readonly ListedInvoice[],
		{ second, last }: Pick<Shelf, 'second' | 'last'>,
		isCounted: boolean,
		isFurther: boolean,
	): boolean {
		if (this.countsPages()) return entries[0].id === second;
		if (!isCounted) return this.habits.offsetCounts === undefined && isFurther;
		return entries.at(1)?.id === second && entries.at(-1)?.id === last;
	}

	/**
	 * Beyond its end a list does not say how long it is, and a total that is just what a full page holds may be
	 * of that page only.
	 */
	private believed(from: number, { entries: { length }, total }: InvoicePage): number | undefined {
		if (length === 0) return from > 0 ? undefined : total;
		const isFull = length >= this.pageSize;
		const mayBeOfPage = total === length && isFull && this.habits.totalIsOf !== 'list';
		return mayBeOfPage ? undefined : total;
	}

	private endRound(): void {
		this.shelf.position = 0;
		this.forget();
	}

	/**
	 * An invoice that was created before the reading round began was seen since then, in this list or in an open one:
	 * the date tells that it is known. So the state does not grow with the list.
	 */
	private forget(): void {
		const { shelf, now } = this;
		const { roundBegan = now, pollsInRound = 0 } = shelf;
		shelf.roundBegan = roundBegan;
		if (now - roundBegan < SHORTEST_ROUND || pollsInRound < FEWEST_POLLS_IN_ROUND) return;
		if (this.book.isBehind) return;
		shelf.knownBefore = Math.max(shelf.knownBefore ?? 0, roundBegan - DAY);
		shelf.roundBegan = now;
		shelf.pollsInRound = 0;
		shelf.forgotten = this.forgotten() + this.ended.forgetBefore(shelf.knownBefore);
	}

	/** Each page begins with the second entry of the one before, or nothing is where something was: `offset` counts otherwise. */
	private learnAgain(): void {
		delete this.habits.offsetCounts;
		this.book.overlooks = true;
		Object.assign(this.shelf, { isLearned: false, isLearnedAgain: true, position: 0, left: 0 });
	}

	private async readPage(from: number): Promise<InvoicePage> {
		this.pages++;
		const offset = this.countsPages() ? Math.floor(from / this.pageSize) : from;
		const page = await this.service.page(this.status, offset, this.pageSize);
		for (const invoice of page.entries) this.meet(invoice, false);
		return page;
	}

	private meet({ id, created }: ListedInvoice, isOld: boolean): void {
		if (this.book.open.has(id)) {
			this.book.questions.add(id);
			// It is found, even if it cannot be looked up yet.
			this.ended.add(id, created);
		} else if (!this.ended.has(id) && !((created ?? Infinity) < (this.shelf.knownBefore ?? 0))) {
			this.ended.add(id, created);
			if (!isOld && !this.book.finished.has(id)) this.book.backlog.add(id);
		}
	}
}

const hiddenInvoices = (count: number, status: Finished): string =>
	`The service counts more invoices with the status ${status} than its list shows (${count}). Changes of these invoices may be missing.`;
