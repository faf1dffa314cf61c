import { ScriptedService } from './scriptedService';
import { invoiceItem } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/item';

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

describe('Payments of which the history says less than the balance', () => {
	it('have the amount by which the balance fell, where one entry has none', async () => {
		const service = new ScriptedService();
		service.set('I', { history: 'SEND -90' });
		await service.poll(0);
		service.set('I', { status: 'PARTIAL', balance: 60, history: 'SEND -90, PAYMENT 5' });
		expect(await service.poll(6)).toEqual(['I SENT>PARTIAL 40']);
		service.set('I', { balance: 50, history: 'SEND -90, PAYMENT 5, PAYMENT 7' });
		expect(await service.poll(8)).toEqual(['I PARTIAL>PARTIAL 10']);
		service.set('I', {
			status: 'PAID',
			balance: 0,
			history: 'SEND -90, PAYMENT 5, PAYMENT 7, PAYMENT 9 20, PAYMENT 9',
		});
		expect(await service.poll(10)).toEqual(['I PARTIAL>PARTIAL 20', 'I PARTIAL>PAID 30']);
	});

	it.each([
		['no history', undefined],
		['an entry for sending only', 'SEND -500'],
	])('are replayed as they were reported: %s', async (_, history) => {
		const service = new ScriptedService();
		for (const id of ['OLD', 'A', 'B']) service.set(id, { history });
		service.set('OLD', { status: 'PAID', balance: 0 });
		await service.poll(0);
		service.set('A', { status: 'PARTIAL', balance: 60 });
		await service.poll(5);
		service.set('A', { status: 'PAID', balance: 0 });
		service.set('B', { status: 'PENDING' });
		await service.poll(10);
		service.set('B', { status: 'SENT' });
		await service.poll(15);
		const reported = [...service.eventIds];
		expect(reported).toHaveLength(4);
		expect((await service.replay(1, 16)).sort()).toEqual(reported.toSorted());
		expect(await service.replay(11, 16)).toEqual(reported.slice(3));
	});

	it('that a replay cannot have are told of, though it has no event of its own', async () => {
		const service = new ScriptedService();
		service.set('OLD', { status: 'PAID', balance: 0, history: 'SEND -90' });
		await service.poll(0);
		expect(await service.replay(-10, 1)).toEqual([]);
		expect(service.last?.notice).toContain('does not say when some changes happened');
	});
});
