import type { Decimal } from '../../../shared/money';
import { compare, format, toDecimal, ZERO } from '../../../shared/money';
import { textIn } from '../../../shared/service/answers';
import { balanceAfter, isShortOfPayments, lowestBalance, unexplained } from './balance';
import type { Reading, Step, ToldAhead } from './history';
import {
	bearsStatus,
	eventsThatTell,
	mayEndIn,
	ownEntryOf,
	readEntries,
	statusAfter,
} from './history';
import { isFinished, type HistoryEntry, type InvoiceDetails } from './invoice';
import { type Known, NOT_LOOKED_UP } from './state';
import type { Unread } from './unread';
import { cursorOf, firstMoment, isFirstLook, isListedOnly, isOlderThan, unreadOf } from './unread';

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

export interface Examined {
	steps: Step[];
	known: Known;
	/** The events that were waited for without success. */
	lacking?: string[];
}

/** All that one look at an invoice is about. */
interface Look {
	known?: Known;
	invoice: InvoiceDetails;
	since: number;
	unread: Unread;
}

/**
 * What happened to an invoice since it was last looked at: status, history and balance weighed together, as
 * each may be behind the others. What happened before `since` (service time) is not new. With patience, what
 * has no entry yet in a history that will have one is left to a later look.
 */
export function examine(
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
	patience?: Patience,
): Examined {
	if (known && isOlderThan(invoice.history, known)) return { steps: [], known };
	if (patience === undefined) return told(lookAt(known, invoice, since));
	const look = lookAt(known, invoice, since, patience.clocks);
	if (isOldLook(look, patience.at)) return { steps: [], known: look.known };
	const reading = weigh(look);
	const held = heldEntry(look, reading, patience);
	if (held !== undefined) return afterHolding(look, held, patience);
	if (waits(look, reading, patience)) return waiting(look, patience.at);
	if (known?.looks && look.unread.entries.length === 0) {
		const examined = lookByLook(look, known, known.looks, patience.clocks);
		const lacking = examined.steps.filter(isAhead).flatMap(eventsThatTell);
		return { ...examined, lacking };
	}
	const { steps, known: next } = told(look);
	const isOpen = steps.length === 0 && isUndated(look, patience);
	return { steps, known: isOpen ? { ...next, cursor: undefined } : next };
}

/** An entry stays unread, as the one that tells of this status may be still to come: nothing is noted of the looks. */
const isHolding = (known: Known | undefined): known is Known & { behindSince: number } =>
	known?.behindSince !== undefined && known.looks === undefined;

interface HeldEntry {
	entry: HistoryEntry;
	/** Where it led, unless a later entry tells otherwise. */
	status: string;
	since: number;
	isLast: boolean;
}

/** The new entry of which only a later one tells where it led: the one that was held before, or the last one. */
function heldEntry(
	{ known, invoice: { hasHistory }, unread: { entries } }: Look,
	{ steps }: Reading,
	{ at, isPast, lacking }: Patience,
): HeldEntry | undefined {
	if (!hasHistory || isPast) return undefined;
	const [heldBefore, ...later] = entries.filter(bearsStatus);
	const held = isHolding(known) && holdable(heldBefore, later.at(0), known.behindSince, lacking);
	if (held) return held;
	const isDoubtful = steps.some((step) => step.isDoubtful);
	return isDoubtful ? holdable(entries.findLast(bearsStatus), undefined, at, lacking) : undefined;
}

function holdable(
	entry: HistoryEntry | undefined,
	next: HistoryEntry | undefined,
	since: number,
	lacking: ReadonlySet<string>,
): HeldEntry | undefined {
	if (entry === undefined || lacking.has(markOf(entry))) return undefined;
	const own = ownEntryOf(entry);
	if (own === undefined) return undefined;
	// What happened before and was not shown then: entries come late, so its own one does too.
	if (next && (next.event === own.event || next.at < since)) return undefined;
	return { entry, status: own.status, since, isLast: next === undefined };
}

/** An entry that leads to two statuses, and has led to the other one. */
const markOf = ({ event }: HistoryEntry): string => `${event} alone`;

