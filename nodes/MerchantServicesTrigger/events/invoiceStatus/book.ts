import type { Calendar } from './dates';
import { markTold, passedDates } from './dates';
import type { InvoiceEvent } from './events';
import { eventsOf } from './events';
import type { Moments } from './examine';
import { examine } from './examine';
import type { Finished, InvoiceDetails } from './invoice';
import { isFinished } from './invoice';
import type { Known } from './known';
import { readKnown, writeKnown } from './known';
import type { Ledgers } from './ledger';
import type { InvoiceSettings } from './settings';

/** Plain JSON: one line per open or lately finished invoice. */
export interface InvoiceState {
	/** See Moments. */
	since: number;
	until: number;
	/** When the finished invoices were counted first (service time). */
	counted: number;
	open: string[];
	/** When it was seen finished (base 36), a blank, and the line. */
	finished: string[];
	/** Existing invoices that the first activation still has to hand over, with the status they had. */
	backlog: string[];
	/** Undefined where single invoices are watched. */
	ledgers?: Ledgers;
	/** The partly paid invoice looked at last. */
	partialAfter: string;
}

interface Memory {
	known: Known;
	at: number;
}

/** The state while a poll works on it; the state it came from stays as it was. */
export class Book {
	readonly open: Map<string, Known>;
	readonly finished: Map<string, Memory>;
	readonly backlog: Map<string, Known>;
	/** When each invoice that came to a finished status in this poll did so (service time). */
	readonly arrivals: Record<Finished, number[]> = { PAID: [], CANCELED: [] };
	readonly events: InvoiceEvent[] = [];

	constructor(
		private readonly state: InvoiceState,
		private readonly settings: InvoiceSettings,
		private readonly calendar: Calendar,
	) {
		this.open = new Map(state.open.map(readKnown));
		this.backlog = new Map(state.backlog.map(readKnown));
		this.finished = new Map(
			state.finished.map((line) => {
				const blank = line.indexOf(' ');
				const [id, known] = readKnown(line.slice(blank + 1));
				return [id, { known, at: parseInt(line.slice(0, blank), 36) }];
			}),
		);
	}

	get moments(): Moments {
		const { since, until, ledgers } = this.state;
		const settled = ledgers ? Math.min(ledgers.PAID.from, ledgers.CANCELED.from) : 0;
		return { since, until, settled };
	}

	knows(id: string): boolean {
		return this.open.has(id) || this.finished.has(id) || this.backlog.has(id);
	}

	/** Takes in what the details say of an invoice, seen at a moment of the service's clock. */
	enter(id: string, invoice: InvoiceDetails | undefined, seenAt: number): void {
		const waiting = this.backlog.get(id);
		const before = this.open.get(id) ?? this.finished.get(id)?.known;
		this.backlog.delete(id);
		if (invoice === undefined) {
			this.remove(id, before, seenAt);
			return;
		}
		const moments = waiting ? { ...this.moments, settled: 0 } : this.moments;
		const { steps, known } = examine(before, invoice, moments);
		const passed = passedDates(
			known,
			{ ...invoice, status: known.status },
			this.settings.filters,
			this.calendar,
			moments.since,
		);
		this.events.push(...eventsOf(invoice, steps, passed, this.settings));
		this.place(id, markTold(known, passed), seenAt);

		const lastChange = invoice.history.at(-1)?.at ?? invoice.created ?? seenAt;
		const wasCounted = before ?? waiting;
		const isArrival = wasCounted ? !isFinished(wasCounted.status) : lastChange > this.state.counted;
		if (isFinished(known.status) && isArrival) this.arrivals[known.status].push(lastChange);
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

	/** The service knows it no more; should it come back, it goes on from where it was. */
	private remove(id: string, before: Known | undefined, seenAt: number): void {
		this.open.delete(id);
		if (before) this.finished.set(id, { known: before, at: seenAt });
	}

	/** The state that stands for everything entered. */
	toState(ledgers: Ledgers | undefined, partialAfter: string): InvoiceState {
		const settled = ledgers ? Math.min(ledgers.PAID.from, ledgers.CANCELED.from) : 0;
		const write = (map: ReadonlyMap<string, Known>) =>
			[...map].map(([id, known]) => writeKnown(id, known));
		return {
			...this.state,
			open: write(this.open),
			backlog: write(this.backlog),
			finished: [...this.finished]
				.filter(([, { at }]) => at >= settled)
				.map(([id, { known, at }]) => `${at.toString(36)} ${writeKnown(id, known)}`),
			ledgers,
			partialAfter,
		};
	}
}
