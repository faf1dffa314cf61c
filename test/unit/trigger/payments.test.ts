import {
	calendarAt,
	invoiceItem,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/events';

const invoice = {
	id: '1',
	status: 'PARTIAL',
	orderInformation: { amountDetails: { totalAmount: 100, currency: 'USD' } },
};

const item = (payment: object | undefined, output: 'flat' | 'summary' | 'full') =>
	invoiceItem(
		{
			eventId: '1',
			change: 'partlyPaid',
			id: '1',
			previousStatus: 'SENT',
			newStatus: 'PARTIAL',
			payment,
			invoice,
		},
		output,
		calendarAt(Date.UTC(2026, 0, 1), 'UTC'),
	).json;

describe('the amount of a payment', () => {
	it.each([
		[20, '20.00'],
		['20.50', '20.50'],
		[20.5, '20.50'],
	])('is exact text, whether the service writes %j or otherwise', (amount, text) => {
		const payment = { transactionId: '7', amount };
		expect(item(payment, 'flat')).toMatchObject({ paymentAmount: text });
		for (const output of ['summary', 'full'] as const) {
			expect(item(payment, output).payment).toEqual({ transactionId: '7', amount: text });
		}
	});

	it('is left out where the service does not give it', () => {
		expect(item({}, 'summary').payment).toEqual({});
		expect(item(undefined, 'summary')).not.toHaveProperty('payment');
	});
});