/** What the entries before the held one tell; once it is clear that none of its own comes, all of it. */
function afterHolding(look: Look, held: HeldEntry, patience: Patience): Examined {
	const { known, invoice, since } = look;
	const { at, clocks } = patience;
	const { history } = invoice;
	const index = history.indexOf(held.entry);
	if (held.isLast && at - held.since < LONGEST_LAG) {
		const earlier = { ...invoice, history: history.slice(0, index) };
		const { steps, known: next } = waiting(lookAt(known, earlier, since, clocks), at);
		return { steps, known: { ...next, behindSince: held.since, looks: undefined } };
	}
	const lacking = new Set([...patience.lacking, markOf(held.entry)]);
	const upTo = { ...invoice, status: held.status, history: history.slice(0, index + 1) };
	const first = told(lookAt(known, upTo, since, clocks));
	const rest = examine(first.known, invoice, since, { ...patience, lacking });
	return {
		steps: [...first.steps, ...rest.steps],
		known: rest.known,
		lacking: [markOf(held.entry), ...(rest.lacking ?? [])],
	};
}

/** While an entry is waited for, only status and balance tell that an answer is older than the one before. */
function isOldLook(look: Look, at: number): look is Look & { known: Known } {
	const { known, invoice, unread } = look;
	const last = known?.looks?.at(-1);
	if (last === undefined || unread.entries.length > 0) return false;
	const isReopened = isFinished(last.status) && !isFinished(invoice.status);
	const before = toDecimal(last.balance);
	const now = toDecimal(invoice.balance);
	const isHigher = before !== undefined && now !== undefined && compare(now, before) > 0;
	return (isReopened || isHigher) && at - (known?.behindSince ?? at) < LONGEST_DOUBT;
}

const lookAt = (
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
	clocks?: readonly number[],
): Look => ({ known, invoice, since, unread: unreadOf(known, invoice, since, clocks) });

/** Everything that status, history and balance tell. */
function told(look: Look): Examined {
	const reading = weigh(look);
	const steps = numbered(reading.steps, look.known?.untimed ?? 0);
	return { steps, known: settled(look, { ...reading, steps }) };
}

/** No entry came: each check during the wait reports what it showed, so that several payments are several events. */
function lookByLook(
	{ invoice, since }: Look,
	known: Known,
	looks: NonNullable<Known['looks']>,
	clocks: readonly number[],
): Examined {
	const steps: Step[] = [];
	let next = known;
	for (const shown of [...looks, invoice]) {
		const { status, balance } = shown;
		const examined = told(lookAt(next, { ...invoice, status, balance }, since, clocks));
		steps.push(...examined.steps);
		next = examined.known;
	}
	return { steps, known: next };
}

/** Whether entries that are still to come may be from before the activation: only the clock will tell. */
function isUndated({ known, invoice }: Look, { at, activated }: Patience): boolean {
	const { history, hasHistory, status } = invoice;
	if (!isListedOnly(known) || !hasHistory || at - activated >= LONGEST_LAG) return false;
	return statusAfter(history, null) !== status || isShortOfPayments(invoice, []);
}

/** Nothing seems to be new, but another entry than the last one may have led to this status, and be still to come. */
function isDoubtful({ known, invoice, unread }: Look): boolean {
	const { status, history, hasHistory } = invoice;
	if (!unread.isSettled || !hasHistory) return false;
	if (isListedOnly(known)) {
		return known.status !== status && statusAfter(history, null) !== status;
	}
	return isFirstLook(known) && !(mayEndIn(history, status) && !isShortOfPayments(invoice, []));
}

/** What all of status, history and balance tell. */
function weigh(look: Look): Reading {
	const { known, invoice, unread } = look;
	const { status, history, created } = invoice;
	const { entries, past } = unread;
	const start = unread.isSettled ? status : unread.start;
	const reading = readEntries(entries, start, status, ordinals(history), known?.ahead?.to);
	const more = unexplained(known, invoice, past, reading.steps);
	// Where nothing else is known of it, what happened is as old as the invoice.
	const at = isFirstLook(known) && history.length === 0 ? created : undefined;
	const steps = reading.steps.map((step) =>
		step.isAhead ? { ...withPayment(step, more), at } : step,
	);
	return { ...reading, steps: [...steps, ...furtherPayment(look, steps, more)] };
}

const isAhead = ({ isAhead: isTrue }: Step): boolean => isTrue === true;

/** A payment that no entry reports, by what the balance says; after a review it says whether there was one. */
function withPayment(step: Step, more: Decimal | undefined): Step {
	const { previousStatus, newStatus } = step;
	if (newStatus !== 'PARTIAL' && newStatus !== 'PAID') return step;
	if (more === undefined) return step;
	if (compare(more, ZERO) > 0) return { ...step, payment: { amount: format(more) } };
	return previousStatus === 'PENDING' && newStatus === 'PARTIAL'
		? { ...step, kind: 'paymentRejected' }
		: step;
}

