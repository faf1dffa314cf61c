import { decideReminder } from '../../../nodes/MerchantInvoicing/actions/invoice/send.operation';
import {
	ADVICE_BY_REASON,
	type DeliveryChoice,
	type InvoiceAction,
	emailedSince,
	isAllowedInStatus,
	sendTimesOf,
	type Status,
	statusAndDeliveryOf,
	STATUSES,
	newStatusConflict,
	findMissingStep,
	refusalReason,
	toSkipReason,
} from '../../../nodes/MerchantInvoicing/invoice/states';
import { invoiceLabel } from '../../../nodes/shared/invoice/invoice';

describe('How far an invoice is', () => {
	it('is read from the response', () => {
		const invoice = {
			status: 'SENT',
			invoiceInformation: { deliveryMode: 'Email' },
			customerInformation: { email: 'ann@example.com' },
		};
		expect(statusAndDeliveryOf(invoice)).toEqual({
			status: 'SENT',
			deliveryMode: 'email',
			customerEmail: 'ann@example.com',
		});
		expect(statusAndDeliveryOf({})).toMatchObject({ deliveryMode: '', customerEmail: '' });
	});

	it.each(STATUSES)('decides what is offered: %s', (status) => {
		const isOver = ['CANCELED', 'PAID', 'PENDING'].includes(status);
		expect(isAllowedInStatus('get', status)).toBe(true);
		expect(isAllowedInStatus('send', status)).toBe(!isOver);
		expect(isAllowedInStatus('send', 'STRANGE')).toBe(true);
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
		expect(newStatusConflict({ deliveryMode, sendImmediately }, status)).toBe(conflict);
	});

	it.each<[DeliveryChoice, string, string, string | undefined, string | undefined]>([
		['draft', 'CANCELED', 'email', 'has the status CANCELED', 'enter another number'],
		['draft', 'DRAFT', 'email', undefined, undefined],
		['emailDraft', 'DRAFT', 'email', undefined, undefined],
		['share', 'DRAFT', 'none', 'is a draft, so the customer cannot pay it', 'Publish'],
		['share', 'CREATED', 'none', undefined, undefined],
		['emailNow', 'SENT', 'email', undefined, undefined],
		['emailNow', 'DRAFT', 'email', 'is a draft that was not emailed', 'Send'],
		['emailNow', 'CREATED', 'email', 'is published that was not emailed', 'Send'],
		[
			'emailNow',
			'DRAFT',
			'none',
			'is a draft without delivery by email, so it was not emailed',
			'Update',
		],
	])('asked for as %s, %s with delivery %s lacks %j', (delivery, status, mode, missing, advice) => {
		const step = findMissingStep(delivery, { status, deliveryMode: mode, customerEmail: '' });
		expect(step?.reason).toBe(missing && `and ${missing}`);
		expect(step?.advice).toEqual(advice && expect.stringContaining(advice));
	});

	it.each([
		['without an email address', 'Add one with Update first.'],
		['shared by link', 'To email it, set its Delivery to Email with Update first.'],
		['under fraud review', 'Accept or reject the payment first.'],
	])('%s is a reason with its own advice', (reason, advice) =>
		expect(ADVICE_BY_REASON[reason]).toBe(advice),
	);
});

it.each([
	['shared by link', 'Shared by link. Send its payment link yourself'],
	['fully paid', 'Fully paid'],
])('An invoice that is %s says in a cell: %s', (reason, said) => {
	expect(toSkipReason(reason)).toBe(said);
});

