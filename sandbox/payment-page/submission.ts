import { lengthProblem } from '../invoicing/customFields';
import type { Invoice, PayerDetails } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { amountRefusal, payIntoReview, payInvoice } from '../invoicing/payments';
import { customInputName, type FormValues, openCustomFields, payerFields } from './paymentForm';

const OUTCOMES = ['accept', 'review', 'decline'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Carries out what the customer entered: the outcome, or what has to be corrected. */
export function submitPayment(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
): { outcome: Outcome } | { problem: string } {
	const amount = amountOf(invoice, values);
	const outcome = OUTCOMES.find((each) => each === (values.outcome ?? 'accept'));
	if (amount === undefined) return { problem: 'Choose what you want to pay.' };
	if (!outcome || (outcome === 'review' && !merchant.fraudManagement)) {
		return { problem: 'Choose what becomes of the payment.' };
	}
	const fields = payerFields(merchant, invoice);
	const missing = fields.find(({ name }) => !values[name]?.trim());
	if (missing) return { problem: `${missing.label} is required.` };
	const problem = amountRefusal(invoice, amount) ?? customProblem(merchant, invoice, values);
	if (problem) return { problem };
	const payer: PayerDetails = {
		...Object.fromEntries(fields.map(({ name }) => [name, values[name]?.trim()])),
		customFields: customValues(merchant, invoice, values),
	};
	if (outcome === 'accept') payInvoice(merchant, invoice, amount, payer);
	if (outcome === 'review') payIntoReview(merchant, invoice, amount, payer);
	return { outcome };
}

function amountOf({ balance }: Invoice, values: FormValues): string | undefined {
	const choice = values.choice ?? 'full';
	if (choice === 'full') return balance;
	return choice === 'part' ? (values.amount ?? '').trim() : undefined;
}

function customProblem(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
): string | undefined {
	for (const field of openCustomFields(merchant, invoice)) {
		const problem = lengthProblem(field, values[customInputName(field)] ?? field.value ?? '');
		if (problem) return `${field.label} ${problem}.`;
	}
	return undefined;
}

function customValues(
	merchant: Merchant,
	invoice: Invoice,
	values: FormValues,
): Record<string, string> | undefined {
	const open = openCustomFields(merchant, invoice);
	if (open.length === 0) return undefined;
	return Object.fromEntries(
		open.map((field) => [field.label, values[customInputName(field)] ?? field.value ?? '']),
	);
}
