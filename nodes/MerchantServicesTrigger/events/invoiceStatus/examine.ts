import type { Decimal } from '../../../shared/money';
import { add, compare, format, subtract, toDecimal, ZERO } from '../../../shared/money';
import type { Account, Before, Step } from './history';
import {
	countsLeadingTo,
	isBackward,
	isPayment,
	isPaying,
	kindOfEntry,
	paidIn,
	readEntries,
	statusAfter,
	uncertainEntry,
} from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { lastShown } from './invoice';
import type { EntryHabits, Known } from './state';

/** A status or a balance may show before its entry in the history, and clocks differ: by as much. */
export const LONGEST_LAG = 15 * 60_000;

/** An entry that an invoice begins with. */
const BEGINNING = 'beginning';

/** Notes which kinds of history entries an invoice shows. */
export function learnEntries(habits: EntryHabits, invoice: InvoiceDetails): void {
	for (const step of new Look(undefined, invoice, ever()).account.steps) {
		if (step.isEarly) continue;
		habits[kindOfEntry(step.previousStatus, step.newStatus)] = true;
		if (step.previousStatus === null) habits[BEGINNING] = true;
	}
}

/** When an invoice is looked at, and what counts. */
export interface Moment {
	/** By the clock of the service. */
	at: number;
	/** What happened before is not new. */
	since: number;
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

const ever = (): Moment => ({ at: 0, since: -Infinity, habits: {} });

/** Everything that ever happened to an invoice, as far as it tells. */
export const allSteps = (invoice: InvoiceDetails): Step[] =>
	examine(undefined, invoice, ever()).steps;

class Look {
	/** It was never looked up, and no list showed it at the start. */
	private readonly isFirst: boolean;
	private readonly before: Before;
	/** What was paid before the unread entries, where that is known. */
	private readonly paidBefore?: Decimal;
	private readonly waitingSince: number;
	/** Everything that status, history and balance tell. */
	readonly account: Account;
	/** The balance shows a payment that the entries do not have. */
	private readonly isShort: boolean;

	constructor(
		private readonly known: Known | undefined,
		private readonly invoice: InvoiceDetails,
		private readonly moment: Moment,
	) {
		const { history, status } = invoice;
		this.isFirst = !known || (known.status === '' && known.read === undefined);
		// Another change while one is waited for may have an entry of its own, which takes as long.
		const isAnother = known?.seen !== undefined && known.seen !== status;
		this.waitingSince = (isAnother ? undefined : known?.waitingSince) ?? moment.at;
		this.before = { ...this.firstUnread(), paid: toDecimal(known?.paid) };
		this.paidBefore = this.sumBefore();
		const account = readEntries(history, this.before, status, true);
		const paid = this.paidWith(account.steps.filter(({ payment }) => payment));
		const shown = paidByBalance(invoice);
		const more = paid && shown && compare(shown, paid);
		this.isShort = ['PARTIAL', 'PAID'].includes(status) && more === 1;
		// Every payment of the history counts in the balance, and some is left: in review is one that the history does not have.
		const isLeft = isAboveZero(toDecimal(invoice.balance));
		const isReviewedElsewhere = status === 'PENDING' && isLeft && (more ?? -1) >= 0;
		const isLedThere = !this.isShort && !isReviewedElsewhere;
		this.account = this.withBalance(
			isLedThere ? account : readEntries(history, this.before, status, false),
		);
	}

	outcome(): Examined {
		const { known, waitingSince, before } = this;
		const { history, hasHistory } = this.invoice;
		const { at, habits } = this.moment;
		// A history loses no entry: this is an old answer.
		if (known && hasHistory && history.length < (known.read ?? 0)) return { steps: [], known };
		const isLate = at - waitingSince >= LONGEST_LAG;
		const hasMore = history.length > before.read;
		if (known && !hasMore && !isLate && this.isOldAnswer(known))
			return { steps: [], known: { ...known, waitingSince } };
		const { missing, upTo } = this.certainPart();
		if (missing.length > 0 && !isLate) return this.wait(upTo);
		for (const kind of missing) habits[kind] = false;
		return this.tellAll(missing);
	}

