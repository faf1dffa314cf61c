import type { InvoiceEvent } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/events';
import { DAY, MINUTE, type LedgerChange, type LedgerInvoice } from './ledger';
import type { LedgerService } from './service';
import type { Weeks } from './weeks';

const LONGEST_LAG = 15 * MINUTE;

/** A poll, by the clock of the service. */
export interface PollRecord {
	from: number;
	to: number;
	/** It was not killed, everything was answered truly, and nothing was left to the next one. */
	isWhole: boolean;
	events: InvoiceEvent[];
}

const FINDINGS = ['lost', 'doubled', 'wrong', 'order', 'amount'] as const;

export interface Verdict extends Record<(typeof FINDINGS)[number], string[]> {
	changes: number;
	told: number;
	/** How many polls after the first possible one each event came. */
	late: number[];
}

export const newVerdict = (): Verdict => ({
	changes: 0,
	told: 0,
	late: [],
	lost: [],
	doubled: [],
	wrong: [],
	order: [],
	amount: [],
});

export const findingsOf = (verdict: Verdict): Record<string, string[]> =>
	Object.fromEntries(FINDINGS.map((finding) => [finding, verdict[finding]]));

const isRejection = ({ entries }: LedgerChange): boolean => entries[0] === 'REJECTED';

const isKind = (event: InvoiceEvent, change: LedgerChange): boolean =>
	isRejection(change) === (event.change === 'paymentRejected');

/** Compares the events of an invoice with its ledger, one after the other. */
class Trial {
	/** When the poll began that reported it. */
	private readonly told = new Map<LedgerChange, number>();
	private last = -1;

	constructor(
		private readonly service: LedgerService,
		private readonly invoice: LedgerInvoice,
		private readonly polls: readonly PollRecord[],
		private readonly verdict: Verdict,
		/** Clocks may differ by a quarter of an hour: what came before is not new. */
		private readonly newFrom: number,
	) {}

	hear(event: InvoiceEvent, poll: number): void {
		const { verdict, last } = this;
		const { changes } = this.invoice;
		const isOf = (change: LedgerChange) => this.isReportedBy(event, poll, change);
		const index = this.changeOf(event, isOf);
		if (index < 0) {
			verdict[changes.some(isOf) ? 'doubled' : 'wrong'].push(`${event.eventId} ${event.change}`);
			return;
		}
		const change = changes[index];
		const amount = event.payment?.amount;
		if (change.at < this.newFrom) verdict.wrong.push(`${event.eventId} of the past`);
		if (!isKind(event, change) && this.isKindKnown(index, poll))
			verdict.wrong.push(`${event.eventId} ${event.change}`);
		if (index < last) verdict.order.push(event.eventId);
		if (!this.isAmount(amount, index))
			verdict.amount.push(`${event.eventId} ${String(amount)}, not ${change.paid}`);
		this.told.set(change, this.polls[poll].from);
		this.last = Math.max(last, index);
		verdict.told++;
		const soonest = this.polls.findIndex(({ from }) => from > change.at);
		verdict.late.push(Math.max(0, poll - soonest));
	}

	/** By its status and its time, if it has one. */
	private isReportedBy(event: InvoiceEvent, poll: number, { at, entries, status }: LedgerChange) {
		if (status !== event.newStatus || at > this.polls[poll].to) return false;
		const times = entries.map((_, n) => Date.parse(this.service.shown(at + 300 * n)));
		return event.at === undefined || times.includes(event.at);
	}

	/** The latest change that the event may report, best of all one with its kind and amount. */
	private changeOf(event: InvoiceEvent, isOf: (change: LedgerChange) => boolean): number {
		const { changes } = this.invoice;
		const isUntold = (change: LedgerChange) => isOf(change) && !this.told.has(change);
		const isNext = (change: LedgerChange, n: number) =>
			isUntold(change) && n > this.last && change.at >= this.newFrom;
		const isFitting = (change: LedgerChange, n: number) =>
			isNext(change, n) && isKind(event, change) && this.isAmount(event.payment?.amount, n);
		const found = [isFitting, isNext, isUntold].map((fits) => changes.findLastIndex(fits));
		return found.find((index) => index >= 0) ?? -1;
	}

	/** Without an entry, only who saw the review, and the balance before it, knows what it led to. */
	private isKindKnown(index: number, poll: number): boolean {
		const { changes } = this.invoice;
		const { lag, hasBalance } = this.service.reading;
		const isShown = changes[index].at + lag < this.polls[poll].from;
		if (isShown && this.service.isRecorded(changes[index])) return true;
		const review = changes.at(index - 1);
		const isSeen = index === 0 || review?.status !== 'PENDING' || this.told.has(review);
		return isSeen && hasBalance && this.paidSince(index) === 0;
	}

