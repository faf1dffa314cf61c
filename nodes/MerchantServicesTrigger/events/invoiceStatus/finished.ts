import { createHash } from 'crypto';

import { DAY } from '../../event';
import type { Calendar } from './events';
import type { Finished, ListedInvoice } from './invoice';
import type { Pages, PlacedPage, PollInput } from './service';
import { LONGEST_LAG } from './start';
import type { FinishedMemory } from './state';

/** One poll may miss an invoice that moves from list to list while they are read, and so may the next. */
const FEWEST_POLLS_IN_ROUND = 10;

/** A list that lags counts fewer for some minutes. One that has for longer has lost some. */
const LONGEST_FEWER = 4 * LONGEST_LAG;

/** How many characters of the hash of each identifier: of 100,000, one in 700,000 is taken for another. */
const FINGERPRINT = 6;

const fingerprintOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT);

/** What a list of finished invoices asks of the poll that reads it. */
export interface Reader {
	readonly pages: Pages;
	readonly input: Pick<PollInput, 'outOfTime'>;
	readonly calendar: Pick<Calendar, 'now'>;
	/** Whether the watch has it among the open ones, and has not seen it in this status. */
	isOpenElsewhere(id: string, status: Finished): boolean;
	/** Of one that the first reading meets: it was there before anything counts as new. */
	isOld(invoice: ListedInvoice): boolean;
	/** Asks what happened to an invoice, and returns whether nobody has yet. */
	ask(invoice: ListedInvoice): boolean;
}

/**
 * A list of finished invoices. It is long, its order is not documented, and it may lose entries. So each poll reads
 * one page: the first one, the last one, and the next one of a round, in turns. The count tells at once whether
 * there are more than are known; then the list is read on until they are found. Without a count, each poll reads
 * all three. What was created before the last whole round is known; of the rest, fingerprints are kept.
 */
export class FinishedList {
	private readonly met = new Set<string>();
	/** Those that this poll has asked about. */
	private readonly asked = new Set<string>();
	private total?: number;
	/** One of its invoices. */
	sample?: string;

	constructor(
		private readonly status: Finished,
		private readonly memory: FinishedMemory,
		private readonly reader: Reader,
	) {
		for (const text of Object.values(memory.met)) {
			for (let at = 0; at < text.length; at += FINGERPRINT)
				this.met.add(text.slice(at, at + FINGERPRINT));
		}
	}

	isKnown({ id, created = Infinity }: Pick<ListedInvoice, 'id' | 'created'>): boolean {
		return created < this.memory.knownBefore || this.met.has(fingerprintOf(id));
	}

	/** It is in this list, or was. `more`: by how much the service counts more than before. */
	add({ id, created }: Pick<ListedInvoice, 'id' | 'created'>, more: 0 | 1): void {
		if (this.memory.count !== undefined) this.memory.count += more;
		const fingerprint = fingerprintOf(id);
		if (this.met.has(fingerprint)) return;
		this.met.add(fingerprint);
		// Where lists have no dates, nothing else tells later that it is known.
		const isDated = created !== undefined && !this.reader.pages.habits.isUndated;
		const day = isDated ? Math.floor(created / DAY).toString(36) : '';
		this.memory.met[day] = (this.memory.met[day] ?? '') + fingerprint;
	}

	/** The page or pages of this poll. `waiting`: those that are still to be looked up. */
	async read(waiting: readonly string[]): Promise<void> {
		const { memory } = this;
		if (!memory.isLearned) return await this.readThrough();
		const turn = memory.polls++ % 3;
		const isSure =
			memory.count !== undefined && !memory.fewerSince && this.reader.pages.habits.offsetCounts;
		const isAll = !isSure || this.isOnePage();
		if (isAll || turn === 0) await this.readStart();
		if (this.isOnePage()) {
			if (this.total !== undefined) memory.count = this.total - this.asked.size;
			return this.endRound();
		}
		if (isAll || turn === 1) await this.readEnd();
		if (isAll || turn === 2) await this.readNext();
		await this.search(waiting);
	}

	private isOnePage(): boolean {
		const { length, count } = this.memory;
		const { size } = this.reader.pages;
		return count === undefined ? length < size : length <= size;
	}

