import { orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { startMoment } from '../../event';
import { Book } from './book';
import { calendarAt, markReported, passedDates, unreadAmountNotice, type Calendar } from './events';
import { lastShown, learnEntries, LONGEST_LAG } from './examine';
import { FinishedList, newMemory, type Reader } from './finished';
import type { ListedInvoice } from './invoice';
import { FINISHED, isListed, OPEN } from './invoice';
import type { InvoiceEvent } from './item';
import { concernsAll, LookUps } from './lookUps';
import { Pages, type InvoiceService } from './service';
import type { InvoiceSettings } from './settings';
import type { InvoiceState, Known } from './state';

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

/** How many whose history lags are looked up again in a poll. */
const MOST_WAITING = 100;

const NOTICES = {
	noHistory:
		'The service gives no history of these invoices. If one changed more than once between two polls, only the last change is known.',
	noEntry:
		'The history of an invoice did not show its last change within 15 minutes. If it changed more than once, a change may be missing.',
};

/** One poll: what the service answers, the events, and the state that stands for them. */
export async function pollInvoices(
	before: InvoiceState | undefined,
	input: PollInput,
): Promise<InvoicePoll> {
	const begun = before ?? (await begin(input));
	const pages = new Pages(input.service, input.settings.pageSize, { ...before?.lists });
	const lists = await readOpenLists(pages, before);
	if (before === undefined && lists.failure) throw lists.failure;
	return await new Poll(copyOf(begun), before === undefined, lists, pages, input).run();
}

/** The state before stays as it was. n8n hands it out in wrappers that no other copy can take. */
const copyOf = (state: InvoiceState): InvoiceState =>
	JSON.parse(JSON.stringify(state)) as InvoiceState;

/** Nothing is known but the service's clock: by it the histories of the invoices are read. */
async function begin({ service, settings, now }: PollInput): Promise<InvoiceState> {
	let at = 0;
	for (const status of [...FINISHED, ...OPEN]) {
		if (at === 0) ({ at } = await service.page(status, 0, 1));
	}
	const activated = at || now;
	const since = Math.max(0, startMoment(settings.start, activated));
	const memory = () => newMemory(since - LONGEST_LAG, activated);
	return {
		since,
		activated,
		finishedLists: { PAID: memory(), CANCELED: memory() },
		clockOffset: activated - now,
		open: {},
		finished: {},
		backlog: [],
		notFound: [],
		lists: {},
		entries: {},
		turns: {},
		failing: {},
		noticed: [],
	};
}

/** What a poll has read of the open lists. */
interface OpenLists {
	invoices: Map<string, ListedInvoice>;
	/** The service's clock at the beginning and the end; 0 where it did not tell. */
	firstAt: number;
	at: number;
	/** The statuses whose lists were read to the end. */
	whole: Set<string>;
	notFound: string[];
	failure?: ServiceFailure;
}

/** Reads the open lists. One that fails costs its own part. */
async function readOpenLists(pages: Pages, before: InvoiceState | undefined): Promise<OpenLists> {
	const invoices: OpenLists['invoices'] = new Map();
	const lists: OpenLists = { invoices, firstAt: 0, at: 0, whole: new Set(), notFound: [] };
	const had = new Set(Object.values(before?.open ?? {}).map(lastShown));
	const readList = async (status: string) => {
		for await (const page of pages.from(status, 0)) {
			if (page.isNotFound) lists.notFound.push(status);
			// What was there a moment ago is asked for again.
			if (page.isNotFound && had.has(status) && !before?.notFound.includes(status)) return;
			for (const invoice of page.entries) invoices.set(invoice.id, invoice);
			lists.firstAt ||= page.at;
			lists.at = Math.max(lists.at, page.at);
		}
		lists.whole.add(status);
	};
	// What moves from list to list while they are read is overlooked once, hardly twice.
	for (const status of before === undefined ? [...OPEN, ...OPEN] : OPEN) {
		if (concernsAll(lists.failure)) break;
		const done = await orFailure(readList(status));
		if (done instanceof ServiceFailure) lists.failure = done;
	}
	return lists;
}

/** One poll, once the open lists were read. */
class Poll {
	private readonly calendar: Calendar;
	private readonly book: Book;
	private readonly lookUps: LookUps;
	/** The invoices to look up, and when lists say that they were created. */
	private readonly questions: Map<string, number | undefined>;
	private failure?: ServiceFailure;

	constructor(
		private readonly state: InvoiceState,
		private readonly isFirst: boolean,
		private readonly lists: OpenLists,
		private readonly pages: Pages,
		private readonly input: PollInput,
	) {
		const { service, settings, now, outOfTime } = input;
		this.calendar = calendarAt(lists.at || now + state.clockOffset, settings.zone);
		const book = new Book(state, lists.invoices, settings, this.calendar);
		this.book = book;
		this.lookUps = new LookUps({
			service,
			failing: state.failing,
			now,
			outOfTime,
			room: () => settings.limit - book.events.length,
			enter: (id, invoice) => book.enter(id, invoice),
		});
		this.questions = new Map(state.backlog.map((id) => [id, undefined]));
		this.note(lists.failure);
	}

	async run(): Promise<InvoicePoll> {
		const { book, lookUps, lists, isFirst } = this;
		for (const invoice of isFirst ? lists.invoices.values() : []) {
			if (this.isOld(invoice)) book.open.set(invoice.id, { status: invoice.status });
		}
		const { PAID, CANCELED } = this.state.finishedLists;
		const reader = this.readerOfFinished();
		book.lists = {
			PAID: new FinishedList('PAID', PAID, reader),
			CANCELED: new FinishedList('CANCELED', CANCELED, reader),
		};
		for (const list of Object.values(book.lists)) await this.attempt(async () => await list.read());
		this.askWhatChanged();
		await this.lookUpQuestions();
		const isShown = (id: string) => lists.invoices.has(id);
		await this.lookInTurns(
			'vanished',
			VANISHED_CHECKS,
			(id, known) =>
				!isShown(id) && known.goneSince === undefined && lists.whole.has(lastShown(known)),
		);
		for (const list of Object.values(book.lists)) {
			if (lookUps.unasked.size === 0)
				await this.attempt(async () => await list.search(lookUps.failing.size));
		}
		await this.lookUpQuestions();
		await this.lookInTurns(
			'unlisted',
			UNLISTED_CHECKS,
			(id, { status, goneSince }) => !isShown(id) && (!isListed(status) || goneSince !== undefined),
		);
		await this.lookForSilentChanges();
		if (isFirst) await this.attempt(async () => await this.learnEntries());
		return this.close();
	}

	/** A failure of a list costs its own part, and on the first reading all of it: what was there is not known then. */
	private async attempt(work: () => Promise<void>): Promise<void> {
		if (this.lookUps.failure) return;
		const done = await orFailure(work());
		if (!(done instanceof ServiceFailure)) return;
		if (this.isFirst) throw done;
		this.note(done);
	}

	private note(failure: ServiceFailure | undefined): void {
		this.failure ??= failure;
		if (concernsAll(failure)) this.lookUps.failure ??= failure;
	}

	/** Whether an invoice that the first reading meets was there before anything counts as new. */
	private isOld({ created = this.state.activated }: ListedInvoice): boolean {
		const { since, activated } = this.state;
		if (since !== activated) return created <= since;
		return this.isFirst || created <= since + LONGEST_LAG;
	}

	private readerOfFinished(): Reader {
		return {
			pages: this.pages,
			at: this.calendar.now,
			outOfTime: this.input.outOfTime,
			isOpen: (id, status) => {
				const known = this.book.open.get(id);
				return known !== undefined && lastShown(known) !== status;
			},
			isOld: (invoice) => this.isOld(invoice),
			ask: ({ id, created }) => this.questions.set(id, created),
		};
	}

	/** A list only raises the question, as it may be old or read while things moved; the invoice itself answers it. */
	private askWhatChanged(): void {
		const { book, questions, calendar } = this;
		const { filters } = this.input.settings;
		const waiting = [...book.open].filter(([, { waitingSince }]) => waitingSince !== undefined);
		waiting.sort(([, a], [, b]) => a.waitingSince! - b.waitingSince!);
		for (const [id] of waiting.slice(0, MOST_WAITING)) questions.set(id, questions.get(id));
		for (const listed of this.lists.invoices.values()) {
			const known = book.open.get(listed.id) ?? book.finished.get(listed.id);
			const passed = passedDates(known, listed, filters, calendar, book.newSince(listed));
			if (
				known === undefined ||
				lastShown(known) !== listed.status ||
				passed.some(({ change }) => filters.changes.includes(change))
			) {
				questions.set(listed.id, listed.created);
			} else if (passed.length > 0) {
				// Not wanted now, but reported all the same, in case the user later chooses other changes.
				book.open.set(listed.id, markReported(known, passed));
			}
		}
	}

	private async lookUpQuestions(): Promise<void> {
		const oldestFirst = [...this.questions].sort(([, a = 0], [, b = 0]) => a - b);
		await this.lookUps.look(
			oldestFirst.map(([id]) => id),
			this.questions,
		);
	}

	/** In order, from the one after the last one of the previous poll on. */
	private async lookInTurns(
		name: string,
		most: number,
		isOne: (id: string, known: Known) => boolean,
	): Promise<void> {
		const { turns } = this.state;
		const last = turns[name] ?? '';
		const ids = [...this.book.open].filter((one) => isOne(...one)).map(([id]) => id);
		ids.sort();
		const next = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
		turns[name] = (await this.lookUps.look(next.slice(0, most), this.questions)) ?? turns[name];
	}

	/** No list shows another payment of a partly paid invoice, nor what leaves the status as it is. */
	private async lookForSilentChanges(): Promise<void> {
		const { filters, partialChecks } = this.input.settings;
		const isAny = filters.changes.includes('reminderSent') || filters.changes.includes('updated');
		const isPartial = filters.changes.includes('partlyPaid');
		await this.lookInTurns(
			'partlyPaid',
			partialChecks,
			(id, { status }) =>
				this.lists.invoices.has(id) &&
				(isAny ? isListed(status) : isPartial && status === 'PARTIAL'),
		);
	}

	/** One invoice of each list shows which entries the histories of this service have; of a review, the balance before it is needed. */
	private async learnEntries(): Promise<void> {
		const { service, outOfTime } = this.input;
		const { open, lists } = this.book;
		const samples = new Map([...this.lists.invoices].map(([id, { status }]) => [status, id]));
		const finished = Object.values(lists ?? {}).map(({ sample }) => sample);
		const inReview = [...open].filter(([, { status }]) => status === 'PENDING').map(([id]) => id);
		for (const id of new Set([...samples.values(), ...finished, ...inReview])) {
			if (outOfTime()) return;
			const invoice = id === undefined ? undefined : await service.details(id);
			if (invoice === undefined) continue;
			learnEntries(this.state.entries, invoice);
			const known = open.get(invoice.id);
			if (known?.status === 'PENDING' && invoice.status === 'PENDING')
				known.balance ??= invoice.balance;
		}
	}

	private close(): InvoicePoll {
		const { state, book, lookUps, lists, input } = this;
		const { events } = book;
		// Of one that is finished only an old list can have asked.
		const isLeft = (id: string) =>
			(lookUps.unasked.has(id) || lookUps.failing.has(id)) && !book.finished.has(id);
		const backlog = [...this.questions.keys()].filter(isLeft);
		const isKept = ([id]: [string, unknown]) => book.open.has(id) || backlog.includes(id);
		const isNew = (name: string) => events.length > 0 && !state.noticed.includes(name);
		const notices = [...book.notices].filter(isNew);
		const texts = [...notices.map((name) => NOTICES[name]), unreadAmountNotice(events)];
		return {
			events: events.sort((a, b) => timeOf(a) - timeOf(b)),
			state: {
				...state,
				...book.toState(),
				lists: this.pages.habits,
				clockOffset: lists.firstAt ? lists.firstAt - input.now : state.clockOffset,
				backlog,
				notFound: lists.notFound,
				failing: Object.fromEntries([...lookUps.failing].filter(isKept)),
				noticed: [...state.noticed, ...notices],
			},
			failure: lookUps.failure ?? this.failure,
			notice: texts.filter((text) => text !== undefined).join(' ') || undefined,
		};
	}
}

/** What the service keeps no time of was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;
