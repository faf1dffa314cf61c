import type { Calendar } from './events';
import { eventsOf, markReported, passedDates } from './events';
import { EntryHabits, examine, lastShown } from './examine';
import type { FinishedList } from './finished';
import type { Finished, HistoryEntry, InvoiceDetails, ListedInvoice } from './invoice';
import { isFinished, isListed } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceSettings } from './settings';
import type { FinishedKnown, InvoiceState, Known } from './state';

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
		const { open, finished, habits, backlog, listed } = this.draft;
		const { now: at } = calendar;
		const before: Known | undefined = open.get(id) ?? finished.get(id);
		if (details === undefined) return this.miss(id, before, at);
		const [first] = details.history.filter((entry) => entry.at > 0);
		const created = details.created ?? (first as HistoryEntry | undefined)?.at;
		const invoice = { ...details, created };
		habits.learn(invoice);
		// Only an old list can have asked.
		if (before === undefined && !backlog.has(id) && this.wasFinished(invoice)) return;
		const since = this.newSince(invoice);
		const isNew = before === undefined || before.status === '';
		const isListedAs = listed && ((status: string) => this.isListedAs(id, status));
		const examined = examine(before, invoice, { at, since, isNew, habits, isListedAs });
		const { steps, known, isInVain } = examined;
		if (isInVain) this.notices.add('noEntry');
		if (steps.length > 0 && !invoice.hasHistory && habits.isEmpty) this.notices.add('noHistory');
		const shown = { ...invoice, status: known.status };
		const passed = this.isListedAs(id, known.status)
			? passedDates(known, shown, this.settings.filters, calendar, since)
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

	/** Whether it is finished, and was before: what is known of it otherwise is forgotten. */
	private wasFinished({ id, status }: InvoiceDetails): boolean {
		return isFinished(status) && this.lists?.[status].isKnown({ id }) === true;
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
			if (!isLate) finished.set(id, { ...known, seenAt: at });
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
		if (at - goneSince > LONGEST_GONE) open.delete(id);
		else open.set(id, { ...(known ?? { status: '' }), goneSince });
	}

	/** Finished invoices are remembered for a day: late entries and old lists ask for them. */
	toState(at: number): Pick<InvoiceState, 'open' | 'finished' | 'shown' | 'lacking'> {
		const { open, finished, habits } = this.draft;
		const isKept = ({ seenAt }: FinishedKnown) => at - seenAt < DAY;
		return {
			open: Object.fromEntries(open),
			finished: Object.fromEntries([...finished].filter(([, known]) => isKept(known))),
			...habits.toState(),
		};
	}
}
