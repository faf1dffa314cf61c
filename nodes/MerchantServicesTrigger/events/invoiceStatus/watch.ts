import { orFailure } from '../../../shared/transport/transport';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { startMoment } from '../../event';
import { Book } from './book';
import { learnEntries, LONGEST_LAG } from './examine';
import { newMemory } from './finished';
import { isListed, lastShown } from './invoice';
import type { InvoiceEvent } from './item';
import { LookUps } from './lookUps';
import { concernsAll, Pages, readOpenLists, type OpenLists, type PollInput } from './service';
import type { InvoiceState, Known } from './state';

export interface InvoicePoll {
	events: InvoiceEvent[];
	state: InvoiceState;
	/** What kept it from more. */
	failure?: Error;
	/** What the output has to say of its events. */
	notice?: string;
}

/** How many invoices are looked up in a poll, in turns, that no list shows, or whose list does not show them any more. */
const UNLISTED_CHECKS = 5;
const VANISHED_CHECKS = 50;

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
	const pages = new Pages(input.service, input.settings.pageSize, { ...before?.lists });
	const lists = await readOpenLists(pages, before);
	if (before === undefined && lists.failure) throw lists.failure;
	const state = before ? copyOf(before) : begin(input, lists.firstAt || input.now);
	return await new Poll(state, lists, new Book(state, lists, pages, input), input).run();
}

/** The state before stays as it was. n8n hands it out in wrappers that no other copy can take. */
const copyOf = (state: InvoiceState): InvoiceState =>
	JSON.parse(JSON.stringify(state)) as InvoiceState;

/** Nothing is known but the service's clock: by it the histories of the invoices are read. */
function begin({ settings, now }: PollInput, activated: number): InvoiceState {
	const since = Math.max(0, startMoment(settings.start, activated));
	const memory = () => newMemory(since - LONGEST_LAG, activated);
	return {
		since,
		activated,
		finishedLists: { PAID: memory(), CANCELED: memory() },
		clockOffset: activated - now,
		invoices: {},
		backlog: [],
		notFound: [],
		lists: {},
		entries: {},
		turns: [],
		failing: {},
		noticed: [],
	};
}

/** One poll, once the open lists were read. */
class Poll {
	private readonly lookUps: LookUps;
	private failure?: ServiceFailure;

	constructor(
		private readonly state: InvoiceState,
		private readonly lists: OpenLists,
		private readonly book: Book,
		private readonly input: PollInput,
	) {
		this.lookUps = new LookUps(input, state.failing, book);
		this.note(lists.failure);
	}

	async run(): Promise<InvoicePoll> {
		const { book, lists } = this;
		for (const invoice of lists.invoices.values()) {
			if (lists.isFirst && book.isOld(invoice))
				book.invoices.set(invoice.id, { status: invoice.status });
			else book.compare(invoice);
		}
		for (const [id, { waitingSince }] of book.open()) if (waitingSince) book.ask({ id });
		await this.lookUpQuestions();
		await this.lookInTurns();
		for (const list of Object.values(book.finished))
			await this.attempt(async () => await list.read(this.leftQuestions()));
		await this.lookUpQuestions();
		if (lists.isFirst) await this.attempt(async () => await this.learnEntries());
		return this.close();
	}

	/** A failure of a list costs its own part, and on the first reading all of it: what was there is not known then. */
	private async attempt(work: () => Promise<void>): Promise<void> {
		if (this.lookUps.failure) return;
		const done = await orFailure(work());
		if (!(done instanceof ServiceFailure)) return;
		if (this.lists.isFirst) throw done;
		this.note(done);
	}

	private note(failure: ServiceFailure | undefined): void {
		this.failure ??= failure;
		if (concernsAll(failure)) this.lookUps.failure ??= failure;
	}