describe('When an invoice was sent', () => {
	const MARCH = Date.parse('2026-03-01T00:00:00Z');
	const at = (day: string | undefined) =>
		day && `2026-${day.includes('T') ? day : `${day}T00:00:00Z`}`;
	const sent = (...days: Array<string | undefined>) => ({
		status: 'SENT',
		invoiceHistory: days.map((day) => ({ event: 'SEND', date: at(day) })),
	});
	const withEntry = (event: string, day: string, ...before: string[]) => ({
		status: 'SENT',
		invoiceHistory: [
			...['SEND', ...before].map((name) => ({ event: name, date: at('02-01') })),
			{ event, date: at(day) },
		],
	});

	/** By a service that has an entry for each email but the first. */
	const resent = (day: string, paid: string) => ({
		status: 'SENT',
		invoiceHistory: [
			{ event: 'RESEND', date: at(day) },
			{ event: 'PAYMENT', date: at(paid) },
		],
	});

	it('is read from its history', () => {
		const invoiceHistory = ['CREATE', 'send', 'RESEND', 'SENDER', 'UNSEND', 'SEND'].map(
			(event, index) => ({ event, ...(index < 5 && { date: at('03-01') }) }),
		);
		expect(sendTimesOf({ invoiceHistory })).toEqual([MARCH, MARCH, undefined]);
		expect(sendTimesOf({})).toBeUndefined();
	});

	it.each<[string, object, string?]>([
		['yes', sent('03-01')],
		['yes', sent('02-01', '03-02')],
		['no', sent('02-28')],
		['yes', withEntry('REMINDER', '03-01')],
		['no', withEntry('REMINDER_SET', '03-01')],
		['no', withEntry('NO_REMINDER', '03-01')],
		['unknown', sent('02-01', undefined)],
		['unknown', sent()],
		['unknown', { status: 'SENT' }],
		['no', { status: 'SENT' }, '02-28'],
		['maybe', { status: 'SENT' }, '03-01'],
		['maybe', sent('02-01'), '03-02'],
		['no', sent('02-01'), '02-02'],
		['maybe', sent('02-01', '02-02'), '03-02'],
		['no', withEntry('PAYMENT', '03-02', 'RESEND'), '03-02'],
		['no', withEntry('PAYMENT', '03-02', 'SEND'), '03-02'],
		['maybe', withEntry('PAYMENT', '03-02', 'RESEND_FAILED'), '03-02'],
		['maybe', withEntry('PAYMENT', '03-02', 'NO_RESEND'), '03-02'],
		['maybe', withEntry('PAYMENT', '03-02'), '03-02'],
		['no', resent('02-01', '03-02'), '03-02'],
		['maybe', withEntry('PAYMENT', '03-02', 'REMINDER'), '03-02'],
		[
			'maybe',
			{ status: 'SENT', invoiceHistory: [{ event: 'PAYMENT', date: at('03-02') }] },
			'03-02',
		],
		['no', withEntry('UPDATE', '03-02', 'RESEND'), '03-02T00:01:00Z'],
		['maybe', withEntry('UPDATE', '03-02', 'RESEND'), '03-02T00:01:01Z'],
		['maybe', withEntry('UPDATE', 'x', 'RESEND'), '03-02'],
		['no', { ...sent('03-02'), status: 'DRAFT' }],
		['no', { ...sent('03-02'), status: 'CREATED' }],
		['yes', { ...withEntry('REMINDER', '03-02'), status: 'CREATED' }],
	])('tells whether it was since March: %s', (answer, invoice, submitted = undefined) => {
		const shown = {
			...invoice,
			...(typeof submitted === 'string' && { submitTimeUtc: at(submitted) }),
		};
		expect(emailedSince(shown, MARCH)).toBe(answer);
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

	it('is skipped where the service does not tell, or has no due date', () => {
		const invoice = {
			status: 'SENT',
			submitTimeUtc: '2026-03-03T04:30:00Z',
			customerInformation: { email: 'ann@example.com' },
		};
		const when = { today: '2026-03-02', zone: 'America/New_York' };
		const decide = (dueDate?: string) =>
			decideReminder(
				{ ...invoice, invoiceInformation: { deliveryMode: 'Email', dueDate } },
				[1],
				when,
			);
		expect(decide('2026-03-01')).toMatchObject({
			isDue: false,
			isUnsure: true,
			reason: 'May have been emailed on 2026-03-02',
		});
		expect(decide()).toMatchObject({ isDue: false, reason: 'No due date' });
	});
});

it('An invoice in one line has number, customer, amount, status and due date, as far as they are known', () => {
	const invoice = {
		status: 'SENT',
		customerInformation: { name: 'Ann Lee' },
		invoiceInformation: { dueDate: '2026-04-01' },
		orderInformation: { amountDetails: { totalAmount: '100.00', currency: 'EUR' } },
	};
	expect(invoiceLabel('A-1', invoice)).toBe('A-1 · Ann Lee · 100.00 EUR · SENT · due 2026-04-01');
	expect(invoiceLabel('A-1', {})).toBe('A-1');
});

/** What the specification's transitions allow, by the invoice's delivery. */
const ALLOWED: Record<InvoiceAction, { email: Status[]; none: Status[] }> = {
	cancel: { email: ['CREATED', 'DRAFT', 'SENT'], none: ['CREATED', 'DRAFT', 'SENT'] },
	publish: { email: ['DRAFT'], none: ['DRAFT'] },
	send: { email: ['CREATED', 'DRAFT', 'PARTIAL', 'SENT'], none: ['DRAFT'] },
	update: { email: ['CREATED', 'DRAFT', 'SENT'], none: ['CREATED', 'DRAFT', 'SENT'] },
};

describe.each(Object.keys(ALLOWED) as InvoiceAction[])('to %s an invoice', (change) => {
	describe.each(['email', 'none'] as const)('with delivery %s', (delivery) => {
		it.each(STATUSES)('in status %s', (status) => {
			const isAllowed = ALLOWED[change][delivery].includes(status);
			// The service returns the delivery capitalised: Email, None.
			const deliveryMode = delivery[0].toUpperCase() + delivery.slice(1);
			const reason = refusalReason(change, { status, deliveryMode, customerEmail: 'a@b.example' });
			if (isAllowed) expect(reason).toBeUndefined();
			else expect(reason).toEqual(expect.any(String));
		});
	});

	it('is for the service to decide in a status that is not known', () => {
		const state = { status: 'EXPIRED', deliveryMode: 'None', customerEmail: '' };
		expect(refusalReason(change, state)).toBeUndefined();
	});
});

it.each(['CREATED', 'DRAFT', 'PARTIAL', 'SENT'])(
	'a %s invoice is not emailed to nobody',
	(status) => {
		const state = { status, deliveryMode: 'Email', customerEmail: '' };
		expect(refusalReason('send', state)).toBe('without an email address');
	},
);

it('a draft that is shared by its link needs no email address', () => {
	const state = { status: 'DRAFT', deliveryMode: 'None', customerEmail: '' };
	expect(refusalReason('send', state)).toBeUndefined();
});
