import { HOUR } from '../../../shared/period/times';
import { concernsAll } from '../../event';
import type { Failing } from './state';
import type { InvoiceStore } from './store';

/** How many invoices are looked up at the same time. */
const CONCURRENCY = 5;

/** One invoice that cannot be looked up must not hold up the others. This many in a row are a failure of the service. */
const MOST_FAILURES = 10;

const LONGEST_PAUSE = 6 * HOUR;

/**
 * Looks up invoices one by one until the poll has enough events or no more time. What it does not come to is left to
 * the next poll. An invoice that cannot be looked up is tried again after a pause that doubles, and always after
 * all others.
 */
export class LookUps {
	/** What keeps it from looking up more. */
	failure?: Error;
	readonly failing: Map<string, Failing>;
	/** Once in a poll is enough, and gives one event where one is asked for. */
	private readonly asked = new Set<string>();
	private failuresInARow = 0;

	constructor(private readonly store: InvoiceStore) {
		this.failing = new Map(Object.entries(store.state.failing));
	}

	/** Returns the last one that was looked up. */
	async look(ids: Iterable<string>): Promise<string | undefined> {
		const { service, now } = this.store.reading;
		const isDue = (id: string) => !this.asked.has(id) && (this.failing.get(id)?.until ?? 0) <= now;
		const due = [...new Set(ids)].filter(isDue);
		const isFailing = (id: string) => this.failing.has(id);
		const queue = [...due.filter((id) => !isFailing(id)), ...due.filter(isFailing)];
		let last: string | undefined;
		for (let next = 0, size = 0; next < queue.length && !this.isStopped(); next += size) {
			size = Math.min(CONCURRENCY, this.room);
			const group = queue.slice(next, next + size);
			const answers = await Promise.allSettled(group.map(async (id) => await service.details(id)));
			for (const [index, answer] of answers.entries()) {
				const id = group[index];
				if (answer.status === 'rejected') this.fail(id, answer.reason);
				// What was asked for too much at the same time is asked for again in the next poll.
				else if (this.room > 0) {
					this.asked.add(id);
					this.failuresInARow = 0;
					this.failing.delete(id);
					this.store.enter(id, answer.value);
					last = id;
				}
			}
		}
		return last;
	}

	/** Whether it is still to be looked up. */
	isLeft(id: string): boolean {
		return !this.asked.has(id) || this.failing.has(id);
	}

	/** How many more events the poll may have. */
	private get room(): number {
		return this.store.reading.settings.limit - this.store.events.length;
	}

	/** However long the lists have taken, each poll gets on. */
	private isStopped(): boolean {
		const isOutOfTime = this.asked.size > 0 && this.store.reading.outOfTime();
		return this.failure !== undefined || this.room <= 0 || isOutOfTime;
	}

	private fail(id: string, reason: unknown): void {
		const failure = reason instanceof Error ? reason : new Error(String(reason));
		if (concernsAll(failure) || ++this.failuresInARow >= MOST_FAILURES) this.failure ??= failure;
		if (concernsAll(failure)) return;
		this.asked.add(id);
		const times = (this.failing.get(id)?.times ?? 0) + 1;
		const pause = times < 3 ? 0 : Math.min(LONGEST_PAUSE, 60_000 * 2 ** (times - 3));
		this.failing.set(id, { times, until: this.store.reading.now + pause, reason: failure.message });
	}
}
