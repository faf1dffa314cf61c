import type { InvoiceAnswer } from '../../support/invoicingSandbox';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { PAYABLE_IN_PARTS, SENT } from '../invoicing/bodies';
import { oneTimeReport, subscription } from '../reporting/bodies';

type Rows = Record<string, Array<Record<string, unknown>>>;

const CALLS = [
	'/invoices',
	'/reports',
	'/orders',
	'/subscriptions',
	'/transactions?startTime=2026-03-01T00:00:00Z&endTime=2026-03-10T00:00:00Z',
];

/** Invoices, reports, orders and transactions, made before the dialect is chosen. */
async function world(): Promise<TestSandbox> {
	const sandbox = await startTestSandbox({ now: '2026-03-10T12:00:00Z' });
	await sandbox.control.traffic({ perDay: 5, from: '2026-03-01T00:00:00Z' });
	const { body } = await sandbox.call<InvoiceAnswer>('POST', '/invoicing/v2/invoices', {
		body: PAYABLE_IN_PARTS,
	});
	await sandbox.control.send('POST', `/invoices/${body.id}/pay`, { amount: '50.00' });
	await sandbox.call('POST', '/invoicing/v2/invoices', { body: SENT });
	await sandbox.call('POST', '/reporting/v3/reports', { body: oneTimeReport() });
	await sandbox.call('PUT', '/reporting/v3/report-subscriptions', { body: subscription() });
	await sandbox.control.advanceClock('P1D');
	return sandbox;
}

describe('the control API tells how things really are', () => {
	let sandbox: TestSandbox;
	beforeAll(async () => {
		sandbox = await world();
	});
	afterAll(() => sandbox.stop());

	it('invoices with exact amounts, history, payments and emails', async () => {
		const answer = await sandbox.call<Rows>('GET', '/_sandbox/invoices');
		expect(answer.text).toContain('"balanceAmount":70.00');
		expect(answer.body.invoices).toHaveLength(2);
		expect(answer.body.invoices[1]).toMatchObject({
			createdDate: '2026-03-10T12:00:00.000Z',
			status: 'PARTIAL',
			invoiceHistory: [{ event: 'CREATE' }, { event: 'SEND' }, { event: 'PAYMENT' }],
			emails: [{ kind: 'invoice' }, { kind: 'receipt' }],
			orderInformation: { lineItems: [{ productSku: '000451' }] },
		});
	});

	it('reports, orders, subscriptions and transactions', async () => {
		const told = await Promise.all(CALLS.map((path) => sandbox.control.send<Rows>('GET', path)));
		const [, { reports }, { orders }, { subscriptions }, { transactions }] = told;
		expect(reports.map(({ reportName }) => reportName)).toEqual(['March so far', 'Daily sales']);
		expect(reports[0]).toMatchObject({ status: 'COMPLETED', reportFields: ['Request.RequestID'] });
		expect(orders).toMatchObject([
			{ organizationId: 'merchant_one', reportDefinitionName: 'TransactionRequestClass' },
		]);
		expect(subscriptions).toMatchObject([{ reportName: 'Daily sales' }]);
		expect(transactions.length).toBeGreaterThan(20);
		expect(transactions[0]).toMatchObject({
			requestId: expect.stringMatching(/^\d{22}$/) as string,
		});
		const file = await sandbox.call('GET', `/_sandbox/reports/${String(reports[0].reportId)}/file`);
		expect(file.text).toContain('Request.RequestID');
	});

	it('whatever the dialect', async () => {
		const usual = await Promise.all(CALLS.map((path) => sandbox.control.send('GET', path)));
		for (const seed of [1, 2, 3]) {
			await sandbox.control.send('PUT', '/dialect', { dialect: `random:${seed}` });
			const told = await Promise.all(CALLS.map((path) => sandbox.control.send('GET', path)));
			expect(told).toEqual(usual);
		}
	});
});
