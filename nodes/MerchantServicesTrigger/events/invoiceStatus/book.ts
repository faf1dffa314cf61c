import { DAY } from '../../event';
import type { Calendar } from './events';
import { calendarAt, eventsOf, markReported, passedDates } from './events';
import { examine, learnEntries, LONGEST_LAG } from './examine';
import { FinishedList, type Reader } from './finished';
import type { Finished, HistoryEntry, InvoiceDetails, ListedInvoice } from './invoice';
import { isFinished, isListed, lastShown } from './invoice';
import type { InvoiceEvent } from './item';
import type { OpenLists, Pages, PollInput } from './service';
import type { InvoiceState, Known } from './state';

/** An invoice that the service does not find is asked for again for as long. */
const LONGEST_GONE = 3 * DAY;

/** What is known of invoices, what is asked of them, and what happened to them. */
export class Book implements Reader {
	readonly invoices: Map<string, Known>;
	/** The invoices to look up, and when lists say that they were created. */
	readonly questions: Map<string, number | undefined>;
	readonly events: InvoiceEvent[] = [];
	/** What the user should know of these events. */
	readonly notices = new Set<'noHistory' | 'noEntry'>();
	/** By the clock of the service. */
	readonly calendar: Calendar;
	readonly finished: Record<Finished, FinishedList>;

	constructor(
		private readonly state: InvoiceState,
		/** What the open lists say in this poll. */
		private readonly listed: OpenLists,
		readonly pages: Pages,
		readonly input: PollInput,
	) {
		const { now, settings } = input;
		this.calendar = calendarAt(listed.at || now + state.clockOffset, settings.zone);
		this.invoices = new Map(Object.entries(state.invoices));
		this.questions = new Map(state.backlog.map((id) => [id, undefined]));
		const { PAID, CANCELED } = state.finishedLists;
		this.finished = {
			PAID: new FinishedList('PAID', PAID, this),
			CANCELED: new FinishedList('CANCELED', CANCELED, this),
		};
	}

	ask({ id, created }: Pick<ListedInvoice, 'id' | 'created'>): boolean {
		const isNew = !this.questions.has(id);
		this.questions.set(id, created ?? this.questions.get(id));
		return isNew;
	}

	/** All that are not finished. */
	open(): Array<[id: string, known: Known]> {
		return [...this.invoices].filter(([, { finishedAt }]) => finishedAt === undefined);
	}

	isOpen(id: string): boolean {
		return this.invoices.has(id) && this.invoices.get(id)?.finishedAt === undefined;
	}

	isOpenElsewhere(id: string, status: Finished): boolean {
		return this.isOpen(id) && lastShown(this.invoices.get(id)!) !== status;
	}

	/** Whether an invoice that the first reading meets was there before anything counts as new. */
	isOld({ created = this.state.activated }: ListedInvoice): boolean {
		const { since, activated } = this.state;
		if (since !== activated) return created <= since;
		return this.listed.isFirst || created <= since + LONGEST_LAG;
	}

	/** From when on what happened to an invoice is new. */
	private newSince({ created }: Pick<ListedInvoice, 'created'>): number {
		const { since, activated } = this.state;
		return (created ?? activated) > since ? since : activated;
	}

	/** A list only raises the question, as it may be old or read while things moved; the invoice itself answers it. */
	compare(listed: ListedInvoice): void {
		const { filters } = this.input.settings;
		const known = this.invoices.get(listed.id);
		const passed = passedDates(known, listed, filters, this.calendar, this.newSince(listed));
		if (
			known === undefined ||
			lastShown(known) !== listed.status ||
			passed.some(({ change }) => filters.changes.includes(change))
		) {
			this.ask(listed);
		} else if (passed.length > 0) {
			// Not wanted now, but reported all the same, in case the user later chooses other changes.
			this.invoices.set(listed.id, markReported(known, passed));
		}
	}

	/** Takes in what the details say of an invoice. */
	enter(id: string, details: InvoiceDetails | undefined): void {
		const { calendar } = this;
		const { settings } = this.input;
		const { backlog, entries: habits } = this.state;
		const before = this.invoices.get(id);
		if (details === undefined) return this.miss(id, before);
		const first = details.history.find((entry) => entry.at > 0);
		const created = details.created ?? this.questions.get(id) ?? first?.at;
		const invoice = { ...details, created };
		learnEntries(habits, invoice);
		// It was only a sample, or an old list has asked.
		const isAsked = this.questions.has(id) && !this.wasFinished(invoice);
		if (before === undefined && !backlog.includes(id) && !isAsked) return;
		const since = this.newSince(invoice);
		const isListedAs = (status: string) =>
			this.listed.invoices.get(id)?.status === (isListed(status) ? status : undefined);
		const moment = { at: calendar.now, since, habits, isListedAs };
		const { steps, known, isInVain } = examine(before, invoice, moment);
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
		return isFinished(status) && this.finished[status].isKnown({ id });
	}

	private count(invoice: InvoiceDetails, was: string | undefined, status: string): void {
		if (was === status) return;
		if (was !== undefined && isFinished(was)) this.finished[was].count(-1);
		if (!isFinished(status)) return;
		this.finished[status].count(1);
		this.finished[status].add(invoice);
	}

	private place({ id, history }: InvoiceDetails, known: Known): void {
		const { now: at } = this.calendar;
		const last: HistoryEntry | undefined = history.at(-1);
		if (!isFinished(known.status)) this.invoices.set(id, known);
		// Of one that ended long ago, no entry and no old list asks again.
		else if (at - (last?.at ?? at) > DAY) this.invoices.delete(id);
		else this.invoices.set(id, { ...known, finishedAt: at });
	}

	private miss(id: string, known: Known | undefined): void {
		const { now: at } = this.calendar;
		if (known?.finishedAt !== undefined) return;
		const { goneSince = at } = known ?? {};
		if (at - goneSince > LONGEST_GONE) this.invoices.delete(id);
		else this.invoices.set(id, { ...(known ?? { status: '' }), goneSince });
	}

	/** Finished invoices are remembered for a day: late entries and old lists ask for them. */
	toState(): InvoiceState['invoices'] {
		const { now: at } = this.calendar;
		const isKept = ({ finishedAt = at }: Known) => at - finishedAt < DAY;
		return Object.fromEntries([...this.invoices].filter(([, known]) => isKept(known)));
	}
}
