import { compare, format, toDecimal, ZERO } from '../../../shared/money';
import { textIn } from '../../../shared/service/answers';
import {
	balanceAfter,
	balanceBefore,
	isBackward,
	isBooked,
	isShortOfPayments,
	unexplained,
} from './balance';
import type { Before, Early, Reading, Step } from './history';
import {
	aloneMark,
	countsLeadingTo,
	earlyStep,
	kindOfEntry,
	mayEndIn,
	NOTHING_PAID,
	readEntries,
	statusAfter,
} from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import type { Known, Shown } from './state';

/** A status or a balance may show before its entry in the history, and clocks differ: by as much. */
export const LONGEST_LAG = 15 * 60_000;

/** Which kinds of history entries the service has: only these are waited for. */
export class EntryHabits {
	private readonly shown: Set<string>;
	private readonly lacking: Set<string>;

	constructor(shown: readonly string[] = [], lacking: readonly string[] = []) {
		this.shown = new Set(shown);
		this.lacking = new Set(lacking);
	}

	has(kind: string): boolean {
		return this.shown.has(kind) && !this.lacking.has(kind);
	}

	lacks(mark: string): boolean {
		return this.lacking.has(mark);
	}

	/** What an invoice shows of them. */
	learn(invoice: InvoiceDetails): void {
		const { history, status } = invoice;
		const before = { start: null, present: status };
		const final = isReviewedElsewhere(invoice) ? undefined : status;
		for (const step of readEntries(history, 0, before, final).steps) {
			if (!step.isEarly) this.shown.add(kindOfEntry(step));
		}
	}

	/** They came after their event was reported. */
	came(kinds: readonly string[]): void {
		for (const kind of kinds) {
			this.shown.add(kind);
			this.lacking.delete(kind);
		}
	}

	/** They were waited for without success. */
	missed(kinds: readonly string[]): void {
		for (const kind of kinds) this.lacking.add(kind);
	}

	get isEmpty(): boolean {
		return this.shown.size === 0;
	}

	toState(): { shown: string[]; lacking: string[] } {
		return { shown: [...this.shown].sort(), lacking: [...this.lacking].sort() };
	}
}

/** When an invoice is looked at, and what counts. */
export interface Moment {
	/** By the clock of the service. */
	at: number;
	/** What happened before is not new. */
	since: number;
	/** When the trigger was activated. */
	activated: number;
	/** It was not there then. */
	isNew: boolean;
	/** Whether the lists of this poll agree with a status; undefined where none were read. */
	isListedAs?: (status: string) => boolean;
	habits: EntryHabits;
}

export interface Examined {
	steps: Step[];
	known: Known;
	/** Something that was waited for did not come. */
	isInVain?: boolean;
}

/** All that one look at an invoice is about. */
interface Look {
	known?: Known;
	invoice: InvoiceDetails;
	/** How many entries were dealt with, and what is known of them. */
	read: number;
	before: Before;
	moment: Moment;
}

/**
 * What happened to an invoice since it was last looked at: status, history and balance weighed together, as each
 * may be behind the others. What has no entry yet is left to a later look, if the service has such entries.
 */
export function examine(
	known: Known | undefined,
	invoice: InvoiceDetails,
	moment: Moment,
): Examined {
	const { history, hasHistory } = invoice;
	const { at, habits } = moment;
	// A history loses no entry: this is an old answer.
	if (known && hasHistory && history.length < (known.read ?? 0)) return { steps: [], known };
	const look = lookAt(known, invoice, moment);
	const hasMore = history.length > look.read;
	const isLate = at - (known?.waitingSince ?? at) >= LONGEST_LAG;
	const reading = weigh(look);
	const isOldAnswer =
		known !== undefined &&
		(isBackward(lastShown(known), shownBy(invoice)) || isDoubtful(reading, moment));
	if (isOldAnswer && !hasMore && !isLate)
		return { steps: [], known: { ...known, waitingSince: known.waitingSince ?? at } };
	habits.came(reading.matched);
	const held = heldBy(look, reading);
	if (held && !(isLate && known?.heldAs)) return hold(look, held);
	if (held) habits.missed([aloneMark(held.uncertain)]);
	if (hasHistory && (hasMore || !isLate) && isBehind(look, reading, hasMore)) return wait(look);
	if (known?.seen && !hasMore) return giveUp(look, known.seen);
	const isDated =
		moment.isNew || at - moment.activated >= LONGEST_LAG || isListedOnly(known) === false;
	const mayComeLate = statusAfter(history) !== invoice.status || isShortOfPayments(invoice, []);
	// Entries that are still to come may be from before the activation: only their time will tell.
	if (known && !isDated && reading.steps.length === 0 && hasHistory && mayComeLate)
		return { steps: [], known: { ...known, goneSince: undefined, balance: balanceToKeep(look) } };
	return outcome(look, reading);
}

