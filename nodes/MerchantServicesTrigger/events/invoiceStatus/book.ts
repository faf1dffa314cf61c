import type { Calendar } from './dates';
import { markTold, passedDates } from './dates';
import type { InvoiceEvent } from './events';
import { eventsOf } from './events';
import { examine } from './examine';
import type { Finished, InvoiceDetails, ListedInvoice } from './invoice';
import { isFinished } from './invoice';
import type { Ledgers } from './ledger';
import { OLDEST_ANSWER } from './ledger';
import type { InvoiceSettings } from './settings';
import type { FinishedKnown, InvoiceState, Known } from './state';
import {
	NOT_LOOKED_UP,
	readFinished,
	readIds,
	readKnown,
	writeFinished,
	writeIds,
	writeKnown,
} from './state';

/** The state while a poll works on it; the state it came from stays as it was. */
export class Book {
	readonly open: Map<string, Known>;
	readonly finished: Map<string, FinishedKnown>;
	readonly backlog: Set<string>;
	/** When each invoice that came to a finished status in this poll did so (service time). */
	readonly arrivals: Record<Finished, number[]> = { PAID: [], CANCELED: [] };
	readonly events: InvoiceEvent[] = [];
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
	}

	/** Its end was seen, or will be when its turn in the backlog comes. */
	isDone(id: string): boolean {
		return this.finished.has(id) || (this.backlog.has(id) && !this.open.has(id));
	}

	/** From when on what happens to an invoice is new. */
	newSince({ created }: Pick<InvoiceDetails, 'created'>): number {
		const { since, activated } = this.state;
		return (created ?? activated) > since ? since : activated;
	}

	/** Takes in what the details say of an invoice, seen at a moment of the service's clock. */
	enter(id: string, invoice: InvoiceDetails | undefined, seenAt: number): void {
		const isWaiting = this.backlog.delete(id);
		const before = this.open.get(id) ?? this.finished.get(id)?.known;
		if (invoice === undefined) {
			if (isWaiting || this.open.has(id)) this.miss(id, before, seenAt);
			return;
		}
		const since = this.newSince({ created: invoice.created ?? invoice.history.at(0)?.at });
		const { steps, known } = examine(before, invoice, {
			since,
			settled: isWaiting ? 0 : settledBefore(this.state.ledgers),
		});
		const passed = this.passedDates(id, known, invoice, since);
		this.events.push(...eventsOf(invoice, steps, passed, this.settings));
		this.place(id, markTold(known, passed), seenAt);
		this.account(invoice, known.status, before, seenAt);
	}

	private place(id: string, known: Known, seenAt: number): void {
		if (isFinished(known.status)) {
			this.open.delete(id);
			this.finished.set(id, { known, at: seenAt });
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

	/** Notes an invoice that came to its end since the finished ones were counted. */
	private account(
		{ history, created = 0 }: InvoiceDetails,
		status: string,
		before: Known | undefined,
		seenAt: number,
	): void {
		const { ledgers } = this.state;
		if (!ledgers || !isFinished(status) || (before && isFinished(before.status))) return;
		const { counted } = ledgers[status];
		const untold = before ? seenAt : created;
		const end = history.at(-1)?.at ?? untold;
		const isForgotten = before === undefined && end < settledBefore(ledgers);
		if (end > counted && !isForgotten) this.arrivals[status].push(end);
	}

	/** An old answer may not know it yet: it is asked for again for some days. */
	private miss(id: string, known: Known = NOT_LOOKED_UP, seenAt: number): void {
		const { goneSince = seenAt } = known;
		if (seenAt - goneSince > OLDEST_ANSWER) this.open.delete(id);
		else this.open.set(id, { ...known, goneSince });
	}

	/** The state that stands for everything entered. */
	toState(ledgers: Ledgers | undefined, turn: string): InvoiceState {
		const settled = settledBefore(ledgers);
		return {
			...this.state,
			open: [...this.open].map(([id, known]) => writeKnown(id, known)),
			backlog: writeIds(this.backlog),
			finished: [...this.finished]
				.filter(([, { known, at }]) => (known.cursor?.at ?? at) >= settled)
				.map(([id, finished]) => writeFinished(id, finished)),
			ledgers,
			turn,
		};
	}
}

/** Whatever finished before this was dealt with and may be forgotten. */
const settledBefore = (ledgers: Ledgers | undefined): number =>
	ledgers ? Math.min(ledgers.PAID.from, ledgers.CANCELED.from) : 0;
