import type { Decimal } from '../../../shared/money';
import {
	compare,
	format,
	serviceAmount,
	subtract,
	toDecimal,
	total,
	ZERO,
} from '../../../shared/money';
import { hasNoEntry, isPayment, type Step } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import type { EntryKinds, Known } from './state';

/** What was reported as paid, and what the balance shows; undefined if that is unknown. */
interface Paid {
	before?: Decimal;
	shown?: Decimal;
}

/** What payments amount to; undefined if an amount is unknown. */
export const paidIn = (
	entries: ReadonlyArray<Pick<HistoryEntry, 'payment'>>,
): Decimal | undefined => total(entries.map(({ payment }) => serviceAmount(payment?.amount)));

export const isPaidStatus = (status: string): boolean => status === 'PARTIAL' || status === 'PAID';

/** A payment in review does not count yet. */
const isPaying = ({ newStatus, kind }: Step): boolean => !kind && isPaidStatus(newStatus);

export function paidByBalance(invoice: InvoiceDetails): Decimal | undefined {
	const left = invoice.status === 'PAID' ? ZERO : invoice.balance;
	return invoice.total && left && subtract(invoice.total, left);
}

/** Of an invoice that was partly paid before, only entries say how much. */
export function paidBefore(
	known: Known | undefined,
	read: readonly HistoryEntry[],
	kinds: EntryKinds,
): Decimal | undefined {
	if (known?.paid !== undefined) return toDecimal(known.paid);
	const isPartlyPaid = known?.status === 'PARTIAL' || known?.status === 'PENDING';
	const isEntered = kinds.PAYMENT && known?.coveredUntil === undefined;
	return isPartlyPaid && !isEntered ? undefined : paidIn(read.filter(isPayment));
}

/** If one payment has no amount of its own, the balance tells it; after a review, whether there was a payment. */
export function withAmounts(
	steps: readonly Step[],
	status: string,
	{ before, shown }: Paid,
): Step[] {
	const payments = steps.filter(isPaying);
	const open = payments.filter(({ payment }) => !serviceAmount(payment?.amount));
	const others = total([before, paidIn(payments.filter((step) => !open.includes(step)))]);
	const rest = shown && others && subtract(shown, others);
	if (open.length !== 1 || !rest || !isPaidStatus(status)) return [...steps];
	const sign = compare(rest, ZERO);
	return steps.map((step) => {
		if (step !== open[0] || sign < 0) return step;
		if (sign > 0) return { ...step, payment: { ...step.payment, amount: format(rest) } };
		const { previousStatus, newStatus } = step;
		const isBack = hasNoEntry(step) && previousStatus === 'PENDING' && newStatus === 'PARTIAL';
		return isBack ? { ...step, kind: 'paymentRejected' } : step;
	});
}

/** Of others than partly paid invoices and those in review, nothing or all of it is paid. */
export function paidToKeep(
	{ status, waitingSince }: Known,
	steps: readonly Step[],
	{ before, shown }: Paid,
): string | undefined {
	if (status !== 'PARTIAL' && status !== 'PENDING') return undefined;
	const reported = total([before, paidIn(steps.filter(isPaying))]);
	// While an entry is waited for, the balance tells more than was reported.
	if (waitingSince !== undefined || shown === undefined) return reported && format(reported);
	// What is paid in a review comes with the next status. A balance may be behind the history.
	const isMore = status === 'PARTIAL' && reported && compare(shown, reported) > 0;
	return format(isMore ? shown : (reported ?? shown));
}
