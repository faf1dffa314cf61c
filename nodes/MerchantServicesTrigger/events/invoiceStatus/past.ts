import { OWED } from '../../../shared/invoice/simplify';
import { refusal } from '../../../shared/problem';
import type { Replayed, ReplayRange } from '../../event';
import { calendarAt, eventsOf, isChosen, passedDates } from './events';
import { allSteps } from './examine';
import { changeTo, FINISHED, OPEN, type InvoiceDetails } from './invoice';
import type { InvoiceEvent } from './item';
import { LookUps } from './lookUps';
import { Pages, type PollInput } from './service';
import type { Failing, InvoiceState } from './state';

/** What happened to an invoice in a time, under the identifiers that its events had. */
function eventsWithin(
	{ from, until }: ReplayRange,
	invoice: InvoiceDetails,
	{ settings, now }: PollInput,
): InvoiceEvent[] {
	// Of what has no time, the invoice may at least tell that it is newer.
	const isWithin = ({ at = invoice.created ?? from }: { at?: number }) => at >= from && at < until;
	const calendar = calendarAt(now, settings.zone);
	const passed = passedDates(undefined, invoice, settings.filters, calendar, -1);
	return eventsOf(invoice, allSteps(invoice).filter(isWithin), passed.filter(isWithin), settings);
}

const INVOICES_TO_TRY = 5;

/** The latest change that fits the settings, of an invoice that is there. */
export async function exampleOf(input: PollInput): Promise<InvoiceEvent> {
	const { service, settings } = input;
	const ever: ReplayRange = { from: -Infinity, until: Infinity };
	const each: PollInput = { ...input, settings: { ...settings, steps: 'each' } };
	const { changes, customers, numbers } = settings.filters;
	const lists = [...FINISHED, ...OPEN.toReversed()];
	const telling = lists.filter((status) => changes.includes(changeTo(status)));
	// What leads to no list of its own shows on an unpaid invoice.
	for (const status of new Set([...telling, ...OWED])) {
		const { entries } = await service.page(status, 0, 50);
		const newest = entries
			.filter(({ id }) => isChosen(id, settings.filters))
			.sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
		for (const { id } of newest.slice(0, INVOICES_TO_TRY)) {
			const invoice = await service.details(id);
			const event = invoice && eventsWithin(ever, invoice, each).at(-1);
			if (event !== undefined) return event;
		}
	}
	const of = (names: readonly string[], what: string) =>
		names.length === 0 ? '' : `, of the ${what} ${names.join(', ')}`;
	throw refusal(
		'No invoice to show as an example',
		`Looked among the newest invoices for one of these changes: ${changes.join(', ')}${of(numbers, 'invoices')}${of(customers, 'customers')}. Remove some filters, or publish the workflow and wait for the next change.`,
	);
}

/** How far a replay is: first the finished invoices are listed, the open ones are known, then each is looked up once. */
export interface Progress {
	/** The lists still to be read, and how many entries of the first one were read. */
	lists: readonly string[];
	offset: number;
	/** The invoices to look up. */
	unread: string[];
	failing: Record<string, Failing>;
}

export interface InvoiceReplay extends Omit<Replayed, 'items'> {
	events: InvoiceEvent[];
	state?: Progress;
}

/** An invoice that cannot be looked up for about an hour is left out, and named. */
const MOST_ATTEMPTS = 8;

/** An answer takes some seconds: less than a minute is no difference of clocks. */
const SAME_CLOCK = 60_000;

/** Hands over again a part of what happened to all invoices, or to certain ones. */
export async function replayInvoices(
	saved: Progress | undefined,
	{ from, until }: ReplayRange,
	{ invoices, lists: habits, clockOffset }: InvoiceState,
	input: PollInput,
): Promise<InvoiceReplay> {
	const { service, settings, outOfTime } = input;
	const begun = { lists: FINISHED, offset: 0, unread: Object.keys(invoices), failing: {} };
	const { lists, offset, ...before }: Progress = saved ?? begun;
	const unread = new Set(before.unread);
	const pages = new Pages(service, settings.pageSize, { ...habits });
	for (const [index, list] of lists.entries()) {
		for await (const { entries, start } of pages.from(list, index === 0 ? offset : 0)) {
			for (const { id } of entries) unread.add(id);
			if (!outOfTime()) continue;
			const rest = { lists: lists.slice(index), offset: start + entries.length };
			return { events: [], state: { ...before, ...rest, unread: [...unread] } };
		}
	}

	// Histories are written by the clock of the service, and so is the moment from which on changes are new.
	const range = {
		from: Math.abs(clockOffset) < SAME_CLOCK ? from : from + clockOffset,
		until: until + clockOffset,
	};
	const events: InvoiceEvent[] = [];
	const lookUps = new LookUps(input, before.failing, {
		events,
		enter(id, invoice) {
			unread.delete(id);
			if (invoice) events.push(...eventsWithin(range, invoice, input));
		},
	});
	await lookUps.look([...unread]);
	const { failing, failure } = lookUps;
	const givenUp = [...unread].filter((id) => (failing.get(id)?.times ?? 0) >= MOST_ATTEMPTS);
	for (const id of givenUp) unread.delete(id);
	const rest = { unread: [...unread], failing: Object.fromEntries(failing) };
	return {
		events,
		state: unread.size === 0 ? undefined : { lists: [], offset: 0, ...rest },
		failure,
		notice:
			givenUp.length === 0
				? undefined
				: `These invoices could not be read and are not replayed: ${givenUp.join(', ')}.`,
	};
}
