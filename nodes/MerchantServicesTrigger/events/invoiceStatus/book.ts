import { CLOCKS_APART, clocksOf, isBetweenClocks, showsLaterClock } from './clocks';
import type { Calendar } from './dates';
import { markReported, passedDates } from './dates';
import type { InvoiceEvent } from './events';
import { eventsOf } from './events';
import { examine } from './examine';
import { readIds, writeIds } from './ids';
import type { Finished, InvoiceDetails, ListedInvoice } from './invoice';
import { FINISHED, isFinished, isListed } from './invoice';
import { type FinishedKnown, type Known, NOT_LOOKED_UP } from './known';
import { readFinished, readKnown, writeFinished, writeKnown } from './lines';
import type { InvoiceSettings } from './settings';
import { Fingerprints } from './shelf';
import type { InvoiceState } from './state';
import { fitsSeveralClocks } from './unread';
import { LONGEST_LAG } from './waiting';

/** Answers of the service may be old by as much. */
const OLDEST_ANSWER = 3 * 86_400_000;

/** The state while a poll works on it; the state it came from stays as it was. */
export class Book {
	readonly open: Map<string, Known>;
	readonly finished: Map<string, FinishedKnown>;
	readonly backlog: Set<string>;
	/** Who is known to have come to a finished status, where all invoices are watched. */
	readonly ended: Record<Finished, Fingerprints>;
	/** Open invoices that a finished list shows. */
	readonly questions = new Set<string>();
	readonly events: InvoiceEvent[] = [];
	/** Some events are of changes whose entries did not come in time. */
	isWithoutEntry = false;
	/** Some events are of invoices whose history the service does not give. */
	isWithoutHistory = false;
	/** The events that histories of this service have shown. */
	private readonly historyEvents: Set<string>;
	/** The events that were waited for without success. */
	private readonly historyLacks: Set<string>;
	/** These histories go by the later one of two clocks that differ. */
	private isLaterClock: boolean;
	/** Some events may be from before the start, by one of two clocks that differ. */
	isBetweenClocks = false;
	/** The first reading may have overlooked some: one that is met later may have been there before. */
	overlooks: boolean;
	/** What the lists say in this poll, where they were read. */
	listed?: ReadonlyMap<string, ListedInvoice>;

	constructor(
		private readonly state: InvoiceState,
		private readonly settings: InvoiceSettings,
		private readonly calendar: Calendar,
	) {
		this.open = new Map(state.open.map(readKnown));
		this.backlog = new Set(readIds(state.backlog));
		this.finished = new Map(state.finished.map(readFinished));
		this.overlooks = state.overlooks === true;
		this.historyEvents = new Set(state.historyEvents);
		this.historyLacks = new Set(state.historyLacks);
		this.isLaterClock = state.isLaterClock === true;
		this.ended = {
			PAID: new Fingerprints(state.shelves?.PAID.ended ?? {}),
			CANCELED: new Fingerprints(state.shelves?.CANCELED.ended ?? {}),
		};
	}

	/** From when on what happens to an invoice is new. */
	newSince({ created }: Pick<InvoiceDetails, 'created'>): number {
		const { since, activated } = this.state;
		return (created ?? activated) > since ? since : activated;
	}

	/** Whether an invoice that is met for the first time was there before anything counts as new. */
	isOld({ created }: Pick<InvoiceDetails, 'created'>): boolean {
		const { since, activated } = this.state;
		// What exists is not wanted at all: then clocks that differ must not make it look new.
		const margin = since === activated ? CLOCKS_APART : 0;
		return (created ?? activated) <= since + margin;
	}

	/** Of one that was not there, what is a little older by the clock is new as well. */
	private clockMargin(): number {
		return this.overlooks ? -this.clocks()[0] : CLOCKS_APART;
	}

	private clocks(): number[] {
		return clocksOf(this.state.ahead, this.isLaterClock);
	}

