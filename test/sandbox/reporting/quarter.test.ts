import { TOKENS, useSandbox } from '../../support/sandbox';
import { DOWNLOADS, NOW, query, REPORTS, SUBSCRIPTIONS } from './bodies';

const sandbox = useSandbox('all', { now: NOW, quarter: true });

const reports = async (reportName: string): Promise<Array<Record<string, string>>> => {
	const window = query({
		startTime: '2025-12-01T00:00:00Z',
		endTime: '2026-03-11T00:00:00Z',
		timeQueryType: 'executedTime',
		reportName,
	});
	const { body } = await sandbox.call<{ reportSearchResults: Array<Record<string, string>> }>(
		'GET',
		REPORTS + window,
	);
	return body.reportSearchResults;
};

describe('a seeded quarter', () => {
	it('ends at the time of the clock', async () => {
		expect(await sandbox.control.now()).toBe('2026-03-10T12:00:00.000Z');
	});

	it('has the subscriptions of a bookkeeper', async () => {
		const { body } = await sandbox.call<{ subscriptions: unknown[] }>('GET', SUBSCRIPTIONS);
		expect(body.subscriptions).toHaveLength(5);
	});

	it.each([
		['Daily transactions', 92],
		['Daily batches', 92],
		['Weekly chargebacks', 13],
		['Monthly fees', 3],
	])('has brought forth the reports of %s', async (name, count) => {
		const found = await reports(name);
		expect(found).toHaveLength(count);
		expect(found.every(({ queuedTime, reportEndTime }) => queuedTime === reportEndTime)).toBe(true);
	});

	it('has a one-time report, and one report that failed', async () => {
		expect(await reports('Audit of the first four weeks')).toMatchObject([
			{ status: 'COMPLETED', reportFrequency: 'ADHOC' },
		]);
		const failed = (await sandbox.control.reports()).filter(({ status }) => status === 'ERROR');
		expect(failed).toHaveLength(1);
	});

	it('has every day’s report to download', async () => {
		const answer = await sandbox.call(
			'GET',
			DOWNLOADS + query({ reportName: 'Daily transactions', reportDate: '2026-03-10' }),
		);
		expect(answer.text.split('\n').length).toBeGreaterThan(50);
	});

	it('has paid invoices among the transactions', async () => {
		const found = await sandbox.call(
			'GET',
			`/reporting/v3/purchase-refund-details${query({
				startTime: '2026-01-01T00:00:00Z',
				endTime: '2026-02-01T00:00:00Z',
			})}`,
		);
		const { body } = await sandbox.call<{
			invoices: Array<{ id: string; createdDate: string }>;
		}>('GET', '/invoicing/v2/invoices?offset=0&limit=1000&status=PAID');
		const numbers = body.invoices.map(({ id }) => `"merchantReferenceNumber":"${id}"`);
		expect(numbers.some((number) => found.text.includes(number))).toBe(true);
	});

	it('goes on when the clock moves', async () => {
		await sandbox.control.advanceClock('P1D');
		const tomorrow = await sandbox.call(
			'GET',
			DOWNLOADS + query({ reportName: 'Daily transactions', reportDate: '2026-03-11' }),
		);
		expect(tomorrow.status).toBe(200);
	});

	it('is there for the partner’s other merchant as well', async () => {
		const answer = await sandbox.call('GET', `${SUBSCRIPTIONS}?organizationId=merchant_two`, {
			token: TOKENS.partner,
		});
		expect(answer.status).toBe(200);
	});
});