	/** How many entries lead where they seem to, and the kinds of those that are missing. */
	private certainPart(): { missing: string[]; upTo: number } {
		const { history, hasHistory, status } = this.invoice;
		const { habits } = this.moment;
		if (!hasHistory) return { missing: [], upTo: history.length };
		// The last entry may not lead where it seems to, while one of its own is missing.
		const uncertain = uncertainEntry(history, status);
		const alone = `${history[uncertain]?.event} alone`;
		const isHeld = uncertain >= this.before.read && habits[status] && habits[alone] !== false;
		if (isHeld) return { missing: [alone], upTo: uncertain };
		return { missing: this.missingKinds(), upTo: history.length };
	}

	/** Tells everything, and remembers it. */
	private tellAll(missing: readonly string[]): Examined {
		const { known, account } = this;
		const { history, hasHistory, status } = this.invoice;
		const { steps } = account;
		// Entries that are still to come may be from before the activation: only their time will tell.
		const isListedOnly = !this.isFirst && known?.read === undefined;
		const isRead = hasHistory && !(isListedOnly && steps.length === 0);
		const read = isRead ? history.length : known?.read;
		const isInVain = missing.length > 0 && steps.length > 0;
		return { ...this.tell(account, { status, read }), isInVain };
	}

	/** How many entries were dealt with, the status they led to, and what was reported beside. */
	private firstUnread(): Before {
		const { known, isFirst } = this;
		if (isFirst || !known) return this.unreadOfUnknown();
		if (known.read === undefined) return this.unreadSinceListed(known.status);
		const { read, status, toldAt } = known;
		return { read, start: status || null, toldAt };
	}

	private unreadOfUnknown(): Before {
		const { history, status, created = Infinity } = this.invoice;
		const first = this.moment.since - LONGEST_LAG;
		if (isWithoutTimes(history))
			return created < first ? { read: history.length, start: status } : { read: 0, start: null };
		const old = countBefore(history, first);
		const start = statusAfter(history.slice(0, old));
		const isAllOld = old > 0 && old === history.length;
		return { read: old, start: isAllOld ? status : start };
	}

	/** Of one whose status a list showed at the start. */
	private unreadSinceListed(listed: string): Before {
		const { history, status } = this.invoice;
		const { since } = this.moment;
		const counts = countsLeadingTo(listed, history);
		if (isWithoutTimes(history))
			return { read: status === listed ? history.length : (counts.at(-1) ?? 0), start: listed };
		const old = countBefore(history, since);
		// Clocks may differ: what led to the listed status may seem to be newer, and what led away from it older.
		const isClose = (count: number) =>
			history
				.slice(Math.min(old, count), Math.max(old, count))
				.every(({ at }) => Math.abs(at - since) <= LONGEST_LAG);
		const led = counts.find((count) => count >= old && isClose(count)) ?? counts.find(isClose);
		if (led !== undefined) return { read: led, start: listed };
		// What leads to it may still come, or never.
		const read = countBefore(history, since - LONGEST_LAG);
		return { read, start: listed, toldAt: since + LONGEST_LAG };
	}

	/** Adds what the balance says of payments. */
	private withBalance(account: Account): Account {
		const { known, invoice } = this;
		const { status, history, created } = invoice;
		const paid = this.paidWith(account.steps.filter((step) => !step.isEarly && isPaying(step)));
		const shown = paidByBalance(this.invoice);
		/** How much was paid beside what the steps tell; undefined where nothing says so. */
		const more = paid && shown && subtract(shown, paid);
		// Where nothing else is known of it, what happened is as old as the invoice.
		const at = this.isFirst && history.length === 0 ? created : undefined;
		const steps = account.steps.map((step) =>
			step.isEarly ? { ...withPayment(step, more), at } : step,
		);
		const isEarly = steps.some((step) => step.isEarly);
		// The balance of a partly paid invoice fell by more than the new entries say: another payment was made.
		if (status === 'PARTIAL' && known?.paid !== undefined && !isEarly && isAboveZero(more)) {
			const payment = { amount: format(more) };
			const same = { previousStatus: status, newStatus: status };
			steps.push({ ...same, ordinal: 0, payment, isEarly: true });
		}
		return { ...account, steps };
	}

