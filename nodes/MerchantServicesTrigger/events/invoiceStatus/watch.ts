import { startMoment } from '../start';
import { takeBaseline } from './baseline';
import type { InvoiceState } from './book';
import { Book } from './book';
import { changedInvoices, partialsToCheck } from './changed';
import { calendarAt } from './dates';
import type { InvoiceEvent } from './events';
import { Examiner } from './examiner';
import type { Finished } from './invoice';
import { isFinished } from './invoice';
import { closeLedger } from './ledger';
import { readOpen } from './listing';
import { searchFinished } from './search';
import type { InvoiceService } from './service';
import type { InvoiceSettings } from './settings';

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
	const baseline = state ?? (await takeBaseline(service, settings));
	const calendar = calendarAt(watch.now, settings.zone);
	const book = new Book(baseline, settings, calendar);
	const examiner = new Examiner(service, book, settings.limit, watch.outOfTime);
	if (state?.ledgers === undefined) {
		await examiner.look(backlogOf(book), baseline.until);
		return { events: book.events, state: book.toState(baseline.ledgers, '') };
	}

	const { ledgers } = state;
	const first = {
		PAID: await service.page('PAID', 0, settings.pageSize),
		CANCELED: await service.page('CANCELED', 0, settings.pageSize),
	};
	const listing = await readOpen(service, settings.pageSize);
	await examiner.look(changedInvoices(book, listing, settings.filters, calendar), listing.at);

	const searches = {
		PAID: await searchFinished(service, 'PAID', first.PAID, ledgers.PAID, book, examiner),
		CANCELED: await searchFinished(
			service,
			'CANCELED',
			first.CANCELED,
			ledgers.CANCELED,
			book,
			examiner,
		),
	};
	await examiner.look(backlogOf(book), listing.at);
	const partials = partialsToCheck(book, listing, state.partialAfter, checksOf(settings));
	await examiner.look(partials.queue, listing.at);

	const { stopped } = examiner;
	const close = (status: Finished) =>
		closeLedger(ledgers[status], first[status], book.arrivals[status], {
			...searches[status],
			stopped,
		});
	const partialAfter = stopped ? state.partialAfter : partials.after;
	return {
		events: book.events,
		state: book.toState({ PAID: close('PAID'), CANCELED: close('CANCELED') }, partialAfter),
	};
}

const backlogOf = ({ backlog }: Book) => [...backlog.keys()].map((id) => ({ id }));

const checksOf = ({ filters, partialChecks }: InvoiceSettings): number =>
	filters.changes.includes('partlyPaid') ? partialChecks : 0;

/** An invoice that is not there yet counts as new when it comes, even by a clock that is some minutes slow. */
const CLOCK_MARGIN = 15 * 60_000;

async function watchNumbers(
	state: InvoiceState | undefined,
	numbers: readonly string[],
	watch: Watch,
): Promise<InvoicePoll> {
	const { service, settings, now } = watch;
	const isSilent = state === undefined && settings.start.kind === 'now';
	const since = Math.max(0, startMoment(settings.start, now - CLOCK_MARGIN));
	const known = state ?? emptyState(since);
	const calendar = calendarAt(now, settings.zone);
	const book = new Book(
		isSilent ? { ...known, since: Number.MAX_SAFE_INTEGER } : known,
		settings,
		calendar,
	);
	const examiner = new Examiner(service, book, settings.limit, watch.outOfTime);
	const queue = numbers
		.filter((id) => !isFinished(book.finished.get(id)?.known.status ?? ''))
		.map((id) => ({ id }));
	await examiner.look(queue, now);
	return { events: book.events, state: { ...book.toState(undefined, ''), since: known.since } };
}

const emptyState = (since: number): InvoiceState => ({
	since,
	until: since,
	counted: since,
	open: [],
	finished: [],
	backlog: [],
	partialAfter: '',
});