/** The balance of a partly paid invoice fell by more than the new entries say: another payment was made. */
function furtherPayment(
	{ known, invoice: { status }, unread: { isByClock, past } }: Look,
	steps: readonly Step[],
	more: Decimal | undefined,
): Step[] {
	const isFurther = status === 'PARTIAL' && known?.status === 'PARTIAL' && !steps.some(isAhead);
	if (!isFurther || known.balance === undefined) return [];
	if (isByClock && past.length > 0 && !isListedOnly(known)) return [];
	if (more === undefined || compare(more, ZERO) <= 0) return [];
	const payment = { amount: format(more) };
	return [{ previousStatus: status, newStatus: status, ordinal: 0, payment, isAhead: true }];
}

/** Whether something has no entry yet that will come, as far as is known of the service. */
function waits(
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
		isDoubtful(look) ||
		(events.has('PAYMENT') && isShortOfPayments(invoice, ahead));
	const { behindSince = at } = known ?? {};
	return isBehind && (isMore || at - behindSince < LONGEST_LAG);
}

/** What the history alone tells; the rest is left to a later look. */
function waiting({ known, invoice, since, unread }: Look, at: number): Examined {
	const { history } = invoice;
	const { entries, past, start } = unread;
	const reading = readEntries(entries, start, undefined, ordinals(history), known?.ahead?.to);
	const steps = numbered(reading.steps, known?.untimed ?? 0);
	const status = reading.status ?? NOT_LOOKED_UP.status;
	const isMet = status !== NOT_LOOKED_UP.status;
	const isMore = entries.length > 0;
	const behindSince = isMore ? at : (known?.behindSince ?? at);
	const looks = withLook(isMore ? [] : known?.looks, invoice);
	// Nothing of the history is taken as read: the next look is as this one.
	if (!isMore && (isListedOnly(known) || (isFirstLook(known) && unread.isSettled))) {
		const from = isFirstLook(known) ? firstMoment(known, since) : undefined;
		const same = { ...(known ?? NOT_LOOKED_UP), goneSince: undefined, from };
		return { steps, known: { ...same, behindSince, looks } };
	}
	return {
		steps,
		known: {
			...known,
			status,
			cursor: cursorOf(history) ?? known?.cursor,
			goneSince: undefined,
			from: isMet ? undefined : firstMoment(known, since),
			balance: balanceAfter(known, invoice, past, steps),
			ahead: aheadOf(reading, reading.ahead),
			untimed: (known?.untimed ?? 0) + untimedIn(steps),
			behindSince,
			looks,
		},
	};
}

function withLook(looks: Known['looks'] = [], invoice: InvoiceDetails): Known['looks'] {
	const { status } = invoice;
	const amount = toDecimal(invoice.balance);
	const balance = amount && format(amount);
	const last = looks.at(-1);
	const isSame = last?.status === status && last.balance === balance;
	return isSame ? looks : [...looks, { status, balance }];
}

/** What is remembered once everything was reported. */
function settled({ known, invoice }: Look, reading: Reading): Known {
	const { status, history } = invoice;
	const { steps, ahead } = reading;
	const told = steps.filter(isAhead).map(({ newStatus, payment }): ToldAhead => ({
		status: newStatus,
		...(payment?.amount !== undefined && { amount: textIn(payment.amount) }),
	}));
	const all = aheadOf(reading, [...ahead, ...told]);
	return {
		...known,
		status,
		// Nothing was read: the clock must not say otherwise of entries that come later.
		cursor: cursorOf(history) ?? known?.cursor ?? (all && { at: 0, count: 0 }),
		goneSince: undefined,
		from: undefined,
		behindSince: undefined,
		looks: undefined,
		balance: keepsBalance(known, status) ? lowestBalance(known, invoice) : undefined,
		ahead: all,
		untimed: (known?.untimed ?? 0) + untimedIn(steps),
	};
}

/** Of others it is the total, or of no use. */
const keepsBalance = (known: Known | undefined, status: string): boolean =>
	status === 'PARTIAL' || (status === 'PENDING' && known?.balance !== undefined);

const aheadOf = ({ readTo }: Reading, to: ToldAhead[]): Known['ahead'] =>
	to.length === 0 ? undefined : { from: readTo ?? NOT_LOOKED_UP.status, to };

const untimedIn = (steps: readonly Step[]): number =>
	steps.filter(({ at }) => at === undefined).length;

/** Events without a time differ by their number. */
function numbered(steps: readonly Step[], from: number): Step[] {
	let next = from;
	return steps.map((step) => (step.at === undefined ? { ...step, ordinal: next++ } : step));
}

function ordinals(history: readonly HistoryEntry[]): (entry: HistoryEntry) => number {
	return (entry) => history.filter(({ at }) => at === entry.at).indexOf(entry);
}
