import { compare } from '../../../shared/money';
import type { Step } from './history';
import {
	bearsStatus,
	isBackward,
	isPayment,
	kindOfEntry,
	paidIn,
	readEntries,
	stepWithoutEntry,
} from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { lastShown } from './invoice';
import { isPaidStatus, paidBefore, paidByBalance, paidToKeep, sum, withAmounts } from './payments';
import { coverageOf, isOnlyListed, LONGEST_LAG, startOf } from './start';
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
	/** Entries of what was reported without them. */
	covered?: HistoryEntry[];
	/** An entry was waited for and did not come. */
	isTimedOut?: boolean;
}

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
	if (missing.length === 0) return reportAll(diff, invoice, moment);
	const entered = diff.steps.filter(({ isWithoutEntry }) => !isWithoutEntry);
	if (entered.length > 0) {
		const reached = { status: diff.reached ?? '', read: history.length };
		return report(diff, entered, { ...reached, waitingSince: moment.at, seen: status }, moment);
	}
	if (!wait.isOver) {
		const waiting = { waitingSince: wait.since, seen: status };
		return { steps: [], known: { ...(known ?? { status: '' }), ...waiting } };
	}
	for (const kind of missing) moment.kinds[kind] = false;
	return { ...reportAll(diff, invoice, moment), isTimedOut: true };
}

/** Reports what happened, whether or not it has entries. */
function reportAll(
	diff: Diff,
	{ history, hasHistory, status }: InvoiceDetails,
	moment: Moment,
): Examined {
	const { known, steps } = diff;
	// Entries that are still to come may be from before the activation: only their time will tell.
	const isUnread = !hasHistory || (isOnlyListed(known) && steps.length === 0);
	const read = isUnread ? known?.read : history.length;
	return report(diff, steps, { status, read }, moment);
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
	for (const step of diffOf(undefined, invoice, ever()).steps)
		if (!step.isWithoutEntry) kinds[kindOfEntry(step)] = true;
}

type Diff = ReturnType<typeof diffOf>;

/** What status, balance and history say, beside what was known. */
function diffOf(known: Known | undefined, invoice: InvoiceDetails, { since, kinds }: Moment) {
	const { history, status, balance } = invoice;
	const start = startOf(known, invoice, since);
	const coverage = coverageOf(start, history, known?.paid);
	const { unread } = coverage;
	const before = paidBefore(known, history.slice(0, start.read), kinds);
	const shown = paidByBalance(invoice);
	const entered = sum(before, paidIn(unread.filter(isPayment)));
	const more = shown && entered ? compare(shown, entered) : -1;
	// The balance shows a payment that has no entry.
	const isShort = isPaidStatus(status) && more > 0;
	// The balance has every payment that has an entry: another one is in review.
	const isReviewElsewhere = status === 'PENDING' && more >= 0 && balance !== '0';
	const final = isShort || isReviewElsewhere ? undefined : status;
	const { steps, reached } = readEntries(history, unread, start.status, final);
	const isAnother = isShort && status === 'PARTIAL' && known?.paid !== undefined;
	if (reached !== status || isAnother) steps.push(stepWithoutEntry(reached, status));
	const missing = [...missingKinds(steps, reached, invoice), ...(isShort ? ['PAYMENT'] : [])];
	const paid = { before, shown };
	return { known, coverage, paid, reached, missing, steps: withAmounts(steps, status, paid) };
}

/** The kinds of entries that are missing to what the invoice shows. */
function missingKinds(
	steps: readonly Step[],
	reached: string | null,
	{ status, isEmailed }: InvoiceDetails,
): string[] {
	const kinds = steps.filter(({ isWithoutEntry }) => isWithoutEntry).map(kindOfEntry);
	// It was sent or published before it was paid.
	const isUnsent = reached === null || reached === 'DRAFT';
	if (!isUnsent || !(isPaidStatus(status) || status === 'PENDING')) return kinds;
	const newStatus = isEmailed === false ? 'CREATED' : 'SENT';
	return [...kinds, kindOfEntry({ previousStatus: reached, newStatus })];
}

/** Less than before, or a change that neither the lists nor an entry show. */
function isOld(known: Known, { status }: InvoiceDetails, diff: Diff, moment: Moment): boolean {
	const isShownAlone = diff.steps.some(({ isWithoutEntry }) => isWithoutEntry);
	const isUnlisted = moment.isListedAs?.(status) === false;
	const isEntered = diff.coverage.unread.some(bearsStatus);
	return isBackward(lastShown(known), status) || (isShownAlone && isUnlisted && !isEntered);
}

/** Reports steps, and remembers what was reported without an entry. */
function report(
	{ known, coverage, paid }: Diff,
	found: readonly Step[],
	rest: Known,
	{ at }: Moment,
): Examined {
	let { untimed = 0 } = known ?? {};
	// Events without a time differ by their number.
	const steps = found.map((step) =>
		step.at === undefined ? { ...step, ordinal: untimed++ } : step,
	);
	const isAhead = steps.some(({ isWithoutEntry }) => isWithoutEntry);
	const coveredUntil = isAhead ? at : coverage.until;
	const kept = { ...rest, paid: paidToKeep(rest, steps, paid), coveredUntil };
	return { steps, covered: coverage.covered, known: { ...kept, untimed: untimed || undefined } };
}
