import { DAY } from '../../../shared/period/times';
import { isOwedStatus } from '../../../shared/invoice/invoice';
import {
	type LocalNow,
	buildEvents,
	type InvoiceEvent,
	markReported,
	findPassedDates,
} from './events';
import {
	MAX_CLOCK_AGE,
	compareWithKnown,
	isTimedStep,
	isUntimedStep,
	learnEntryKinds,
} from './examine';
import {
	type FinishedStatus,
	FINISHED_STATUSES,
	type InvoiceDetails,
	type InvoiceEventState,
	isFinishedStatus,
	type KnownInvoice,
	type ListedInvoice,
	type StatusStep,
} from './invoice';
import type { OpenLists, PollInput } from './service';

/** One reading may overlook an invoice. Two weeks have many readings. */
export const INVOICE_LOOK_BACK = 14 * DAY;

interface PollContext extends PollInput {
	lists: OpenLists;
	/** By the clock of the service. */
	localNow: LocalNow;
}

export class InvoiceTracker {
	readonly invoices: Map<string, KnownInvoice>;
	/** The invoices to look up, with the date of creation in the list. */
	readonly lookUpQueue: Map<string, number | undefined>;
	readonly events: InvoiceEvent[] = [];
	isEntryMissing = false;

	constructor(
		readonly state: InvoiceEventState,
		readonly reading: PollContext,
	) {
		this.invoices = new Map(Object.entries(state.invoices));
		this.lookUpQueue = new Map(state.backlog.map((id) => [id, undefined]));
	}

	queueLookUp({ id, created }: { id: string; created?: number }): void {
		this.lookUpQueue.set(id, created ?? this.lookUpQueue.get(id));
	}

	listOpen(): Array<[id: string, known: KnownInvoice]> {
		const all = [...this.invoices];
		return all.filter(([, { finishedAt }]) => finishedAt === undefined);
	}

	isOld({ created }: ListedInvoice): boolean {
		const { state, reading } = this;
		if (reading.replayOf !== undefined) return false;
		return reading.lists.isFirst || created === undefined || created <= state.since;
	}

	listWaiting(): string[] {
		return [...this.invoices].filter(([, { waitingSince }]) => waitingSince).map(([id]) => id);
	}

	/** Finished invoices that were created before this count as known. */
	knownBefore(status: FinishedStatus): number {
		const { finishedLists, since } = this.state;
		return (finishedLists[status].readAt ?? since) - INVOICE_LOOK_BACK;
	}

	/** Forgets finished invoices. A day later, because `created` may be a day. */
	invoicesToKeep(): Record<string, KnownInvoice> {
		const bounds = FINISHED_STATUSES.map((status) => this.knownBefore(status));
		const forgotten = Math.min(...bounds) - DAY;
		const { isUndated = false } = this.reading.lists.learned;
		const kept = [...this.invoices].filter(
			([, { finishedAt = Infinity }]) => isUndated || finishedAt >= forgotten,
		);
		return Object.fromEntries(kept);
	}

	/** A list only shows that an invoice may have changed. */
	queueIfChanged(listed: ListedInvoice): void {
		const { settings, localNow } = this.reading;
		const known = this.invoices.get(listed.id);
		const { since } = this.state;
		const passed = findPassedDates(known, listed, settings, localNow, since);
		const isWanted = passed.some(({ change }) => settings.changes.includes(change));
		const isAsKnown = known && !known.finishedAt && known.status === listed.status;
		if (!isAsKnown || isWanted) this.queueLookUp(listed);
		// If the user chooses this change later, it must not come then.
		else this.invoices.set(listed.id, markReported(known, passed));
	}

	/** Returns whether the invoice is to be looked up. */
	queueIfFinished(status: FinishedStatus, listed: ListedInvoice): boolean {
		const { id, created = Infinity } = listed;
		const known = this.invoices.get(id);
		if (known ? known.status === status : created < this.knownBefore(status)) return false;
		const isFirst = this.state.finishedLists[status].readAt === undefined;
		// It was finished before the activation.
		const isOld = isFirst && !known && this.isOld(listed);
		if (isOld) this.invoices.set(id, { status, finishedAt: this.reading.localNow.now });
		else this.queueLookUp(listed);
		return !isOld;
	}

	applyDetails(id: string, details: InvoiceDetails | undefined): void {
		const { settings, localNow, replayOf } = this.reading;
		const { entryKinds: kinds, since } = this.state;
		const before = this.invoices.get(id) ?? { status: '' };
		if (details === undefined) return this.miss(id, before);
		const { created = this.lookUpQueue.get(id), history } = details;
		const invoice = { ...details, created: created ?? history.at(0)?.at };
		// A replay waits for no entries. The trigger itself does.
		if (replayOf === undefined) learnEntryKinds(kinds, invoice);
		const moment = { at: localNow.now, since, kinds };
		const { steps: found, known } = compareWithKnown(before, invoice, moment);
		this.isEntryMissing ||= found.some(isUntimedStep);
		const steps = this.withReplayed(id, found);
		// An old response may show a paid invoice as unpaid.
		const passed = isOwedStatus(known.status)
			? findPassedDates(before, invoice, settings, localNow, since)
			: [];
		this.events.push(...buildEvents(invoice, steps, passed, settings));
		const after = this.withEnd(before, known);
		this.invoices.set(id, markReported(after, passed));
	}

	/** A replay takes changes without a time from the trigger. */
	private withReplayed(id: string, steps: StatusStep[]): StatusStep[] {
		const { replayOf } = this.reading;
		if (replayOf === undefined) return steps;
		const timed = steps.filter(isTimedStep);
		const untimed = this.invoices.has(id) ? [] : (replayOf[id]?.untimed ?? []);
		// Its entry may have come since then.
		const hasNoEntry = ({ previousStatus, newStatus, reportedAt = 0 }: StatusStep) =>
			!timed
				.filter(({ at = 0 }) => at <= reportedAt + MAX_CLOCK_AGE)
				.some((step) => step.previousStatus === previousStatus && step.newStatus === newStatus);
		return [...timed, ...untimed.filter(hasNoEntry)];
	}

	private withEnd(before: KnownInvoice, known: KnownInvoice): KnownInvoice {
		const { status } = known;
		const { reported, finishedAt = this.reading.localNow.now } = before;
		if (!isFinishedStatus(status)) return { ...known, reported, finishedAt: undefined };
		const list = this.state.finishedLists[status];
		if (status !== before.status && list.count !== undefined) list.count++;
		return { ...known, reported, finishedAt };
	}

	/** The service does not find it: it counts as finished. */
	private miss(id: string, known: KnownInvoice): void {
		const { finishedAt = this.reading.localNow.now } = known;
		this.invoices.set(id, { ...known, finishedAt, waitingSince: undefined, oldSince: undefined });
	}
}
