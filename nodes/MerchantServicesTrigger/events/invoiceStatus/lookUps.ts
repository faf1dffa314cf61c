import { HOUR } from '../../../shared/period/times';
import { concernsAll } from '../../event';
import type { Failing } from './state';
import type { InvoiceStore } from './store';

const CONCURRENCY = 5;

/** So many in a row are a failure of the service. */
const MOST_FAILURES = 10;

const LONGEST_PAUSE = 6 * HOUR;

/**
 * Looks up invoices until the poll has enough events or no more time.
 * An invoice that fails is tried again, after a pause that doubles.
 */
export class LookUps {
	/** Of the lists as well; the one that matters most. */
	failure?: Error;
	readonly failing: Map<string, Failing>;
	/** Each is looked up once in a poll. */
	private readonly asked = new Set<string>();
	private failuresInARow = 0;

	constructor(private readonly store: InvoiceStore) {
		this.failing = new Map(Object.entries(store.state.failing));
	}

	note(failure: Error | undefined): void {
		if (this.failure === undefined || concernsAll(failure)) this.failure = failure;
	}

	/** Those that a poll may still look up. */
	due(ids: Iterable<string>): string[] {
		const { now } = this.store.reading;
		const isPaused = (id: string) => (this.failing.get(id)?.until ?? 0) > now;
		return [...new Set(ids)].filter((id) => !this.asked.has(id) && !isPaused(id));
	}

	async look(ids: Iterable<string>): Promise<void> {
		const { service } = this.store.reading;
		const hasFailed = (id: string) => Number(this.failing.has(id));
		const queue = this.due(ids).sort((a, b) => hasFailed(a) - hasFailed(b));
		for (let next = 0, size = 0; next < queue.length && !this.isStopped(); next += size) {
			size = Math.min(CONCURRENCY, this.room);
			const group = queue.slice(next, next + size);
			const requests = group.map(async (id) => await service.details(id));
			const answers = await Promise.allSettled(requests);
			for (const [index, answer] of answers.entries()) {
				const id = group[index];
				if (answer.status === 'rejected') this.fail(id, answer.reason as Error);
				// The next poll looks up again what does not fit.
				else if (this.room > 0) {
					this.asked.add(id);
					this.failuresInARow = 0;
					this.failing.delete(id);
					this.store.answer(id, answer.value);
				}
			}
		}
	}

	isLeft(id: string): boolean {
		return !this.asked.has(id) || this.failing.has(id);
	}

	private get isDown(): boolean {
		return this.failuresInARow >= MOST_FAILURES;
	}

	private get room(): number {
		return this.store.reading.settings.limit - this.store.events.length;
	}

	/** However long the lists took, each poll looks up something. */
	private isStopped(): boolean {
		const isOutOfTime = this.asked.size > 0 && this.store.reading.outOfTime();
		return concernsAll(this.failure) || this.isDown || this.room <= 0 || isOutOfTime;
	}

	private fail(id: string, failure: Error): void {
		this.failuresInARow++;
		const isOfAll = concernsAll(failure);
		if (isOfAll || this.isDown) this.note(failure);
		if (isOfAll) return;
		this.asked.add(id);
		const attempts = (this.failing.get(id)?.attempts ?? 0) + 1;
		const pause = attempts < 3 ? 0 : Math.min(LONGEST_PAUSE, 60_000 * 2 ** (attempts - 3));
		const until = this.store.reading.now + pause;
		this.failing.set(id, { attempts, until, reason: failure.message });
	}
}
