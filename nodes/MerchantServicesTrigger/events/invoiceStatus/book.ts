import type { Calendar } from './events';
import { eventsOf, markReported, passedDates } from './events';
import { examine, lastShown, learnEntries } from './examine';
import type { FinishedList } from './finished';
import type { Finished, HistoryEntry, InvoiceDetails, ListedInvoice } from './invoice';
import { isFinished, isListed } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceSettings } from './settings';
import type { FinishedKnown, InvoiceState, Known } from './state';

const DAY = 86_400_000;

/** An invoice that the service does not find is asked for again for as long. */
const LONGEST_GONE = 3 * DAY;

/** What happened to invoices, and what is remembered of them. */
export class Book {
	readonly open: Map<string, Known>;
	readonly finished: Map<string, FinishedKnown>;
	readonly events: InvoiceEvent[] = [];
	/** What the user should know of these events. */
	readonly notices = new Set<'noHistory' | 'noEntry'>();
	lists?: Record<Finished, FinishedList>;

	constructor(
		private readonly state: InvoiceState,
		/** What the open lists say in this poll. */
		private readonly listed: ReadonlyMap<string, ListedInvoice>,
		private readonly settings: InvoiceSettings,
		/** By the clock of the service. */
		private readonly calendar: Calendar,
	) {
		this.open = new Map(Object.entries(state.open));
		this.finished = new Map(Object.entries(state.finished));
	}

	/** From when on what happened to an invoice is new. */
	newSince({ created }: Pick<ListedInvoice, 'created'>): number {
		const { since, activated } = this.state;
		return (created ?? activated) > since ? since : activated;
	}

	/** Takes in what the details say of an invoice. */
	enter(id: string, details: InvoiceDetails | undefined): void {
		const { settings, calendar } = this;
		const { backlog, entries: habits } = this.state;
		const { now: at } = calendar;
		const before: Known | undefined = this.open.get(id) ?? this.finished.get(id);
		if (details === undefined) return this.miss(id, before);
		const first = details.history.find((entry) => entry.at > 0);
		const invoice = { ...details, created: details.created ?? first?.at };
		learnEntries(habits, invoice);
		// Only an old list can have asked.
		if (before === undefined && !backlog.includes(id) && this.wasFinished(invoice)) return;
		const since = this.newSince(invoice);
		const isNew = before === undefined || before.status === '';
		const isListedAs = (status: string) =>
			this.listed.get(id)?.status === (isListed(status) ? status : undefined);
		const examined = examine(before, invoice, { at, since, isNew, habits, isListedAs });
		const { steps, known, isInVain } = examined;
		if (isInVain) this.notices.add('noEntry');
		const hasNoEntries = !invoice.hasHistory && !Object.values(habits).includes(true);
		if (steps.length > 0 && hasNoEntries) this.notices.add('noHistory');
		// An old answer may show an invoice unpaid that was paid some minutes ago.
		const shown = { ...invoice, status: known.status };
		const passed = isListedAs(known.status)
			? passedDates(before, shown, settings.filters, calendar, since)
			: [];
		this.events.push(...eventsOf(invoice, steps, passed, settings));
		this.count(invoice, before && lastShown(before), lastShown(known));
		const { reported } = before ?? {};
		this.place(invoice, markReported({ ...known, reported, goneSince: undefined }, passed));
	}

	/** Whether it is finished, and was before: what is known of it otherwise is forgotten. */
	private wasFinished({ id, status }: InvoiceDetails): boolean {
		return isFinished(status) && this.lists?.[status].isKnown({ id }) === true;
	}

	private count(invoice: InvoiceDetails, was: string | undefined, status: string): void {
		if (was === status) return;
		if (was !== undefined && isFinished(was)) this.lists?.[was].count(-1);
		if (!isFinished(status)) return;
		this.lists?.[status].count(1);
		this.lists?.[status].add(invoice);
	}

	private place({ id, history }: InvoiceDetails, known: Known): void {
		const { open, finished } = this;
		const { now: at } = this.calendar;
		const last: HistoryEntry | undefined = history.at(-1);
		if (!isFinished(known.status)) {
			finished.delete(id);
			open.set(id, known);
			return;
		}
		open.delete(id);
		// Of one that ended long ago, no entry and no old list asks again.
		if (at - (last?.at ?? at) > DAY) finished.delete(id);
		else finished.set(id, { ...known, seenAt: at });
	}

	private miss(id: string, known: Known | undefined): void {
		const { now: at } = this.calendar;
		if (this.finished.has(id)) return;
		const { goneSince = at } = known ?? {};
		if (at - goneSince > LONGEST_GONE) this.open.delete(id);
		else this.open.set(id, { ...(known ?? { status: '' }), goneSince });
	}

	/** Finished invoices are remembered for a day: late entries and old lists ask for them. */
	toState(): Pick<InvoiceState, 'open' | 'finished'> {
		const { now: at } = this.calendar;
		const isKept = ({ seenAt }: FinishedKnown) => at - seenAt < DAY;
		return {
			open: Object.fromEntries(this.open),
			finished: Object.fromEntries([...this.finished].filter(([, known]) => isKept(known))),
		};
	}
}