/** Whether only the status shows a change, and the lists show none. */
const isDoubtful = ({ steps }: Reading, { isListedAs }: Moment): boolean =>
	steps.some(({ isEarly, newStatus }) => isEarly && isListedAs?.(newStatus) === false);

/** Whether something has no entry yet that will come. */
function isBehind(
	{ known, invoice, moment: { habits } }: Look,
	{ steps, early }: Reading,
	hasMore: boolean,
): boolean {
	return (
		steps.some((step) => step.isEarly && habits.has(kindOfEntry(step))) ||
		// What an earlier look showed has no entry yet, also where it is over now.
		(known?.seen !== undefined && !hasMore) ||
		(habits.has('PAYMENT') && isShortOfPayments(invoice, early))
	);
}

const isFirstLook = (known: Known | undefined): boolean =>
	known === undefined || (known.status === '' && known.read === undefined);

/** A list showed its status, and nothing of its history counts as read. */
const isListedOnly = (known: Known | undefined): boolean =>
	!isFirstLook(known) && known?.read === undefined;

function lookAt(known: Known | undefined, invoice: InvoiceDetails, moment: Moment): Look {
	const { status: present } = invoice;
	const look = (read: number, start: string | null): Look => ({
		known,
		invoice,
		moment,
		read,
		before: {
			start: start === '' ? null : start,
			present,
			early: known?.early,
			mayCome: moment.at - (known?.earlyAt ?? 0) < LONGEST_LAG,
			toldBy: known?.earlyAt === undefined ? undefined : known.earlyAt + LONGEST_LAG,
			heldAs: known?.heldAs,
			heldSince: known?.waitingSince,
		},
	});
	if (known === undefined || isFirstLook(known))
		return look(...firstUnread(known, invoice, moment));
	if (known.read !== undefined) return look(known.read, known.readTo ?? known.status);
	return look(...unreadSinceListed(known.status, invoice, moment.since));
}

const countBefore = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

const isWithoutTimes = (history: readonly HistoryEntry[]): boolean =>
	(history.at(-1)?.at ?? 0) === 0;

/** How many entries are old of an invoice that was never looked up, and the status they led to. */
function firstUnread(
	known: Known | undefined,
	{ history, status, created }: InvoiceDetails,
	{ since, isNew, habits }: Moment,
): [read: number, start: string | null] {
	const first = known?.since ?? (isNew ? since - LONGEST_LAG : since);
	const isOld = created === undefined ? !isNew : created < first;
	if (isWithoutTimes(history)) return isOld ? [history.length, status] : [0, null];
	const old = countBefore(history, first);
	if (old === 0) return [0, null];
	const start = statusAfter(history.slice(0, old));
	// Nothing is new, unless an entry that the service has is still to come.
	const isSettled =
		old === history.length &&
		(mayEndIn(history, status) ||
			!habits.has(kindOfEntry({ previousStatus: start, newStatus: status })));
	return [old, isSettled ? status : start];
}

/** How many entries are old of an invoice whose status a list showed at the start, and the status they led to. */
function unreadSinceListed(
	listed: string,
	invoice: InvoiceDetails,
	since: number,
): [read: number, start: string | null] {
	const { history, status } = invoice;
	const final = isShortOfPayments(invoice, []) ? undefined : status;
	const counts = countsLeadingTo(listed, history, final);
	if (isWithoutTimes(history))
		return [status === listed ? history.length : (counts.at(-1) ?? 0), listed];
	const byClock = countBefore(history, since);
	const isClose = (count: number) =>
		history
			.slice(Math.min(byClock, count), Math.max(byClock, count))
			.every(({ at }) => Math.abs(at - since) <= LONGEST_LAG);
	// The clocks of a list and of a history may differ by some minutes, and so does the moment of the list.
	const later = counts.find((count) => count >= byClock && isClose(count));
	// Of several earlier ones, the first loses nothing.
	const count = later ?? counts.find((each) => each < byClock && isClose(each));
	if (count !== undefined) return [count, listed];
	// A status that the history never had is one that it does not record. Otherwise the list was old.
	return [byClock, counts.length === 0 ? listed : statusAfter(history.slice(0, byClock))];
}

