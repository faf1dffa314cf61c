import { type Answer, TOKENS, useSandbox } from '../../support/sandbox';
import { expectRefused, NOW, query, REPORTS, without } from './bodies';

type Query = Record<string, string | number>;

const WHOLE_YEAR: Query = {
	startTime: '2026-01-01T00:00:00.000Z',
	endTime: '2027-01-01T00:00:00.000Z',
	timeQueryType: 'reportTimeFrame',
};

const sandbox = useSandbox('all', { now: NOW });
beforeAll(async () => {
	await sandbox.control.makeReports({ reportName: 'Daily', count: 3, rows: 1 });
	await sandbox.control.makeReport({
		reportName: 'Weekly xml',
		reportDefinitionName: 'FeeDetailClass',
		reportMimeType: 'application/xml',
		reportFrequency: 'WEEKLY',
		reportStartTime: '2026-03-01T00:00:00Z',
		reportEndTime: '2026-03-08T00:00:00Z',
		rows: 1,
	});
	await sandbox.control.advanceClock('PT1H');
	await sandbox.control.makeReport({ reportName: 'Broken', status: 'ERROR', rows: 1 });
});

const search = (changes: Query, token?: string): Promise<Answer> =>
	sandbox.call('GET', REPORTS + query({ ...WHOLE_YEAR, ...changes }), { token });
describe('GET reports', () => {
	it('gives every fact about a report and a link to download it', async () => {
		const { body } = await search({ reportName: 'Weekly xml' });
		const [entry] = body.reportSearchResults as Array<Record<string, unknown>>;
		expect(entry).toEqual({
			_links: {
				reportDownload: {
					href: `${sandbox.address}/reporting/v3/report-downloads?organizationId=merchant_one&reportDate=2026-03-08&reportName=Weekly+xml`,
					method: 'GET',
				},
			},
			reportDefinitionId: '219',
			reportName: 'Weekly xml',
			reportMimeType: 'application/xml',
			reportFrequency: 'WEEKLY',
			status: 'COMPLETED',
			reportStartTime: '2026-03-01T00:00:00.000Z',
			reportEndTime: '2026-03-08T00:00:00.000Z',
			timezone: 'GMT',
			reportId: entry.reportId,
			organizationId: 'merchant_one',
			queuedTime: '2026-03-10T12:00:00.000Z',
			reportGeneratingTime: '2026-03-10T12:00:00.000Z',
			reportCompletedTime: '2026-03-10T12:00:00.000Z',
			subscriptionType: 'CUSTOM',
		});
		const { href } = (entry._links as { reportDownload: { href: string } }).reportDownload;
		expect((await sandbox.call('GET', href.slice(sandbox.address.length))).status).toBe(200);
	});

	it.each<[Query, string]>([
		[{ startTime: '2026-03-08T00:00:00Z', endTime: '2026-03-09T00:00:00Z' }, 'Daily'],
		[{ timeQueryType: 'executedTime', startTime: '2026-03-10T12:30:00Z' }, 'Broken'],
		[{ reportMimeType: 'application/xml' }, 'Weekly xml'],
		[{ reportFrequency: 'WEEKLY' }, 'Weekly xml'],
		[{ reportFrequency: 'Weekly' }, 'Weekly xml'],
		[{ reportName: 'Broken' }, 'Broken'],
		[{ reportDefinitionId: 219 }, 'Weekly xml'],
		[{ reportStatus: 'ERROR' }, 'Broken'],
	])('finds by %j: %s', async (filter, expected) => {
		const { body } = await search(filter);
		expect(body.reportSearchResults).toMatchObject([{ reportName: expected }]);
	});

	it.each(['startTime', 'endTime', 'timeQueryType'])('requires %s', async (field) => {
		const rest = without(WHOLE_YEAR, field) as Query;
		await expectRefused(sandbox.call('GET', REPORTS + query(rest)), field);
	});

	it.each<[string, string | number]>([
		['startTime', '2026-03-01'],
		['endTime', '2025-01-01T00:00:00Z'],
		['timeQueryType', 'createdTime'],
		['reportFrequency', 'Hourly'],
		['reportDefinitionId', 'FeeDetailClass'],
		['limit', 10],
	])('refuses %s %s', async (field, value) => {
		await expectRefused(search({ [field]: value }), field);
	});

	it('answers 404 where there is nothing', async () => {
		const answer = await search({ reportName: 'Nothing' });
		expect(answer).toMatchObject({ status: 404, body: { reason: 'NO_DATA' } });
	});
});

describe('organizations', () => {
	it('a merchant does not see another', async () => {
		expect((await search({}, TOKENS.merchantTwo)).status).toBe(404);
		const answer = await search({ organizationId: 'merchant_one' }, TOKENS.merchantTwo);
		expect(answer.status).toBe(403);
		expect(answer.body).toMatchObject({
			reason: 'FORBIDDEN',
			message: 'Organization merchant_two may not see organization merchant_one.',
		});
	});

	it('a partner orders, reads and deletes for a merchant', async () => {
		const url = '/reporting/v3/report-subscriptions';
		const options = { token: TOKENS.partner };
		const body = {
			organizationId: 'merchant_two',
			reportDefinitionName: 'FeeDetailClass',
			reportFields: ['Request.RequestID'],
			reportName: 'For two',
			timezone: 'GMT',
		};
		expect((await sandbox.call('PUT', url, { body, ...options })).status).toBe(200);
		expect((await sandbox.call('GET', `${url}/For%20two`, options)).status).toBe(404);
		const mine = `${url}/For%20two?organizationId=merchant_two`;
		expect((await sandbox.call('GET', mine, options)).body.organizationId).toBe('merchant_two');
		expect((await sandbox.call('DELETE', mine, options)).status).toBe(200);
		const forbidden = { ...body, organizationId: 'merchant_three' };
		expect((await sandbox.call('PUT', url, { body: forbidden, ...options })).status).toBe(403);
		const torn = sandbox.call('PUT', `${url}?organizationId=merchant_one`, { body, ...options });
		await expectRefused(torn, 'organizationId');
	});
});
