import { DAY, HOUR } from '../../../shared/period/times';
import { affectsAllRequests, type PollResult, type ReplayRange } from '../../event';
import { toLocalNow, type InvoiceEvent } from './events';
import {
	type FailingLookUp,
	FINISHED_STATUSES,
	type FinishedStatus,
	type FinishedListState,
	type InvoiceChange,
	type InvoiceEventState,
} from './invoice';
import { catchServiceFailure, pagesFrom, readOpenLists, type PollInput } from './service';
import { InvoiceTracker, INVOICE_LOOK_BACK } from './store';

export interface InvoicePollResult extends Omit<PollResult<InvoiceEventState>, 'items'> {
	events: InvoiceEvent[];
}

/** No list shows another payment or review of these. */
const BEING_PAID = ['PARTIAL', 'PENDING'];
const PAYMENTS: InvoiceChange[] = ['partlyPaid', 'pendingReview', 'paymentRejected'];

const NO_ENTRY =
	'The history of an invoice does not show its last change. If it changes more than once between two polls, a change may be missing.';
const NO_TIME =
	'The service does not say when some changes happened. Those that this trigger did not report in the last 14 days may be missing.';

export async function pollInvoices(
	before: InvoiceEventState | undefined,
	input: PollInput,
): Promise<InvoicePollResult> {
	const lists = await readOpenLists(input, before === undefined, before?.lists);
	const { failure } = lists;
	if (failure && before === undefined) throw failure;
	// Where no list answers, nothing else will.
	if (failure && before && lists.whole.size === 0) return { events: [], state: before, failure };
	// n8n hands out the state in wrappers, so no other copy works.
	const copy = before && (JSON.parse(JSON.stringify(before)) as InvoiceEventState);
	const now = lists.at || input.now;
	const state = copy ?? begin(input, now);
	const localNow = toLocalNow(now, input.settings.zone);
	const store = new InvoiceTracker(state, { ...input, lists, localNow });
	return await new Poll(store).run();
}

const begin = ({ replayOf }: PollInput, now: number): InvoiceEventState => ({
	since: replayOf === undefined ? now : 0,
	finishedLists: { PAID: { position: 0 }, CANCELED: { position: 0 } },
	invoices: {},
	backlog: [],
	lists: {},
	entryKinds: {},
	lastChecked: '',
	failing: {},
	isNoticed: false,
});

class Poll {
	private readonly lookUps: LookUps;

	constructor(private readonly store: InvoiceTracker) {
		this.lookUps = new LookUps(store);
		this.lookUps.note(store.reading.lists.failure);
	}

	async run(): Promise<InvoicePollResult> {
		const { store, lookUps } = this;
		const { lists } = store.reading;
		for (const invoice of lists.invoices.values()) {
			if (lists.isFirst && store.isOld(invoice))
				store.invoices.set(invoice.id, { status: invoice.status });
			else store.queueIfChanged(invoice);
		}
		for (const id of store.listWaiting()) store.queueLookUp({ id });
		await this.lookUpQuestions();
		await this.checkUnlistedChanges();
		for (const status of FINISHED_STATUSES) {
			if (affectsAllRequests(lookUps.failure)) break;
			const failure = await catchServiceFailure(this.readFinished(status));
			// What was there before is not known then.
			if (failure && lists.isFirst) throw failure;
			lookUps.note(failure);
		}
		await this.lookUpQuestions();
		// One invoice of each status shows which kinds of entries there are.
		const statuses = [...store.invoices].map(([id, { status }]) => [status, id] as const);
		if (lists.isFirst) await lookUps.lookUp(new Map(statuses).values());
		return this.close();
	}

	private async lookUpQuestions(): Promise<void> {
		const oldestFirst = [...this.store.lookUpQueue].sort(([, a = 0], [, b = 0]) => a - b);
		await this.lookUps.lookUp(oldestFirst.map(([id]) => id));
	}

	/** Only an old list can have asked for a finished one. */
	private leftQuestions(): string[] {
		return [...this.store.lookUpQueue.keys()].filter(
			(id) => this.lookUps.isLeft(id) && !this.store.invoices.get(id)?.finishedAt,
		);
	}

