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
import type { Step, ReportedEarly } from './history';
import { isPayment } from './history';
import type { HistoryEntry, InvoiceDetails } from './invoice';
import type { Known } from './known';

type Amounts = ReadonlyArray<{ amount?: unknown }>;

/** Undefined where one of them is not known. */
function sumOf(amounts: Amounts): Decimal | undefined {
	return amounts.reduce<Decimal | undefined>((sum, { amount }) => {
		const value = serviceAmount(amount);
		return sum && value && add(sum, value);
	}, ZERO);
}

const paymentsOf = (steps: readonly Step[]): Amounts =>
	steps.flatMap(({ payment }) => (payment ? [payment] : []));

const balanceOf = ({ status, balance }: InvoiceDetails): Decimal | undefined =>
	status === 'PAID' ? ZERO : toDecimal(balance);

const atLeastZero = (value: Decimal | undefined): Decimal | undefined =>
	value && compare(value, ZERO) >= 0 ? value : undefined;

/** The balance of what was handed over: as it was remembered, or the whole of what was not paid before. */
function balanceBefore(
	known: Known | undefined,
	{ total }: InvoiceDetails,
	past: readonly HistoryEntry[],
): Decimal | undefined {
	if (known?.balance !== undefined) return toDecimal(known.balance);
	const isUntouched = known?.status !== 'PARTIAL' && !past.some(isPayment);
	return isUntouched ? toDecimal(total) : undefined;
}

/** How much was paid beside what the steps tell; undefined where nothing says so. */
export function unexplained(
	known: Known | undefined,
	invoice: InvoiceDetails,
	past: readonly HistoryEntry[],
	steps: readonly Step[],
): Decimal | undefined {
	const earlier = balanceBefore(known, invoice, past);
	const now = balanceOf(invoice);
	const paid = sumOf(paymentsOf(steps));
	return atLeastZero(earlier && now && paid && subtract(subtract(earlier, now), paid));
}

/** Whether the history has fewer payments than the balance says, and those reported early do not make up for it. */
export function isShortOfPayments(
	invoice: InvoiceDetails,
	ahead: readonly ReportedEarly[],
): boolean {
	const { status, total, history } = invoice;
	if (status !== 'PARTIAL' && status !== 'PAID') return false;
	const entries = history.filter(isPayment).map(({ payment }) => ({ amount: payment?.amount }));
	const paid = sumOf([...entries, ...ahead.filter(({ amount }) => amount !== undefined)]);
	const whole = toDecimal(total);
	const balance = balanceOf(invoice);
	if (paid === undefined || whole === undefined || balance === undefined) return false;
	return compare(subtract(whole, paid), balance) > 0;
}

/** The balance once these steps were handed over, and nothing more. */
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

/** A balance only goes down: a higher one is an old answer. */
export function lowestBalance(
	known: Known | undefined,
	{ balance }: InvoiceDetails,
): string | undefined {
	const earlier = toDecimal(known?.balance);
	const now = toDecimal(balance);
	return earlier && now && compare(now, earlier) >= 0 ? known?.balance : balance;
}
