import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { payIntoReview, payInvoice, whyNotThisAmount } from '../invoicing/payments';
import { formatOf } from './invoiceView';
import type { FormValues, Problems } from './paymentForm';

const OUTCOMES = ['accept', 'review', 'decline'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Carries out what the customer entered: the outcome, or what has to be corrected. */
export function submitPayment(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
): { outcome: Outcome } | { problems: Problems } {
	const amount = amountOf(merchant, invoice, values);
	const outcome = OUTCOMES.find((each) => each === (values.outcome ?? 'accept'));
	const problems: Record<string, string> = {
		...('problem' in amount && { amount: amount.problem }),
	};
	if (!outcome || (outcome === 'review' && !merchant.fraudManagement)) {
		problems.outcome = 'Choose what happens to the payment.';
	}
	if ('problem' in amount || !outcome || Object.keys(problems).length > 0) return { problems };
	if (outcome === 'accept') payInvoice(merchant, invoice, amount.toPay);
	if (outcome === 'review') payIntoReview(merchant, invoice, amount.toPay);
	return { outcome };
}

/** An amount that was typed is the part to pay, unless everything was asked for at the same time. */
function amountOf(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
): { toPay: string } | { problem: string } {
	const typed = values.amount?.trim() ?? '';
	const choice = values.choice ?? (typed === '' ? 'full' : 'part');
	if (choice === 'full') {
		return typed === ''
			? { toPay: invoice.balance }
			: { problem: 'You chose the full balance and entered an amount. Choose one of them.' };
	}
	if (choice !== 'part') return { problem: 'Choose what you want to pay.' };
	if (typed === '') return { problem: 'Enter how much you want to pay.' };
	const format = formatOf(merchant, invoice);
	const problem = whyNotThisAmount(invoice, typed, (amount) => format.money(amount));
	return problem === undefined ? { toPay: typed } : { problem };
}
