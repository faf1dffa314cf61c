import { isPassing } from '../../../shared/transport/retry';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { InvoiceDetails } from './invoice';
import type { InvoiceService } from './service';
import type { Failing } from './state';

/** How many invoices are looked up at the same time. */
const CONCURRENCY = 5;

/** One invoice that cannot be looked up must not hold up the others. This many in a row are a failure of the service. */
const MOST_FAILURES = 5;

/** A service that refuses an invoice works. Only if it refuses this many in a row, it refuses all. */
const MOST_REFUSALS = 25;

const LONGEST_PAUSE = 6 * 3_600_000;

/** What look-ups need of the poll. */
export interface LookUpsOptions {
	service: Pick<InvoiceService, 'details'>;
	failing: Record<string, Failing>;
	/** n8n's clock. */
	now: number;
	outOfTime: () => boolean;
	/** How many more events the poll may have. */
	room: () => number;
	enter: (id: string, invoice: InvoiceDetails | undefined) => void;
}

/**
 * Looks up invoices one by one until the poll has enough events or no more time. What it does not come to is left to
 * the next poll. An invoice that cannot be looked up is tried again after a pause that doubles, and always after
 * all others.
 */
export class LookUps {
	/** What would have failed for every invoice. */
	failure?: ServiceFailure;
	readonly failing: Map<string, Failing>;
	/** What it did not come to. */
	readonly unasked = new Set<string>();
	/** Once in a poll is enough, and gives one event where one is asked for. */
	private readonly asked = new Set<string>();
	private inARow = { failures: 0, refusals: 0 };

	constructor(private readonly options: LookUpsOptions) {
		this.failing = new Map(Object.entries(options.failing));
	}

	/** Returns the last one that was looked up. `created`: what lists said of it. */
	async look(
		ids: Iterable<string>,
		created: ReadonlyMap<string, number | undefined> = new Map(),
	): Promise<string | undefined> {
		const { service, now, room, enter } = this.options;
		const isDue = (id: string) => !this.asked.has(id) && (this.failing.get(id)?.until ?? 0) <= now;
		const due = [...new Set(ids)].filter(isDue);
		const isFailing = (id: string) => this.failing.has(id);
		const queue = [...due.filter((id) => !isFailing(id)), ...due.filter(isFailing)];
		for (const id of queue) this.unasked.add(id);
		let last: string | undefined;
		for (let next = 0, size = 0; next < queue.length && !this.isStopped(); next += size) {
			size = Math.min(CONCURRENCY, room());
			const group = queue.slice(next, next + size);
			const answers = await Promise.allSettled(group.map(async (id) => await service.details(id)));
			for (const [index, answer] of answers.entries()) {
				const id = group[index];
				// What was asked for too much at the same time is asked for again in the next poll.
				if (answer.status === 'fulfilled' && room() <= 0) continue;
				this.asked.add(id);
				this.unasked.delete(id);
				if (answer.status === 'rejected') {
					this.fail(id, answer.reason);
					continue;
				}
				this.inARow = { failures: 0, refusals: 0 };
				this.failing.delete(id);
				const invoice = answer.value;
				enter(id, invoice && { ...invoice, created: invoice.created ?? created.get(id) });
				last = id;
			}
		}
		return last;
	}

	private isStopped(): boolean {
		const { room, outOfTime } = this.options;
		return (
			this.failure !== undefined ||
			this.inARow.failures >= MOST_FAILURES ||
			room() <= 0 ||
			outOfTime()
		);
	}

	private fail(id: string, reason: unknown): void {
		if (concernsAll(reason)) {
			this.failure ??= reason;
			this.unasked.add(id);
			return;
		}
		const before = this.failing.get(id);
		const times = (before?.times ?? 0) + 1;
		const pause = times < 3 ? 0 : Math.min(LONGEST_PAUSE, 60_000 * 2 ** (times - 3));
		const words = reason instanceof Error ? reason.message : String(reason);
		this.failing.set(id, { times, until: this.options.now + pause, reason: words });
		if (!isRefusal(reason)) this.inARow.failures++;
		else if (before === undefined && ++this.inARow.refusals >= MOST_REFUSALS) {
			this.failure ??= reason;
		}
	}
}

export const concernsAll = (reason: unknown): reason is ServiceFailure =>
	reason instanceof ServiceFailure && [401, 429].includes(reason.status ?? 0);

/** The service answers, and does not give this invoice. */
const isRefusal = (reason: unknown): reason is ServiceFailure =>
	reason instanceof ServiceFailure &&
	reason.status !== undefined &&
	reason.status >= 400 &&
	reason.status < 500 &&
	!isPassing(reason.status);
