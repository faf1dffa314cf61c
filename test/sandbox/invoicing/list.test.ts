import { SENT } from './bodies';
import { refusedFields, useWorld } from './harness';

const world = useWorld();

const STATUSES = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'CANCELED'];

describe('the list of invoices', () => {
	it('shows a summary of each invoice', async () => {
		const { id, _links } = await world.create(SENT);
		const { body } = await world.calls.list('offset=0&limit=1');
		expect(body.invoices).toEqual([
			{
				_links,
				id,
				status: 'SENT',
				createdDate: '2026-03-01T12:00:00.000Z',
				customerInformation: { name: 'Amelia Hart' },
				invoiceInformation: { dueDate: '2026-03-31' },
				orderInformation: { amountDetails: { totalAmount: 120, currency: 'USD' } },
			},
		]);
	});

	it('pages through all of them once, newest first', async () => {
		const created: string[] = [];
		for (let count = 0; count < 7; count++) created.push((await world.create(SENT)).id);
		const seen: string[] = [];
		for (let offset = 0; ; offset += 3) {
			const { body } = await world.calls.list(`offset=${offset}&limit=3`);
			if (body.invoices.length === 0) break;
			seen.push(...body.invoices.map(({ id }) => id));
			expect(body.totalInvoices).toBeGreaterThan(6);
		}
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.slice(0, 7)).toEqual(created.reverse());
	});

	it.each(STATUSES)('filters by status %s, wherever an invoice came from', async (status) => {
		const { id } = await world.invoiceIn(status);
		const { body } = await world.calls.list(`offset=0&limit=1000&status=${status}`);
		expect(body.invoices.map((invoice) => invoice.id)).toContain(id);
		expect(new Set(body.invoices.map((invoice) => invoice.status))).toEqual(new Set([status]));
		expect(body.totalInvoices).toBe(body.invoices.length);
	});

	it.each([
		['limit=10', ['offset']],
		['offset=0', ['limit']],
		['offset=-1&limit=10', ['offset']],
		['offset=0&limit=1001', ['limit']],
		['offset=0&limit=10&status=OPEN', ['status']],
		['offset=0&limit=10&page=2', ['page']],
	])('refuses the query "%s"', async (query, fields) => {
		expect(refusedFields(await world.calls.list(query))).toEqual(fields);
	});

	it('beyond the end is empty and still tells the total', async () => {
		const { body } = await world.calls.list('offset=1000000&limit=10');
		expect(body.invoices).toEqual([]);
		expect(body.totalInvoices).toBeGreaterThan(0);
	});
});
