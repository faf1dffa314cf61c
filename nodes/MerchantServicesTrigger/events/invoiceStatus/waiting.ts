import { compare, format, toDecimal } from '../../../shared/money';
import { balanceAfter, isShortOfPayments } from './balance';
import type { Reading, Step } from './history';
import {
	bearsStatus,
	eventsThatTell,
	mayEndIn,
	readEntries,
	statusAfter,
	stillToCome,
} from './history';
import { isFinished, type InvoiceDetails } from './invoice';
import { type Known, NOT_LOOKED_UP } from './known';
import type { Examined, Look } from './look';
import { aheadOf, isAhead, lookAt, numbered, ordinals, outcomeOf, untimedIn } from './look';
import { cursorOf, firstMoment, isFirstLook, isListedOnly } from './unread';

/** A status or a balance may show before its entry in the history. This is how long to wait for the entry. */
export const LONGEST_LAG = 15 * 60_000;

/** How long what looks like an old answer counts as one. */
const LONGEST_DOUBT = 60 * 60_000;

/** What it takes to wait for an entry. */
export interface Patience {
	/** The time of this look, and of the activation, by the clock of the service. */
	at: number;
	activated: number;
	/** What to add to the start for each clock that the history may go by, the likeliest first. */
	clocks: readonly number[];
	/** Whether it is about what happened long before. */
	isPast: boolean;
	/** The events that histories of this service have shown, and those that were waited for without success. */
	events: ReadonlySet<string>;
	lacking: ReadonlySet<string>;
}

/** The same look, without what was reported early and gets no entry: later ones have come. */
export function withoutUnrecorded(look: Look, { events, clocks }: Patience): Look {
	const { known, invoice, since, unread } = look;
	if (known?.ahead === undefined || !unread.entries.some(bearsStatus)) return look;
	const ahead = stillToCome(known.ahead, invoice.status, events);
	return lookAt({ ...known, ahead }, invoice, since, clocks);
}

/** Whether something has no entry yet that will come, as far as is known of the service. */
export function waits(
	look: Look,
	{ steps, ahead }: Reading,
	{ at, isPast, events, lacking }: Patience,
): boolean {
	const { known, invoice, unread } = look;
	const mayCome = (event: string) =>
		events.has(event) || (invoice.hasHistory && !isPast && !lacking.has(event));
	const isAwaited = (step: Step) => isAhead(step) && eventsThatTell(step).some(mayCome);
	const isMore = unread.entries.length > 0;
	const isBehind =
		steps.some(isAwaited) ||
		// What an earlier look showed has no entry yet, also where it is over now.
		(known?.looks !== undefined && !isMore) ||
		isUncertain(look) ||
		(events.has('PAYMENT') && isShortOfPayments(invoice, ahead));
	const { behindSince = at } = known ?? {};
	return isBehind && (isMore || at - behindSince < LONGEST_LAG);
}

/** Nothing seems to be new, but another entry than the last one may have led to this status, and be still to come. */
function isUncertain({ known, invoice, unread }: Look): boolean {
	const { status, history, hasHistory } = invoice;
	if (!unread.isSettled || !hasHistory) return false;
	if (isListedOnly(known)) {
		return known.status !== status && statusAfter(history, null) !== status;
	}
	return isFirstLook(known) && !(mayEndIn(history, status) && !isShortOfPayments(invoice, []));
}

/** What the history alone tells; the rest is left to a later look. */
export function waiting({ known, invoice, since, unread }: Look, at: number): Examined {
	const { history } = invoice;
	const { entries, past, start } = unread;
	// Nothing of the history is taken as read: the next look is as this one.
	if (entries.length === 0) {
		const from = isFirstLook(known) ? firstMoment(known, since) : undefined;
		const same = { ...(known ?? NOT_LOOKED_UP), goneSince: undefined, from };
		const behindSince = known?.behindSince ?? at;
		return { steps: [], known: { ...same, behindSince, looks: withLook(known?.looks, invoice) } };
	}
	const reading = readEntries(entries, start, undefined, ordinals(history), known?.ahead?.to);
	const steps = numbered(reading.steps, known?.untimed ?? 0);
	return {
		steps,
		known: {
			...known,
			status: reading.status ?? NOT_LOOKED_UP.status,
			cursor: cursorOf(history),
			goneSince: undefined,
			from: reading.status === null ? firstMoment(known, since) : undefined,
			balance: balanceAfter(known, invoice, past, steps),
			ahead: aheadOf(reading, reading.ahead),
			untimed: (known?.untimed ?? 0) + untimedIn(steps),
			behindSince: at,
			looks: withLook([], invoice),
		},
	};
}

function withLook(looks: Known['looks'] = [], invoice: InvoiceDetails): Known['looks'] {
	return isLastLook(looks, invoice) ? looks : [...looks, shownBy(invoice)];
}

function shownBy({ status, balance }: InvoiceDetails): NonNullable<Known['looks']>[number] {
	const amount = toDecimal(balance);
	return { status, balance: amount && format(amount) };
}

/** Whether the last look showed the same. */
export function isLastLook(looks: NonNullable<Known['looks']>, invoice: InvoiceDetails): boolean {
	const last = looks.at(-1);
	const { status, balance } = shownBy(invoice);
	return last?.status === status && last.balance === balance;
}

/** While an entry is waited for, only status and balance tell that an answer is older than the one before. */
export function isOldLook(look: Look, at: number): look is Look & { known: Known } {
	const { known, invoice, unread } = look;
	const last = known?.looks?.at(-1);
	if (last === undefined || unread.entries.length > 0) return false;
	const isReopened = isFinished(last.status) && !isFinished(invoice.status);
	const before = toDecimal(last.balance);
	const now = toDecimal(invoice.balance);
	const isHigher = before !== undefined && now !== undefined && compare(now, before) > 0;
	return (isReopened || isHigher) && at - (known?.behindSince ?? at) < LONGEST_DOUBT;
}

/** No entry came: each check during the wait reports what it showed, so that several payments are several events. */
export function lookByLook(
	{ invoice, since }: Look,
	known: Known,
	looks: NonNullable<Known['looks']>,
	clocks: readonly number[],
): Examined {
	const steps: Step[] = [];
	let next = known;
	for (const { status, balance } of looks) {
		const examined = outcomeOf(lookAt(next, { ...invoice, status, balance }, since, clocks));
		steps.push(...examined.steps);
		next = examined.known;
	}
	return { steps, known: next };
}

/** Whether entries that are still to come may be from before the activation: only the clock will tell. */
export function isUndated({ known, invoice }: Look, { at, activated }: Patience): boolean {
	const { history, hasHistory, status } = invoice;
	if (!isListedOnly(known) || !hasHistory || at - activated >= LONGEST_LAG) return false;
	return statusAfter(history, null) !== status || isShortOfPayments(invoice, []);
}
