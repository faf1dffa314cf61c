import type { Decimal } from '../../../shared/money';
import { compare, format, ZERO } from '../../../shared/money';
import { textIn } from '../../../shared/service/answers';
import { lowestBalance, unexplained } from './balance';
import type { Reading, Step, ReportedEarly } from './history';
import { NOTHING_PAID, readEntries } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import { type Known, NOT_LOOKED_UP } from './known';
import type { Unread } from './unread';
import { cursorOf, isFirstLook, isListedOnly, unreadOf } from './unread';

/** All that one look at an invoice is about. */
export interface Look {
	known?: Known;
	invoice: InvoiceDetails;
	since: number;
	unread: Unread;
}

export interface Examined {
	steps: Step[];
	known: Known;
	/** The events that were waited for without success. */
	lacking?: string[];
}

export const lookAt = (
	known: Known | undefined,
	invoice: InvoiceDetails,
	since: number,
	clocks?: readonly number[],
): Look => ({ known, invoice, since, unread: unreadOf(known, invoice, since, clocks) });

/** Everything that status, history and balance tell. */
export function outcomeOf(look: Look): Examined {
	const reading = weigh(look);
	const steps = numbered(reading.steps, look.known?.untimed ?? 0);
	return { steps, known: settled(look, { ...reading, steps }) };
}

/** What all of status, history and balance tell. */
export function weigh(look: Look): Reading {
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

export const isAhead = ({ isAhead: isTrue }: Step): boolean => isTrue === true;

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
	const isFurther = status === 'PARTIAL' && !steps.some(isAhead);
	if (!isFurther || known?.balance === undefined) return [];
	if (isByClock && past.length > 0 && !isListedOnly(known)) return [];
	if (more === undefined || compare(more, ZERO) <= 0) return [];
	const payment = { amount: format(more) };
	return [{ previousStatus: status, newStatus: status, ordinal: 0, payment, isAhead: true }];
}

/** What is remembered once everything was reported. */
function settled({ known, invoice }: Look, reading: Reading): Known {
	const { status, history } = invoice;
	const { steps, ahead } = reading;
	const early = steps.filter(isAhead).map(({ newStatus, payment, kind }): ReportedEarly => ({
		status: newStatus,
		...(payment?.amount !== undefined && { amount: textIn(payment.amount) }),
		...(kind === 'paymentRejected' && { amount: NOTHING_PAID }),
	}));
	const all = aheadOf(reading, [...ahead, ...early]);
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

export const aheadOf = ({ readTo }: Reading, to: ReportedEarly[]): Known['ahead'] =>
	to.length === 0 ? undefined : { from: readTo ?? NOT_LOOKED_UP.status, to };

export const untimedIn = (steps: readonly Step[]): number =>
	steps.filter(({ at }) => at === undefined).length;

/** Events without a time differ by their number. */
export function numbered(steps: readonly Step[], from: number): Step[] {
	let next = from;
	return steps.map((step) => (step.at === undefined ? { ...step, ordinal: next++ } : step));
}

export function ordinals(history: readonly HistoryEntry[]): (entry: HistoryEntry) => number {
	return (entry) => history.filter(({ at }) => at === entry.at).indexOf(entry);
}
