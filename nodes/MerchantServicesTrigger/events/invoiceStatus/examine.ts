import { compare, total } from '../../../shared/money';
import type { Step } from './history';
import {
	bearsStatus,
	hasNoEntry,
	isBackward,
	isPayment,
	kindOfEntry,
	mayLeadTo,
	readEntries,
	statusAfter,
	stepWithoutEntry,
} from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { lastShown } from './invoice';
import {
	isPaidStatus,
	paidBefore,
	paidByBalance,
	paidIn,
	paidToKeep,
	withAmounts,
} from './payments';
import type { EntryKinds, Known } from './state';

/** When an invoice is looked at, and what counts. */
export interface Moment {
	/** By the clock of the service. */
	at: number;
	/** What happened before is not new. */
	since: number;
	/** Whether the lists of this poll agree with a status; undefined if none were read. */
	isListedAs?: (status: string) => boolean;
	/** The kinds of entries that the service has. */
	kinds: EntryKinds;
}

export interface Examined {
	steps: Step[];
	known: Known;
}

/** How long an entry may show after the status and the balance, and by how much clocks may differ. */
export const LONGEST_LAG = 15 * 60_000;

/** The clock was read a little before the look-up: what it showed may have a later time. */
const MOMENT = 60_000;

/**
 * What happened to an invoice since it was last looked at. Status and balance decide what happened; the entries of
 * the history add when, how much, and what came in between. If an entry is missing of a kind that the service has,
 * the rest is left to a later look, for as long as entries may lag.
 */
export function examine(
	known: Known | undefined,
	invoice: InvoiceDetails,
	moment: Moment,
): Examined {
	const { history, hasHistory, status } = invoice;
	// A history loses no entry: this is an old response.
	if (known && hasHistory && history.length < (known.read ?? 0)) return { steps: [], known };
	const wait = waitOf(known, status, moment.at);
	const diff = diffOf(known, invoice, moment);
	if (known && !wait.isOver && isOld(known, invoice, diff, moment))
		return { steps: [], known: { ...known, waitingSince: wait.since } };
	const missing = hasHistory ? diff.missing.filter((kind) => moment.kinds[kind]) : [];
	const entered = diff.steps.filter((step) => !hasNoEntry(step));
	if (missing.length === 0) return reportAll(diff, invoice, moment);
	if (entered.length > 0) {
		const reached = { status: diff.reached ?? '', read: history.length };
		return report(diff, entered, { ...reached, waitingSince: moment.at, seen: status }, moment);
	}
	if (!wait.isOver) {
		const waiting = { waitingSince: wait.since, seen: status };
		return { steps: [], known: { ...(known ?? { status: '' }), ...waiting } };
	}
	for (const kind of missing) moment.kinds[kind] = false;
	return reportAll(diff, invoice, moment);
}

/** Reports what happened, whether or not it has entries. */
function reportAll(diff: Diff, invoice: InvoiceDetails, moment: Moment): Examined {
	const { known, steps } = diff;
	const { history, hasHistory, status } = invoice;
	// Entries that are still to come may be from before the activation: only their time will tell.
	const isOnlyListed = known?.status && known.read === undefined;
	const isUnread = !hasHistory || (isOnlyListed && steps.length === 0);
	return report(diff, steps, { status, read: isUnread ? known?.read : history.length }, moment);
}

/** Another change while one is waited for has a wait of its own. */
function waitOf(known: Known | undefined, status: string, at: number) {
	const isOther = known?.seen !== undefined && known.seen !== status;
	const since = (isOther ? undefined : known?.waitingSince) ?? at;
	return { since, isOver: at - since >= LONGEST_LAG };
}

const ever = (): Moment => ({ at: 0, since: -Infinity, kinds: {} });

/** Everything that ever happened to an invoice, as far as it tells. */
export const allSteps = (invoice: InvoiceDetails): Step[] =>
	examine(undefined, invoice, ever()).steps;

/** Notes which kinds of entries an invoice shows. */
export function learnKinds(kinds: EntryKinds, invoice: InvoiceDetails): void {
	for (const step of allSteps(invoice)) if (!hasNoEntry(step)) kinds[kindOfEntry(step)] = true;
}