/** Everything that status, history and balance tell. */
function weigh(look: Look): Reading {
	const { known, invoice, read, before, moment } = look;
	const { status, history, created } = invoice;
	const isElsewhere =
		(moment.habits.has('PAYMENT') && isShortOfPayments(invoice, known?.early ?? [])) ||
		isReviewedElsewhere(invoice);
	const plain = readEntries(history, read, before, isElsewhere ? undefined : status);
	const reading =
		isElsewhere && plain.status !== status
			? { ...plain, status, steps: [...plain.steps, earlyStep(plain.status, status)] }
			: plain;
	const more = unexplained(known, invoice, history.slice(0, read), reading.steps);
	// Where nothing else is known of it, what happened is as old as the invoice.
	const at = isFirstLook(known) && history.length === 0 ? created : undefined;
	const steps = reading.steps.map((step) =>
		step.isEarly ? { ...withPayment(step, more), at } : step,
	);
	return { ...reading, steps: [...steps, ...furtherPayment(look, steps, more)] };
}

/** In review is a payment that the history does not have. */
const isReviewedElsewhere = (invoice: InvoiceDetails): boolean =>
	invoice.status === 'PENDING' && isBooked(invoice);

/** A payment that no entry reports, by what the balance says; after a review it says whether there was one. */
function withPayment(step: Step, more = toDecimal(undefined)): Step {
	const { previousStatus, newStatus } = step;
	if (more === undefined || (newStatus !== 'PARTIAL' && newStatus !== 'PAID')) return step;
	if (compare(more, ZERO) > 0) return { ...step, payment: { amount: format(more) } };
	return previousStatus === 'PENDING' && newStatus === 'PARTIAL'
		? { ...step, kind: 'paymentRejected' }
		: step;
}

/** The balance of a partly paid invoice fell by more than the new entries say: another payment was made. */
function furtherPayment(
	{ known, invoice: { status } }: Look,
	steps: readonly Step[],
	more = toDecimal(undefined),
): Step[] {
	const isFurther = status === 'PARTIAL' && known?.balance !== undefined;
	if (!isFurther || steps.some(({ isEarly }) => isEarly)) return [];
	if (more === undefined || compare(more, ZERO) <= 0) return [];
	const payment = { amount: format(more) };
	return [{ previousStatus: status, newStatus: status, ordinal: 0, payment, isEarly: true }];
}

/** Tells everything, and remembers it. */
function outcome(look: Look, reading: Reading): Examined {
	const { known, invoice, moment } = look;
	const { status, history, hasHistory } = invoice;
	const steps = numbered(reading.steps, known?.untimed ?? 0);
	const added = steps
		.filter(({ isEarly }) => isEarly)
		.map(({ newStatus, payment, kind }): Early => ({
			status: newStatus,
			...(payment?.amount !== undefined && { amount: textIn(payment.amount) }),
			...(kind === 'paymentRejected' && { amount: NOTHING_PAID }),
		}));
	const early = hasHistory ? [...reading.early, ...added] : [];
	return {
		steps,
		known: {
			...settled(known, steps),
			status,
			read: hasHistory ? history.length : known?.read,
			...earlyFields(early, reading, added.length > 0 ? moment.at : known?.earlyAt),
			balance: balanceToKeep(look),
		},
	};
}

/** What is remembered whatever a look tells. */
const settled = (
	known: Known | undefined,
	steps: readonly Step[],
): Pick<Known, 'reported' | 'untimed'> => ({
	...(known?.reported && { reported: known.reported }),
	untimed: (known?.untimed ?? 0) + steps.filter(({ at }) => at === undefined).length || undefined,
});

const earlyFields = (
	early: Early[],
	{ readTo }: Reading,
	earlyAt: number | undefined,
): Pick<Known, 'early' | 'earlyAt' | 'readTo'> =>
	early.length === 0 ? {} : { early, earlyAt, readTo: readTo ?? '' };

/** Of others than partly paid invoices and those in review it is the total, or of no use. */
function balanceToKeep({ known, invoice, read, moment }: Look): string | undefined {
	const { status, balance, history } = invoice;
	const now = toDecimal(balance);
	if (status === 'PENDING') {
		// Once the review is over, the balance before it tells whether the payment counts.
		const isUnseen = isFirstLook(known) && !moment.isNew;
		const past = history.slice(0, read);
		const before = (isUnseen ? undefined : balanceBefore(known, invoice, past)) ?? now;
		return before && format(before);
	}
	if (status !== 'PARTIAL') return undefined;
	const earlier = toDecimal(known?.balance);
	// A balance only goes down: a higher one is an old answer.
	const lowest = earlier && now && compare(now, earlier) >= 0 ? earlier : now;
	return lowest && format(lowest);
}

