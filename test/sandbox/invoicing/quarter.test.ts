import { InvoicingCalls, InvoicingControl } from '../../support/invoicingSandbox';
import { startTestSandbox } from '../../support/sandbox';

const NOW = '2026-03-31T18:00:00Z';

async function overview(seed: string): Promise<{ totals: Record<string, number>; ids: string[] }> {
	const sandbox = await startTestSandbox({ quarter: true, now: NOW, seed });
	try {
		const calls = new InvoicingCalls(sandbox);
		const { invoices, totalInvoices } = (await calls.list('offset=0&limit=1000')).body;
		expect(invoices).toHaveLength(totalInvoices);
		const totals: Record<string, number> = {};
		for (const { status } of invoices) totals[status] = (totals[status] ?? 0) + 1;
		return { totals, ids: invoices.map(({ id }) => id) };
	} finally {
		await sandbox.stop();
	}
}

describe('a seeded quarter', () => {
	it('has a merchant’s invoices in every status a quarter leaves behind', async () => {
		const { totals } = await overview('sandbox');
		for (const status of ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'CANCELED']) {
			expect(totals[status]).toBeGreaterThan(1);
		}
		expect(totals.PAID).toBeGreaterThan(100);
	});

	it('has lived through it: payments, reminders and notifications in order of time', async () => {
		const sandbox = await startTestSandbox({ quarter: true, now: NOW });
		try {
			const emails = await new InvoicingControl(sandbox.control).emails();
			const kinds = new Set(emails.map(({ kind }) => kind));
			for (const kind of ['invoice', 'reminder', 'receipt', 'merchantNotification']) {
				expect(kinds).toContain(kind);
			}
			const times = emails.map(({ time }) => time);
			expect(times).toEqual([...times].sort());
			expect(times[0] < '2026-01-10').toBe(true);
			expect((times.at(-1) as string) <= NOW).toBe(true);
		} finally {
			await sandbox.stop();
		}
	});
});
