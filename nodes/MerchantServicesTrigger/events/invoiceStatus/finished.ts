import { DAY } from '../../event';
import { addFinished, fingerprintOf, fingerprintsIn } from './finishedMemory';
import type { Finished, ListedInvoice } from './invoice';
import type { PlacedPage } from './service';
import { LONGEST_LAG } from './start';
import type { FinishedMemory } from './state';
import type { InvoiceStore } from './store';

/** One poll may miss an invoice that moves from list to list while they are read, and so may the next. */
const FEWEST_POLLS_IN_ROUND = 10;

/** A list that lags counts fewer for some minutes. One that has for longer has lost some. */
const LONGEST_FEWER = 4 * LONGEST_LAG;

/**
 * A list of finished invoices. It is long, its order is not documented, and it may lose entries. So each poll reads
 * one page: the first one, the last one, and the next one of a round, in turns. The count tells at once whether
 * there are more than are known; then the list is read on until they are found. Without a count, each poll reads
 * all three. What was created before the last whole round is known; of the rest, fingerprints are kept.
 */
export class FinishedList {
	private readonly met: Set<string>;
	/** Those that this poll has asked about. */
	private readonly asked = new Set<string>();
	private total?: number;

	constructor(
		private readonly status: Finished,
		private readonly memory: FinishedMemory,
		private readonly store: InvoiceStore,
	) {
		this.met = fingerprintsIn(memory);
	}

	/** The page or pages of this poll. `waiting`: those that are still to be looked up. */
	async read(waiting: readonly string[]): Promise<void> {
		const { memory } = this;
		if (!memory.isLearned) return await this.readThrough();
		const turn = memory.polls++ % 3;
		const isSure =
			memory.count !== undefined &&
			!memory.fewerSince &&
			this.store.reading.pages.habits.offsetCounts;
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
		const { size } = this.store.reading.pages;
		return count === undefined ? length < size : length <= size;
	}

	private async readThrough(): Promise<void> {
		const { memory } = this;
		const { pages, outOfTime } = this.store.reading;
		for await (const page of pages.from(this.status, memory.position)) {
			this.take(page);
			memory.position = page.start + page.entries.length;
			memory.length = memory.position;
			if (outOfTime()) return;
		}
		// A total that does not fit what was read counts something else.
		if (this.total === memory.length) memory.count = this.total - this.asked.size;
		memory.isLearned = true;
		this.endRound();
	}

	/** Looks for invoices that the count says are there, beside those that are found. */
	private async search(waiting: readonly string[]): Promise<void> {
		const { memory, total } = this;
		const { pages, outOfTime, calendar } = this.store.reading;
		if (total === undefined || memory.count === undefined) return;
		const { count } = memory;
		const { now } = calendar;
		if (total >= count) delete memory.fewerSince;
		else if (now - (memory.fewerSince ??= now) >= LONGEST_FEWER) memory.count = total;
		const isMissing = () => total - count > new Set([...waiting, ...this.asked]).size;
		if (!isMissing()) return;
		await this.readStart();
		await this.readEnd();
		for (let left = Math.ceil(total / pages.size); isMissing() && left >= 0; left--) {
			if (outOfTime()) return;
			await this.readNext();
		}
		// All of it was read: the total counts what the list does not show.
		if (isMissing()) memory.count = total;
	}

	/** To a page with a known entry: where the newest come first, more than a page may have come since. */
	private async readStart(): Promise<void> {
		const { pages, outOfTime } = this.store.reading;
		for await (const page of pages.from(this.status, 0)) {
			if (this.take(page) || outOfTime()) return;
		}
	}

	/** From a little before the end on, which may have moved. */
	private async readEnd(): Promise<void> {
		const { memory } = this;
		const { pages, outOfTime } = this.store.reading;
		memory.length = Math.max(0, memory.length - Math.ceil(pages.size / 2));
		for await (const page of pages.from(this.status, memory.length)) {
			this.take(page);
			memory.length = page.start + page.entries.length;
			if (outOfTime()) return;
		}
	}

	/** The next page of the round. */
	private async readNext(): Promise<void> {
		const { memory } = this;
		const page = await this.store.reading.pages.at(this.status, memory.position);
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
		const { samples } = this.store.reading.lists;
		for (const { id } of entries.slice(-1)) samples.set(this.status, id);
		return entries.filter((invoice) => this.meet(invoice)).length > 0;
	}

	/** Returns whether it is known, or was asked about before. */
	private meet(invoice: ListedInvoice): boolean {
		const { store, memory, met } = this;
		const { id, created = Infinity } = invoice;
		const isOpen = store.isOpenElsewhere(id, this.status);
		const fingerprint = fingerprintOf(id);
		if (!isOpen && (created < memory.knownBefore || met.has(fingerprint))) return true;
		if (!isOpen && !memory.isLearned && store.isOld(invoice)) {
			addFinished(memory, invoice, store.reading.pages.isDated, 0);
			met.add(fingerprint);
			return true;
		}
		this.asked.add(id);
		return !store.ask(invoice);
	}

	/** An invoice that was created before the round began was seen since then, in this list or in an open one. */
	private endRound(): void {
		const { memory } = this;
		const { now } = this.store.reading.calendar;
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