	private async lookUpQuestions(): Promise<void> {
		const oldestFirst = [...this.book.questions].sort(([, a = 0], [, b = 0]) => a - b);
		await this.lookUps.look(oldestFirst.map(([id]) => id));
	}

	/** Of one that is finished only an old list can have asked. */
	private leftQuestions(): string[] {
		return [...this.book.questions.keys()].filter(
			(id) => this.lookUps.isLeft(id) && !this.book.invoices.get(id)?.finishedAt,
		);
	}

	/**
	 * Looks up invoices whose changes no list shows: those that their list does not show any more, those that have no
	 * list, and, if that is asked for, those that may have another payment or something else that leaves the status as
	 * it is. Each kind goes on after the last one of the previous poll.
	 */
	private async lookInTurns(): Promise<void> {
		const { turns } = this.state;
		const { invoices: listed, whole } = this.lists;
		const { filters, partialChecks } = this.input.settings;
		const isAny = filters.changes.includes('reminderSent') || filters.changes.includes('updated');
		const isPartial = filters.changes.includes('partlyPaid');
		const kinds: Array<[most: number, isOne: (id: string, known: Known) => boolean]> = [
			[
				VANISHED_CHECKS,
				(id, known) =>
					!listed.has(id) && known.goneSince === undefined && whole.has(lastShown(known)),
			],
			[
				UNLISTED_CHECKS,
				(id, { status, goneSince }) =>
					!listed.has(id) && (!isListed(status) || goneSince !== undefined),
			],
			[
				partialChecks,
				(id, { status }) =>
					listed.has(id) && (isAny ? isListed(status) : isPartial && status === 'PARTIAL'),
			],
		];
		for (const [kind, [most, isOne]] of kinds.entries()) {
			const last = turns.at(kind) ?? '';
			const ones = this.book.open().filter((one) => isOne(...one));
			const ids = ones.map(([id]) => id).sort();
			const next = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
			turns[kind] = (await this.lookUps.look(next.slice(0, most))) ?? last;
		}
	}

	/** One invoice of each list shows which entries the histories of this service have; of a review, the balance before it is needed. */
	private async learnEntries(): Promise<void> {
		const { service, outOfTime } = this.input;
		const { book } = this;
		const samples = new Map([...this.lists.invoices].map(([id, { status }]) => [status, id]));
		const finished = Object.values(book.finished).map(({ sample }) => sample);
		const inReview = book.open().filter(([, { status }]) => status === 'PENDING');
		const ids = [...samples.values(), ...finished, ...inReview.map(([id]) => id)];
		for (const id of new Set(ids)) {
			if (outOfTime()) return;
			const invoice = id === undefined ? undefined : await service.details(id);
			if (invoice === undefined) continue;
			learnEntries(this.state.entries, invoice);
			const known = book.invoices.get(invoice.id);
			if (known?.status === 'PENDING' && invoice.status === 'PENDING')
				known.balance ??= invoice.balance;
		}
	}

	private close(): InvoicePoll {
		const { state, book, lookUps, lists, input } = this;
		const { events } = book;
		const backlog = this.leftQuestions();
		const isKept = ([id]: [string, unknown]) => book.isOpen(id) || backlog.includes(id);
		const isNew = (name: string) => events.length > 0 && !state.noticed.includes(name);
		const notices = [...book.notices].filter(isNew);
		return {
			events: events.sort((a, b) => timeOf(a) - timeOf(b)),
			state: {
				...state,
				invoices: book.toState(),
				lists: book.pages.habits,
				clockOffset: lists.firstAt ? lists.firstAt - input.now : state.clockOffset,
				backlog,
				notFound: lists.notFound,
				failing: Object.fromEntries([...lookUps.failing].filter(isKept)),
				noticed: [...state.noticed, ...notices],
			},
			failure: lookUps.failure ?? this.failure,
			notice: notices.map((name) => NOTICES[name]).join(' ') || undefined,
		};
	}
}

/** What the service keeps no time of was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;
