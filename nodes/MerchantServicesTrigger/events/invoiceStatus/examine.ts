import { compare, format, toDecimal, ZERO } from '../../../shared/money';
import { textIn } from '../../../shared/service/answers';
import { balanceAfter, isBackward, isBooked, isShortOfPayments, unexplained } from './balance';
import type { Before, Early, Account, Step } from './history';
import {
	aloneMark,
	countsLeadingTo,
	earlyStep,
	kindOfEntry,
	mayEndIn,
	NOTHING_PAID,
	readEntries,
	statusAfter,
	uncertainEntry,
} from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import type { Known } from './state';

/** A status or a balance may show before its entry in the history, and clocks differ: by as much. */
export const LONGEST_LAG = 15 * 60_000;

/** An entry that an invoice begins with. */
const BEGINNING = 'beginning';

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
			if (!step.isEarly && step.previousStatus === null) this.shown.add(BEGINNING);
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
	if (known && isShortened(known, invoice)) return { steps: [], known };
	const look = lookAt(known, invoice, moment);
	const account = weigh(look);
	const isLate = hasWaited(known, at);
	const hasMore = history.length > look.read;
	if (known && !hasMore && !isLate && isOldAnswer(known, invoice, account, moment))
		return { steps: [], known: { ...known, waitingSince: known.waitingSince ?? at } };
	habits.came(account.matched);
	const missing = hasHistory ? missingKinds(look, account) : [];
	const upTo = endOfCertain(invoice, missing);
	const isUnmoved = upTo <= look.read;
	const isBehind = missing.length > 0 || (isUnmoved && known?.seen !== undefined);
	if (isBehind && !(isLate && isUnmoved)) return wait(look, upTo);
	habits.missed(missing);
	// Entries that are still to come may be from before the activation: only their time will tell.
	const isQuiet = account.steps.length === 0 && !isWithoutTimes(history);
	if (known && isQuiet && isListedOnly(known))
		return {
			steps: [],
			known: { ...known, goneSince: undefined, balance: balanceToKeep(look, []) },
		};
	const isInVain = missing.length > 0 && account.steps.length > 0;
	return { ...outcome(look, account), isInVain };
}

const isShortened = ({ read = 0 }: Known, { history, hasHistory }: InvoiceDetails): boolean =>
	hasHistory && history.length < read;

const hasWaited = (known: Known | undefined, at: number): boolean =>
	at - (known?.waitingSince ?? at) >= LONGEST_LAG;

/** How many entries lead where they seem to: the last one may not, while one of its own is missing. */
function endOfCertain({ history, status }: InvoiceDetails, missing: readonly string[]): number {
	const uncertain = uncertainEntry(history, status);
	const isHeld = uncertain !== undefined && missing.includes(aloneMark(uncertain));
	return isHeld ? history.indexOf(uncertain) : history.length;
}

/** Whether it shows less than an earlier one, or only its status shows a change, and the lists show none. */
const isOldAnswer = (
	known: Known,
	{ status, balance }: InvoiceDetails,
	{ steps }: Account,
	{ isListedAs }: Moment,
): boolean =>
	isBackward({ status: lastShown(known), balance: known.balance }, { status, balance }) ||
	steps.some(({ isEarly, newStatus }) => isEarly && isListedAs?.(newStatus) === false);

/** The kinds of entries that the service has, and that are missing to what the invoice shows. */
function missingKinds(
	{ known, invoice, read, moment: { habits } }: Look,
	{ steps, early }: Account,
): string[] {
	const { history, status } = invoice;
	const kinds = steps.filter(({ isEarly }) => isEarly).map(kindOfEntry);
	if (isShortOfPayments(invoice, early)) kinds.push('PAYMENT');
	// Created and paid within seconds: it was something before that.
	const isBegun = ['DRAFT', 'CREATED', 'SENT'].includes(status);
	if (isFirstLook(known) && history.length === 0 && !isBegun) kinds.push(BEGINNING);
	const uncertain = uncertainEntry(history, status);
	const isNew = uncertain !== undefined && history.indexOf(uncertain) >= read;
	if (isNew && habits.has(status) && !habits.lacks(aloneMark(uncertain)))
		return [aloneMark(uncertain)];
	return kinds.filter((kind) => habits.has(kind));
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
			earlyAt: known?.earlyAt,
		},
	});
	if (known === undefined || isFirstLook(known)) return look(...firstUnread(invoice, moment));
	if (known.read !== undefined) return look(known.read, known.readTo ?? known.status);
	return look(...unreadSinceListed(known.status, invoice, moment.since));
}

const countBefore = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

