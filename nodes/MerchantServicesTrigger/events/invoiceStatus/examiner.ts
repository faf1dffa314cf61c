import type { Book } from './book';
import type { InvoiceService } from './service';

/** So many invoices are looked up at the same time. */
const CONCURRENCY = 5;

/** One invoice that cannot be looked up must not keep back the others; several are a failure of the service. */
const MOST_FAILURES = 3;

/**
 * Looks up invoices one by one and enters them into the book, until the poll has enough events or no more
 * time. What it does not come to is left to the next poll, which finds it changed still.
 */
export class Examiner {
	/** The poll comes to its end. */
	stopped = false;
	/** The poll came to something that must not be thrown away, apart from events. */
	hasGained = false;
	/** What was looked up: once in a poll is enough, and gives one event where one is asked for. */
	private readonly asked = new Set<string>();
	private readonly failures: unknown[] = [];

	constructor(
		private readonly service: InvoiceService,
		private readonly book: Book,
		private readonly limit: number,
		private readonly outOfTime: () => boolean,
	) {}

	get lookUps(): number {
		return this.asked.size;
	}

	/** Something was left to the next poll. */
	get isIncomplete(): boolean {
		return this.stopped || this.failures.length > 0;
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
			for (const { id } of group) this.asked.add(id);
			const answers = await Promise.allSettled(
				group.map(async ({ id }) => await this.service.details(id)),
			);
			for (const [index, answer] of answers.entries()) {
				if (answer.status === 'rejected') {
					this.fail(answer.reason);
				} else if (this.book.events.length >= this.limit) {
					// What was asked for too much at the same time is asked for again in the next poll.
					this.stopped = true;
				} else {
					const { id, created } = group[index];
					const invoice = answer.value;
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

	/** Another request of the poll; undefined when it failed and the poll ends with what it has. */
	async attempt<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
		try {
			return await request();
		} catch (error) {
			this.fail(error);
			this.stopped = true;
			return undefined;
		}
	}

	private fail(reason: unknown): void {
		this.failures.push(reason);
		if (this.failures.length >= MOST_FAILURES) this.stopped = true;
	}

	/** What is ready is handed over and kept; the next poll meets the failure again if it lasts. */
	finish(): void {
		const isIdle = this.book.events.length === 0 && !this.hasGained;
		if (isIdle && this.failures.length > 0) throw this.failures[0];
	}
}
