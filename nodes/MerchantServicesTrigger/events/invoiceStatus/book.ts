import { isPassing } from '../../../shared/transport/retry';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Calendar } from './events';
import { eventsOf, markReported, passedDates } from './events';
import { EntryHabits, examine, lastShown, LONGEST_LAG } from './examine';
import type { FinishedList } from './finished';
import type { Finished, InvoiceDetails, ListedInvoice } from './invoice';
import { FINISHED, isFinished, isListed } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceService } from './service';
import type { InvoiceSettings } from './settings';
import type { Failing, FinishedKnown, InvoiceState, Known } from './state';

const DAY = 86_400_000;

/** An invoice that the service does not find is asked for again for as long. */
const LONGEST_GONE = 3 * DAY;

/** What is kept of a poll's work until it is saved. */
export interface Draft {
	open: Map<string, Known>;
	finished: Map<string, FinishedKnown>;
	habits: EntryHabits;
	/** Those that an earlier poll has left. */
	backlog: ReadonlySet<string>;
	/** What the lists say in this poll, where they were read. */
	listed?: ReadonlyMap<string, ListedInvoice>;
}

export const draftOf = ({ open, finished, shown, lacking, backlog }: InvoiceState): Draft => ({
	open: new Map(Object.entries(open)),
	finished: new Map(Object.entries(finished)),
	habits: new EntryHabits(shown, lacking),
	backlog: new Set(backlog),
});

/** What happened to invoices, and what is remembered of them. */
export class Book {
	readonly events: InvoiceEvent[] = [];
	/** What the user should know of these events. */
	readonly notices = new Set<'noHistory' | 'noEntry'>();
	lists?: Record<Finished, FinishedList>;

	constructor(
		private readonly state: Pick<InvoiceState, 'since' | 'activated'>,
		readonly draft: Draft,
		private readonly settings: InvoiceSettings,
	) {}

	/** From when on what happens to an invoice is new. */
	newSince({ created }: Pick<ListedInvoice, 'created'>): number {
		const { since, activated } = this.state;
		return (created ?? activated) > since ? since : activated;
	}

	/** Takes in what the details say of an invoice, seen at a moment of the service's clock. */
	enter(id: string, details: InvoiceDetails | undefined, calendar: Calendar): void {
		const { open, finished, habits, backlog } = this.draft;
		const { now: at } = calendar;
		const remembered = open.get(id) ?? finished.get(id);
		if (details === undefined) return this.miss(id, remembered, at);
		const { at: first = 0 } = details.history.at(0) ?? {};
		const created = details.created ?? (first === 0 ? undefined : first);
		const invoice = { ...details, created };
		habits.learn(invoice);
		const isUnknown = remembered === undefined && !backlog.has(id);
		const ended = isUnknown ? this.endedAs(id) : undefined;
		// Only an old list can have asked.
		if (ended && isFinished(invoice.status)) return;
		const before: Known | undefined = remembered ?? (ended && { status: ended });
		const newSince = before?.since ?? this.newSince(invoice);
		const isForgotten = isUnknown && (ended !== undefined || this.isOld(invoice));
		const since = isForgotten ? Math.max(newSince, at - DAY) : newSince;
		const isNew = before === undefined || (before.status === '' && before.since === undefined);
		const isListedAs = this.draft.listed && ((status: string) => this.isListedAs(id, status));
		const moment = { at, since, isNew, habits, isListedAs };
		const { steps, known, isInVain } = examine(before, invoice, moment);
		if (isInVain) this.notices.add('noEntry');
		if (steps.length > 0 && !invoice.hasHistory && habits.isEmpty) this.notices.add('noHistory');
		const passed = this.isListedAs(id, known.status)
			? passedDates(
					known,
					{ ...invoice, status: known.status },
					this.settings.filters,
					calendar,
					since,
				)
			: [];
		this.events.push(...eventsOf(invoice, steps, passed, this.settings));
		this.count(id, created, before, known);
		const isLate = at - (invoice.history.at(-1)?.at ?? at) > DAY;
		this.place(id, markReported(known, passed), at, isLate);
	}

	/** An old answer may show an invoice unpaid that was paid some minutes ago. */
	private isListedAs(id: string, status: string): boolean {
		const { listed } = this.draft;
		return (
			listed === undefined || listed.get(id)?.status === (isListed(status) ? status : undefined)
		);
	}

	/** Whether it was finished before: what is known of it otherwise is forgotten. */
	private endedAs(id: string): Finished | undefined {
		return FINISHED.find((status) => this.lists?.[status].isKnown({ id }));
	}

	/** Whether all as old as this one are known: it was finished, or overlooked at the start. */
	private isOld(invoice: InvoiceDetails): boolean {
		const { lists } = this;
		return lists !== undefined && FINISHED.every((status) => lists[status].isKnown(invoice));
	}

	private count(
		id: string,
		created: number | undefined,
		before: Known | undefined,
		after: Known,
	): void {
		const was = before && lastShown(before);
		const status = lastShown(after);
		if (was === status) return;
		if (was !== undefined && isFinished(was)) this.lists?.[was].count(-1);
		if (!isFinished(status)) return;
		this.lists?.[status].count(1);
		this.lists?.[status].add({ id, created });
	}

	/** `isLate`: it ended long ago, so that no entry and no old list asks for it again. */
	private place(id: string, known: Known, at: number, isLate: boolean): void {
		const { open, finished } = this.draft;
		if (isFinished(known.status)) {
			open.delete(id);
			if (!isLate || this.settings.numbers) finished.set(id, { ...known, seenAt: at });
			else finished.delete(id);
		} else {
			finished.delete(id);
			open.set(id, known);
		}
	}

	private miss(id: string, known: Known | undefined, at: number): void {
		const { open, finished } = this.draft;
		if (finished.has(id)) return;
		const { goneSince = at } = known ?? {};
		if (at - goneSince > LONGEST_GONE && !this.settings.numbers) open.delete(id);
		else open.set(id, { ...(known ?? { status: '' }), goneSince });
	}

	/** Finished invoices are remembered for a day: late entries and old lists ask for them. */
	toState(at: number): Pick<InvoiceState, 'open' | 'finished' | 'shown' | 'lacking'> {
		const { open, finished, habits } = this.draft;
		const isKept = ({ seenAt }: FinishedKnown) =>
			this.settings.numbers !== undefined || at - seenAt < DAY;
		return {
			open: Object.fromEntries(open),
			finished: Object.fromEntries([...finished].filter(([, known]) => isKept(known))),
			...habits.toState(),
		};
	}
}

/** How many invoices are looked up at the same time. */
const CONCURRENCY = 5;

/** One invoice that cannot be looked up must not hold up the others. This many in a row are a failure of the service. */
const MOST_FAILURES = 5;

/** A service that refuses an invoice works. Only if it refuses this many in a row, it refuses all. */
const MOST_REFUSALS = 25;

const LONGEST_PAUSE = 24 * LONGEST_LAG;

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
	readonly left = new Set<string>();
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
		for (const id of queue) this.left.add(id);
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
				this.left.delete(id);
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
			this.left.add(id);
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
