import type { Decimal } from '../../../shared/money';
import {
	compare,
	format,
	parseServiceAmount,
	subtract,
	toDecimal,
	total,
	ZERO,
} from '../../../shared/money';
import { isUntimed, isPayment, type Step } from './history';
import type { HistoryEntry, History, InvoiceDetails } from './invoice';
import type { EntryKinds, Known } from './state';

/** The sum that was reported, and the sum that the balance shows, if known. */
interface Paid {
	before?: Decimal;
	shown?: Decimal;
}

/** The sum of payments; undefined if an amount is unknown. */
export const paidIn = (
	entries: ReadonlyArray<Pick<HistoryEntry, 'payment'>>,
): Decimal | undefined => total(entries.map(({ payment }) => parseServiceAmount(payment?.amount)));

export function isPaidStatus(status: string): boolean {
	return status === 'PARTIAL' || status === 'PAID';
}

/** A payment in review does not count yet. */
const isPaying = ({ newStatus, kind }: Step): boolean => !kind && isPaidStatus(newStatus);

export function paidByBalance(invoice: InvoiceDetails): Decimal | undefined {
	const left = invoice.status === 'PAID' ? ZERO : invoice.balance;
	return invoice.total && left && subtract(invoice.total, left);
}

/** Only entries say what was paid before the trigger knew the invoice. */
export function paidBefore(
	{ status, paid, coveredUntil }: Known,
	read: History,
	kinds: EntryKinds,
): Decimal | undefined {
	if (paid !== undefined) return toDecimal(paid);
	const isPartlyPaid = status === 'PARTIAL' || status === 'PENDING';
	const hasEntries = kinds.PAYMENT && coveredUntil === undefined;
	return isPartlyPaid && !hasEntries ? undefined : paidIn(read.filter(isPayment));
}

/** The balance gives the amount that one payment lacks. */
export function withAmounts(
	steps: readonly Step[],
	status: string,
	{ before, shown }: Paid,
): Step[] {
	const payments = steps.filter(isPaying);
	const open = payments.filter(({ payment }) => !parseServiceAmount(payment?.amount));
	const written = payments.filter((step) => !open.includes(step));
	const others = total([before, paidIn(written)]);
	const rest = shown && others && subtract(shown, others);
	if (open.length !== 1 || !rest || !isPaidStatus(status)) return [...steps];
	const sign = compare(rest, ZERO);
	return steps.map((step) => {
		if (step !== open[0] || sign < 0) return step;
		if (sign > 0) {
			return { ...step, payment: { ...step.payment, amount: format(rest) } };
		}
		const { previousStatus, newStatus } = step;
		const isBack = previousStatus === 'PENDING' && newStatus === 'PARTIAL';
		return isBack && isUntimed(step) ? { ...step, kind: 'paymentRejected' } : step;
	});
}

/** Of other invoices, nothing or all is paid. */
export function paidToKeep(
	{ status, waitingSince }: Known,
	steps: readonly Step[],
	{ before, shown }: Paid,
): string | undefined {
	if (status !== 'PARTIAL' && status !== 'PENDING') return undefined;
	const reported = total([before, paidIn(steps.filter(isPaying))]);
	// While an entry is waited for, the balance tells more than was reported.
	if (waitingSince !== undefined || shown === undefined) {
		return reported && format(reported);
	}
	// A payment in review comes later. A balance may be behind the history.
	const isMore = status === 'PARTIAL' && reported && compare(shown, reported) > 0;
	return format(isMore ? shown : (reported ?? shown));
}
