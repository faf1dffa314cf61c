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
import type { Account, Before, Step } from './history';
import {
	bearsStatus,
	earlyStep,
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
	/** What was reported without a time and has an entry now. */
	covered?: string[];
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
		const unread = this.firstUnread();
		this.before = { ...unread, paid: toDecimal(known?.paid) ?? this.paidBefore(unread) };
		const account = readEntries(history, this.before, status, true);
		const paid = this.paidWith(account.steps.filter(({ payment }) => payment));
		const shown = paidByBalance(invoice);
		const more = paid && shown && compare(shown, paid);
		this.isShort = isPaidStatus(status) && more === 1;
		// Every payment of the history counts in the balance, and some is left: in review is one that the history does not have.
		const isAlone = status === 'PENDING' && uncertainEntry(history, status) >= 0;
		const isElsewhere = isAlone && isAboveZero(toDecimal(invoice.balance)) && (more ?? -1) >= 0;
		const isLedThere = !this.isShort && !isElsewhere;
		this.account = this.withBalance(
			isLedThere ? account : readEntries(history, this.before, status, false),
		);
	}

	outcome(): Examined {
		const { known, waitingSince, before, account, isFirst } = this;
		const { history, hasHistory, status } = this.invoice;
		const { at, habits, isListedAs } = this.moment;
		// A history loses no entry: this is an old answer.
		if (known && hasHistory && history.length < (known.read ?? 0)) return { steps: [], known };
		const isLate = at - waitingSince >= LONGEST_LAG;
		const isBack = known !== undefined && isBackward(lastShown(known), status);
		const isUnlisted = account.steps.some(
			({ isEarly, newStatus }) => isEarly && isListedAs?.(newStatus) === false,
		);
		// Less than before, or a change that neither the lists nor an entry show: an old answer too.
		const isEntered = history.slice(before.read).some(bearsStatus);
		if (known && !isLate && (isBack || (isUnlisted && !isEntered)))
			return { steps: [], known: { ...known, waitingSince } };
		const { missing, upTo } = this.certainPart();
		if (missing.length > 0 && !(isLate && upTo <= before.read)) return this.wait(upTo);
		for (const kind of missing) habits[kind] = false;
		// Entries that are still to come may be from before the activation: only their time will tell.
		const isListedOnly = !isFirst && known?.read === undefined && account.steps.length === 0;
		const read = hasHistory && !isListedOnly ? history.length : known?.read;
		return { ...this.tell(account, { status, read }), isInVain: missing.length > 0 };
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

	/** How many entries were dealt with, the status they led to, and what was reported beside. */
	private firstUnread(): Before {
		const { known, isFirst } = this;
		if (isFirst || !known) return this.unreadOfUnknown();
		if (known.read === undefined) return this.unreadSinceListed(known.status);
		const { read, status, early, toldAt } = known;
		const start = early ? statusAfter(this.invoice.history.slice(0, read)) : status || null;
		return { read, start, early, toldAt };
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
		/** After how many entries it had this status. */
		const counts = history
			.map((_, index) => index + 1)
			.filter((count) => statusAfter(history.slice(0, count)) === listed);
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
		const start = statusAfter(history.slice(0, read));
		return { read, start, early: [listed], toldAt: since + LONGEST_LAG };
	}

	/** Adds what the balance says of payments. */
	private withBalance(account: Account): Account {
		const { status } = this.invoice;
		const timed = account.steps.filter((step) => !step.isEarly && isPaying(step));
		const shown = paidByBalance(this.invoice);
		const isEntered = timed.length > 0 && account.steps.every(({ isEarly }) => !isEarly);
		if (isEntered && shown && isPaidStatus(status)) {
			this.addMissingAmount(timed, shown);
		}
		const paid = this.paidWith(timed);
		/** How much was paid beside what the steps tell; undefined where nothing says so. */
		const more = paid && shown && subtract(shown, paid);
		const isSame = status === 'PARTIAL' && this.known?.paid && account.reached === status;
		// The balance of a partly paid invoice fell by more than the new entries say: another payment was made.
		const another = isSame && isAboveZero(more) ? [earlyStep(status, status)] : [];
		const steps = [...account.steps, ...another].map((step) =>
			step.isEarly ? withPayment(step, more) : step,
		);
		return { ...account, steps };
	}

	/** An entry may not say how much was paid: of one payment, the balance does. */
	private addMissingAmount(payments: readonly Step[], shown: Decimal): void {
		const unknown = payments.filter(({ payment: { amount } = {} }) => !serviceAmount(amount));
		const paid = this.paidWith(payments.filter((step) => !unknown.includes(step)));
		if (unknown.length !== 1 || paid === undefined) return;
		const [payment] = unknown;
		const amount = subtract(shown, paid);
		if (isAboveZero(amount)) payment.payment = { ...payment.payment, amount: format(amount) };
	}

	/** The kinds of entries that the service has, and that are missing to what the invoice shows. */
	private missingKinds(): string[] {
		const { history, status, isEmailed } = this.invoice;
		const kinds = this.account.steps
			.filter(({ isEarly }) => isEarly)
			.map(({ previousStatus, newStatus }) => kindOfEntry(previousStatus, newStatus));
		if (this.isShort) kinds.push('PAYMENT');
		// Created and paid within seconds, or sent and paid: it was something before that.
		const isBegun = ['DRAFT', 'CREATED', 'SENT'].includes(status);
		// A published invoice has no entry for sending, and may have none for its creation.
		if (this.isFirst && history.length === 0 && !isBegun)
			kinds.push(isEmailed === false ? 'new CREATED' : BEGINNING);
		if (this.account.reached === 'DRAFT' && !isBegun && status !== 'CANCELED')
			kinds.push(isEmailed === false ? 'CREATED' : 'SENT');
		return kinds.filter((kind) => this.moment.habits[kind]);
	}

	/** Tells what the history alone tells, up to an entry, and waits for more. */
	private wait(upTo: number): Examined {
		const { history, status: seen } = this.invoice;
		if (upTo <= this.before.read) {
			const { waitingSince } = this;
			return { steps: [], known: { ...(this.known ?? { status: '' }), waitingSince, seen } };
		}
		const account = readEntries(history.slice(0, upTo), this.before, seen, false);
		const steps = account.steps.filter(({ isEarly }) => !isEarly);
		const { at: waitingSince } = this.moment;
		const status = account.reached ?? '';
		return this.tell({ ...account, steps }, { status, read: upTo, waitingSince, seen });
	}

	/** Tells the steps, and remembers what was reported without an entry. */
	private tell(account: Account, rest: Known): Examined {
		let { untimed = 0 } = this.known ?? {};
		// Events without a time differ by their number.
		const steps = account.steps.map((step) =>
			step.at === undefined ? { ...step, ordinal: untimed++ } : step,
		);
		const added = steps.filter(({ isEarly }) => isEarly).map(({ newStatus }) => newStatus);
		const early = [...account.early, ...added];
		const toldAt = added.length > 0 ? this.moment.at : this.before.toldAt;
		const told = early.length > 0 ? { early, toldAt } : {};
		const paid = this.paidToKeep(rest, steps);
		const { covered } = account;
		return { steps, covered, known: { ...rest, paid, untimed: untimed || undefined, ...told } };
	}

	private paidBefore({ read }: Before): Decimal | undefined {
		const isTouched = ['PARTIAL', 'PENDING'].includes(this.known?.status ?? '');
		if (isTouched && (this.known?.early || !this.moment.habits.PAYMENT)) return undefined;
		return paidIn(this.invoice.history.slice(0, read).filter(isPayment));
	}

	private paidWith(steps: readonly Step[]): Decimal | undefined {
		const { paid } = this.before;
		const more = paidIn(steps);
		return paid && more && add(paid, more);
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

const isPaidStatus = (status: string): boolean => status === 'PARTIAL' || status === 'PAID';

const isAboveZero = (amount: Decimal | undefined): amount is Decimal =>
	amount !== undefined && compare(amount, ZERO) > 0;

/** A payment that no entry reports, by what the balance says; after a review it says whether there was one. */
function withPayment(step: Step, more: Decimal | undefined): Step {
	const { previousStatus, newStatus } = step;
	if (more === undefined || !isPaidStatus(newStatus)) return step;
	if (isAboveZero(more)) return { ...step, payment: { amount: format(more) } };
	const isRejected = previousStatus === 'PENDING' && newStatus === 'PARTIAL';
	return isRejected && compare(more, ZERO) === 0 ? { ...step, kind: 'paymentRejected' } : step;
}
