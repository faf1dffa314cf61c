import { DAY, HOUR } from '../../../shared/period/times';
import { addFinished, fingerprintOf, fingerprintsIn, forgetBefore } from './finishedMemory';
import type { Finished, ListedInvoice } from './invoice';
import { pagesFrom } from './service';
import type { FinishedMemory } from './state';
import type { InvoiceStore } from './store';

/** One reading may miss an invoice that moves while it is read, or a page that fails. A week has many. */
const SURE_AFTER = 7 * DAY;

/**
 * A list of finished invoices. It is long, and its order is not documented, so a poll reads its first page only. The
 * total says whether there are more than are known: then the list is read on until they are found. Because a list may
 * lose old invoices while it gets new ones, it is read to its end once a day, and without such a total once an hour.
 */
export class FinishedList {
	private readonly met: Set<string>;
	/** Those that this poll has asked about. */
	private readonly asked = new Set<string>();
	/** How many entries the reading has met. */
	private seen: number;

	constructor(
		private readonly status: Finished,
		private readonly memory: FinishedMemory,
		private readonly store: InvoiceStore,
	) {
		this.met = fingerprintsIn(memory);
		this.seen = memory.position;
	}

	/** `waiting`: those that are still to be looked up. */
	async read(waiting: readonly string[]): Promise<void> {
		const { memory, status } = this;
		const { reading } = this.store;
		const { habits } = reading;
		let total: number | undefined;
		for await (const page of pagesFrom(memory.position, status, reading, habits)) {
			if (habits.totalIsOf === 'list') ({ total } = page);
			const isKnown = this.take(page.entries);
			memory.position = page.next;
			if (isKnown && this.isEnough(total, waiting)) {
				memory.position = 0;
				return;
			}
			if (reading.outOfTime()) return;
		}
		memory.position = 0;
		const isAll = total === undefined || this.seen >= total;
		memory.count = isAll ? this.seen - this.asked.size : undefined;
		if (memory.readAt !== undefined) forgetBefore(memory, memory.readAt - SURE_AFTER);
		memory.readAt = reading.calendar.now;
	}

	/** Whether the rest of the list has nothing new. */
	private isEnough(total: number | undefined, waiting: readonly string[]): boolean {
		const { count, readAt = -Infinity } = this.memory;
		const isCounted = total !== undefined && count !== undefined && total >= count;
		const found = new Set([...waiting, ...this.asked]).size;
		if (isCounted && total - count > found) return false;
		return this.store.reading.calendar.now - readAt < (isCounted ? DAY : HOUR);
	}

	/** Returns whether one of the entries is known. */
	private take(entries: readonly ListedInvoice[]): boolean {
		this.seen += entries.length;
		const { samples } = this.store.reading.lists;
		for (const { id } of entries.slice(-1)) samples.set(this.status, id);
		return entries.filter((invoice) => this.meet(invoice)).length > 0;
	}

	/** Returns whether it is known, or was asked about before. */
	private meet(invoice: ListedInvoice): boolean {
		const { store, memory, met } = this;
		const { id, created = Infinity } = invoice;
		const isOpen = store.isOpenElsewhere(id, this.status);
		if (!isOpen && (created < memory.knownBefore || met.has(fingerprintOf(id)))) return true;
		if (!isOpen && memory.readAt === undefined && store.isOld(invoice)) {
			addFinished(memory, invoice, store.reading.habits);
			return true;
		}
		this.asked.add(id);
		return !store.ask(invoice);
	}
}
