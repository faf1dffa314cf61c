import { orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { startMoment } from '../../common';
import { Book, draftOf, type Draft } from './book';
import type { Calendar } from './events';
import { calendarAt, unreadAmountNotice } from './events';
import { lastShown, LONGEST_LAG } from './examine';
import { FinishedList } from './finished';
import type { ListedInvoice } from './invoice';
import { FINISHED, OPEN } from './invoice';
import type { InvoiceEvent } from './item';
import { concernsAll, LookUps } from './lookUps';
import {
	askWhatChanged,
	Questions,
	readOpenLists,
	startingAfter,
	toCheckInTurns,
	unlistedIn,
	vanishedIn,
	type OpenLists,
} from './openLists';
import { Pages, type InvoiceService } from './service';
import type { InvoiceSettings } from './settings';
import { newShelf, type InvoiceState } from './state';

export interface InvoicePoll {
	events: InvoiceEvent[];
	state: InvoiceState;
	/** What kept it from more. */
	failure?: Error;
	/** What the output has to say of its events. */
	notice?: string;
}

export interface PollInput {
	service: InvoiceService;
	settings: InvoiceSettings;
	/** n8n's clock. */
	now: number;
	/** Whether this part of the poll's time is used up, from 0 to 1. */
	outOfTime: (part?: number) => boolean;
}

/** How many invoices are looked up in a poll, in turns, that no list shows, or whose list does not show them any more. */
const UNLISTED_CHECKS = 5;
const VANISHED_CHECKS = 50;

/** One poll: what the service answers, the events, and the state that stands for them. */
export async function pollInvoices(
	state: InvoiceState | undefined,
	input: PollInput,
): Promise<InvoicePoll> {
	const isFirst = state === undefined;
	const begun = state === undefined ? await begin(input) : copyOf(state);
	const polled = await watchAll(begun, isFirst, input);
	polled.events.sort((a, b) => timeOf(a) - timeOf(b));
	return polled;
}

/** The state before stays as it was. n8n hands it out in wrappers that no other copy can take. */
const copyOf = (state: InvoiceState): InvoiceState =>
	JSON.parse(JSON.stringify(state)) as InvoiceState;

/** What the service keeps no time of was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;

/** Nothing is known but the service's clock: by it the histories of the invoices are read. */
async function begin({ service, settings, now }: PollInput): Promise<InvoiceState> {
	let at = 0;
	for (const status of [...FINISHED, ...OPEN]) {
		if (at === 0) ({ at } = await service.page(status, 0, 1));
	}
	const activated = at || now;
	const since = Math.max(0, startMoment(settings.start, activated));
	const shelf = () => newShelf(since - LONGEST_LAG, activated);
	return {
		since,
		activated,
		shelves: { PAID: shelf(), CANCELED: shelf() },
		ahead: activated - now,
		open: {},
		finished: {},
		backlog: [],
		notFound: [],
		lists: {},
		shown: [],
		lacking: [],
		turns: {},
		failing: {},
		left: 0,
		noticed: [],
	};
}

async function watchAll(
	state: InvoiceState,
	isFirst: boolean,
	input: PollInput,
): Promise<InvoicePoll> {
	const { service, settings, now, outOfTime } = input;
	const draft = draftOf(state);
	const book = new Book(state, draft, settings);
	const pages = new Pages(service, settings.pageSize, state.lists);
	const listing = await readOpenLists(pages, state, draft, isFirst);
	draft.listed = listing.invoices;
	const at = listing.at || now + state.ahead;
	const calendar = calendarAt(at, settings.zone);
	const questions = new Questions(state.backlog);
	const isOld = oldAt(state, isFirst);
	if (isFirst) adopt(listing, draft, questions, isOld);

	if (isFirst && listing.failure) throw listing.failure;
	let { failure } = listing;
	const attempt = async (work: () => Promise<void>) => {
		if (failure !== undefined && concernsAll(failure)) return;
		const done = await orFailure(work());
		if (done instanceof ServiceFailure) failure ??= isFirst ? raise(done) : done;
	};
	const samples = new Map([...listing.invoices.values()].map((one) => [one.status, one.id]));
	const listOf = (status: (typeof FINISHED)[number]) =>
		new FinishedList(status, state.shelves[status], {
			pages,
			at,
			outOfTime,
			isOpen: (id, as) => {
				const known = draft.open.get(id);
				return known !== undefined && lastShown(known) !== as;
			},
			isWanted: (invoice) => {
				samples.set(status, invoice.id);
				return !isOld(invoice);
			},
			ask: (invoice) => questions.add(invoice.id, invoice.created),
		});
	book.lists = { PAID: listOf('PAID'), CANCELED: listOf('CANCELED') };
	const lists = Object.values(book.lists);
	for (const list of lists) await attempt(async () => await list.read());
	askWhatChanged(book, listing, questions, settings.filters, calendar);

	const lookUps = lookUpsOf(state, book, input, calendar);
	const look = async (ids: Iterable<string>) =>
		failure !== undefined && concernsAll(failure)
			? undefined
			: await lookUps.look(ids, questions.created);
	const lookInTurns = async (name: string, ids: string[], most: number) => {
		const last = await look(startingAfter(ids, state.turns[name] ?? '').slice(0, most));
		if (last !== undefined) state.turns[name] = last;
	};
	await look(questions.oldestFirst());
	await lookInTurns('vanished', vanishedIn(listing, draft), VANISHED_CHECKS);
	for (const list of lists) {
		if (lookUps.unasked.size === 0)
			await attempt(async () => await list.search(lookUps.failing.size));
	}
	await look(questions.oldestFirst());
	const left = lookUps.unasked.size;
	await lookInTurns('unlisted', unlistedIn(draft), UNLISTED_CHECKS);
	await lookInTurns('partlyPaid', toCheckInTurns(draft, settings.filters), settings.partialChecks);
	if (isFirst) await attempt(async () => await learnEntries(samples.values(), book, input));

	// Of one that is finished only an old list can have asked.
	const isLeft = (id: string) =>
		(lookUps.unasked.has(id) || lookUps.failing.has(id)) && !draft.finished.has(id);
	const backlog = [...questions.created.keys()].filter(isLeft);
	return {
		events: book.events,
		state: {
			...state,
			...book.toState(at),
			ahead: listing.firstAt ? listing.firstAt - now : state.ahead,
			backlog,
			left,
			notFound: listing.notFound,
			failing: failingOf(lookUps, draft, backlog),
			noticed: noticedAfter(book, state),
		},
		failure: lookUps.failure ?? failure,
		notice: noticeOf(book, state),
	};
}

const raise = (failure: ServiceFailure): never => {
	throw failure;
};

/** Whether an invoice that the first reading meets was there before anything counts as new. */
const oldAt =
	({ since, activated }: InvoiceState, isFirst: boolean) =>
	({ created = activated }: ListedInvoice): boolean =>
		since === activated ? isFirst || created <= since + LONGEST_LAG : created <= since;

/** Takes those that the first reading shows as known, or asks for them. */
function adopt(
	{ invoices }: OpenLists,
	{ open, finished }: Draft,
	questions: Questions,
	isOld: (invoice: ListedInvoice) => boolean,
): void {
	for (const invoice of invoices.values()) {
		const { id, status, created } = invoice;
		if (open.has(id) || finished.has(id)) continue;
		if (isOld(invoice)) open.set(id, { status });
		else questions.add(id, created);
	}
}

/** One invoice of each list shows which entries the histories of this service have; of a review, the balance before it is needed. */
async function learnEntries(
	samples: Iterable<string>,
	{ draft: { open, habits } }: Book,
	{ service, outOfTime }: PollInput,
): Promise<void> {
	const isInReview = (id: string) => {
		const { status, read } = open.get(id) ?? {};
		return status === 'PENDING' && read === undefined;
	};
	for (const id of new Set([...samples, ...[...open.keys()].filter(isInReview)])) {
		if (outOfTime()) return;
		const invoice = await service.details(id);
		if (invoice === undefined) continue;
		habits.learn(invoice);
		const { status, balance } = invoice;
		if (isInReview(id) && status === 'PENDING') open.set(id, { status, balance });
	}
}

const lookUpsOf = (
	state: InvoiceState,
	book: Book,
	input: PollInput,
	calendar: Calendar,
): LookUps =>
	new LookUps({
		service: input.service,
		failing: state.failing,
		now: input.now,
		outOfTime: input.outOfTime,
		room: () => input.settings.limit - book.events.length,
		enter: (id, invoice) => book.enter(id, invoice, calendar),
	});

/** Those that are asked for again. */
function failingOf(
	{ failing }: LookUps,
	{ open }: Draft,
	backlog: readonly string[],
): InvoiceState['failing'] {
	const isKept = ([id]: [string, unknown]) => open.has(id) || backlog.includes(id);
	return Object.fromEntries([...failing].filter(isKept));
}

const NOTICES = {
	noHistory:
		'The service gives no history of these invoices. If one changed more than once between two polls, only the last change is known.',
	noEntry:
		'The history of an invoice did not show its last change within 15 minutes. If it changed more than once, a change may be missing.',
};

/** What the output has to say of its events, each thing once. */
function noticeOf({ notices, events }: Book, { noticed }: InvoiceState): string | undefined {
	const fresh = [...notices].filter((name) => !noticed.includes(name)).map((name) => NOTICES[name]);
	const amounts = unreadAmountNotice(events);
	const all = amounts === undefined ? fresh : [...fresh, amounts];
	return events.length === 0 || all.length === 0 ? undefined : all.join(' ');
}

const noticedAfter = ({ notices, events }: Book, { noticed }: InvoiceState): string[] =>
	events.length === 0 ? noticed : [...new Set([...noticed, ...notices])];
