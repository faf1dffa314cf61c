import type { Book } from './book';
import type { InvoiceService } from './service';

/** So many invoices are looked up at the same time. */
const CONCURRENCY = 5;

/**
 * Looks up invoices one by one and enters them into the book, until the poll has enough events or no more
 * time. What it does not come to is left to the next poll, which finds it changed still.
 */
export class Examiner {
	/** Something was left to the next poll. */
	stopped = false;
	/** The poll came to something that must not be thrown away, apart from events. */
	hasGained = false;
	/** What was looked up: once in a poll is enough, and gives one event where one is asked for. */
	private readonly asked = new Set<string>();

	constructor(
		private readonly service: InvoiceService,
		private readonly book: Book,
		private readonly limit: number,
		private readonly outOfTime: () => boolean,
	) {}

	get lookUps(): number {
		return this.asked.size;
	}

	/** Returns the last one that was looked up. */
	async look(
		wanted: ReadonlyArray<{ id: string; created?: number }>,
		seenAt: number,
	): Promise<string | undefined> {
		const queue = wanted.filter(({ id }) => !this.asked.has(id));
		let last: string | undefined;
		for (let next = 0, size = 0; next < queue.length && !this.stopped; next += size) {
			const room = this.limit - this.book.events.length;
			if (room <= 0 || this.outOfTime()) {
				this.stopped = true;
				break;
			}
			size = Math.min(CONCURRENCY, room);
			const group = queue.slice(next, next + size);
			const answers = await Promise.allSettled(
				group.map(async ({ id }) => await this.service.details(id)),
			);
			for (const { id } of group) this.asked.add(id);
			for (const [index, answer] of answers.entries()) {
				if (answer.status === 'rejected') continue;
				// What was asked for too much at the same time is asked for again in the next poll.
				if (this.book.events.length >= this.limit) break;
				const { id, created } = group[index];
				const invoice = answer.value && {
					...answer.value,
					created: answer.value.created ?? created,
				};
				this.book.enter(id, invoice, seenAt);
				last = id;
			}
			const failure = answers.find((answer) => answer.status === 'rejected');
			if (failure) this.giveUp(failure.reason);
			if (last !== group.at(-1)?.id) this.stopped = true;
		}
		return last;
	}

	/** Another request of the poll; undefined when it failed and the poll ends with what it has. */
	async attempt<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
		try {
			return await request();
		} catch (error) {
			this.giveUp(error);
			return undefined;
		}
	}

	/** What is ready is handed over and kept; the next poll meets the failure again if it lasts. */
	private giveUp(reason: unknown): void {
		if (this.book.events.length === 0 && !this.hasGained) throw reason;
		this.stopped = true;
	}
}
