import { invoiceItem } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/events';

const invoice = {
	id: '1',
	status: 'PARTIAL',
	orderInformation: { amountDetails: { totalAmount: 100, currency: 'USD' } },
};

const item = (payment: object | undefined, kind: 'simplified' | 'raw') =>
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
		{ kind },
		{ today: '2026-01-01', zone: 'UTC' },
	).json;

describe('the amount of a payment', () => {
	it.each([
		[20, '20.00'],
		['20.50', '20.50'],
		[20.5, '20.50'],
	])('is exact text, whether the service writes %j or otherwise', (amount, text) => {
		const payment = { transactionId: '7', amount };
		expect(item(payment, 'simplified')).toMatchObject({ paymentAmount: text });
		expect(item(payment, 'raw').payment).toEqual({ transactionId: '7', amount: text });
	});

	it('is left out where the service does not give it', () => {
		expect(item({}, 'raw').payment).toEqual({});
		expect(item(undefined, 'raw')).not.toHaveProperty('payment');
	});
});
