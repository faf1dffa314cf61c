import { isListOf, isRecord } from '../../../shared/record';
import type { ReplayRange } from '../../replay';
import type { Calendar } from './dates';
import { calendarAt, passedDates } from './dates';
import type { InvoiceEvent } from './events';
import { eventsOf, unreadAmountNotice } from './events';
import { examine } from './examine';
import { Examiner } from './examiner';
import { isIdLine, readIds, writeIds } from './ids';
import type { InvoiceDetails } from './invoice';
import { FINISHED } from './invoice';
import { readKnown } from './lines';
import { readPages } from './listing';
import type { InvoiceSettings } from './settings';
import type { Failing, InvoiceState } from './state';
import { isFailing } from './savedState';
import type { Watch } from './watch';

/** How far a replay is: first the finished invoices are listed, the open ones are known, then each is looked up once. */
interface Progress {
	/** The lists still to be read, and how many entries of the first one were read. */
	lists: string[];
	offset: number;
	/** The invoices to look up (see writeIds). */
	left: string[];
	failing?: Record<string, Failing>;
}

export interface InvoiceReplay {
	events: InvoiceEvent[];
	/** Undefined when all was handed over again; null when it could not begin. */
	state?: Progress | null;
	failure?: Error;
	notice?: string;
}

/** The rest of the time is for the look-ups. */
const LISTING_PART = 0.6;

/** An invoice that cannot be looked up for about an hour is left out, and named. */
const MOST_ATTEMPTS = 8;

/** Hands over again a part of what happened to all invoices, or to certain ones. */
export async function replayInvoices(
	saved: unknown,
	{ from, until }: ReplayRange,
	state: InvoiceState,
	watch: Watch,
): Promise<InvoiceReplay> {
	const { service, settings, now, outOfTime } = watch;
	// Not all open invoices are known yet.
	if (state.isAdopting) return { events: [], state: null };
	const before = isProgress(saved) ? saved : beginningFor(settings, state);
	const { lists, offset, left } = await readLists(before, state, watch);
	if (lists.length > 0)
		return { events: [], state: { ...before, lists, offset, left: writeIds(left) } };

	const range = byServiceClock({ from, until }, state);
	const calendar = calendarAt(now, settings.zone);
	const events: InvoiceEvent[] = [];
	const enter = (id: string, invoice: InvoiceDetails | undefined) => {
		left.delete(id);
		if (invoice) events.push(...eventsWithin(range, invoice, settings, calendar));
	};
	const examiner = new Examiner(
		service,
		{ events, enter },
		before.failing ?? {},
		settings.limit,
		now,
		outOfTime,
	);
	await examiner.look(
		[...left].map((id) => ({ id })),
		now,
	);
	const { failing, failure } = examiner;
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
				: { lists: [], offset: 0, left: writeIds(left), failing: Object.fromEntries(failing) },
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

const beginningFor = ({ numbers }: InvoiceSettings, { open }: InvoiceState): Progress => ({
	lists: numbers ? [] : [...FINISHED],
	offset: 0,
	left: writeIds(numbers ?? open.map((line) => readKnown(line)[0])),
});

function isProgress(value: unknown): value is Progress {
	return (
		isRecord(value) &&
		isListOf(value.lists, (status) => typeof status === 'string') &&
		Number.isInteger(value.offset) &&
		isListOf(value.left, isIdLine) &&
		(value.failing === undefined || isFailing(value.failing))
	);
}

/** Lists as far as the time allows. */
async function readLists(
	before: Progress,
	{ habits }: InvoiceState,
	{ service, settings, outOfTime }: Watch,
): Promise<{ lists: string[]; offset: number; left: Set<string> }> {
	const left = new Set(readIds(before.left));
	const lists = [...before.lists];
	let { offset } = before;
	while (lists.length > 0) {
		const pages = readPages(service, lists[0], settings.pageSize, { ...habits }, { offset });
		for await (const { entries } of pages) {
			for (const { id } of entries) left.add(id);
			offset += entries.length;
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
	const { steps } = examine(undefined, invoice, Number.NEGATIVE_INFINITY);
	const passed = passedDates(undefined, invoice, settings.filters, calendar, -1);
	return eventsOf(invoice, steps.filter(isWithin), passed.filter(isWithin), settings);
}
