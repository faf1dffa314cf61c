import { useSandbox } from '../../support/sandbox';
import { NOW, query, REPORTS, SUBSCRIPTIONS } from './bodies';

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

	it('has one report that failed', async () => {
		const failed = (await sandbox.control.reports()).filter(({ status }) => status === 'ERROR');
		expect(failed).toHaveLength(1);
	});
});
