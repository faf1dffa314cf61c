import { DAY } from '../../event';
import { calendarAt, eventsOf, markReported, passedDates, type Calendar } from './events';
import { examine, learnKinds } from './examine';
import { FinishedList, type Reader } from './finished';
import {
	isFinished,
	isListed,
	lastShown,
	type Finished,
	type HistoryEntry,
	type InvoiceDetails,
	type ListedInvoice,
} from './invoice';
import { mayLeadTo, type Step } from './history';
import type { InvoiceEvent } from './item';
import type { OpenLists, Pages, PollInput } from './service';
import { LONGEST_LAG } from './start';
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
	readonly notices = new Set<'noHistory' | 'noEntry' | 'noTime'>();
	/** By the clock of the service. */
	readonly calendar: Calendar;
	readonly finished: Record<Finished, FinishedList>;

	constructor(
		readonly state: InvoiceState,
		/** What the open lists say in this poll. */
		readonly lists: OpenLists,
		readonly pages: Pages,
		readonly input: PollInput,
	) {
		this.calendar = calendarAt(lists.at || input.now + state.clockOffset, input.settings.zone);
		this.invoices = new Map(Object.entries(state.invoices));
		this.questions = new Map(state.backlog.map((id) => [id, undefined]));
		this.finished = {
			PAID: new FinishedList('PAID', state.finishedLists.PAID, this),
			CANCELED: new FinishedList('CANCELED', state.finishedLists.CANCELED, this),
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

	isOpenElsewhere(id: string, status: Finished): boolean {
		const known = this.invoices.get(id);
		return known !== undefined && !known.finishedAt && lastShown(known) !== status;
	}

	isOld({ created = this.state.activated }: ListedInvoice): boolean {
		const { since, activated } = this.state;
		if (since !== activated) return created <= since;
		return this.lists.isFirst || created <= since + LONGEST_LAG;
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
		const { entries: kinds } = this.state;
		const before = this.invoices.get(id);
		if (details === undefined) return this.miss(id, before);
		const first = details.history.find((entry) => entry.at > 0);
		const created = details.created ?? this.questions.get(id) ?? first?.at;
		const invoice = { ...details, created };
		learnKinds(kinds, invoice);
		// It was only a sample.
		if (before === undefined && !this.questions.has(id)) return;
		const since = this.newSince(invoice);
		const isListedAs = (status: string) =>
			this.lists.invoices.get(id)?.status === (isListed(status) ? status : undefined);
		const moment = { at: calendar.now, since, kinds, isListedAs };
		const { steps: found, known, covered, isTimedOut } = examine(before, invoice, moment);
		const steps = this.withUntimed(id, found, covered);
		if (isTimedOut) this.notices.add('noEntry');
		const hasNoEntries = invoice.history.length === 0 && !Object.values(kinds).includes(true);
		if (steps.length > 0 && hasNoEntries) this.notices.add('noHistory');
		// An old answer may show an invoice unpaid that was paid some minutes ago.
		const shown = { ...invoice, status: known.status };
		const passed = isListedAs(known.status)
			? passedDates(before, shown, settings.filters, calendar, since)
			: [];
		this.events.push(...eventsOf(invoice, steps, passed, settings));
		const status = lastShown(known);
		if (isFinished(status) && status !== (before && lastShown(before)))
			this.finished[status].add(invoice, 1);
		const { at: last = calendar.now } = invoice.history.findLast(({ at }) => at > 0) ?? {};
		const ended = before?.finishedAt ?? Math.min(last, calendar.now);
		const finishedAt = isFinished(known.status) ? ended : undefined;
		const after = { ...known, reported: before?.reported, goneSince: undefined, finishedAt };
		this.invoices.set(id, markReported(after, passed));
	}

	/** Remembers when changes without a time were reported. A replay reports them as they were, and no others. */
	private withUntimed(id: string, steps: Step[], covered: readonly HistoryEntry[] = []): Step[] {
		const { untimed } = this.state;
		const logged = untimed[id] ?? [];
		const timed = steps.filter(({ at }) => at !== undefined);
		const { within } = this.input.settings.filters;
		if (within) {
			delete untimed[id];
			const isNew = logged.length === 0 && !this.invoices.get(id)?.status;
			if (isNew && steps.length > timed.length && within.from < within.untimedSince)
				this.notices.add('noTime');
			return isNew ? steps : [...timed, ...logged];
		}
		for (const entry of covered) {
			const place = logged.findIndex(({ newStatus }) => mayLeadTo(entry, newStatus));
			if (place >= 0) logged.splice(place, 1);
		}
		const reportedAt = this.calendar.now;
		for (const step of steps) if (step.at === undefined) logged.push({ ...step, reportedAt });
		if (logged.length > 0) untimed[id] = logged;
		else delete untimed[id];
		return steps;
	}

	private miss(id: string, known: Known | undefined): void {
		const { now: at } = this.calendar;
		if (known?.finishedAt !== undefined) return;
		const { goneSince = at } = known ?? {};
		if (at - goneSince > LONGEST_GONE) this.invoices.delete(id);
		else this.invoices.set(id, { ...(known ?? { status: '' }), goneSince });
	}
}
