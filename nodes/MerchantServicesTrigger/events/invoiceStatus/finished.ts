import { createHash } from 'crypto';

import { LONGEST_LAG } from './examine';
import type { Finished, ListedInvoice } from './invoice';
import type { InvoicePage, Pages } from './service';
import type { FinishedMemory } from './state';

/** In one poll; the search goes on in the next one. */
const PAGES_PER_POLL = 20;

/** The first reading may take longer, within the time of the poll. */
const PAGES_TO_LEARN = 500;
const LEARNING_PART = 0.4;

const DAY = 86_400_000;

/** One poll may miss an invoice that moves from list to list while they are read, and so may the next. */
const FEWEST_POLLS_IN_ROUND = 10;

/** A list that lags counts fewer for some minutes. One that has for longer has lost some. */
const LONGEST_FEWER = 4 * LONGEST_LAG;

/** How many characters of the hash of each identifier: of 100,000, one in 700,000 is taken for another. */
const FINGERPRINT = 6;

const fingerprintOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT);

function* split(text: string): Generator<string> {
	for (let at = 0; at < text.length; at += FINGERPRINT) yield text.slice(at, at + FINGERPRINT);
}

/** What a list of finished invoices asks of the poll that reads it. */
export interface Reader {
	pages: Pages;
	/** By the clock of the service. */
	at: number;
	outOfTime: (part?: number) => boolean;
	/** Whether the watch has it among the open ones, and has not seen it in this status. */
	isOpen: (id: string, status: Finished) => boolean;
	/** Of one that the first reading meets: it was there before anything counts as new. */
	isOld: (invoice: ListedInvoice) => boolean;
	/** Asks what happened to an invoice. */
	ask: (invoice: ListedInvoice) => void;
}

/**
 * A list of finished invoices. It is long, its order is not documented, and it may lose entries. So each poll reads
 * one page: the first one, the last one, and the next one of a round, in turns. The count tells at once whether
 * there are more than are known; then the list is read on until they are found. Without a count, each poll reads
 * all three. What was created before the last whole round is known; of the rest, fingerprints are kept.
 */
export class FinishedList {
	private readonly met = new Set<string>();
	private total?: number;
	private asked = 0;
	/** One of its invoices. */
	sample?: string;
	private pagesLeft = PAGES_PER_POLL;

	constructor(
		private readonly status: Finished,
		private readonly memory: FinishedMemory,
		private readonly reader: Reader,
	) {
		for (const text of Object.values(memory.met))
			for (const each of split(text)) this.met.add(each);
	}

	isKnown({ id, created = Infinity }: Pick<ListedInvoice, 'id' | 'created'>): boolean {
		return created < this.memory.knownBefore || this.met.has(fingerprintOf(id));
	}

	/** It is in this list, or was. */
	add({ id, created }: Pick<ListedInvoice, 'id' | 'created'>): void {
		// What only the invoice itself says of its age does not help to know it in a list.
		const listed = this.reader.pages.habits.isUndated ? undefined : created;
		if (this.isKnown({ id, created: listed })) return;
		const fingerprint = fingerprintOf(id);
		this.met.add(fingerprint);
		const day = listed === undefined ? '' : Math.floor(listed / DAY).toString(36);
		this.memory.met[day] = (this.memory.met[day] ?? '') + fingerprint;
	}

	/** The service counts one more than before, or one less. */
	count(change: 1 | -1): void {
		if (this.memory.count !== undefined)
			this.memory.count = Math.max(0, this.memory.count + change);
	}

	/** The page or pages of this poll. */
	async read(): Promise<void> {
		const { memory } = this;
		const { size, habits } = this.reader.pages;
		const turn = memory.isLearned ? memory.polls++ % 3 : 0;
		if (!memory.isLearned || habits.offsetCounts === undefined) return await this.readThrough();
		const isCounted = memory.count !== undefined && memory.fewerSince === undefined;
		const isOnePage =
			memory.count === undefined
				? memory.length < (habits.longestPage ?? 1)
				: memory.length <= size;
		if (!isCounted || isOnePage || turn === 0) await this.page(0);
		// The first page has told how long the list is, or is all of it.
		const isSure = memory.count === undefined || this.total !== undefined;
		if (isOnePage && isSure) return this.endRound();
		const isUnsure = !isCounted || (turn === 0 && !isSure);
		if (isUnsure || turn === 1) await this.readLast();
		if (isUnsure || turn === 2) await this.readNext();
	}

	/** At first, and where no list has had a second page so far: it is short, and shows what `offset` counts once it is longer. */
	private async readThrough(): Promise<void> {
		const { memory, reader } = this;
		let pages = 0;
		let total: number | undefined;
		for await (const page of reader.pages.from(this.status, memory.position)) {
			this.take(page, page.start);
			({ total } = page);
			memory.position = page.start + page.entries.length;
			memory.length = memory.position;
			if (++pages >= PAGES_TO_LEARN || reader.outOfTime(LEARNING_PART)) return;
		}
		// A total that does not fit what was read counts something else.
		if (!memory.isLearned && total === memory.length) memory.count = total - this.asked;
		memory.isLearned = true;
		this.endRound();
	}

