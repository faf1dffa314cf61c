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
});
