import { refusal } from '../../../shared/problem';
import { startMoment } from '../../common';
import { Book } from './book';
import { betweenClocksNotice, clockWarning } from './clocks';
import { calendarAt } from './dates';
import type { InvoiceEvent } from './events';
import { unreadAmountNotice } from './events';
import { Examiner } from './examiner';
import { FinishedList } from './finishedList';
import { FINISHED, OPEN } from './invoice';
import { changedInvoices, readOpen, toCheckInTurns } from './listing';
import type { InvoiceService } from './service';
import type { InvoiceSettings } from './settings';
import { newShelf } from './shelf';
import type { InvoiceState } from './state';

export interface InvoicePoll {
	events: InvoiceEvent[];
	state: InvoiceState;
	/** What kept it from looking up more. */
	failure?: Error;
	/** What the output has to say of its events. */
	notice?: string;
	/** What the user has to know. */
	warning?: string;
	/** Earlier warnings that do not hold any more. */
	outdated?: string[];
}

export interface Watch {
	service: InvoiceService;
	settings: InvoiceSettings;
	/** n8n's clock. */
	now: number;
	/** Whether this part of the poll's time is used up, from 0 to 1. */
	outOfTime: (part?: number) => boolean;
}

/** How many invoices that no list shows are looked up in a poll, in turns. */
const UNLISTED_CHECKS = 5;

/** One poll: what the service answers, the events, and the state that stands for them. */
export async function pollInvoices(
	state: InvoiceState | undefined,
	watch: Watch,
): Promise<InvoicePoll> {
	const { numbers } = watch.settings;
	const begun = state ?? (await begin(watch));
	const isFirst = state === undefined;
	const { events, warning, ...rest } = numbers
		? await watchNumbers(begun, isFirst, numbers, watch)
		: await watchAll(begun, isFirst, watch);
	return {
		events: events.sort((a, b) => timeOf(a) - timeOf(b)),
		warning: warning ?? (isFirst ? clockWarning(begun.ahead) : undefined),
		...rest,
	};
}

/** What the service keeps no time of was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;

/** Nothing is known but the service's clock: by it the histories of the invoices are read. */
async function begin({ service, settings, now }: Watch): Promise<InvoiceState> {
	let at = 0;
	for (const status of [...FINISHED, ...OPEN]) {
		if (at === 0) ({ at } = await service.page(status, 0, 1));
	}
	const activated = at || now;
	return {
		since: Math.max(0, startMoment(settings.start, activated)),
		activated,
		ahead: activated - now,
		open: [],
		finished: [],
		backlog: [],
		turns: { partlyPaid: '', unlisted: '' },
	};
}

async function watchAll(
	before: InvoiceState,
	isFirst: boolean,
	watch: Watch,
): Promise<InvoicePoll> {
	const { service, settings, now, outOfTime } = watch;
	const { filters, pageSize } = settings;
	const state = before.shelves ? before : withLists(before, isFirst, now);
	const calendar = calendarAt(now, settings.zone);
	const book = new Book(state, settings, calendar);
	const examiner = examinerOf(state, book, watch);
	const habits = { ...state.habits };
	const lists = FINISHED.map(
		(status) =>
			new FinishedList(
				status,
				state.shelves![status],
				book.ended[status],
				service,
				book,
				pageSize,
				habits,
				now,
				outOfTime,
			),
	);
	for (const list of lists) await list.begin();
	FinishedList.ignoreTotalsOfAll(lists);
	const listing = await readOpen(service, pageSize, habits, book, state.reading, outOfTime);
	book.listed = listing.invoices;
	const at = listing.at || now + state.ahead;
	if (state.isAdopting) {
		if (listing.reading !== undefined || listing.uncertain.size > 0) book.overlooks = true;
		for (const invoice of listing.invoices.values()) {
			if (!book.open.has(invoice.id) && !book.finished.has(invoice.id)) book.adopt(invoice);
		}
	}
	await examiner.look(changedInvoices(book, listing, filters, calendar), at);
	for (const list of lists) await list.search();
	await examiner.look(
		[...book.questions, ...book.backlog].map((id) => ({ id })),
		at,
	);
	const left = examiner.left.size;
	const turns = {
		partlyPaid: await lookInTurns(
			toCheckInTurns(book, listing, filters),
			state.turns.partlyPaid,
			settings.partialChecks,
			examiner,
			at,
		),
		unlisted: await lookInTurns(
			book.unlistedIds(),
			state.turns.unlisted,
			UNLISTED_CHECKS,
			examiner,
			at,
		),
	};
	const [PAID, CANCELED] = lists.map((list) => list.toShelf());
	return {
		events: book.events,
		state: {
			...book.toState(at),
			shelves: { PAID, CANCELED },
			reading: listing.reading,
			isAdopting: state.isAdopting && listing.reading !== undefined,
			left,
			turns,
			failing: failingOf(examiner, book),
			habits,
		},
		failure: examiner.failure,
		notice: noticeOf(book, state),
		warning: lists.flatMap(({ warning }) => warning ?? []).join(' ') || undefined,
		outdated: lists.flatMap(({ outdated }) => outdated ?? []),
	};
}

