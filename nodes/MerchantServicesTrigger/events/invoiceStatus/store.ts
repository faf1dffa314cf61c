import { eventsOf, markReported, passedDates, type Calendar } from './events';
import { examine, learnKinds, LONGEST_LAG } from './examine';
import { addFinished } from './finishedMemory';
import { hasNoEntry, type Step } from './history';
import {
	isFinished,
	isListed,
	lastShown,
	type Finished,
	type InvoiceDetails,
	type ListedInvoice,
} from './invoice';
import type { InvoiceEvent } from './item';
import type { OpenLists, PollInput } from './service';
import type { InvoiceState, Known, ListHabits } from './state';

/** What a poll works with once the open lists were read. */
export interface PollReading extends PollInput {
	lists: OpenLists;
	habits: ListHabits;
	/** By the clock of the service. */
	calendar: Calendar;
}

/** What is known of invoices, which ones to look up, and what happened to them. */
export class InvoiceStore {
	readonly invoices: Map<string, Known>;
	/** The invoices to look up, and when lists say that they were created. */
	readonly questions: Map<string, number | undefined>;
	readonly events: InvoiceEvent[] = [];
	/** Whether a history did not show a change. */
	isEntryMissing = false;

	constructor(
		readonly state: InvoiceState,
		readonly reading: PollReading,
	) {
		this.invoices = new Map(Object.entries(state.invoices));
		this.questions = new Map(state.backlog.map((id) => [id, undefined]));
	}

	/** Returns whether it was not to be looked up yet. */
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

	/** Of one that the first reading meets: it was there before anything counts as new. */
	isOld({ created = this.state.activated }: ListedInvoice): boolean {
		const { since, activated } = this.state;
		if (since !== activated) return created <= since;
		return this.reading.lists.isFirst || created <= since + LONGEST_LAG;
	}

	/** From when on what happened to an invoice is new. */
	private newSince({ created }: Pick<ListedInvoice, 'created'>): number {
		const { since, activated } = this.state;
		return (created ?? activated) > since ? since : activated;
	}

	/** A list only raises the question, as it may be old or read while things moved; the invoice itself answers it. */
	compare(listed: ListedInvoice): void {
		const { settings, calendar } = this.reading;
		const known = this.invoices.get(listed.id);
		const passed = passedDates(known, listed, settings.filters, calendar, this.newSince(listed));
		const isWanted = passed.some(({ change }) => settings.filters.changes.includes(change));
		const isAsKnown = known && !known.finishedAt && lastShown(known) === listed.status;
		if (!isAsKnown || isWanted) this.ask(listed);
		// Not wanted now, but reported all the same, in case the user later chooses other changes.
		else this.invoices.set(listed.id, markReported(known, passed));
	}

	/** Takes in what the details say of an invoice. */
	enter(id: string, details: InvoiceDetails | undefined): void {
		const { settings, lists, calendar } = this.reading;
		const { entries: kinds } = this.state;
		const before = this.invoices.get(id);
		if (details === undefined) return this.miss(id, before);
		const created = details.created ?? this.questions.get(id) ?? details.history.at(0)?.at;
		const invoice = { ...details, created };
		learnKinds(kinds, invoice);
		// It was only a sample.
		if (before === undefined && !this.questions.has(id)) return;
		const since = this.newSince(invoice);
		const isListedAs = (status: string) =>
			lists.invoices.get(id)?.status === (isListed(status) ? status : undefined);
		const moment = { at: calendar.now, since, kinds, isListedAs };
		const { steps: found, known } = examine(before, invoice, moment);
		const steps = this.withUntimed(id, found);
		this.isEntryMissing ||= found.some(hasNoEntry);
		// An old response may show an invoice unpaid that was paid some minutes ago.
		const shown = { ...invoice, status: known.status };
		const passed = isListedAs(known.status)
			? passedDates(before, shown, settings.filters, calendar, since)
			: [];
		this.events.push(...eventsOf(invoice, steps, passed, settings));
		this.invoices.set(id, markReported(this.withEnd(before, known, invoice), passed));
	}

	/** Notes when an invoice was finished. */
	private withEnd(before: Known | undefined, known: Known, invoice: InvoiceDetails): Known {
		const { calendar, habits } = this.reading;
		const status = lastShown(known);
		if (isFinished(status) && status !== (before && lastShown(before))) {
			const list = this.state.finishedLists[status];
			if (list.count !== undefined) list.count++;
			addFinished(list, invoice, habits);
		}
		const last = Math.min(invoice.history.at(-1)?.at ?? calendar.now, calendar.now);
		const finishedAt = isFinished(known.status) ? (before?.finishedAt ?? last) : undefined;
		return { ...known, reported: before?.reported, finishedAt };
	}

	/** Remembers when changes without a time were reported. A replay reports them as they were, and no others. */
	private withUntimed(id: string, steps: Step[]): Step[] {
		const { untimed } = this.state;
		const logged = untimed[id] ?? [];
		const timed = steps.filter((step) => !hasNoEntry(step));
		if (this.reading.settings.filters.within) {
			delete untimed[id];
			const isNew = logged.length === 0 && !this.invoices.get(id)?.status;
			// Its entry may have come since then.
			const isOf = (step: Step, { previousStatus, newStatus, at = 0 }: Step) =>
				step.previousStatus === previousStatus &&
				step.newStatus === newStatus &&
				at <= (step.reportedAt ?? 0);
			const isLeft = (step: Step) => !timed.some((entered) => isOf(step, entered));
			return isNew ? steps : [...timed, ...logged.filter(isLeft)];
		}
		const reportedAt = this.reading.calendar.now;
		logged.push(...steps.filter(hasNoEntry).map((step) => ({ ...step, reportedAt })));
		if (logged.length > 0) untimed[id] = logged;
		return steps;
	}

	/** It is remembered for a day, as one that is finished. */
	private miss(id: string, known: Known = { status: '' }): void {
		const { finishedAt = this.reading.calendar.now } = known;
		this.invoices.set(id, { ...known, finishedAt });
	}
}