	private async checkUnlistedChanges(): Promise<void> {
		const { store, lookUps } = this;
		const { lists, settings } = store.reading;
		const { changes } = settings;
		const silent = changes.some((change) => PAYMENTS.includes(change)) ? BEING_PAID : [];
		const open = store.listOpen();
		const openIn = (statuses: readonly string[]) =>
			open.filter(([, { status }]) => statuses.includes(status)).map(([id]) => id);
		const isListed = (id: string) => lists.invoices.has(id);
		const gone = openIn([...lists.whole]).filter((id) => !isListed(id));
		const ids = openIn(silent).filter(isListed).sort();
		const { lastChecked: last } = store.state;
		const due = lookUps.due([...gone, ...ids.filter((id) => id > last), ...ids]);
		const checked = due.slice(0, settings.checks);
		await lookUps.lookUp(checked);
		const left = lookUps.due(checked);
		const isDone = (id: string) => ids.includes(id) && !left.includes(id);
		store.state.lastChecked = checked.findLast(isDone) ?? last;
	}

	/**
	 * A finished list can be long, in any order. A poll reads on after the first page only if the total is above what
	 * is known, and now and then, as old invoices may leave the list while new ones come.
	 */
	private async readFinished(status: FinishedStatus): Promise<void> {
		const { store, lookUps } = this;
		const { reading, state } = store;
		const { now } = reading.localNow;
		const memory = state.finishedLists[status];
		// These may be finished by now.
		const left = this.leftQuestions().filter((id) => !lookUps.failing.has(id));
		const waiting = [...left, ...store.listWaiting()];
		const found = new Set<string>();
		let count = memory.position;
		let total: number | undefined;
		for await (const page of pagesFrom(count, status, reading, reading.lists.learned)) {
			total = page.total ?? total;
			count += page.entries.length;
			memory.position = page.next;
			const unknown = page.entries.filter((invoice) => store.queueIfFinished(status, invoice));
			for (const { id } of unknown) found.add(id);
			if (isEnough(memory, total, new Set([...waiting, ...found]).size, now)) {
				memory.position = 0;
				return;
			}
			if (reading.outOfTime()) return;
		}
		memory.position = 0;
		const isAll = total === undefined || count >= total;
		memory.count = isAll ? count - found.size : undefined;
		memory.readAt = now;
	}

	private close(): InvoicePollResult {
		const { store, lookUps } = this;
		const { state, reading, events } = store;
		const backlog = this.leftQuestions();
		const open = new Map(store.listOpen());
		const failing = [...lookUps.failing].filter(([id]) => open.has(id) || backlog.includes(id));
		const notice = reading.replayOf ? NO_TIME : NO_ENTRY;
		return {
			events: events.sort((a, b) => timeOf(a) - timeOf(b)),
			state: {
				...state,
				invoices: store.invoicesToKeep(),
				lists: reading.lists.learned,
				backlog,
				failing: Object.fromEntries(failing),
				isNoticed: state.isNoticed || store.isEntryMissing,
			},
			failure: lookUps.failure,
			notice: store.isEntryMissing && !state.isNoticed ? notice : undefined,
		};
	}
}

function isEnough(
	{ count, readAt = -Infinity }: FinishedListState,
	total: number | undefined,
	found: number,
	now: number,
): boolean {
	const isCounted = total !== undefined && count !== undefined && total >= count;
	if (isCounted && total - count > found) return false;
	return now - readAt < (isCounted ? DAY : HOUR);
}

/** A change without a time was seen just now. */
const timeOf = ({ at }: InvoiceEvent): number => at ?? Number.MAX_SAFE_INTEGER;

/** An invoice that fails so often is left out, and named. */
const MAX_ATTEMPTS = 8;