/** How many entries were dealt with, and the status after them. */
function startOf(
	known: Known | undefined,
	{ history, status, created = Infinity }: InvoiceDetails,
	since: number,
): { read: number; status: string | null } {
	if (known?.read !== undefined) return { status: known.status || null, read: known.read };
	const countBefore = (moment: number) => history.filter(({ at }) => at < moment).length;
	const earliest = since - LONGEST_LAG;
	if (known?.status) {
		const old = history.slice(0, countBefore(since));
		const isListed = (_: unknown, index: number) =>
			statusAfter(history.slice(0, index + 1)) === known.status;
		const read = old.findLastIndex(isListed) + 1;
		// Clocks may differ: what led away from the listed status is new.
		const isClose = read > 0 && old.slice(read).every(({ at }) => at >= earliest);
		return { status: known.status, read: isClose ? read : old.length };
	}
	const read = countBefore(earliest);
	const isOld = read > 0 ? read === history.length : created < earliest && history.length === 0;
	return { read, status: isOld ? status : statusAfter(history.slice(0, read)) };
}

type Diff = ReturnType<typeof diffOf>;

/** What status, balance and history say, beside what was known. */
function diffOf(known: Known | undefined, invoice: InvoiceDetails, { since, kinds }: Moment) {
	const { history, status, balance } = invoice;
	const start = startOf(known, invoice, since);
	const { unread, coveredUntil } = coverageOf(known, history.slice(start.read));
	const before = paidBefore(known, history.slice(0, start.read), kinds);
	const shown = paidByBalance(invoice);
	const entered = total([before, paidIn(unread.filter(isPayment))]);
	const more = shown && entered ? compare(shown, entered) : -1;
	// The balance shows a payment that has no entry.
	const isShort = isPaidStatus(status) && more > 0;
	// The balance has every payment that has an entry: another one is in review.
	const isReviewElsewhere = status === 'PENDING' && more >= 0 && balance?.units !== 0n;
	const final = isShort || isReviewElsewhere ? undefined : status;
	const { steps, reached } = readEntries(history, unread, start.status, final);
	const isAnother = isShort && status === 'PARTIAL' && known?.paid !== undefined;
	if (reached !== status || isAnother) steps.push(stepWithoutEntry(reached, status));
	const missing = [...missingKinds(steps, reached, invoice), ...(isShort ? ['PAYMENT'] : [])];
	const paid = { before, shown };
	const facts = { known, unread, coveredUntil, paid, reached, missing };
	return { ...facts, steps: withAmounts(steps, status, paid) };
}

const PAYING = ['PENDING', 'PARTIAL', 'PAID'];

/** The kinds of entries that are missing to what the invoice shows. */
function missingKinds(
	steps: readonly Step[],
	reached: string | null,
	{ status, isEmailed }: InvoiceDetails,
): string[] {
	const kinds = steps.filter(hasNoEntry).map(kindOfEntry);
	const isUnsent = reached === null || reached === 'DRAFT';
	if (!isUnsent || !PAYING.includes(status)) return kinds;
	// It was sent or published before it was paid.
	const newStatus = isEmailed === false ? 'CREATED' : 'SENT';
	return [...kinds, kindOfEntry({ previousStatus: reached, newStatus })];
}

/** What was reported without an entry covers the entries up to then, at most up to the one that leads to it. */
function coverageOf({ status, coveredUntil }: Known = { status: '' }, later: HistoryEntry[]) {
	const own = isPaidStatus(status) ? -1 : later.findIndex((entry) => mayLeadTo(entry, status));
	const until = (coveredUntil ?? -Infinity) + MOMENT;
	const isCovered = (entry: HistoryEntry, index: number) =>
		bearsStatus(entry) && entry.at <= until && (own < 0 || index <= own);
	const unread = later.filter((entry, index) => !isCovered(entry, index));
	return { unread, coveredUntil: own < 0 ? coveredUntil : undefined };
}

/** Less than before, or a change that neither the lists nor an entry show. */
function isOld(known: Known, { status }: InvoiceDetails, diff: Diff, moment: Moment): boolean {
	const isShownAlone = diff.steps.some(hasNoEntry);
	const isUnlisted = moment.isListedAs?.(status) === false;
	const isEntered = diff.unread.some(bearsStatus);
	return isBackward(lastShown(known), status) || (isShownAlone && isUnlisted && !isEntered);
}

/** Reports steps, and remembers what was reported without an entry. */
function report(
	{ known, coveredUntil: before, paid }: Diff,
	found: readonly Step[],
	rest: Known,
	{ at }: Moment,
): Examined {
	let { untimed = 0 } = known ?? {};
	// Events without a time differ by their number.
	const steps = found.map((step) => (hasNoEntry(step) ? { ...step, ordinal: untimed++ } : step));
	const isAhead = steps.some(hasNoEntry);
	const coveredUntil = isAhead ? at : before;
	const kept = { ...rest, paid: paidToKeep(rest, steps, paid), coveredUntil };
	return { steps, known: { ...kept, untimed: untimed || undefined } };
}