	/** Whether it shows less than an earlier one, or only its status shows a change, and the lists show none. */
	private isOldAnswer(known: Known): boolean {
		const { steps } = this.account;
		const { isListedAs } = this.moment;
		return (
			isBackward(lastShown(known), this.invoice.status) ||
			steps.some(({ isEarly, newStatus }) => isEarly && isListedAs?.(newStatus) === false)
		);
	}

	/** The kinds of entries that the service has, and that are missing to what the invoice shows. */
	private missingKinds(): string[] {
		const { history, status } = this.invoice;
		const kinds = this.account.steps
			.filter(({ isEarly }) => isEarly)
			.map(({ previousStatus, newStatus }) => kindOfEntry(previousStatus, newStatus));
		if (this.isShort) kinds.push('PAYMENT');
		// Created and paid within seconds, or sent and paid: it was something before that.
		const isBegun = ['DRAFT', 'CREATED', 'SENT'].includes(status);
		if (this.isFirst && history.length === 0 && !isBegun) kinds.push(BEGINNING);
		if (this.account.reached === 'DRAFT' && !isBegun && status !== 'CANCELED') kinds.push('SENT');
		return kinds.filter((kind) => this.moment.habits[kind]);
	}

	/** Tells what the history alone tells, up to an entry, and waits for more. */
	private wait(upTo: number): Examined {
		const { known } = this;
		const { history, status: seen } = this.invoice;
		if (upTo <= this.before.read) {
			const { waitingSince } = this;
			return { steps: [], known: { ...(known ?? { status: '' }), waitingSince, seen } };
		}
		const account = readEntries(history.slice(0, upTo), this.before, seen, false);
		const steps = account.steps.filter(({ isEarly }) => !isEarly);
		const { at: waitingSince } = this.moment;
		const status = account.reached ?? '';
		return this.tell({ ...account, steps }, { status, read: upTo, waitingSince, seen });
	}

	/** Tells the steps, and remembers what was reported without an entry. */
	private tell(account: Account, rest: Known): Examined {
		const { known, moment } = this;
		let { untimed = 0 } = known ?? {};
		// Events without a time differ by their number.
		const steps = account.steps.map((step) =>
			step.at === undefined ? { ...step, ordinal: untimed++ } : step,
		);
		const isEarly = steps.some((step) => step.isEarly);
		const toldAt = isEarly ? moment.at : this.before.toldAt;
		return {
			steps,
			known: {
				...rest,
				paid: this.paidToKeep(rest, steps),
				...(untimed > 0 && { untimed }),
				...(toldAt !== undefined && { toldAt }),
			},
		};
	}

	private sumBefore(): Decimal | undefined {
		const { known, invoice, before, moment } = this;
		if (before.paid) return before.paid;
		const isTouched = ['PARTIAL', 'PENDING'].includes(known?.status ?? '');
		if (isTouched && !moment.habits.PAYMENT) return undefined;
		return paidIn(invoice.history.slice(0, before.read).filter(isPayment));
	}

	private paidWith(steps: readonly Step[]): Decimal | undefined {
		const more = paidIn(steps);
		return this.paidBefore && more && add(this.paidBefore, more);
	}

	/** Of others than partly paid invoices and those in review, nothing or all of it is paid. */
	private paidToKeep({ status, waitingSince }: Known, steps: readonly Step[]): string | undefined {
		if (status !== 'PARTIAL' && status !== 'PENDING') return undefined;
		const told = this.paidWith(steps.filter(isPaying));
		// While entries are waited for, the balance tells more than was reported.
		const shown = waitingSince === undefined ? paidByBalance(this.invoice) : undefined;
		// What is paid in a review comes with the next status.
		const isMore = status === 'PARTIAL' && told && shown && compare(shown, told) > 0;
		const paid = isMore ? shown : (told ?? shown);
		return paid && format(paid);
	}
}

function paidByBalance({ status, total, balance }: InvoiceDetails): Decimal | undefined {
	const [all, left] = [toDecimal(total), status === 'PAID' ? ZERO : toDecimal(balance)];
	return all && left && subtract(all, left);
}

const countBefore = (history: readonly HistoryEntry[], moment: number): number =>
	history.filter(({ at }) => at < moment).length;

const isWithoutTimes = (history: readonly HistoryEntry[]): boolean =>
	(history.at(-1)?.at ?? 0) === 0;

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
