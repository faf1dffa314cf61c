import {
	emailIncludes,
	matchesExceptEmail,
} from '../../../nodes/MerchantInvoicing/actions/invoice/wantedInvoices';
import {
	amountOrText,
	dayAsWritten,
	formatAmount,
	invoiceRow,
} from '../../../nodes/shared/invoice/invoice';

const TODAY = '2026-11-15';
const invoice = {
	_links: {},
	id: '0007',
	status: 'Sent',
	createdDate: '2026-10-31',
	submitTimeUtc: '2026-11-01T10:00:00Z',
	customerInformation: {
		name: 'Ann Lee',
		email: 'ann@example.com',
		merchantCustomerId: '0042',
		company: { name: 'Lee Ltd' },
	},
	invoiceInformation: {
		allowPartialPayments: true,
		description: 'Chairs',
		dueDate: '2026-11-10',
		expirationDate: '31-12-2026',
		paymentLink: 'https://pay.example/1',
		deliveryMode: 'Email',
	},
	orderInformation: {
		amountDetails: {
			totalAmount: 100.5,
			balanceAmount: '12345678901234567.89',
			currency: 'USD',
			discountAmount: 1,
			discountPercent: 5,
			freight: { amount: 2 },
			minimumPartialAmount: 3,
			subAmount: 4,
			taxDetails: { amount: 6, rate: '19.6' },
		},
		lineItems: [{}, {}],
	},
	invoiceHistory: [
		{ event: 'DRAFT', date: '2026-10-31T09:00:00Z' },
		{ event: 'SEND', date: '2026-11-01T10:00:00Z' },
		null,
	],
};

describe('simplified output', () => {
	it('is one flat row with exact amounts', () => {
		expect(invoiceRow(invoice, TODAY)).toEqual({
			invoiceNumber: '0007',
			status: 'SENT',
			customerName: 'Ann Lee',
			totalAmount: '100.50',
			currency: 'USD',
			balanceAmount: '12345678901234567.89',
			dueDate: '2026-11-10',
			daysUntilDue: -5,
			paymentLink: 'https://pay.example/1',
			customerEmail: 'ann@example.com',
			isOverdue: true,
			companyName: 'Lee Ltd',
			merchantCustomerId: '0042',
			description: 'Chairs',
			subAmount: '4.00',
			discountAmount: '1.00',
			discountPercent: '5',
			taxAmount: '6.00',
			taxRate: '19.6',
			freightAmount: '2.00',
			minimumPartialAmount: '3.00',
			allowPartialPayments: true,
			expirationDate: '2026-12-31',
			deliveryMode: 'Email',
			lineItemCount: 2,
			createdDate: '2026-10-31',
			submitTimeUtc: '2026-11-01T10:00:00Z',
			history: '2026-10-31T09:00:00Z DRAFT; 2026-11-01T10:00:00Z SEND',
		});
	});

	it('keeps plain values as they are, and makes nothing up', () => {
		const row = invoiceRow(
			{
				customerInformation: { name: {}, merchantCustomerId: 42 },
				invoiceInformation: { invoiceNumber: 'A-1' },
			},
			TODAY,
		);
		expect(row).toMatchObject({
			invoiceNumber: 'A-1',
			customerName: null,
			merchantCustomerId: 42,
			daysUntilDue: null,
			isOverdue: false,
			lineItemCount: null,
			history: null,
		});
	});

	it.each<[unknown, string | undefined]>([
		[new Date('2026-11-10T09:00:00Z'), '2026-11-10'],
		[' 2026-11-10 ', '2026-11-10'],
		[' 10-11-2026 ', '2026-11-10'],
		['2026-11-10 23:59', '2026-11-10'],
		[null, undefined],
		[{}, undefined],
		['2026-02-30', undefined],
	])('reads the day %p as %p', (raw, day) => expect(dayAsWritten(raw)).toBe(day));

	it('has the same columns whatever the service returned', () => {
		expect(Object.keys(invoiceRow({ id: '1' }, TODAY))).toEqual(
			Object.keys(invoiceRow(invoice, TODAY)),
		);
	});

	it.each([
		['SENT', '2026-11-14', true],
		['SENT', '2026-11-15', false],
		['CREATED', '2026-11-14', true],
		['PARTIAL', '2026-11-14', true],
		['PAID', '2026-11-14', false],
		['CANCELED', '2026-11-14', false],
		['DRAFT', '2026-11-14', false],
		['PENDING', '2026-11-14', false],
	])('calls a %s invoice due %s overdue: %p', (status, dueDate, expected) => {
		const row = invoiceRow({ status, invoiceInformation: { dueDate } }, TODAY);
		expect(row.isOverdue).toBe(expected);
	});

	it.each([
		[100, 'JPY', '100'],
		[100, 'USD', '100.00'],
		[0.1, 'KWD', '0.100'],
		['12345678901234567.891', 'USD', '12345678901234567.891'],
		[1.5, 'ABC', '1.5'],
		[undefined, 'USD', null],
	])('writes the amount %p %s as %p', (value, currency, expected) => {
		expect(formatAmount(value, currency)).toBe(expected);
		expect(amountOrText(value, currency)).toBe(expected);
	});
});

it('filters of the list leave out an invoice without a due date or an email address', () => {
	for (const days of [{ dueFrom: '2026-01-01' }, { dueTo: '2026-12-31' }]) {
		const choices = { statuses: [], overdueOnly: false, ...days };
		expect(matchesExceptEmail({ id: '1' }, choices, TODAY)).toBe(false);
	}
	expect(emailIncludes({ id: '1' }, 'ann')).toBe(false);
});
