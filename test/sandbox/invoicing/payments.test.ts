import { changed, PAYABLE_IN_PARTS, SENT } from './bodies';
import { useWorld } from './harness';

const world = useWorld();

/** A control call that has to be refused with 400 and leave everything as it was. */
async function refuses(id: string, action: string, body: object = {}): Promise<string> {
	const before = await world.control.record(id);
	const emails = (await world.control.emails()).length;
	const answer = await world.sandbox.call<{ message: string }>(
		'POST',
		`/_sandbox/invoices/${id}/${action}`,
		{ body, token: '' },
	);
	expect(answer.status).toBe(400);
	expect(await world.control.record(id)).toEqual(before);
	expect(await world.control.emails()).toHaveLength(emails);
	return answer.body.message;
}

describe('a payment', () => {
	it.each(['CREATED', 'SENT'])('of everything makes an invoice in status %s PAID', async (from) => {
		const { id } = await world.invoiceIn(from);
		const { status, orderInformation } = await world.control.pay(id);
		expect(status).toBe('PAID');
		expect(orderInformation.amountDetails).toMatchObject({ totalAmount: 120, balanceAmount: 0 });
	});

	it('of a part makes it PARTIAL, and the last part PAID, however small', async () => {
		const { id } = await world.create(PAYABLE_IN_PARTS);
		const first = await world.control.pay(id, { amount: '110.1' });
		expect(first.status).toBe('PARTIAL');
		expect((await world.calls.get(id)).text).toContain('"balanceAmount":9.90');
		const second = await world.control.pay(id, { amount: '9.9' });
		expect(second.status).toBe('PAID');
		const payments = (second.invoiceHistory ?? []).filter(({ event }) => event === 'PAYMENT');
		expect(payments.map(({ transactionDetails }) => transactionDetails?.amount)).toEqual([
			110.1, 9.9,
		]);
	});

	it.each(['DRAFT', 'PAID', 'PENDING', 'CANCELED'])(
		'cannot be made in status %s',
		async (status) => {
			const { id } = await world.invoiceIn(status);
			await refuses(id, 'pay', { amount: '120.00' });
			await refuses(id, 'review', { amount: '120.00' });
		},
	);

	/** Less than the minimum, more than the balance, zero, negative, finer than the currency, no number, no text. */
	it.each(['24.99', '120.01', '0', '-5', '30.001', 'all of it', 30])(
		'cannot be %j of 120.00, with a minimum of 25.00',
		async (amount) => {
			const { id } = await world.create(PAYABLE_IN_PARTS);
			await refuses(id, 'pay', { amount });
		},
	);

	it('has to be the whole when the invoice allows no partial payments', async () => {
		const { id } = await world.create(SENT);
		expect(await refuses(id, 'pay', { amount: '119.99' })).toContain('only in full: 120.00 USD');
		expect((await world.control.pay(id, { amount: '120' })).status).toBe('PAID');
	});

	it('is possible until 00:00 GMT of the expiration date, and not after', async () => {
		const body = changed(SENT, { 'invoiceInformation.expirationDate': '02-03-2026' });
		const first = await world.create(body);
		const second = await world.create(body);
		await world.sandbox.control.setClock('2026-03-01T23:59:59Z');
		expect((await world.control.pay(first.id)).status).toBe('PAID');
		await world.sandbox.control.setClock('2026-03-02T00:00:00Z');
		expect(await refuses(second.id, 'pay')).toContain('expired');
		expect((await world.read(second.id)).status).toBe('SENT');
	});
});

describe('a payment in fraud review', () => {
	it('makes the invoice PENDING and moves no balance', async () => {
		const { id } = await world.create(SENT);
		const pending = await world.control.payIntoReview(id);
		expect(pending.status).toBe('PENDING');
		expect(pending.orderInformation.amountDetails.balanceAmount).toBe(120);
	});

	it('makes it PAID when the merchant accepts', async () => {
		const { id } = await world.invoiceIn('PENDING');
		const { status, invoiceHistory = [] } = await world.control.acceptPayment(id);
		expect(status).toBe('PAID');
		expect(invoiceHistory.at(-1)).toMatchObject({
			event: 'PAYMENT',
			transactionDetails: { transactionId: expect.stringMatching(/^\d{22}$/) },
		});
	});

	it('makes it SENT when the merchant rejects, and it can be updated or canceled again', async () => {
		const { id } = await world.create(SENT);
		await world.control.payIntoReview(id);
		expect((await world.control.rejectPayment(id)).status).toBe('SENT');
		expect((await world.calls.update(id, SENT)).status).toBe(200);
		expect((await world.calls.cancel(id)).status).toBe(200);
	});

	it('of a part leaves it PARTIAL, accepted or rejected after an earlier payment', async () => {
		const { id } = await world.create(PAYABLE_IN_PARTS);
		await world.control.payIntoReview(id, { amount: '50.00' });
		expect((await world.control.acceptPayment(id)).status).toBe('PARTIAL');
		await world.control.payIntoReview(id, { amount: '50.00' });
		expect((await world.control.rejectPayment(id)).status).toBe('PARTIAL');
	});

	it.each(['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'CANCELED'])(
		'is not there to accept or reject in status %s',
		async (status) => {
			const { id } = await world.invoiceIn(status);
			await refuses(id, 'accept');
			await refuses(id, 'reject');
		},
	);
});

describe('without fraud management', () => {
	afterEach(() => world.control.setFraudManagement(true));

	it('no payment goes to review, and PENDING cannot be listed', async () => {
		const { id } = await world.create(SENT);
		await world.control.payIntoReview(id);
		await expect(world.control.setFraudManagement(false)).rejects.toThrow('in review');
		await world.control.rejectPayment(id);
		for (const { id: pending } of (await world.calls.list('offset=0&limit=100&status=PENDING')).body
			.invoices) {
			await world.control.acceptPayment(pending);
		}
		await world.control.setFraudManagement(false);
		await refuses(id, 'review');
		const listed = await world.calls.list('offset=0&limit=10&status=PENDING');
		expect(listed.status).toBe(400);
		expect((await world.calls.list('offset=0&limit=10&status=SENT')).status).toBe(200);
	});
});

it('the reports have the payments of invoices among their transactions, once they are settled', async () => {
	const { id } = await world.create(SENT);
	await world.control.pay(id);
	const start = await world.sandbox.control.now();
	await world.sandbox.control.advanceClock('P1D');
	const end = await world.sandbox.control.now();
	const { body, status } = await world.sandbox.call<{
		requestDetails: Array<{ merchantReferenceNumber: string }>;
		settlements: Array<{ amount: string }>;
	}>('GET', `/reporting/v3/purchase-refund-details?startTime=${start}&endTime=${end}`);
	expect(status).toBe(200);
	const place = body.requestDetails.findIndex(
		({ merchantReferenceNumber }) => merchantReferenceNumber === id,
	);
	expect(place).toBeGreaterThanOrEqual(0);
	expect(body.settlements[place].amount).toBe('120.00');
});
