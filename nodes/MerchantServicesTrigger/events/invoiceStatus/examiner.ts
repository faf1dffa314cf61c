import type { Book } from './book';
import type { InvoiceDetails } from './invoice';
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

	constructor(
		private readonly service: InvoiceService,
		private readonly book: Book,
		private readonly limit: number,
		private readonly outOfTime: () => boolean,
	) {}

	async look(
		queue: ReadonlyArray<{ id: string; created?: number }>,
		seenAt: number,
	): Promise<void> {
		for (let next = 0; next < queue.length && !this.stopped; next += CONCURRENCY) {
			if (this.book.events.length >= this.limit || this.outOfTime()) {
				this.stopped = true;
				return;
			}
			const group = queue.slice(next, next + CONCURRENCY);
			const answers = await Promise.allSettled(group.map(async ({ id }) => await this.fetch(id)));
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
		}
	}

	private async fetch(id: string): Promise<InvoiceDetails | undefined> {
		return await this.service.details(id);
	}

	/** Events that are ready are handed over; the next poll meets the failure again if it lasts. */
	private giveUp(reason: unknown): void {
		if (this.book.events.length === 0) throw reason;
		this.stopped = true;
	}
}