/** A watch of its own, for which everything is new. It ends without a state. */
export async function replayInvoices(
	saved: InvoiceEventState | undefined,
	within: ReplayRange,
	{ invoices, since }: InvoiceEventState,
	input: PollInput,
): Promise<Omit<InvoicePollResult, 'state'> & { state?: InvoiceEventState }> {
	const settings = { ...input.settings, within, checks: 0 };
	const replay = { ...input, settings, replayOf: invoices };
	const { state, ...polled } = await pollInvoices(saved, replay);
	const isKnown = within.from >= Math.max(since, input.now - INVOICE_LOOK_BACK);
	const notice = isKnown ? undefined : polled.notice;
	const { failing, backlog, finishedLists } = state;
	const isGivenUp = (id: string) => id in failing && failing[id].attempts >= MAX_ATTEMPTS;
	const isRead = FINISHED_STATUSES.every((status) => finishedLists[status].readAt !== undefined);
	const isDone = isRead && backlog.every(isGivenUp);
	if (!isDone) return { ...polled, notice, state };
	if (backlog.length === 0) return { ...polled, notice };
	const left = `These invoices could not be read and are not replayed: ${backlog.join(', ')}.`;
	return { ...polled, notice: [notice, left].filter(Boolean).join(' ') };
}

const CONCURRENCY = 5;

/** In a row. More are a failure of the service. */
const MAX_FAILURES_IN_A_ROW = 10;

const MAX_PAUSE = 6 * HOUR;

/** An invoice that fails is tried again, after a pause that doubles. */
class LookUps {
	/** Of the lists as well; the one that matters most. */
	failure?: Error;
	readonly failing: Map<string, FailingLookUp>;
	/** Each is looked up once in a poll. */
	private readonly lookedUp = new Set<string>();
	private failuresInARow = 0;

	constructor(private readonly store: InvoiceTracker) {
		this.failing = new Map(Object.entries(store.state.failing));
	}

	note(failure: Error | undefined): void {
		if (this.failure === undefined || affectsAllRequests(failure)) this.failure = failure;
	}

	due(ids: Iterable<string>): string[] {
		const { now } = this.store.reading;
		const isPaused = (id: string) => (this.failing.get(id)?.until ?? 0) > now;
		return [...new Set(ids)].filter((id) => !this.lookedUp.has(id) && !isPaused(id));
	}

	async lookUp(ids: Iterable<string>): Promise<void> {
		const { service } = this.store.reading;
		const hasFailed = (id: string) => Number(this.failing.has(id));
		const queue = this.due(ids).sort((a, b) => hasFailed(a) - hasFailed(b));
		for (let next = 0, size = 0; next < queue.length && !this.isStopped(); next += size) {
			size = Math.min(CONCURRENCY, this.room);
			const group = queue.slice(next, next + size);
			const requests = group.map(async (id) => await service.details(id));
			const results = await Promise.allSettled(requests);
			for (const [index, result] of results.entries()) {
				const id = group[index];
				if (result.status === 'rejected') this.fail(id, result.reason as Error);
				// The next poll looks up again what does not fit.
				else if (this.room > 0) {
					this.lookedUp.add(id);
					this.failuresInARow = 0;
					this.failing.delete(id);
					this.store.applyDetails(id, result.value);
				}
			}
		}
	}

	isLeft(id: string): boolean {
		return !this.lookedUp.has(id) || this.failing.has(id);
	}

	private get isDown(): boolean {
		return this.failuresInARow >= MAX_FAILURES_IN_A_ROW;
	}

	private get room(): number {
		return this.store.reading.settings.limit - this.store.events.length;
	}

	/** However long the lists took, each poll looks up something. */
	private isStopped(): boolean {
		const isOutOfTime = this.lookedUp.size > 0 && this.store.reading.outOfTime();
		return affectsAllRequests(this.failure) || this.isDown || this.room <= 0 || isOutOfTime;
	}

	private fail(id: string, failure: Error): void {
		this.failuresInARow++;
		const isOfAll = affectsAllRequests(failure);
		if (isOfAll || this.isDown) this.note(failure);
		if (isOfAll) return;
		this.lookedUp.add(id);
		const attempts = (this.failing.get(id)?.attempts ?? 0) + 1;
		const pause = attempts < 3 ? 0 : Math.min(MAX_PAUSE, 60_000 * 2 ** (attempts - 3));
		const until = this.store.reading.now + pause;
		this.failing.set(id, { attempts, until, reason: failure.message });
	}
}