	private async readThrough(): Promise<void> {
		const { memory, reader } = this;
		for await (const page of reader.pages.from(this.status, memory.position)) {
			this.take(page);
			memory.position = page.start + page.entries.length;
			memory.length = memory.position;
			if (reader.input.outOfTime()) return;
		}
		// A total that does not fit what was read counts something else.
		if (this.total === memory.length) memory.count = this.total - this.asked.size;
		memory.isLearned = true;
		this.endRound();
	}

	/** Looks for invoices that the count says are there, beside those that are found. */
	private async search(waiting: readonly string[]): Promise<void> {
		const { memory, reader, total } = this;
		if (total === undefined || memory.count === undefined) return;
		const { count } = memory;
		const { now } = reader.calendar;
		if (total >= count) delete memory.fewerSince;
		else if (now - (memory.fewerSince ??= now) >= LONGEST_FEWER) memory.count = total;
		const isMissing = () => total - count > new Set([...waiting, ...this.asked]).size;
		if (!isMissing()) return;
		await this.readStart();
		await this.readEnd();
		for (let pages = Math.ceil(total / reader.pages.size); isMissing() && pages >= 0; pages--) {
			if (reader.input.outOfTime()) return;
			await this.readNext();
		}
		// All of it was read: the total counts what the list does not show.
		if (isMissing()) memory.count = total;
	}

	/** To a page with a known entry: where the newest come first, more than a page may have come since. */
	private async readStart(): Promise<void> {
		for await (const page of this.reader.pages.from(this.status, 0)) {
			if (this.take(page) || this.reader.input.outOfTime()) return;
		}
	}

	/** From a little before the end on, which shows that the end is where it was; otherwise back to a known entry. */
	private async readEnd(): Promise<void> {
		const { memory, reader, status } = this;
		const { size } = reader.pages;
		let isKnown = false;
		for (let end = memory.length - Math.ceil(size / 2); !isKnown; end -= size) {
			memory.length = Math.max(0, end);
			for await (const page of reader.pages.from(status, Math.max(0, end))) {
				isKnown = this.take(page) || isKnown;
				memory.length = page.start + page.entries.length;
				if (reader.input.outOfTime()) return;
			}
			if (end <= 0) return;
		}
	}

	/** The next page of the round. */
	private async readNext(): Promise<void> {
		const { memory } = this;
		const page = await this.reader.pages.at(this.status, memory.position);
		this.take(page);
		const end = page.start + page.entries.length;
		// What is not found in the middle of the list is asked for again.
		if (page.isNotFound && memory.position < memory.length) return;
		memory.position = end;
		if (page.entries.length === 0 || end >= memory.length) this.endRound();
	}

	/** Returns whether one of its entries is known. */
	private take({ start, entries, total }: PlacedPage): boolean {
		const { memory } = this;
		this.total ??= total;
		if (memory.count !== undefined && total !== undefined) memory.length = total;
		else if (start === 0) memory.length = Math.max(memory.length, entries.length);
		this.sample = entries.at(-1)?.id ?? this.sample;
		return entries.filter((invoice) => this.meet(invoice)).length > 0;
	}

	/** Returns whether it is known, or was asked about before. */
	private meet(invoice: ListedInvoice): boolean {
		const { reader, memory } = this;
		const isOpen = reader.isOpenElsewhere(invoice.id, this.status);
		if (!isOpen && this.isKnown(invoice)) return true;
		if (!isOpen && !memory.isLearned && reader.isOld(invoice)) {
			this.add(invoice, 0);
			return true;
		}
		this.asked.add(invoice.id);
		return !reader.ask(invoice);
	}

	/** An invoice that was created before the round began was seen since then, in this list or in an open one. */
	private endRound(): void {
		const { memory, reader } = this;
		const { now } = reader.calendar;
		memory.position = 0;
		if (now - memory.roundBegan < DAY || memory.polls < FEWEST_POLLS_IN_ROUND) return;
		memory.knownBefore = Math.max(memory.knownBefore, memory.roundBegan - DAY);
		memory.roundBegan = now;
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
	isLearned: false,
});