	/** Whether the last poll left invoices that were not met before: nothing is known of these. */
	get isBehind(): boolean {
		return (this.state.left ?? 0) > 0 || this.state.reading !== undefined;
	}

	/** Those that a list of their status should show. */
	listedIds(): string[] {
		return [...this.open]
			.filter(([, { status, goneSince }]) => isListed(status) && goneSince === undefined)
			.map(([id]) => id);
	}

	/** Those that no list shows: in a status without a list, or not there any more. */
	unlistedIds(): string[] {
		return [...this.open]
			.filter(([, { status, goneSince }]) => !isListed(status) || goneSince !== undefined)
			.map(([id]) => id)
			.filter((id) => !this.backlog.has(id) && !this.listed?.has(id));
	}

	/** Those whose history lacks an entry still, those that have waited longest first. */
	behindIds(): string[] {
		return [...this.open]
			.flatMap(([id, { behindSince }]) => (behindSince === undefined ? [] : [{ id, behindSince }]))
			.sort((a, b) => a.behindSince - b.behindSince)
			.map(({ id }) => id);
	}

	/** The status that it showed last, reported or not. */
	lastStatus(id: string): string | undefined {
		const known = this.open.get(id);
		return known?.looks?.at(-1)?.status ?? known?.status;
	}

	/** Whether the service said that there is no such invoice. */
	isMissing(id: string): boolean {
		return this.open.get(id)?.goneSince !== undefined;
	}

	/**
	 * The latest moment at which an invoice was created that is watched by its number and was there when that
	 * began: without a history, its status is of before.
	 */
	createdBefore(id: string): number | undefined {
		const { status, from = 0, goneSince } = this.open.get(id) ?? NOT_LOOKED_UP;
		const isThere = status === NOT_LOOKED_UP.status && goneSince === undefined;
		return isThere && from >= this.state.activated ? from - 1 : undefined;
	}

	/** Forgets the other open ones: no list shows what becomes of them. */
	keepOnly(ids: readonly string[]): void {
		const kept = new Set(ids);
		for (const id of this.open.keys()) if (!kept.has(id)) this.open.delete(id);
		for (const id of this.backlog) if (!kept.has(id)) this.backlog.delete(id);
	}

	/** Takes an invoice that the first reading shows as known, or puts it into the backlog. */
	adopt(listed: ListedInvoice): void {
		if (this.isOld(listed)) {
			this.open.set(listed.id, { status: listed.status });
		} else {
			this.open.set(listed.id, NOT_LOOKED_UP);
			this.backlog.add(listed.id);
		}
	}

	/** Takes in what the details say of an invoice, seen at a moment of the service's clock. */
	enter(id: string, invoice: InvoiceDetails | undefined, seenAt: number): void {
		const isWaiting = this.backlog.delete(id);
		const remembered = this.open.get(id) ?? this.finished.get(id)?.known;
		if (invoice === undefined) {
			if (isWaiting || this.open.has(id)) this.miss(id, remembered, seenAt);
			return;
		}
		const created = invoice.created ?? invoice.history.at(0)?.at;
		const isEnded = !isWaiting && remembered === undefined && this.hasEnded(id, created);
		if (isEnded && isFinished(invoice.status)) return;
		const since = isEnded
			? Math.max(this.state.activated, seenAt - OLDEST_ANSWER)
			: (remembered?.from ?? this.newSince({ created }));
		const before = remembered ?? (isWaiting ? undefined : this.endedAs(id));
		for (const { event } of invoice.history) this.historyEvents.add(event);
		const { activated, ahead } = this.state;
		if (showsLaterClock(invoice.history, this.calendar.now, ahead)) this.isLaterClock = true;
		const patience = {
			at: seenAt,
			activated,
			clocks: this.clocks(),
			isPast: this.isPast(since, created),
			events: this.historyEvents,
			lacking: this.historyLacks,
		};
		const first = before ? since : since - this.clockMargin();
		const { steps, known, lacking = [] } = examine(before, invoice, first, patience);
		for (const event of lacking) this.historyLacks.add(event);
		if (lacking.some((event) => this.historyEvents.has(event))) this.isWithoutEntry = true;
		const passed = this.passedDates(id, known, invoice, since);
		const events = eventsOf(invoice, steps, passed, this.settings);
		for (const event of events) this.events.push(event);
		const isOpen = before
			? fitsSeveralClocks(before, invoice, since, patience.clocks)
			: this.overlooks;
		const isUnclear = !this.isLaterClock && isOpen;
		if (isUnclear && events.some(({ at }) => isBetweenClocks(at, since, ahead))) {
			this.isBetweenClocks = true;
		}
		if (steps.length > 0 && this.historyEvents.size === 0) this.isWithoutHistory = true;
		// What waits for its entry is in its list already.
		if (isFinished(invoice.status)) this.ended[invoice.status].add(id, created);
		this.place(id, markReported(known, passed), { ...invoice, created }, seenAt);
	}

