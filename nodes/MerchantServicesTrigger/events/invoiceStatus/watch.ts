import { DAY } from '../../../shared/period/times';
import { catchFailure } from '../../../shared/transport/transport';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { concernsAll, startMoment, type ReplayRange } from '../../event';
import { calendarAt } from './events';
import { FinishedList } from './finished';
import { FINISHED, OPEN, lastShown, type InvoiceChange, type Finished } from './invoice';
import type { Step } from './history';
import type { InvoiceEvent } from './item';
import { LookUps } from './lookUps';
import { readOpenLists, type PollInput } from './service';
import type { InvoiceState, Known } from './state';
import { InvoiceStore } from './store';

export interface InvoicePoll {
	events: InvoiceEvent[];
	state: InvoiceState;
	/** What kept it from more. */
	failure?: Error;
	/** What the output has to say of its events. */
	notice?: string;
}

/** For so long a change without a time can be replayed: a month, to go through its bookkeeping again. */
const LONGEST_REPLAY = 31 * DAY;

/** An invoice that moved from list to list at the start may be in no list then: it is hardly older than this. */
const OVERLOOKED = 31 * DAY;

/** Of these, no list shows another payment, or another review. */
const BEING_PAID = ['PARTIAL', 'PENDING'];
const PAYMENT_CHANGES: InvoiceChange[] = ['partlyPaid', 'pendingReview', 'paymentRejected'];

const NO_ENTRY =
	'The history of an invoice does not show its last change. If an invoice changes more than once between two polls, a change may be missing.';
const NO_TIME =
	'The service does not say when some changes happened. They are replayed only if the invoice is new enough, or if this trigger reported them in the last 31 days.';

/** One poll: what the service answers, the events, and the state that stands for them. */
export async function pollInvoices(
	before: InvoiceState | undefined,
	input: PollInput,
	untimed: InvoiceState['untimed'] = {},
): Promise<InvoicePoll> {
	const habits = { ...before?.lists };
	const lists = await readOpenLists(input, habits, before === undefined);
	const { failure } = lists;
	if (failure && before === undefined) throw failure;
	// Where no list answers, nothing else will.
	if (failure && before && lists.whole.size === 0) return { events: [], state: before, failure };
	// The state before stays as it was. n8n hands it out in wrappers that no other copy can take.
	const copy = before && (JSON.parse(JSON.stringify(before)) as InvoiceState);
	const state = copy ?? { ...begin(input, lists.at || input.now), untimed: { ...untimed } };
	const now = lists.at || input.now + state.clockOffset;
	const calendar = calendarAt(now, input.settings.zone);
	return await new Poll(new InvoiceStore(state, { ...input, lists, habits, calendar })).run();
}

/** Nothing is known but the service's clock: by it the histories of the invoices are read. */
function begin({ settings, now }: PollInput, activated: number): Omit<InvoiceState, 'untimed'> {
	const since = Math.max(0, startMoment(settings.start, activated));
	const memory = () => ({ knownBefore: since - OVERLOOKED, met: {}, count: 0, position: 0 });
	return {
		since,
		activated,
		finishedLists: { PAID: memory(), CANCELED: memory() },
		clockOffset: activated - now,
		invoices: {},
		backlog: [],
		lists: {},
		entries: {},
		turns: [],
		failing: {},
		isNoticed: false,
	};
}

/** One poll, once the open lists were read. */
class Poll {
	private readonly lookUps: LookUps;
	private failure?: ServiceFailure;

	constructor(private readonly store: InvoiceStore) {
		this.lookUps = new LookUps(store);
		this.note(store.reading.lists.failure);
	}

	async run(): Promise<InvoicePoll> {
		const { store } = this;
		const { lists } = store.reading;
		for (const invoice of lists.invoices.values()) {
			if (lists.isFirst && store.isOld(invoice))
				store.invoices.set(invoice.id, { status: invoice.status });
			else store.compare(invoice);
		}
		for (const [id, { waitingSince }] of store.open()) if (waitingSince) store.ask({ id });
		await this.lookUpQuestions();
		await this.lookUpInTurns();
		for (const status of FINISHED) await this.readFinished(status);
		await this.lookUpQuestions();
		// One invoice of each list shows which kinds of entries the histories of this service have.
		if (lists.isFirst) await this.lookUps.look(lists.samples.values());
		return this.close();
	}

	private note(failure: ServiceFailure | undefined): void {
		this.failure ??= failure;
		if (concernsAll(failure)) this.lookUps.failure ??= failure;
	}

	private async readFinished(status: Finished): Promise<void> {
		if (concernsAll(this.lookUps.failure)) return;
		const { store, lookUps } = this;
		const waiting = this.leftQuestions().filter((id) => !lookUps.failing.has(id));
		const list = new FinishedList(status, store.state.finishedLists[status], store);
		const done = await catchFailure(list.read(waiting));
		if (!(done instanceof ServiceFailure)) return;
		// What was there before is not known then.
		if (store.reading.lists.isFirst) throw done;
		this.note(done);
	}

