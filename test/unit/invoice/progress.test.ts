import { decideReminder } from '../../../nodes/MerchantInvoicing/invoice/reminders';
import {
	isOffered,
	sendTimesOf,
	statusDetailsOf,
	statusConflict,
	STATUSES,
	emailedSince,
	whatIsMissing,
} from '../../../nodes/MerchantInvoicing/invoice/states';
import { invoiceLabel } from '../../../nodes/shared/invoice/simplify';

describe('How far an invoice is', () => {
	it('is read from the answer of the service', () => {
		const invoice = {
			status: 'SENT',
			invoiceInformation: { deliveryMode: 'Email' },
			customerInformation: { email: 'ann@example.com' },
		};
		expect(statusDetailsOf(invoice)).toEqual({
			status: 'SENT',
			deliveryMode: 'email',
			customerEmail: 'ann@example.com',
		});
		expect(statusDetailsOf({})).toMatchObject({ deliveryMode: '', customerEmail: '' });
	});

	it.each(STATUSES)('decides what is offered: %s', (status) => {
		const isOver = ['CANCELED', 'PAID', 'PENDING'].includes(status);
		expect(isOffered('get', status)).toBe(true);
		expect(isOffered('send', status)).toBe(!isOver);
		expect(isOffered('send', 'STRANGE')).toBe(true);
	});

	const DRAFT = 'although you asked for a draft';
	const NO_EMAIL = 'so no email is known to have gone out';
	const NOT_PAYABLE = 'so the customer cannot pay it yet';
	it.each([
		['email', false, 'DRAFT', undefined],
		['email', undefined, 'SENT', DRAFT],
		['none', false, 'CREATED', DRAFT],
		['email', true, 'DRAFT', NO_EMAIL],
		['email', true, 'CREATED', NO_EMAIL],
		['email', true, 'SENT', undefined],
		['none', true, 'DRAFT', NOT_PAYABLE],
		['none', true, 'CREATED', undefined],
		['email', true, 'CANCELED', 'which no new invoice has'],
		['email', false, 'STRANGE', undefined],
	])('%s, at once: %s, then %s: %s', (deliveryMode, sendImmediately, status, conflict) => {
		expect(statusConflict({ deliveryMode, sendImmediately }, status)).toBe(conflict);
	});

	it.each([
		['draft', 'CANCELED', 'email', 'has the status CANCELED'],
		['draft', 'DRAFT', 'email', undefined],
		['emailDraft', 'DRAFT', 'email', undefined],
		['share', 'DRAFT', 'none', 'is a draft, so the customer cannot pay it'],
		['share', 'CREATED', 'none', undefined],
		['emailNow', 'SENT', 'email', undefined],
		['emailNow', 'DRAFT', 'email', 'is a draft that was not emailed'],
		['emailNow', 'CREATED', 'email', 'is published that was not emailed'],
		['emailNow', 'DRAFT', 'none', 'is a draft without delivery by email, so it was not emailed'],
	] as const)(
		'asked for as %s, %s with delivery %s lacks %j',
		(delivery, status, mode, missing) => {
			const state = { status, deliveryMode: mode, customerEmail: '' };
			expect(whatIsMissing(delivery, state)?.reason).toBe(missing && `and ${missing}`);
		},
	);
});

describe('When an invoice was sent', () => {
	const MARCH = Date.parse('2026-03-01T00:00:00Z');
	const sent = (...dates: Array<string | undefined>) => ({
		status: 'SENT',
		invoiceHistory: dates.map((date) => ({ event: 'SEND', date })),
	});

	it('is read from its history', () => {
		const invoiceHistory = [
			{ event: 'CREATE', date: '2026-01-01T00:00:00Z' },
			{ event: 'send', date: '2026-03-01T00:00:00Z' },
			{ event: 'RESEND', date: '2026-03-01T00:00:00Z' },
			{ event: 'SENDER', date: '2026-03-01T00:00:00Z' },
			{ event: 'UNSEND', date: '2026-03-01T00:00:00Z' },
			{ event: 'SEND' },
		];
		expect(sendTimesOf({ invoiceHistory })).toEqual([MARCH, MARCH, undefined]);
		expect(sendTimesOf({})).toBeUndefined();
	});

	it.each([
		['yes', sent('2026-03-01T00:00:00Z')],
		['yes', sent('2026-02-01T00:00:00Z', '2026-03-02T00:00:00Z')],
		['no', sent('2026-02-28T23:59:59Z')],
		[
			'yes',
			{ status: 'SENT', invoiceHistory: [{ event: 'REMINDER', date: '2026-03-01T00:00:00Z' }] },
		],
		['unknown', sent('2026-02-01T00:00:00Z', undefined)],
		['unknown', sent()],
		['unknown', { status: 'SENT' }],
		['no', { status: 'SENT', submitTimeUtc: '2026-02-28T00:00:00Z' }],
		['unknown', { status: 'SENT', submitTimeUtc: '2026-03-01T00:00:00Z' }],
		['unknown', { ...sent('2026-02-01T00:00:00Z'), submitTimeUtc: '2026-03-02T00:00:00Z' }],
		['no', { ...sent('2026-02-01T00:00:00Z'), submitTimeUtc: '2026-02-02T00:00:00Z' }],
		[
			'no',
			{
				...sent('2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'),
				submitTimeUtc: '2026-03-02T00:00:00Z',
			},
		],
		[
			'no',
			{
				status: 'SENT',
				submitTimeUtc: '2026-03-02T00:07:00Z',
				invoiceHistory: [
					{ event: 'SEND', date: '2026-02-01T00:00:00Z' },
					{ event: 'UPDATE', date: '2026-03-02T00:00:00Z' },
				],
			},
		],
		['no', { ...sent('2026-03-02T00:00:00Z'), status: 'DRAFT' }],
		['no', { ...sent('2026-03-02T00:00:00Z'), status: 'CREATED' }],
	])('tells whether it was since March: %s', (answer, invoice) => {
		expect(emailedSince(invoice, MARCH)).toBe(answer);
	});
});

describe('Whether a customer is reminded', () => {
	it.each([
		['America/New_York', '2026-03-02T04:00:00Z', true],
		['America/New_York', '2026-03-02T05:00:00Z', false],
		['Asia/Tokyo', '2026-03-01T14:00:00Z', true],
		['Asia/Tokyo', '2026-03-01T15:00:00Z', false],
	])('goes by the day in %s: emailed at %s, due: %p', (zone, date, isDue) => {
		const invoice = {
			status: 'SENT',
			customerInformation: { email: 'ann@example.com' },
			invoiceInformation: { deliveryMode: 'Email', dueDate: '2026-03-01' },
			invoiceHistory: [{ event: 'SEND', date }],
		};
		const reminder = decideReminder(invoice, [1], { today: '2026-03-02', zone });
		expect(reminder).toMatchObject({ isDue });
	});
});

describe('An invoice in one line', () => {
	it('has number, customer, amount, status and due date, as far as they are known', () => {
		const invoice = {
			status: 'SENT',
			customerInformation: { name: 'Ann Lee' },
			invoiceInformation: { dueDate: '2026-04-01' },
			orderInformation: { amountDetails: { totalAmount: '100.00', currency: 'EUR' } },
		};
		expect(invoiceLabel('A-1', invoice)).toBe('A-1 · Ann Lee · 100.00 EUR · SENT · due 2026-04-01');
		expect(invoiceLabel('A-1', {})).toBe('A-1');
	});
});
