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
import type { Early, Step } from './history';
import { isPayment } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import type { Known } from './state';

/** What a look at an invoice shows. */
export type Shown = Pick<InvoiceDetails, 'status' | 'balance'>;

type Amounts = ReadonlyArray<{ amount?: unknown }>;

/** Undefined where one of them is not known. */
const sumOf = (amounts: Amounts): Decimal | undefined =>
	amounts.reduce<Decimal | undefined>((sum, { amount }) => {
		const value = serviceAmount(amount);
		return sum && value && add(sum, value);
	}, ZERO);

/** A payment in review does not count yet. */
const paymentsOf = (steps: readonly Step[]): Amounts =>
	steps.flatMap(({ payment, newStatus }) => (payment && newStatus !== 'PENDING' ? [payment] : []));

const balanceOf = ({ status, balance }: Shown): Decimal | undefined =>
	status === 'PAID' ? ZERO : toDecimal(balance);

/** The balance after what was reported: as it was remembered, or the whole of what was not paid before. */
export function balanceBefore(
	known: Known | undefined,
	{ total }: InvoiceDetails,
	past: readonly HistoryEntry[],
): Decimal | undefined {
	if (known?.balance !== undefined) return toDecimal(known.balance);
	const isTouched = known?.status === 'PARTIAL' || known?.status === 'PENDING';
	const isUntouched = !isTouched && !past.some(isPayment);
	return isUntouched ? toDecimal(total) : undefined;
}

/** The balance once these steps were reported, and nothing more. */
export function balanceAfter(
	known: Known | undefined,
	invoice: InvoiceDetails,
	past: readonly HistoryEntry[],
	steps: readonly Step[],
): string | undefined {
	const earlier = balanceBefore(known, invoice, past);
	const paid = sumOf(paymentsOf(steps));
	const balance = earlier && paid && subtract(earlier, paid);
	return balance && format(balance);
}

/** How much was paid beside what the steps tell; undefined where nothing says so. */
export function unexplained(
	known: Known | undefined,
	invoice: InvoiceDetails,
	past: readonly HistoryEntry[],
	steps: readonly Step[],
): Decimal | undefined {
	const left = toDecimal(balanceAfter(known, invoice, past, steps));
	const now = balanceOf(invoice);
	const more = left && now && subtract(left, now);
	return more && compare(more, ZERO) >= 0 ? more : undefined;
}

/** How much less the payments of the history make up than the balance says; undefined where nothing says so. */
function lackingPayments(invoice: InvoiceDetails, early: readonly Early[]): Decimal | undefined {
	const { total, history } = invoice;
	const entries = history.filter(isPayment).map(({ payment }) => ({ amount: payment?.amount }));
	const paid = sumOf([...entries, ...early.filter(({ amount }) => amount !== undefined)]);
	const whole = toDecimal(total);
	const balance = balanceOf(invoice);
	return paid && whole && balance && subtract(subtract(whole, paid), balance);
}

/** Whether the history has fewer payments than the balance says, and those told early do not make up for it. */
export function isShortOfPayments(invoice: InvoiceDetails, early: readonly Early[]): boolean {
	const { status } = invoice;
	if (status !== 'PARTIAL' && status !== 'PAID') return false;
	const lacking = lackingPayments(invoice, early);
	return lacking !== undefined && compare(lacking, ZERO) > 0;
}

/** Whether every payment of the history counts in the balance: then none of them is in review. */
export function isBooked(invoice: InvoiceDetails): boolean {
	const lacking = lackingPayments(invoice, []);
	return invoice.history.some(isPayment) && lacking !== undefined && compare(lacking, ZERO) >= 0;
}

/** How far an invoice is. It goes back only after a review. */
const PROGRESS = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'CANCELED'];

/** Whether one look shows less than an earlier one, as an old answer does. */
export function isBackward(before: Shown, now: Shown): boolean {
	if (before.status === 'PENDING' || now.status === 'PENDING') return false;
	const [from, to] = [before.status, now.status].map((status) => PROGRESS.indexOf(status));
	if (to >= 0 && to < from) return true;
	const [earlier, later] = [toDecimal(before.balance), toDecimal(now.balance)];
	return earlier !== undefined && later !== undefined && compare(later, earlier) > 0;
}