/** Events without a time differ by their number. */
function numbered(steps: readonly Step[], from: number): Step[] {
	let next = from;
	return steps.map((step) => (step.at === undefined ? { ...step, ordinal: next++ } : step));
}

interface Held {
	uncertain: HistoryEntry;
	status: string;
}

/** The entry of which only a later one tells where it led, if the service has such entries. */
function heldBy(
	{ invoice: { hasHistory }, moment: { habits } }: Look,
	{ steps }: Reading,
): Held | undefined {
	const { uncertain, newStatus } = steps.find((step) => step.uncertain) ?? {};
	if (!hasHistory || uncertain === undefined || newStatus === undefined) return undefined;
	const mayCome = habits.has(newStatus) && !habits.lacks(aloneMark(uncertain));
	return mayCome ? { uncertain, status: newStatus } : undefined;
}

/** Tells what comes before the held entry, and waits for the one that decides. */
function hold(
	{ known, invoice, read, before, moment }: Look,
	{ uncertain, status }: Held,
): Examined {
	const history = invoice.history.slice(0, invoice.history.indexOf(uncertain));
	const isSame = known?.heldAs !== undefined && known.read === history.length;
	const reading = readEntries(history, read, before);
	const steps = numbered(reading.steps, known?.untimed ?? 0);
	return {
		steps,
		known: {
			...waitingFields({ known, invoice, read, before, moment }, reading, steps),
			read: history.length,
			waitingSince: isSame ? known.waitingSince : moment.at,
			heldAs: status,
		},
	};
}

function waitingFields({ known, invoice, read }: Look, reading: Reading, steps: Step[]): Known {
	return {
		...settled(known, steps),
		...(known?.since !== undefined && { since: known.since }),
		status: reading.status ?? '',
		...earlyFields(reading.early, reading, known?.earlyAt),
		balance: balanceAfter(known, invoice, invoice.history.slice(0, read), steps),
	};
}

/** Tells what the history alone tells, and notes what this look shows. */
function wait(look: Look): Examined {
	const { known, invoice, read, before, moment } = look;
	const { history } = invoice;
	if (history.length === read) {
		const seen = known?.seen ?? [];
		const waitingSince = known?.waitingSince ?? moment.at;
		const same = { ...(known ?? { status: '' }), goneSince: undefined, waitingSince };
		const isSame = seen.length > 0 && isSameLook(seen.at(-1)!, shownBy(invoice));
		return { steps: [], known: { ...same, seen: isSame ? seen : [...seen, shownBy(invoice)] } };
	}
	const reading = readEntries(history, read, before);
	const steps = numbered(reading.steps, known?.untimed ?? 0);
	return {
		steps,
		known: {
			...waitingFields(look, reading, steps),
			read: history.length,
			waitingSince: moment.at,
			seen: [shownBy(invoice)],
		},
	};
}

function shownBy({ status, balance }: InvoiceDetails): Shown {
	const amount = toDecimal(balance);
	return { status, ...(amount && { balance: format(amount) }) };
}

const isSameLook = (a: Shown, b: Shown): boolean =>
	a.status === b.status && a.balance === b.balance;

/** What the last look at it showed, told or not. */
export const lastShown = (known: Known): Shown => known.seen?.at(-1) ?? known;

/** No entry came: each look during the wait tells what it showed, so that several payments are several events. */
function giveUp({ known, invoice, moment }: Look, seen: readonly Shown[]): Examined {
	const now = shownBy(invoice);
	const isOld = isBackward(seen.at(-1)!, now) || isSameLook(seen.at(-1)!, now);
	const steps: Step[] = [];
	let next = known!;
	for (const shown of isOld ? seen : [...seen, now]) {
		const look = lookAt(next, { ...invoice, ...shown }, moment);
		const examined = outcome(look, weigh(look));
		steps.push(...examined.steps);
		next = examined.known;
	}
	moment.habits.missed(steps.filter(({ isEarly }) => isEarly).map(kindOfEntry));
	return { steps, known: next, isInVain: steps.length > 0 };
}

/** Everything that ever happened to an invoice, as far as it tells. */
export const allSteps = (invoice: InvoiceDetails): Step[] =>
	examine(undefined, invoice, {
		at: 0,
		since: Number.NEGATIVE_INFINITY,
		activated: 0,
		isNew: true,
		habits: new EntryHabits(),
	}).steps;
