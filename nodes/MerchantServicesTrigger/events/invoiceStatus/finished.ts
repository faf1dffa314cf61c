import { createHash } from 'crypto';

import { LONGEST_LAG } from './examine';
import type { Finished, ListedInvoice } from './invoice';
import type { InvoicePage, Pages } from './service';
import type { Shelf } from './state';

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
	/** Of one that the first reading meets, whether its past is wanted. */
	isWanted: (invoice: ListedInvoice) => boolean;
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
	private pagesLeft = PAGES_PER_POLL;

	constructor(
		private readonly status: Finished,
		readonly shelf: Shelf,
		private readonly reader: Reader,
	) {
		for (const text of Object.values(shelf.met)) for (const each of split(text)) this.met.add(each);
	}

	isKnown({ id, created = Infinity }: Pick<ListedInvoice, 'id' | 'created'>): boolean {
		return created < this.shelf.knownBefore || this.met.has(fingerprintOf(id));
	}

	/** It is in this list, or was. */
	add({ id, created }: Pick<ListedInvoice, 'id' | 'created'>): void {
		// What only the invoice itself says of its age does not help to know it in a list.
		const listed = this.reader.pages.habits.isUndated ? undefined : created;
		if (this.isKnown({ id, created: listed })) return;
		const fingerprint = fingerprintOf(id);
		this.met.add(fingerprint);
		const day = listed === undefined ? '' : Math.floor(listed / DAY).toString(36);
		this.shelf.met[day] = (this.shelf.met[day] ?? '') + fingerprint;
	}

	/** The service counts one more than before, or one less. */
	count(change: 1 | -1): void {
		if (this.shelf.count !== undefined) this.shelf.count = Math.max(0, this.shelf.count + change);
	}

	/** The page or pages of this poll. */
	async read(): Promise<void> {
		const { shelf } = this;
		if (!shelf.isLearned) return await this.learn();
		const { size, habits } = this.reader.pages;
		const turn = shelf.polls++ % 3;
		if (habits.offsetCounts === undefined) return await this.readWhole();
		const isCounted = shelf.count !== undefined && shelf.fewerSince === undefined;
		const isOnePage =
			shelf.count === undefined ? shelf.length < (habits.longestPage ?? 1) : shelf.length <= size;
		if (!isCounted || isOnePage || turn === 0) await this.readFirst();
		const isUnsure = !isCounted || (turn === 0 && !this.isSure());
		if (isOnePage && this.isSure()) return this.endRound();
		if (isUnsure || turn === 1) await this.readLast();
		if (isUnsure || turn === 2) await this.readNext();
	}

	/** Where no list has had a second page so far, it is short, and shows what `offset` counts once it is longer. */
	private async readWhole(): Promise<void> {
		const { shelf, reader } = this;
		for await (const page of reader.pages.from(this.status, 0)) {
			this.take(page, page.start);
			shelf.length = page.start + page.entries.length;
			if (--this.pagesLeft <= 0 || reader.outOfTime()) return;
		}
		this.endRound();
	}

	/** The first page has told how long the list is, or is all of it. */
	private isSure(): boolean {
		return this.shelf.count === undefined || this.total !== undefined;
	}

	private async learn(): Promise<void> {
		const { shelf, reader } = this;
		let pages = 0;
		let asked = 0;
		let total: number | undefined;
		for await (const page of reader.pages.from(this.status, shelf.position)) {
			for (const invoice of page.entries) {
				const isAsked = reader.isWanted(invoice) || reader.isOpen(invoice.id, this.status);
				if (!isAsked) this.add(invoice);
				else {
					this.meet(invoice);
					asked++;
				}
			}
			shelf.position = page.start + page.entries.length;
			total = page.total;
			if (++pages >= PAGES_TO_LEARN || reader.outOfTime(LEARNING_PART)) return;
		}
		shelf.length = shelf.position;
		// A total that does not fit what was read counts something else.
		if (total === shelf.length) shelf.count = total - asked;
		shelf.position = 0;
		shelf.isLearned = true;
	}

	/** Looks for invoices that the count says are there, beside those that wait to be looked up. */
	async search(waiting: number): Promise<void> {
		const { shelf, reader } = this;
		const { total } = this;
		if (!shelf.isLearned || total === undefined || shelf.count === undefined) return;
		let missing = total - shelf.count - waiting;
		this.noteFewer(total < shelf.count);
		if (missing <= 0) {
			shelf.left = 0;
			return;
		}
		if (shelf.left === 0) {
			shelf.left = Math.ceil(total / reader.pages.size) + 1;
			missing -= (await this.readFirst()) + (await this.readLast());
		}
		while (missing > 0 && shelf.left > 0 && this.pagesLeft > 0 && !reader.outOfTime()) {
			missing -= await this.readNext();
			shelf.left--;
		}
		// All of it was read: the total counts what the list does not show.
		if (missing > 0 && shelf.left === 0) shelf.count = total;
	}

	private noteFewer(isFewer: boolean): void {
		const { shelf, reader } = this;
		if (!isFewer) delete shelf.fewerSince;
		else shelf.fewerSince ??= reader.at;
		if (isFewer && reader.at - shelf.fewerSince! >= LONGEST_FEWER) {
			shelf.count = this.total;
			delete shelf.fewerSince;
		}
	}

	private async readFirst(): Promise<number> {
		return (await this.page(0)).found;
	}

	/** From a little before the end on: what was added there shows, and that the end is where it was. */
	private async readLast(): Promise<number> {
		const { shelf, reader } = this;
		const { size, habits } = reader.pages;
		const isByPage = habits.offsetCounts === 'pages';
		let found = 0;
		const back = Math.ceil((habits.longestPage ?? 2) / 2);
		for (let start = Math.max(0, shelf.length - back); this.pagesLeft > 0;) {
			if (isByPage) start = Math.floor(start / size) * size;
			const page = await this.page(start);
			found += page.found;
			if (page.length === 0 && start > 0 && start < shelf.length) {
				// The list got shorter.
				shelf.length = start;
				start = Math.max(0, start - size);
				continue;
			}
			shelf.length = start + page.length;
			if (page.length < (habits.longestPage ?? 2)) break;
			start = shelf.length;
		}
		return found;
	}

	/** The next page of the round. */
	private async readNext(): Promise<number> {
		const { shelf } = this;
		const { found, length } = await this.page(shelf.position);
		shelf.position += length;
		if (length === 0 || shelf.position >= shelf.length) this.endRound();
		return found;
	}

	private async page(start: number): Promise<{ found: number; length: number }> {
		this.pagesLeft--;
		const { pages } = this.reader;
		return this.take(await pages.at(this.status, start), start);
	}

	private take(page: InvoicePage, start: number): { found: number; length: number } {
		const { shelf } = this;
		const { pages } = this.reader;
		const { length } = page.entries;
		const total = pages.believedTotal(page, start);
		if (shelf.count === undefined) {
			if (start === 0) shelf.length = Math.max(shelf.length, length);
		} else if (total !== undefined) {
			this.total ??= total;
			shelf.length = total;
		}
		const found = page.entries.filter((invoice) => this.meet(invoice)).length;
		return { found, length };
	}

	/** Whether it is one that was not known. */
	private meet(invoice: ListedInvoice): boolean {
		if (this.reader.isOpen(invoice.id, this.status)) this.reader.ask(invoice);
		else if (!this.isKnown(invoice)) {
			this.reader.ask(invoice);
			return true;
		}
		return false;
	}

	/** An invoice that was created before the round began was seen since then, in this list or in an open one. */
	private endRound(): void {
		const { shelf, reader } = this;
		shelf.position = 0;
		if (reader.at - shelf.roundBegan < DAY || shelf.polls < FEWEST_POLLS_IN_ROUND) return;
		shelf.knownBefore = Math.max(shelf.knownBefore, shelf.roundBegan - DAY);
		shelf.roundBegan = reader.at;
		shelf.polls = 0;
		for (const day of Object.keys(shelf.met)) {
			if (day !== '' && (parseInt(day, 36) + 1) * DAY <= shelf.knownBefore) delete shelf.met[day];
		}
	}
}