	/** Looks for invoices that the count says are there, beside those that wait to be looked up. */
	async search(waiting: number): Promise<void> {
		const { memory, reader } = this;
		const { total } = this;
		if (!memory.isLearned || total === undefined || memory.count === undefined) return;
		let missing = total - memory.count - waiting;
		this.noteFewer(total < memory.count);
		if (missing <= 0) {
			memory.pagesToSearch = 0;
			return;
		}
		if (memory.pagesToSearch === 0) {
			memory.pagesToSearch = Math.ceil(total / reader.pages.size) + 1;
			missing -= (await this.page(0)).found + (await this.readLast());
		}
		while (missing > 0 && memory.pagesToSearch > 0 && this.pagesLeft > 0 && !reader.outOfTime()) {
			missing -= await this.readNext();
			memory.pagesToSearch--;
		}
		// All of it was read: the total counts what the list does not show.
		if (missing > 0 && memory.pagesToSearch === 0) memory.count = total;
	}

	private noteFewer(isFewer: boolean): void {
		const { memory, reader } = this;
		if (!isFewer) delete memory.fewerSince;
		else memory.fewerSince ??= reader.at;
		if (isFewer && reader.at - memory.fewerSince! >= LONGEST_FEWER) {
			memory.count = this.total;
			delete memory.fewerSince;
		}
	}

	/** From a little before the end on: what was added there shows, and that the end is where it was. */
	private async readLast(): Promise<number> {
		const { memory, reader } = this;
		const { size, habits } = reader.pages;
		const isByPage = habits.offsetCounts === 'pages';
		let found = 0;
		const back = Math.ceil((habits.longestPage ?? 2) / 2);
		for (let start = Math.max(0, memory.length - back); this.pagesLeft > 0;) {
			if (isByPage) start = Math.floor(start / size) * size;
			const page = await this.page(start);
			found += page.found;
			if (page.length === 0 && start > 0 && start < memory.length) {
				// The list got shorter.
				memory.length = start;
				start = Math.max(0, start - size);
				continue;
			}
			memory.length = start + page.length;
			if (page.length < (habits.longestPage ?? 2)) break;
			start = memory.length;
		}
		return found;
	}

	/** The next page of the round. */
	private async readNext(): Promise<number> {
		const { memory } = this;
		const { found, length } = await this.page(memory.position);
		memory.position += length;
		if (length === 0 || memory.position >= memory.length) this.endRound();
		return found;
	}

	private async page(start: number): Promise<{ found: number; length: number }> {
		this.pagesLeft--;
		const { pages } = this.reader;
		return this.take(await pages.at(this.status, start), start);
	}

	private take(page: InvoicePage, start: number): { found: number; length: number } {
		const { memory } = this;
		const { pages } = this.reader;
		const { length } = page.entries;
		const total = pages.believedTotal(page, start);
		if (memory.count === undefined) {
			if (start === 0) memory.length = Math.max(memory.length, length);
		} else if (total !== undefined) {
			this.total ??= total;
			memory.length = total;
		}
		this.sample = page.entries.at(-1)?.id ?? this.sample;
		const found = page.entries.filter((invoice) => this.meet(invoice)).length;
		return { found, length };
	}

	/** Whether it is one that was not known. */
	private meet(invoice: ListedInvoice): boolean {
		const isOpen = this.reader.isOpen(invoice.id, this.status);
		const isNew = !isOpen && !this.isKnown(invoice);
		if (isNew && !this.memory.isLearned && this.reader.isOld(invoice)) this.add(invoice);
		else if (isOpen || isNew) {
			this.asked++;
			this.reader.ask(invoice);
		}
		return isNew;
	}

	/** An invoice that was created before the round began was seen since then, in this list or in an open one. */
	private endRound(): void {
		const { memory, reader } = this;
		memory.position = 0;
		if (reader.at - memory.roundBegan < DAY || memory.polls < FEWEST_POLLS_IN_ROUND) return;
		memory.knownBefore = Math.max(memory.knownBefore, memory.roundBegan - DAY);
		memory.roundBegan = reader.at;
		memory.polls = 0;
		for (const day of Object.keys(memory.met)) {
			if (day !== '' && (parseInt(day, 36) + 1) * DAY <= memory.knownBefore) delete memory.met[day];
		}
	}
}

export const newMemory = (knownBefore: number, now: number): FinishedMemory => ({
	knownBefore,
	met: {},
	length: 0,
	position: 0,
	roundBegan: now,
	polls: 0,
	pagesToSearch: 0,
	isLearned: false,
});
