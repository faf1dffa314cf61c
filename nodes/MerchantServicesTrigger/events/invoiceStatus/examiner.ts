import { isPassing } from '../../../shared/transport/retry';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Book } from './book';
import type { InvoiceService } from './service';
import type { Failing } from './state';

/** How many invoices are looked up at the same time. */
const CONCURRENCY = 5;

/** One invoice that cannot be looked up must not hold up the others. This many in a row are a failure of the service. */
const MOST_FAILURES = 5;

/** A service that refuses an invoice works. Only if it refuses this many in a row, it refuses all. */
const MOST_REFUSALS = 25;

const MINUTE = 60_000;
const LONGEST_PAUSE = 360 * MINUTE;

/**
 * Looks up invoices one by one and enters them into the book, until the poll has enough events or no more
 * time. What it does not come to is left to the next poll, which finds it changed still. An invoice that
 * cannot be looked up is tried again after a pause that doubles, and always after all others.
 */
export class Examiner {
	/** The poll comes to its end. */
	stopped = false;
	/** What would have failed for every invoice. */
	failure?: ServiceFailure;
	readonly failing: Map<string, Failing>;
	/** What it did not come to. */
	readonly left = new Set<string>();
	/** What was looked up: once in a poll is enough, and gives one event where one is asked for. */
	private readonly asked = new Set<string>();
	private failuresInARow = 0;
	private refusalsInARow = 0;

	constructor(
		private readonly service: InvoiceService,
		private readonly book: Pick<Book, 'events' | 'enter'>,
		failing: Record<string, Failing>,
		private readonly limit: number,
		private readonly now: number,
		private readonly outOfTime: () => boolean,
	) {
		this.failing = new Map(Object.entries(failing));
	}

	/** Returns the last one that was looked up. */
	async look(
		wanted: ReadonlyArray<{ id: string; created?: number }>,
		seenAt: number,
	): Promise<string | undefined> {
		const isDue = (id: string) => (this.failing.get(id)?.until ?? 0) <= this.now;
		const distinct = [...new Map(wanted.map((each) => [each.id, each])).values()];
		const due = distinct.filter(({ id }) => !this.asked.has(id) && isDue(id));
		const queue = [
			...due.filter(({ id }) => !this.failing.has(id)),
			...due.filter(({ id }) => this.failing.has(id)),
		];
		for (const { id } of queue) this.left.add(id);
		let last: string | undefined;
		for (let next = 0, size = 0; next < queue.length && !this.stopped; next += size) {
			const room = this.limit - this.book.events.length;
			if (room <= 0 || this.outOfTime()) {
				this.stopped = true;
				break;
			}
			size = Math.min(CONCURRENCY, room);
			const group = queue.slice(next, next + size);
			for (const { id } of group) this.asked.add(id);
			const answers = await Promise.allSettled(
				group.map(async ({ id }) => await this.service.details(id)),
			);
			for (const [index, answer] of answers.entries()) {
				const { id, created } = group[index];
				if (answer.status === 'rejected') {
					this.left.delete(id);
					this.fail(id, answer.reason);
				} else if (this.book.events.length >= this.limit) {
					// What was asked for too much at the same time is asked for again in the next poll.
					this.stopped = true;
				} else {
					const invoice = answer.value;
					this.failuresInARow = 0;
					this.refusalsInARow = 0;
					this.failing.delete(id);
					this.left.delete(id);
					this.book.enter(
						id,
						invoice && { ...invoice, created: invoice.created ?? created },
						seenAt,
					);
					last = id;
				}
			}
		}
		return last;
	}

	private fail(id: string, reason: unknown): void {
		if (concernsAll(reason)) {
			this.failure ??= reason;
			this.stopped = true;
			return;
		}
		const before = this.failing.get(id);
		const times = (before?.times ?? 0) + 1;
		const pause = times < 3 ? 0 : Math.min(LONGEST_PAUSE, MINUTE * 2 ** (times - 3));
		const words = reason instanceof Error ? reason.message : String(reason);
		this.failing.set(id, { times, until: this.now + pause, reason: words });
		if (!isRefusal(reason)) {
			if (++this.failuresInARow >= MOST_FAILURES) this.stopped = true;
		} else if (before === undefined && ++this.refusalsInARow >= MOST_REFUSALS) {
			this.failure ??= reason;
			this.stopped = true;
		}
	}
}

const concernsAll = (reason: unknown): reason is ServiceFailure =>
	reason instanceof ServiceFailure && [401, 429].includes(reason.status ?? 0);

/** The service answers, and does not give this invoice. */
const isRefusal = (reason: unknown): reason is ServiceFailure =>
	reason instanceof ServiceFailure &&
	reason.status !== undefined &&
	reason.status >= 400 &&
	reason.status < 500 &&
	!isPassing(reason.status);