const isWithoutTimes = (history: readonly HistoryEntry[]): boolean =>
	(history.at(-1)?.at ?? 0) === 0;

/** How many entries are old of an invoice that was never looked up, and the status they led to. */
function firstUnread(
	{ history, status, created }: InvoiceDetails,
	{ since, isNew, habits }: Moment,
): [read: number, start: string | null] {
	const first = isNew ? since - LONGEST_LAG : since;
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
function weigh(look: Look): Account {
	const { known, invoice, read, before, moment } = look;
	const { status, history, created } = invoice;
	const isElsewhere =
		(moment.habits.has('PAYMENT') && isShortOfPayments(invoice, known?.early ?? [])) ||
		isReviewedElsewhere(invoice);
	const plain = readEntries(history, read, before, isElsewhere ? undefined : status);
	const account =
		isElsewhere && plain.status !== status
			? { ...plain, status, steps: [...plain.steps, earlyStep(plain.status, status)] }
			: plain;
	const more = unexplained(known, invoice, history.slice(0, read), account.steps);
	// Where nothing else is known of it, what happened is as old as the invoice.
	const at = isFirstLook(known) && history.length === 0 ? created : undefined;
	const steps = account.steps.map((step) =>
		step.isEarly ? { ...withPayment(step, more), at } : step,
	);
	return { ...account, steps: [...steps, ...furtherPayment(look, steps, more)] };
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
function outcome(look: Look, account: Account): Examined {
	const { known, invoice, moment } = look;
	const { status, history, hasHistory } = invoice;
	const steps = numbered(account.steps, known?.untimed ?? 0);
	const added = steps
		.filter(({ isEarly }) => isEarly)
		.map(({ newStatus, payment, kind }): Early => ({
			status: newStatus,
			...(payment?.amount !== undefined && { amount: textIn(payment.amount) }),
			...(kind === 'paymentRejected' && { amount: NOTHING_PAID }),
		}));
	const early = hasHistory ? [...account.early, ...added] : [];
	return {
		steps,
		known: {
			...settled(known, steps),
			status,
			read: hasHistory ? history.length : known?.read,
			...earlyFields(early, account, added.length > 0 ? moment.at : known?.earlyAt),
			balance: balanceToKeep(look, steps),
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
	early: readonly Early[],
	{ readTo }: Account,
	earlyAt: number | undefined,
): Pick<Known, 'early' | 'earlyAt' | 'readTo'> =>
	early.length === 0 ? {} : { early: [...early], earlyAt, readTo: readTo ?? '' };

/** Of others than partly paid invoices and those in review it is the total, or of no use. */
function balanceToKeep(
	{ known, invoice, read, moment }: Look,
	steps: readonly Step[],
): string | undefined {
	const { status, balance, history } = invoice;
	const now = toDecimal(balance);
	if (status === 'PENDING') {
		// Once the review is over, the balance before it tells whether the payment counts.
		// Of one that is seen for the first time, payments may be missing.
		const isCounted = now !== undefined || moment.habits.has('PAYMENT');
		const isUnseen = isFirstLook(known) && !(moment.isNew && isCounted);
		const before = isUnseen
			? undefined
			: balanceAfter(known, invoice, history.slice(0, read), steps);
		return before ?? (now && format(now));
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

/** Tells what the history alone tells, up to an entry, and notes what this look shows. */
function wait({ known, invoice, read, before, moment }: Look, upTo: number): Examined {
	const { status: seen } = invoice;
	if (upTo <= read) {
		const waitingSince = known?.waitingSince ?? moment.at;
		const same = { ...(known ?? { status: '' }), goneSince: undefined };
		return { steps: [], known: { ...same, waitingSince, seen } };
	}
	const history = invoice.history.slice(0, upTo);
	const account = readEntries(history, read, before);
	const steps = numbered(account.steps, known?.untimed ?? 0);
	return {
		steps,
		known: {
			...settled(known, steps),
			status: account.status ?? '',
			...earlyFields(account.early, account, known?.earlyAt),
			balance: balanceAfter(known, invoice, history.slice(0, read), steps),
			read: upTo,
			waitingSince: moment.at,
			seen,
		},
	};
}

/** The status that the last look at it showed, told or not. */
export const lastShown = (known: Known): string => known.seen ?? known.status;

/** Everything that ever happened to an invoice, as far as it tells. */
export const allSteps = (invoice: InvoiceDetails): Step[] =>
	examine(undefined, invoice, {
		at: 0,
		since: Number.NEGATIVE_INFINITY,
		isNew: true,
		habits: new EntryHabits(),
	}).steps;