	/** What was paid with this change and with those before it that were not reported. */
	private paidSince(index: number): number {
		const { changes } = this.invoice;
		const first = changes.findLastIndex(
			(each, n) =>
				n < index &&
				(each.at <= this.polls[0].to || (this.told.has(each) && each.status !== 'PENDING')),
		);
		return changes.slice(first + 1, index + 1).reduce((sum, each) => sum + each.paid, 0);
	}

	private isAmount(amount: unknown, index: number): boolean {
		const { paid } = this.invoice.changes[index];
		return amount === undefined || [paid, this.paidSince(index)].includes(Number(amount));
	}

	/** Of what happened since then, what could be known and was not reported is lost. */
	end(since: number): void {
		const { id, changes } = this.invoice;
		for (const [index, change] of changes.entries()) {
			if (change.at <= since) continue;
			this.verdict.changes++;
			if (this.told.has(change) || !this.isKnowable(index)) continue;
			this.verdict.lost.push(
				`${id} ${change.entries.join('+')} ${change.status} ${new Date(change.at).toISOString()}`,
			);
		}
	}

	private isKnowable(index: number): boolean {
		const change = this.invoice.changes[index];
		if (!this.service.isRecorded(change)) return this.isShownByStatus(index);
		// Nobody looks up an invoice that a review left as it was.
		if (change.status === 'PENDING' || isRejection(change)) {
			const lookedUp = this.service.lookedUp.get(this.invoice.id) ?? 0;
			return lookedUp > change.at + this.service.reading.lag;
		}
		const { changes } = this.invoice;
		const before = changes[index - 1]?.status;
		return changes.some((each, n) => n >= index && each.status !== before && this.isSeen(n));
	}

	/** Whether a whole poll came between a change and the next one. */
	private isSeen(index: number): boolean {
		const { changes } = this.invoice;
		return this.polls.some(
			({ from, to, isWhole }) =>
				isWhole && from > changes[index].at && !(to >= changes[index + 1]?.at),
		);
	}

	private isShownByStatus(index: number): boolean {
		const { changes } = this.invoice;
		const { at, status, balance } = changes[index];
		const before = this.polls.findLast(({ to, isWhole }) => isWhole && to < at)?.from ?? 0;
		// What is reported later does not help to tell a status from the same one before.
		const known = changes.findLast(
			(each, n) => each.at <= before || (n < index && (this.told.get(each) ?? at) < at),
		);
		const { hasBalance } = this.service.reading;
		const isPayment = hasBalance && status === 'PARTIAL' && known?.balance !== balance;
		if (!this.isSeen(index) || (known?.status === status && !isPayment)) return false;
		// What was paid before a review, and not seen, comes in its place.
		const isSeenBefore = index < 2 || (this.isSeen(index - 1) && this.isSeen(index - 2));
		return !isRejection(changes[index]) || isSeenBefore;
	}
}

export function judge({ service, polls, replay }: Weeks, verdict: Verdict): void {
	const [{ from, to }] = polls;
	const trials = new Map(
		service.ledger.map((invoice) => {
			const trial = new Trial(service, invoice, polls, verdict, from - LONGEST_LAG);
			return [invoice.id, trial];
		}),
	);
	const ids = new Set<string>();
	for (const [poll, { events }] of polls.entries()) {
		for (const event of events) {
			if (ids.has(event.eventId)) verdict.doubled.push(`${event.eventId} again`);
			ids.add(event.eventId);
			if (event.change !== 'overdue') trials.get(event.id)!.hear(event, poll);
		}
	}
	for (const trial of trials.values()) trial.end(to);
	const { lag, retention, stale } = service.reading;
	// Otherwise it may know more or less by now than when it was reported.
	if (lag === 0 && stale === 0 && retention > 100 * DAY) judgeReplay(polls, replay, verdict);
}

const REVIEWS = ['pendingReview', 'paymentRejected'];

/** A replay hands over what was reported in its time, with the same identifiers. */
function judgeReplay(
	polls: readonly PollRecord[],
	{ from, until, events }: Weeks['replay'],
	verdict: Verdict,
): void {
	const reported = polls.flatMap((poll) => poll.events.map((event) => ({ ...event, poll })));
	const isWithin = (at: number) => at >= from && at < until;
	const due = reported.filter(({ at, poll }) => isWithin(at ?? poll.from));
	const [ids, wanted] = [events, due].map((list) => list.map(({ eventId }) => eventId));
	const { lost, doubled, wrong } = verdict;
	lost.push(...wanted.filter((id) => !ids.includes(id)).map((id) => `${id} in the replay`));
	// Of a review between two look-ups only the replay knows.
	const others = events.filter(({ change }) => !REVIEWS.includes(change));
	const more = others.map(({ eventId }) => eventId).filter((id) => !wanted.includes(id));
	wrong.push(...more.map((id) => `${id} in the replay`));
	const again = ids.filter((id, index) => ids.indexOf(id) < index);
	doubled.push(...again.map((id) => `${id} in the replay`));
}
