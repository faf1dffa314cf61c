import type { ReplayRange } from '../../replay';
import { LookUps } from './lookUps';
import type { Calendar } from './events';
import { calendarAt, eventsOf, passedDates, unreadAmountNotice } from './events';
import { allSteps } from './examine';
import type { InvoiceDetails } from './invoice';
import { FINISHED } from './invoice';
import type { InvoiceEvent } from './item';
import { Pages } from './service';
import type { InvoiceSettings } from './settings';
import type { Failing, InvoiceState } from './state';
import type { PollInput } from './watch';

/** How far a replay is: first the finished invoices are listed, the open ones are known, then each is looked up once. */
export interface Progress {
	/** The lists still to be read, and how many entries of the first one were read. */
	lists: string[];
	offset: number;
	/** The invoices to look up. */
	left: string[];
	failing?: Record<string, Failing>;
}

export interface InvoiceReplay {
	events: InvoiceEvent[];
	/** Undefined when all was handed over again. */
	state?: Progress;
	failure?: Error;
	notice?: string;
}

/** The rest of the time is for the look-ups. */
const LISTING_PART = 0.6;

/** An invoice that cannot be looked up for about an hour is left out, and named. */
const MOST_ATTEMPTS = 8;

/** Hands over again a part of what happened to all invoices, or to certain ones. */
export async function replayInvoices(
	saved: Progress | undefined,
	{ from, until }: ReplayRange,
	state: InvoiceState,
	watch: PollInput,
): Promise<InvoiceReplay> {
	const { service, settings, now, outOfTime } = watch;
	const before = saved ?? beginningFor(state);
	const { lists, offset, left } = await readLists(before, state, watch);
	if (lists.length > 0) return { events: [], state: { ...before, lists, offset, left: [...left] } };

	const range = byServiceClock({ from, until }, state);
	const calendar = calendarAt(now, settings.zone);
	const events: InvoiceEvent[] = [];
	const enter = (id: string, invoice: InvoiceDetails | undefined) => {
		left.delete(id);
		if (invoice) events.push(...eventsWithin(range, invoice, settings, calendar));
	};
	const lookUps = new LookUps({
		service,
		failing: before.failing ?? {},
		now,
		outOfTime,
		room: () => settings.limit - events.length,
		enter,
	});
	await lookUps.look([...left]);
	const { failing, failure } = lookUps;
	const givenUp = [...failing].filter(([, { times }]) => times >= MOST_ATTEMPTS).map(([id]) => id);
	for (const id of givenUp) {
		left.delete(id);
		failing.delete(id);
	}
	return {
		events,
		state:
			left.size === 0
				? undefined
				: { lists: [], offset: 0, left: [...left], failing: Object.fromEntries(failing) },
		failure,
		notice:
			[
				givenUp.length === 0
					? ''
					: `These invoices could not be read and are not replayed: ${givenUp.join(', ')}.`,
				unreadAmountNotice(events) ?? '',
			]
				.filter(Boolean)
				.join(' ') || undefined,
	};
}

/** An answer takes some seconds: less than a minute is no difference of clocks. */
const SAME_CLOCK = 60_000;

/** Histories are written by the clock of the service, and so is the moment from which on changes are new. */
const byServiceClock = ({ from, until }: ReplayRange, { ahead }: InvoiceState): ReplayRange => ({
	from: Math.abs(ahead) < SAME_CLOCK ? from : from + ahead,
	until: until + ahead,
});

const beginningFor = ({ open }: InvoiceState): Progress => ({
	lists: [...FINISHED],
	offset: 0,
	left: Object.keys(open),
});

/** Lists as far as the time allows. */
async function readLists(
	before: Progress,
	{ lists: habits }: InvoiceState,
	{ service, settings, outOfTime }: PollInput,
): Promise<{ lists: string[]; offset: number; left: Set<string> }> {
	const left = new Set(before.left);
	const lists = [...before.lists];
	let { offset } = before;
	while (lists.length > 0) {
		const pages = new Pages(service, settings.pageSize, { ...habits });
		for await (const { entries, start } of pages.from(lists[0], offset)) {
			for (const { id } of entries) left.add(id);
			offset = start + entries.length;
			if (outOfTime(LISTING_PART)) return { lists, offset, left };
		}
		lists.shift();
		offset = 0;
	}
	return { lists, offset, left };
}

/** What happened to an invoice in a time, under the identifiers that its events had. */
export function eventsWithin(
	{ from, until }: ReplayRange,
	invoice: InvoiceDetails,
	settings: InvoiceSettings,
	calendar: Calendar,
): InvoiceEvent[] {
	// Of what has no time, the invoice may at least tell that it is newer.
	const isWithin = ({ at = invoice.created ?? from }: { at?: number }) => at >= from && at < until;
	const steps = allSteps(invoice);
	const passed = passedDates(undefined, invoice, settings.filters, calendar, -1);
	return eventsOf(invoice, steps.filter(isWithin), passed.filter(isWithin), settings);
}
