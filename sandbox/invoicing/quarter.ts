import type { RandomStream } from '../random';
import { addDays } from './dates';
import type { Invoice } from './invoice';
import type { Merchant } from './merchant';
import { compare } from './money';
import { acceptPayment, payIntoReview, payInvoice, rejectPayment } from './payments';
import { cancelInvoice, createInvoice, sendInvoice } from './requests';
import { sampleRequest } from './samples';

const DAYS = 92;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How often what becomes of an invoice, in percent. */
const FATES = {
	paid: 52,
	paidLate: 10,
	paidInParts: 6,
	paidInPart: 4,
	accepted: 3,
	rejected: 2,
	inReview: 3,
	unpaid: 6,
	canceled: 5,
	draft: 4,
	shared: 5,
};

type Fate = keyof typeof FATES;

const FATE_OF_PERCENT = Object.entries(FATES).flatMap(([fate, percent]) =>
	Array.from({ length: percent }, () => fate as Fate),
);

/** Plans a merchant's quarter: invoices on its working days, and what its customers do about them. */
export function playQuarter(merchant: Merchant): void {
	const { clock } = merchant.sandbox;
	const start = clock.now();
	merchant.settings.change({
		invoiceSettingsInformation: {
			merchantDisplayName: 'Harbor Street Supplies',
			headerStyle: { backgroundColor: '#0b3d5c', fontColor: '#ffffff' },
			vatRegistrationNumber: 'US-00481516',
			showVatNumber: true,
			customEmailMessage: 'Thank you for your business.',
			enableReminders: true,
			enableMerchantEmailNotifications: true,
			merchantEmail: 'finance@harbour-street.example',
		},
	});
	for (let day = 0; day < DAYS; day++) {
		const morning = addDays(start, day);
		const weekday = new Date(morning).getUTCDay();
		if (weekday === 0 || weekday === 6) continue;
		const random = merchant.random('quarter', day);
		for (let count = 2 + random.below(4); count > 0; count--) {
			const fate = random.pick(FATE_OF_PERCENT);
			clock.at(morning + random.below(9 * HOUR), () => issue(merchant, random, fate));
		}
	}
}

function issue(merchant: Merchant, random: RandomStream, fate: Fate): void {
	const inParts = fate === 'paidInParts' || fate === 'paidInPart';
	const invoice = createInvoice(
		merchant,
		sampleRequest(random, {
			now: merchant.now(),
			itemized: inParts || random.below(5) < 2,
			partialPayments: inParts,
			deliveryMode: fate === 'shared' ? 'none' : 'email',
			sendImmediately: fate !== 'draft' && random.below(4) > 0,
		}),
	);
	if (fate === 'draft') return;
	if (invoice.status === 'DRAFT') sendInvoice(merchant, invoice.number);
	FOLLOW_UPS[fate]?.(merchant, invoice, random);
}

type FollowUp = (merchant: Merchant, invoice: Invoice, random: RandomStream) => void;

const FOLLOW_UPS: Partial<Record<Fate, FollowUp>> = {
	paid: (merchant, invoice, random) =>
		after(merchant, 1 + random.below(6), () => payInvoice(merchant, invoice, invoice.balance)),
	paidLate: (merchant, invoice, random) =>
		after(merchant, 32 + random.below(10), () => payInvoice(merchant, invoice, invoice.balance)),
	paidInParts: (merchant, invoice, random) => {
		after(merchant, 2 + random.below(5), () => payAPart(merchant, invoice));
		after(merchant, 9 + random.below(9), () => payInvoice(merchant, invoice, invoice.balance));
	},
	paidInPart: (merchant, invoice, random) =>
		after(merchant, 2 + random.below(9), () => payAPart(merchant, invoice)),
	accepted: (merchant, invoice, random) => {
		after(merchant, 1 + random.below(3), () => payIntoReview(merchant, invoice, invoice.balance));
		after(merchant, 5 + random.below(3), () => acceptPayment(merchant, invoice));
	},
	rejected: (merchant, invoice, random) => {
		after(merchant, 1 + random.below(3), () => payIntoReview(merchant, invoice, invoice.balance));
		after(merchant, 5 + random.below(3), () => rejectPayment(merchant, invoice));
	},
	inReview: (merchant, invoice, random) =>
		after(merchant, 1 + random.below(3), () => payIntoReview(merchant, invoice, invoice.balance)),
	canceled: (merchant, invoice, random) =>
		after(merchant, 1 + random.below(9), () => void cancelInvoice(merchant, invoice.number)),
};

function after(merchant: Merchant, days: number, job: () => void): void {
	merchant.sandbox.clock.at(merchant.now() + days * DAY, job);
}

/** Customers pay round sums: the largest of these that leaves something to pay. */
const ROUND_SUMS = ['5000', '1000', '500', '100', '50', '10', '1'];

function payAPart(merchant: Merchant, invoice: Invoice): void {
	const amount = ROUND_SUMS.find((sum) => compare(sum, invoice.balance) < 0);
	if (amount !== undefined) payInvoice(merchant, invoice, amount);
}