	private async lookUpQuestions(): Promise<void> {
		const oldestFirst = [...this.store.questions].sort(([, a = 0], [, b = 0]) => a - b);
		await this.lookUps.look(oldestFirst.map(([id]) => id));
	}

	/** Of one that is finished only an old list can have asked. */
	private leftQuestions(): string[] {
		return [...this.store.questions.keys()].filter(
			(id) => this.lookUps.isLeft(id) && !this.store.invoices.get(id)?.finishedAt,
		);
	}

	/**
	 * Looks up invoices whose changes no list shows: those that their list does not show any more, and, if that is asked
	 * for, those that may have another payment or something else that leaves the status as it is. Each poll continues
	 * after the last one of the poll before.
	 */
	private async lookUpInTurns(): Promise<void> {
		const { state, reading } = this.store;
		const { lists, settings } = reading;
		const { changes } = settings.filters;
		const isAny = changes.includes('reminderSent') || changes.includes('updated');
		const isPayment = changes.some((change) => PAYMENT_CHANGES.includes(change));
		const silent: readonly string[] = isAny ? OPEN : isPayment ? BEING_PAID : [];
		const isUnlisted = ([id, known]: [string, Known]) =>
			!lists.invoices.has(id) && lists.whole.has(lastShown(known));
		const isSilent = ([id, { status }]: [string, Known]) =>
			lists.invoices.has(id) && silent.includes(status);
		for (const [kind, isOne] of [isUnlisted, isSilent].entries()) {
			const last = state.turns.at(kind) ?? '';
			const open = this.store.open().filter(isOne);
			const ids = open.map(([id]) => id).sort();
			const next = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
			state.turns[kind] = (await this.lookUps.look(next.slice(0, settings.checks))) ?? last;
		}
	}

	private close(): InvoicePoll {
		const { store, lookUps } = this;
		const { state, events } = store;
		const { lists, habits, calendar, now: localNow } = store.reading;
		const { now } = calendar;
		// Late entries and old lists ask for finished invoices.
		const isRemembered = ([, { finishedAt = now }]: [string, Known]) => now - finishedAt < DAY;
		const backlog = this.leftQuestions();
		const open = new Map(store.open());
		const isReplayable = ([, steps]: [string, Step[]]) =>
			(steps.at(-1)?.reportedAt ?? 0) > now - LONGEST_REPLAY;
		const isKept = ([id]: [string, unknown]) => open.has(id) || backlog.includes(id);
		const isNoticed = state.isNoticed || (store.isEntryMissing && events.length > 0);
		return {
			events: events.sort((a, b) => timeOf(a) - timeOf(b)),
			state: {
				...state,
				invoices: Object.fromEntries([...store.invoices].filter(isRemembered)),
				lists: habits,
				clockOffset: lists.at ? lists.at - localNow : state.clockOffset,
				backlog,
				failing: Object.fromEntries([...lookUps.failing].filter(isKept)),
				untimed: Object.fromEntries(Object.entries(state.untimed).filter(isReplayable)),
				isNoticed,
			},
			failure: lookUps.failure ?? this.failure,
			notice: isNoticed && !state.isNoticed ? NO_ENTRY : undefined,
		};
	}
}

/** What the service keeps no time of was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;

/** An invoice that cannot be looked up so often is left out, and named. */
const MOST_ATTEMPTS = 8;

/** Hands over again a part of what happened: a watch of its own, for which everything is new. Without a state, it is done. */
export async function replayInvoices(
	saved: InvoiceState | undefined,
	{ from, until }: ReplayRange,
	{ clockOffset, untimed, activated }: InvoiceState,
	input: PollInput,
): Promise<Omit<InvoicePoll, 'state'> & { state?: InvoiceState }> {
	// Histories are written by the clock of the service, and so is the moment from which on changes are new.
	const within = { from: from + Math.min(0, clockOffset), until: until + clockOffset };
	const filters = { ...input.settings.filters, within };
	const start = { kind: 'everything' as const };
	const settings = { ...input.settings, filters, start, checks: 0 };
	const { state, ...polled } = await pollInvoices(saved, { ...input, settings }, untimed);
	const isKnown = within.from >= Math.max(activated, input.now + clockOffset - LONGEST_REPLAY);
	const notice = polled.notice && !isKnown ? NO_TIME : undefined;
	const isGivenUp = (id: string) => id in state.failing && state.failing[id].times >= MOST_ATTEMPTS;
	const isWaited = Object.values(state.invoices).some(({ waitingSince }) => waitingSince);
	const isRead = FINISHED.every((status) => state.finishedLists[status].readAt !== undefined);
	if (isWaited || !isRead || !state.backlog.every(isGivenUp)) return { ...polled, notice, state };
	const left = `These invoices could not be read and are not replayed: ${state.backlog.join(', ')}.`;
	return { ...polled, notice: state.backlog.length > 0 ? left : notice };
}
