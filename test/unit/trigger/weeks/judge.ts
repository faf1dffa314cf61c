import type { InvoiceEvent } from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/item';
import type { Happened, Life, PlausibleService } from './plausibleService';

/** A poll, by the clock of the service. */
export interface PollRecord {
	from: number;
	to: number;
	/** It was not killed, everything was answered truly, and nothing was left to the next one. */
	isWhole: boolean;
	events: InvoiceEvent[];
}

export interface Verdict {
	changes: number;
	told: number;
	lost: string[];
	doubled: string[];
	wrong: string[];
	wrongAmount: string[];
	wrongOrder: string[];
	/** How many polls after the first possible one its event came. */
	late: number[];
}

export const newVerdict = (): Verdict => ({
	changes: 0,
	told: 0,
	lost: [],
	doubled: [],
	wrong: [],
	wrongAmount: [],
	wrongOrder: [],
	late: [],
});

interface Expected extends Happened {
	/** Undefined where nobody could have seen it. */
	mustBeTold: boolean;
	isTold: boolean;
}

/** Compares the events with what happened since the activation. */
export function judge(
	service: PlausibleService,
	polls: readonly PollRecord[],
	verdict: Verdict,
): void {
	const activated = polls[0].to;
	const told = new Map<string, Array<InvoiceEvent & { poll: number }>>();
	const ids = new Set<string>();
	for (const [poll, { events }] of polls.entries()) {
		for (const event of events) {
			if (ids.has(event.eventId)) verdict.doubled.push(event.eventId);
			ids.add(event.eventId);
			const list = told.get(event.id) ?? [];
			told.set(event.id, list);
			if (event.change !== 'overdue') list.push({ ...event, poll });
		}
	}
	for (const life of service.lives) {
		const expected = expectedOf(service, life, activated, polls);
		verdict.changes += expected.length;
		for (const event of told.get(life.id) ?? []) match(service, event, expected, polls, verdict);
		for (const { status, event, at, mustBeTold, isTold } of expected) {
			if (mustBeTold && !isTold)
				verdict.lost.push(`${life.id} ${event} ${status} ${new Date(at).toISOString()}`);
		}
	}
}

function expectedOf(
	service: PlausibleService,
	{ happened }: Life,
	activated: number,
	polls: readonly PollRecord[],
): Expected[] {
	const { hasBalance } = service.reading;
	const isSeenAt = (index: number, until = Infinity) =>
		polls.some(({ from, to, isWhole }) => isWhole && from > happened[index].at && to < until);
	return happened.flatMap((each, index) => {
		if (each.at <= activated || each.event === 'REMINDER') return [];
		const until = happened.slice(index + 1).find(({ event }) => event !== 'REMINDER')?.at;
		// Nobody can see that a review is over that nobody saw.
		const isSeen = isSeenAt(index, until) && (!isRejected(each) || isSeenAt(index - 1, each.at));
		const before = polls.findLast(({ to, isWhole }) => isWhole && to < each.at);
		const known = happened.findLast(({ at }) => before !== undefined && at <= before.from);
		const isDifferent =
			known?.status !== each.status || (hasBalance && known.balance !== each.balance);
		// Without a later change, nobody looks up an invoice that a review left as it was.
		const was = (known ?? happened.at(Math.max(0, index - (isRejected(each) ? 2 : 1))))?.status;
		const isOver = each.status === 'PENDING' && happened[index + 1]?.status === was;
		const isBack = isRejected(each) && was === each.status && until === undefined;
		const isOverlooked = isBack || (isOver && happened.length <= index + 2);
		const mustBeTold = (service.isRecorded(each) && !isOverlooked) || (isSeen && isDifferent);
		return [{ ...each, mustBeTold, isTold: false }];
	});
}

const isRejected = ({ event }: Happened): boolean => event === 'REJECTED';

const isReviewSeen = (expected: readonly Expected[], each: Expected): boolean => {
	const { status, mustBeTold, isTold } = expected[expected.indexOf(each) - 1] ?? {};
	return status !== 'PENDING' || mustBeTold || isTold;
};

/** Finds the change that an event tells: the first one that was not told yet, or one that was passed over. */
function match(
	{ reading }: PlausibleService,
	event: InvoiceEvent & { poll: number },
	expected: Expected[],
	polls: readonly PollRecord[],
	verdict: Verdict,
): void {
	const { eventId, newStatus, change, payment, poll } = event;
	const isOf = (each: Expected) =>
		each.status === newStatus &&
		each.at <= polls[poll].to &&
		// Without a balance nothing says what a review of a partly paid invoice led to.
		((change === 'paymentRejected') === isRejected(each) ||
			// The review may have been over when the invoice was seen.
			!isReviewSeen(expected, each) ||
			(newStatus === 'PARTIAL' && !reading.hasBalance));
	const last = expected.findLastIndex(({ isTold }) => isTold);
	const first = expected.findIndex((each, index) => index > last && !each.isTold && isOf(each));
	if (first < 0) {
		const passed = expected.find((each) => !each.isTold && isOf(each));
		if (passed === undefined) verdict.wrong.push(`${eventId} ${change}`);
		else {
			passed.isTold = true;
			verdict.wrongOrder.push(eventId);
		}
		return;
	}
	// Several that nobody could tell apart come as one.
	let next = first;
	for (let index = first; !expected[index].mustBeTold && expected[index + 1]; index++) {
		if (isOf(expected[index + 1])) next = index + 1;
	}
	const found = expected[next];
	const amount = payment?.amount;
	// What the balance shows during a review comes with the next status.
	const counted = expected.findLastIndex(({ isTold, status }) => isTold && status !== 'PENDING');
	const together = expected
		.slice(counted + 1, next + 1)
		.filter(({ mustBeTold }, index, all) => !mustBeTold || index === all.length - 1)
		.reduce((sum, { paid }) => sum + paid, 0);
	const isRight = amount === undefined || [found.paid, together].includes(Number(amount));
	if (!isRight) verdict.wrongAmount.push(`${eventId} ${JSON.stringify(amount)}, not ${found.paid}`);
	found.isTold = true;
	verdict.told++;
	const soonest = polls.findIndex(({ from }) => from > found.at);
	verdict.late.push(Math.max(0, poll - soonest));
}
