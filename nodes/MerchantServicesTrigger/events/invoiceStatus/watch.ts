import { startMoment } from '../../common';
import { takeBaseline } from './baseline';
import { Book } from './book';
import { calendarAt } from './dates';
import type { InvoiceEvent } from './events';
import { Examiner } from './examiner';
import { type Finished, FINISHED, OPEN } from './invoice';
import { closeLedger } from './ledger';
import { changedInvoices, partlyPaid, readOpen } from './listing';
import { searchFinished } from './search';
import type { InvoiceService } from './service';
import type { InvoiceSettings } from './settings';
import type { InvoiceState } from './state';

export interface InvoicePoll {
	events: InvoiceEvent[];
	state: InvoiceState;
}

export interface Watch {
	service: InvoiceService;
	settings: InvoiceSettings;
	/** n8n's clock. */
	now: number;
	outOfTime: () => boolean;
}

/** One poll: what the service answers, the events, and the state that stands for them. */
export async function pollInvoices(
	state: InvoiceState | undefined,
	watch: Watch,
): Promise<InvoicePoll> {
	const { numbers } = watch.settings;
	const { events, state: next } = numbers
		? await watchNumbers(state, numbers, watch)
		: await watchAll(state, watch);
	return { events: events.sort((a, b) => timeOf(a) - timeOf(b)), state: next };
}

/** What the service keeps no time of was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;

async function watchAll(state: InvoiceState | undefined, watch: Watch): Promise<InvoicePoll> {
	const { service, settings } = watch;
	const baseline = state ?? (await takeBaseline(service, settings, watch.now));
	const calendar = calendarAt(watch.now, settings.zone);
	const book = new Book(baseline, settings, calendar);
	const examiner = new Examiner(service, book, settings.limit, watch.outOfTime);
	if (state?.ledgers === undefined) {
		await examiner.look(backlogOf(book), baseline.activated);
		// What could not be looked up waits in the backlog.
		return { events: book.events, state: book.toState(baseline.ledgers, '') };
	}

	const { ledgers } = state;
	const first = {
		PAID: await service.page('PAID', 0, settings.pageSize),
		CANCELED: await service.page('CANCELED', 0, settings.pageSize),
	};
	const listing = await readOpen(service, settings.pageSize);
	book.listed = listing.invoices;
	await examiner.look(changedInvoices(book, listing, settings.filters, calendar), listing.at);

	const search = async (status: Finished) =>
		await searchFinished({
			service,
			status,
			first: first[status],
			ledger: ledgers[status],
			book,
			examiner,
		});
	const searches = { PAID: await search('PAID'), CANCELED: await search('CANCELED') };
	const { isIncomplete } = examiner;
	await examiner.look(backlogOf(book), listing.at);
	const turn = await lookInTurns(
		partlyPaid(book, listing),
		state.turn,
		checksOf(settings),
		examiner,
		listing.at,
	);

	const close = (status: Finished) =>
		closeLedger(ledgers[status], first[status], book.arrivals[status], {
			...searches[status],
			isIncomplete,
		});
	examiner.finish();
	return {
		events: book.events,
		state: book.toState({ PAID: close('PAID'), CANCELED: close('CANCELED') }, turn),
	};
}

const backlogOf = ({ backlog }: Book) => [...backlog].map((id) => ({ id }));

const checksOf = ({ filters, partialChecks }: InvoiceSettings): number =>
	filters.changes.includes('partlyPaid') ? partialChecks : 0;

async function watchNumbers(
	state: InvoiceState | undefined,
	numbers: readonly string[],
	watch: Watch,
): Promise<InvoicePoll> {
	const { service, settings, now } = watch;
	const baseline = state ?? (await emptyBaseline(watch));
	const book = new Book(baseline, settings, calendarAt(now, settings.zone));
	const examiner = new Examiner(service, book, settings.limit, watch.outOfTime);
	const unfinished = numbers.filter((id) => !book.finished.has(id));
	const turn = await lookInTurns(unfinished, baseline.turn, unfinished.length, examiner, now);
	examiner.finish();
	return { events: book.events, state: book.toState(undefined, turn) };
}

/** Nothing is known but the service's clock, by which the histories of the invoices are read. */
async function emptyBaseline({ service, settings, now }: Watch): Promise<InvoiceState> {
	let at = 0;
	for (const status of [...FINISHED, ...OPEN]) {
		if (at === 0) ({ at } = await service.page(status, 0, 1));
	}
	const activated = at || now;
	const since = Math.max(0, startMoment(settings.start, activated));
	return { since, activated, open: [], finished: [], backlog: [], turn: '' };
}

/** Looks up so many invoices, beginning after the one that was last; returns the last one now. */
async function lookInTurns(
	ids: readonly string[],
	turn: string,
	count: number,
	examiner: Examiner,
	seenAt: number,
): Promise<string> {
	const sorted = [...ids].sort();
	const later = sorted.filter((id) => id > turn);
	const earlier = sorted.slice(0, sorted.length - later.length);
	const queue = [...later, ...earlier].slice(0, count).map((id) => ({ id }));
	return (await examiner.look(queue, seenAt)) ?? turn;
}
