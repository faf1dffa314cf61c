import type { Decimal } from '../../../shared/money';
import {
	add,
	compare,
	format,
	serviceAmount,
	subtract,
	toDecimal,
	ZERO,
} from '../../../shared/money';
import { textIn } from '../../../shared/text';
import type { Account, Before, Early, Step } from './history';
import {
	countsLeadingTo,
	isPayment,
	kindOfEntry,
	mayEndIn,
	NOTHING_PAID,
	readEntries,
	statusAfter,
	uncertainEntry,
} from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import type { EntryHabits, Known } from './state';

/** A status or a balance may show before its entry in the history, and clocks differ: by as much. */
export const LONGEST_LAG = 15 * 60_000;

/** An entry that an invoice begins with. */
const BEGINNING = 'beginning';

/** Notes which kinds of history entries an invoice shows. */
export function learnEntries(habits: EntryHabits, invoice: InvoiceDetails): void {
	const { history, status } = invoice;
	const isLedThere = !isReviewedElsewhere(invoice);
	for (const step of readEntries(history, { read: 0, start: null }, status, isLedThere).steps) {
		if (step.isEarly) continue;
		habits[kindOfEntry(step)] ??= true;
		if (step.previousStatus === null) habits[BEGINNING] ??= true;
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

/**
 * What happened to an invoice since it was last looked at: status, history and balance weighed together, as each
 * may be behind the others. What has no entry yet is left to a later look, if the service has such entries.
 */
export const examine = (
	known: Known | undefined,
	invoice: InvoiceDetails,
	moment: Moment,
): Examined => new Look(known, invoice, moment).outcome();

/** Everything that ever happened to an invoice, as far as it tells. */
export const allSteps = (invoice: InvoiceDetails): Step[] =>
	examine(undefined, invoice, { at: 0, since: -Infinity, isNew: true, habits: {} }).steps;

/** The status that the last look at it showed, told or not. */
export const lastShown = (known: Known): string => known.seen ?? known.status;

class Look {
	/** It was never looked up, and no list showed it at the start. */
	private readonly isFirst: boolean;
	private readonly before: Before;
	private readonly waitingSince: number;

	constructor(
		private readonly known: Known | undefined,
		private readonly invoice: InvoiceDetails,
		private readonly moment: Moment,
	) {
		this.isFirst = !known || (known.status === '' && known.read === undefined);
		this.waitingSince = known?.waitingSince ?? moment.at;
		const [read, start] = this.firstUnread();
		this.before = {
			read,
			start: start === '' ? null : start,
			early: known?.early,
			earlyAt: known?.earlyAt,
		};
	}

	outcome(): Examined {
		const { known, waitingSince, before } = this;
		const { history, hasHistory } = this.invoice;
		const { at, habits } = this.moment;
		// A history loses no entry: this is an old answer.
		if (known && hasHistory && history.length < (known.read ?? 0)) return { steps: [], known };
		const account = this.weigh();
		const isLate = at - waitingSince >= LONGEST_LAG;
		const hasMore = history.length > before.read;
		if (known && !hasMore && !isLate && this.isOldAnswer(known, account))
			return { steps: [], known: { ...known, waitingSince } };
		for (const kind of account.matched) habits[kind] = true;
		const { missing, upTo } = this.certainPart(account);
		const isUnmoved = upTo <= before.read;
		const isBehind = missing.length > 0 || (isUnmoved && known?.seen !== undefined);
		if (isBehind && !(isLate && isUnmoved)) return this.wait(upTo);
		for (const kind of missing) habits[kind] = false;
		return this.tellAll(account, missing);
	}

	/** How many entries lead where they seem to, and the kinds of those that are missing. */
	private certainPart(account: Account): { missing: string[]; upTo: number } {
		const { history, hasHistory, status } = this.invoice;
		const { habits } = this.moment;
		if (!hasHistory) return { missing: [], upTo: history.length };
		// The last entry may not lead where it seems to, while one of its own is missing.
		const uncertain = uncertainEntry(history, status);
		const alone = `${history[uncertain]?.event} alone`;
		const isHeld = uncertain >= this.before.read && habits[status] && habits[alone] !== false;
		if (isHeld) return { missing: [alone], upTo: uncertain };
		return { missing: this.missingKinds(account), upTo: history.length };
	}

	/** Tells everything, and remembers it. */
	private tellAll(account: Account, missing: readonly string[]): Examined {
		const { known } = this;
		const { history, hasHistory, status } = this.invoice;
		const { steps } = account;
		const balance = this.balanceToKeep(steps);
		// Entries that are still to come may be from before the activation: only their time will tell.
		const isListedOnly = !this.isFirst && known?.read === undefined;
		if (known && isListedOnly && steps.length === 0 && !isWithoutTimes(history))
			return { steps, known: { ...known, balance } };
		const read = hasHistory ? history.length : known?.read;
		const isInVain = missing.length > 0 && steps.length > 0;
		return { ...this.tell(account, { status, read, balance }), isInVain };
	}

	/** How many entries were dealt with, and the status they led to. */
	private firstUnread(): [read: number, start: string | null] {
		const { known, invoice, moment } = this;
		if (!this.isFirst && known?.read !== undefined)
			return [known.read, known.readTo ?? known.status];
		if (!this.isFirst && known) return unreadSinceListed(known.status, invoice, moment.since);
		const { history, status, created } = invoice;
		const { since, isNew, habits } = moment;
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
				!habits[kindOfEntry({ previousStatus: start, newStatus: status })]);
		return [old, isSettled ? status : start];
	}

	/** Everything that status, history and balance tell. */
	private weigh(): Account {
		const { known, invoice, before, moment } = this;
		const { status, history, created, balance } = invoice;
		const isShort = moment.habits.PAYMENT && isShortOfPayments(invoice, known?.early ?? []);
		const isLedThere = !isShort && !isReviewedElsewhere(invoice);
		const account = readEntries(history, before, status, isLedThere);
		const left = this.balanceAfter(account.steps);
		const now = status === 'PAID' ? ZERO : toDecimal(balance);
		/** How much was paid beside what the steps tell; undefined where nothing says so. */
		const more = left && now && subtract(left, now);
		// Where nothing else is known of it, what happened is as old as the invoice.
		const at = this.isFirst && history.length === 0 ? created : undefined;
		const steps = account.steps.map((step) =>
			step.isEarly ? { ...withPayment(step, more), at } : step,
		);
		const isEarly = steps.some((step) => step.isEarly);
		// The balance of a partly paid invoice fell by more than the new entries say: another payment was made.
		if (status === 'PARTIAL' && known?.balance !== undefined && !isEarly && isAboveZero(more)) {
			const payment = { amount: format(more) };
			const same = { previousStatus: status, newStatus: status };
			steps.push({ ...same, ordinal: 0, payment, isEarly: true });
		}
		return { ...account, steps };
	}

	/** Whether it shows less than an earlier one, or only its status shows a change, and the lists show none. */
	private isOldAnswer(known: Known, { steps }: Account): boolean {
		const { isListedAs } = this.moment;
		return (
			isBackward({ ...known, status: lastShown(known) }, this.invoice) ||
			steps.some(({ isEarly, newStatus }) => isEarly && isListedAs?.(newStatus) === false)
		);
	}

	/** The kinds of entries that the service has, and that are missing to what the invoice shows. */
	private missingKinds({ steps, early }: Account): string[] {
		const { history, status } = this.invoice;
		const kinds = steps.filter(({ isEarly }) => isEarly).map(kindOfEntry);
		if (isShortOfPayments(this.invoice, early)) kinds.push('PAYMENT');
		// Created and paid within seconds: it was something before that.
		const isBegun = ['DRAFT', 'CREATED', 'SENT'].includes(status);
		if (this.isFirst && history.length === 0 && !isBegun) kinds.push(BEGINNING);
		return kinds.filter((kind) => this.moment.habits[kind]);
	}

	/** Tells what the history alone tells, up to an entry, and waits for more. */
	private wait(upTo: number): Examined {
		const { known, waitingSince } = this;
		const { history, status: seen } = this.invoice;
		if (upTo <= this.before.read)
			return { steps: [], known: { ...(known ?? { status: '' }), waitingSince, seen } };
		const account = readEntries(history.slice(0, upTo), this.before, seen, false);
		const steps = account.steps.filter(({ isEarly }) => !isEarly);
		const left = this.balanceAfter(steps);
		return this.tell(
			{ ...account, steps },
			{
				status: account.reached ?? '',
				read: upTo,
				balance: left && format(left),
				waitingSince: this.moment.at,
				seen,
			},
		);
	}

	/** Tells the steps, and remembers what was reported without an entry. */
	private tell(account: Account, rest: Known): Examined {
		const { known, moment } = this;
		let { untimed = 0 } = known ?? {};
		// Events without a time differ by their number.
		const steps = account.steps.map((step) =>
			step.at === undefined ? { ...step, ordinal: untimed++ } : step,
		);
		const added = steps.filter(({ isEarly }) => isEarly).map(earlyOf);
		const early = this.invoice.hasHistory ? [...account.early, ...added] : [];
		const earlyAt = added.length > 0 ? moment.at : known?.earlyAt;
		return {
			steps,
			known: {
				...rest,
				...(untimed > 0 && { untimed }),
				...(early.length > 0 && { early, earlyAt, readTo: account.readTo ?? '' }),
			},
		};
	}

	/** The balance once these steps were reported, and nothing more. */
	private balanceAfter(steps: readonly Step[]): Decimal | undefined {
		const { known, invoice, before } = this;
		const isTouched =
			known?.status === 'PARTIAL' ||
			known?.status === 'PENDING' ||
			invoice.history.slice(0, before.read).some(isPayment);
		const earlier = toDecimal(known?.balance ?? (isTouched ? undefined : invoice.total));
		// A payment in review does not count yet.
		const payments = steps.filter(({ payment, newStatus }) => payment && newStatus !== 'PENDING');
		const paid = sumOf(payments.map(({ payment }) => payment?.amount));
		return earlier && paid && subtract(earlier, paid);
	}

	/** Of others than partly paid invoices and those in review it is the total, or of no use. */
	private balanceToKeep(steps: readonly Step[]): string | undefined {
		const { status, balance } = this.invoice;
		const { isNew, habits } = this.moment;
		const now = toDecimal(balance);
		if (status === 'PENDING') {
			// Once the review is over, the balance before it tells whether the payment counts.
			// Of one that is seen for the first time, payments may be missing.
			const isCounted = isNew && (now !== undefined || habits.PAYMENT);
			const before = this.isFirst && !isCounted ? undefined : this.balanceAfter(steps);
			return (before ?? now) && format((before ?? now)!);
		}
		if (status !== 'PARTIAL') return undefined;
		const earlier = toDecimal(this.known?.balance);
		// A balance only goes down: a higher one is an old answer.
		const lowest = earlier && now && compare(now, earlier) >= 0 ? earlier : now;
		return lowest && format(lowest);
	}
}

const countBefore = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

const isWithoutTimes = (history: readonly HistoryEntry[]): boolean =>
	(history.at(-1)?.at ?? 0) === 0;

/** How many entries are old of an invoice whose status a list showed at the start, and the status they led to. */
function unreadSinceListed(
	listed: string,
	invoice: InvoiceDetails,
	since: number,
): [read: number, start: string | null] {
	const { history, status } = invoice;
	const counts = countsLeadingTo(listed, history, isShortOfPayments(invoice, []) ? '' : status);
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

const earlyOf = ({ newStatus, payment, kind }: Step): Early => {
	const amount = kind === 'paymentRejected' ? NOTHING_PAID : payment?.amount;
	return { status: newStatus, ...(amount !== undefined && { amount: textIn(amount) }) };
};

const isAboveZero = (amount: Decimal | undefined): amount is Decimal =>
	amount !== undefined && compare(amount, ZERO) > 0;

/** A payment that no entry reports, by what the balance says; after a review it says whether there was one. */
function withPayment(step: Step, more: Decimal | undefined): Step {
	const { previousStatus, newStatus } = step;
	if (more === undefined || (newStatus !== 'PARTIAL' && newStatus !== 'PAID')) return step;
	if (isAboveZero(more)) return { ...step, payment: { amount: format(more) } };
	const isRejected = previousStatus === 'PENDING' && newStatus === 'PARTIAL';
	return isRejected && compare(more, ZERO) === 0 ? { ...step, kind: 'paymentRejected' } : step;
}

/** Undefined where one of them is not known. */
const sumOf = (amounts: readonly unknown[]): Decimal | undefined =>
	amounts.reduce<Decimal | undefined>((sum, amount) => {
		const value = serviceAmount(amount);
		return sum && value && add(sum, value);
	}, ZERO);

/** How much less the payments of the history make up than the balance says; undefined where nothing says so. */
function lackingPayments(invoice: InvoiceDetails, early: readonly Early[]): Decimal | undefined {
	const { total, history, status, balance } = invoice;
	const entries = history.filter(isPayment).map(({ payment }) => payment?.amount);
	const told = early.map(({ amount }) => amount).filter((amount) => amount !== undefined);
	const paid = sumOf([...entries, ...told]);
	const whole = toDecimal(total);
	const now = status === 'PAID' ? ZERO : toDecimal(balance);
	return paid && whole && now && subtract(subtract(whole, paid), now);
}

/** Whether the history has fewer payments than the balance says, and those told early do not make up for it. */
const isShortOfPayments = (invoice: InvoiceDetails, early: readonly Early[]): boolean =>
	['PARTIAL', 'PAID'].includes(invoice.status) && isAboveZero(lackingPayments(invoice, early));

/** Every payment of the history counts in the balance: in review is one that the history does not have. */
function isReviewedElsewhere(invoice: InvoiceDetails): boolean {
	if (invoice.status !== 'PENDING' || !invoice.history.some(isPayment)) return false;
	const lacking = lackingPayments(invoice, []);
	return lacking !== undefined && compare(lacking, ZERO) >= 0;
}

type Shown = Pick<InvoiceDetails, 'status' | 'balance'>;

/** How far an invoice is. It goes back only after a review. */
const PROGRESS = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'CANCELED'];

/** Whether one look shows less than an earlier one, as an old answer does. */
function isBackward(before: Shown, now: Shown): boolean {
	if (before.status === 'PENDING' || now.status === 'PENDING') return false;
	const [from, to] = [before.status, now.status].map((status) => PROGRESS.indexOf(status));
	if (to >= 0 && to < from) return true;
	const [earlier, later] = [toDecimal(before.balance), toDecimal(now.balance)];
	return earlier !== undefined && later !== undefined && compare(later, earlier) > 0;
}
