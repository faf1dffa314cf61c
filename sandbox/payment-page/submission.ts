import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { payIntoReview, payInvoice, whyNotThisAmount } from '../invoicing/payments';
import { formatOf } from './invoiceView';
import type { FormValues } from './paymentForm';

const OUTCOMES = ['accept', 'review', 'decline'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Carries out what the customer entered: the outcome, or what has to be corrected. */
export function submitPayment(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
): { outcome: Outcome } | { problem: string } {
	const outcome = OUTCOMES.find((each) => each === (values.outcome ?? 'accept'));
	if (!outcome || (outcome === 'review' && !merchant.fraudManagement)) {
		return { problem: 'Choose what happens to the payment.' };
	}
	const amount = values.amount?.trim() ?? invoice.balance;
	const format = formatOf(merchant, invoice);
	const problem = whyNotThisAmount(invoice, amount, (each) => format.money(each));
	if (problem !== undefined) return { problem };
	if (outcome === 'accept') payInvoice(merchant, invoice, amount);
	if (outcome === 'review') payIntoReview(merchant, invoice, amount);
	return { outcome };
}
