import { useWorld } from './harness';

const world = useWorld();

describe('a bulk of invoices', () => {
	it('is made in one status, each readable, and nobody is emailed', async () => {
		const ids = await world.control.bulkCreate(25, { status: 'PARTIAL' });
		expect(new Set(ids).size).toBe(25);
		const invoice = await world.read(ids[24]);
		expect(invoice.status).toBe('PARTIAL');
		expect(invoice.orderInformation.amountDetails.balanceAmount).toBeGreaterThan(0);
		expect(await world.control.emails()).toEqual([]);
	});

	it.each(['DRAFT', 'CREATED', 'SENT', 'PAID', 'PENDING', 'CANCELED'])(
		'in status %s goes on like any other invoice',
		async (status) => {
			const [id] = await world.control.bulkCreate(1, { status });
			expect((await world.read(id)).status).toBe(status);
			const canceled = await world.calls.cancel(id);
			expect(canceled.status).toBe(['DRAFT', 'CREATED', 'SENT'].includes(status) ? 200 : 400);
		},
	);

	it.each([
		[{ count: 0 }],
		[{ count: 1.5 }],
		[{ count: '10' }],
		[{ count: 200_001 }],
		[{}],
		[{ count: 1, status: 'OPEN' }],
		[{ count: 1, organizationId: 'nobody' }],
		[{ count: 1, color: 'red' }],
	])('that makes no sense, as %j, is refused and makes nothing', async (body) => {
		const total = async () => (await world.calls.list('offset=0&limit=1')).body.totalInvoices;
		const before = await total();
		const answer = await world.sandbox.call('POST', '/_sandbox/invoices', { body, token: '' });
		expect(answer.status).toBe(400);
		expect(await total()).toBe(before);
	});
});

describe('with thousands of invoices', () => {
	it('a filtered page far into the list is whole', async () => {
		await world.control.bulkCreate(20_000);
		const { body } = await world.calls.list('offset=1800&limit=100&status=CREATED');
		expect(body.invoices).toHaveLength(100);
		expect(new Set(body.invoices.map(({ status }) => status))).toEqual(new Set(['CREATED']));
	});
});