/** All invoices are watched from now on: those that are there and not known are taken as they are. */
function withLists(state: InvoiceState, isFirst: boolean, now: number): InvoiceState {
	const moment = now + state.ahead;
	return {
		...state,
		...(isFirst ? {} : { since: moment, activated: moment }),
		shelves: { PAID: newShelf(), CANCELED: newShelf() },
		isAdopting: true,
	};
}

/** What the output has to say of its events. */
function noticeOf(
	{ isWithoutHistory, isWithoutEntry, isBetweenClocks, events }: Book,
	{ ahead }: InvoiceState,
): string | undefined {
	const notices = [
		isWithoutHistory &&
			'The service gives no history of these invoices. If one changed more than once between two polls, only the last change is known.',
		isWithoutEntry &&
			'The history of an invoice did not show its last change within 15 minutes. If it changed more than once, a change may be missing.',
		isBetweenClocks && betweenClocksNotice(ahead),
		unreadAmountNotice(events) ?? false,
	].filter((notice) => notice !== false);
	return notices.length === 0 ? undefined : notices.join(' ');
}

const examinerOf = (state: InvoiceState, book: Book, watch: Watch): Examiner =>
	new Examiner(
		watch.service,
		book,
		state.failing ?? {},
		watch.settings.limit,
		watch.now,
		watch.outOfTime,
	);

/** Of one that is finished only an old list can have asked, and nobody may ask again. */
function failingOf({ failing }: Examiner, { open, backlog }: Book): InvoiceState['failing'] {
	const kept = [...failing].filter(([id]) => open.has(id) || backlog.has(id));
	return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

async function watchNumbers(
	state: InvoiceState,
	isFirst: boolean,
	numbers: readonly string[],
	watch: Watch,
): Promise<InvoicePoll> {
	const { settings, now } = watch;
	const at = now + state.ahead;
	const book = new Book(state, settings, calendarAt(now, settings.zone));
	const examiner = examinerOf(state, book, watch);
	book.keepOnly(numbers);
	const unfinished = numbers.filter((id) => !book.finished.has(id));
	const added = unfinished.filter((id) => !book.open.has(id));
	for (const id of added) {
		// Of a number that is added later, nothing of the past is wanted.
		book.open.set(id, { status: '', from: isFirst ? state.since : at });
	}
	const turn = await lookInTurns(
		unfinished,
		state.turns.partlyPaid,
		unfinished.length,
		examiner,
		at,
		(id) => book.createdBefore(id),
	);
	const unknown = settings.allowsUnknown ? [] : added.filter((id) => book.isMissing(id));
	if (isFirst && unknown.length > 0) throw unknownNumbers(unknown);
	return {
		events: book.events,
		warning:
			unknown.length === 0
				? undefined
				: `The service has no invoice with this number: ${unknown.join(', ')}.`,
		state: {
			// What is finished stays finished: these are few, and each would cost a request again.
			...book.toState(0),
			shelves: undefined,
			left: examiner.left.size,
			turns: { ...state.turns, partlyPaid: turn },
			failing: failingOf(examiner, book),
		},
		failure: examiner.failure,
		notice: noticeOf(book, state),
	};
}

/** One wrong number among others would never be noticed. */
const unknownNumbers = (unknown: readonly string[]) =>
	refusal(
		`the service has no invoice ${unknown.map((id) => `"${id}"`).join(', ')}`,
		'Correct the number. If the invoice is yet to be created, add the option Allow Numbers That Do Not Exist Yet.',
		'Invoice Numbers',
	);

/** Looks up this many invoices, starting after the last one of the previous poll. Returns the last one of this poll. */
async function lookInTurns(
	ids: readonly string[],
	turn: string,
	count: number,
	examiner: Examiner,
	seenAt: number,
	createdOf: (id: string) => number | undefined = () => undefined,
): Promise<string> {
	const sorted = [...ids].sort();
	const later = sorted.filter((id) => id > turn);
	const earlier = sorted.slice(0, sorted.length - later.length);
	const queue = [...later, ...earlier]
		.slice(0, count)
		.map((id) => ({ id, created: createdOf(id) }));
	return (await examiner.look(queue, seenAt)) ?? turn;
}
