import { SENT } from './bodies';
import { useWorld } from './harness';

const world = useWorld();

const total = async () => (await world.calls.list('offset=0&limit=1')).body.totalInvoices;

describe('a connection dropped while an invoice is created', () => {
	it.each([
		['before', 0],
		['after', 1],
	] as const)('%s the work was done leaves %i invoice', async (when, created) => {
		const before = await total();
		const emails = (await world.control.emails()).length;
		await world.sandbox.control.fault({
			kind: 'drop',
			when,
			method: 'POST',
			path: '/invoicing/v2/invoices',
		});
		await expect(world.calls.create(SENT)).rejects.toThrow();
		expect(await total()).toBe(before + created);
		expect(await world.control.emails()).toHaveLength(emails + created);
		expect((await world.calls.create(SENT)).status).toBe(201);
	});
});