	/** What is wanted of the past has its entries: only something new may lack one. Clocks may differ at the start. */
	private isPast(since: number, created = Number.NEGATIVE_INFINITY): boolean {
		const { activated } = this.state;
		return since < activated - CLOCKS_APART && created < activated - LONGEST_LAG;
	}

	/** Whether it was finished before: what is known of it otherwise is forgotten. */
	private hasEnded(id: string, created: number | undefined): boolean {
		const { PAID, CANCELED } = this.state.shelves ?? {};
		const knownBefore = Math.min(PAID?.knownBefore ?? 0, CANCELED?.knownBefore ?? 0);
		return this.endedAs(id) !== undefined || (created ?? Infinity) < knownBefore;
	}

	private endedAs(id: string): Known | undefined {
		const status = FINISHED.find((each) => this.ended[each].has(id));
		return status && { status };
	}

	private place(
		id: string,
		known: Known,
		{ created }: Pick<InvoiceDetails, 'created'>,
		seenAt: number,
	): void {
		if (isFinished(known.status)) {
			this.open.delete(id);
			this.finished.set(id, { known, at: seenAt });
			this.ended[known.status].add(id, created);
		} else {
			this.finished.delete(id);
			this.open.set(id, known);
		}
	}

	/** Only if the list agrees: an old answer may show an invoice unpaid that was paid long ago. */
	private passedDates(id: string, known: Known, invoice: InvoiceDetails, since: number) {
		const { status } = known;
		if (this.listed && this.listed.get(id)?.status !== status) return [];
		const { filters } = this.settings;
		return passedDates(known, { ...invoice, status }, filters, this.calendar, since);
	}

	/** An old answer may not know it yet: it is asked for again for some days. */
	private miss(id: string, known: Known = NOT_LOOKED_UP, seenAt: number): void {
		const { goneSince = seenAt } = known;
		if (seenAt - goneSince > OLDEST_ANSWER) this.open.delete(id);
		else this.open.set(id, { ...known, goneSince });
	}

	/** The state that stands for everything entered, at a moment of the service's clock. */
	toState(at: number): InvoiceState {
		const kept = at - OLDEST_ANSWER;
		return {
			...this.state,
			open: [...this.open].map(([id, known]) => writeKnown(id, known)),
			backlog: writeIds(this.backlog),
			...(this.overlooks && { overlooks: true }),
			...(this.historyEvents.size > 0 && { historyEvents: [...this.historyEvents].sort() }),
			...(this.historyLacks.size > 0 && { historyLacks: [...this.historyLacks].sort() }),
			...(this.isLaterClock && { isLaterClock: true }),
			finished: [...this.finished]
				.filter(([, { known, at: seenAt }]) => lastTime(known, seenAt) >= kept)
				.map(([id, finished]) => writeFinished(id, finished)),
		};
	}
}

/** A history without times does not tell when it ended. */
const lastTime = ({ cursor }: Known, seenAt: number): number =>
	cursor === undefined || cursor.at === 0 ? seenAt : cursor.at;
