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
	/** How many invoices were looked up. */
	lookUps = 0;

	constructor(
		private readonly service: InvoiceService,
		private readonly book: Book,
		private readonly limit: number,
		private readonly outOfTime: () => boolean,
	) {}

	/** Returns the last one that was looked up. */
	async look(
		queue: ReadonlyArray<{ id: string; created?: number }>,
		seenAt: number,
	): Promise<string | undefined> {
		let last: string | undefined;
		for (let next = 0; next < queue.length && !this.stopped; next += CONCURRENCY) {
			if (this.book.events.length >= this.limit || this.outOfTime()) {
				this.stopped = true;
				break;
			}
			const group = queue.slice(next, next + CONCURRENCY);
			const answers = await Promise.allSettled(
				group.map(async ({ id }) => await this.service.details(id)),
			);
			this.lookUps += group.length;
			answers.forEach((answer, index) => {
				if (answer.status === 'fulfilled') {
					const { id, created } = group[index];
					const invoice = answer.value && {
						...answer.value,
						created: answer.value.created ?? created,
					};
					this.book.enter(id, invoice, seenAt);
				}
			});
			const failure = answers.find((answer) => answer.status === 'rejected');
			if (failure) this.giveUp(failure.reason);
			else last = group.at(-1)?.id;
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
