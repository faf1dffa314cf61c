import { type Answer, TOKENS, useSandbox } from '../../support/sandbox';
import { DOWNLOADS, expectRefused, NOW, oneTimeReport, query, REPORTS, without } from './bodies';

const sandbox = useSandbox('each', { now: NOW });
beforeEach(async () => {
	await sandbox.control.traffic({ perDay: 4, from: '2026-01-01T00:00:00Z' });
});

const NAME = 'March so far';
const send = (body: unknown, token?: string): Promise<Answer> =>
	sandbox.call('POST', REPORTS, { body, token });
const order = (changes = {}, token?: string): Promise<Answer> =>
	send(oneTimeReport(changes), token);
const statusOf = async (name = NAME): Promise<string | undefined> =>
	(await sandbox.control.reports()).find(({ reportName }) => reportName === name)?.status;
const download = (): Promise<Answer> =>
	sandbox.call('GET', DOWNLOADS + query({ reportName: NAME, reportDate: '2026-03-10' }));

describe('a one-time report', () => {
	it('is queued, runs, is completed as the clock moves, and can then be downloaded', async () => {
		const answer = await order();
		expect([answer.status, answer.text]).toEqual([200, '']);
		expect(await statusOf()).toBe('QUEUED');
		const message = `Report not found: report ${NAME} is QUEUED.`;
		expect(await download()).toMatchObject({ status: 404, body: { message } });
		await sandbox.control.advanceClock('PT5S');
		expect(await statusOf()).toBe('RUNNING');
		await sandbox.control.advanceClock('PT15S');
		expect(await statusOf()).toBe('COMPLETED');
		expect((await download()).text.trim().split('\n')).toHaveLength(2 + 9 * 4);
	});

	it('has no data where there were no transactions', async () => {
		await order({}, TOKENS.merchantTwo);
		await sandbox.control.advanceClock('PT1M');
		expect(await statusOf()).toBe('NO_DATA');
	});

	it('is held by a control call, whatever the clock says', async () => {
		await order();
		const [{ reportId }] = await sandbox.control.reports();
		await sandbox.control.setReportStatus(reportId, 'RUNNING');
		await sandbox.control.advanceClock('P1D');
		expect(await statusOf()).toBe('RUNNING');
	});

	it('holds only what its filters let through', async () => {
		await order({
			reportFields: ['Request.RequestID', 'PaymentData.CurrencyCode'],
			reportFilters: { 'PaymentData.CurrencyCode': ['EUR', 'JPY'] },
		});
		await sandbox.control.advanceClock('PT1M');
		const rows = (await download()).text.trim().split('\n').slice(2);
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.filter((row) => !/,(EUR|JPY)$/.test(row))).toEqual([]);
	});
});

describe('POST reports', () => {
	it('allows each user three in progress, and further ones once these are complete', async () => {
		for (const reportName of ['One', 'Two', 'Three']) {
			expect((await order({ reportName })).status).toBe(200);
		}
		expect(await order({ reportName: 'Four' })).toMatchObject({
			status: 400,
			body: {
				reason: 'LIMIT_REACHED',
				message: '3 one-time reports are in progress. Order further ones once these are complete.',
			},
		});
		expect(await statusOf('Four')).toBeUndefined();
		expect((await order({}, TOKENS.merchantTwo)).status).toBe(200);
		await sandbox.control.advanceClock('PT1M');
		expect((await order({ reportName: 'Four' })).status).toBe(200);
	});

	it('covers 31 days of the time zone of the report, one of which may have 23 hours', async () => {
		const month = {
			timezone: 'America/New_York',
			reportStartTime: '2026-03-01T00:00:00-05:00',
			reportEndTime: '2026-04-01T00:00:00-04:00',
		};
		expect((await order(month)).status).toBe(200);
		const longer = { reportName: 'More', reportEndTime: '2026-04-01T00:00:01-04:00' };
		await expectRefused(order({ ...month, ...longer }), 'reportEndTime');
	});

	it('covers yesterday when no period is given', async () => {
		const body = without(oneTimeReport(), 'reportStartTime', 'reportEndTime');
		expect((await send({ ...body, timezone: 'Asia/Tokyo' })).status).toBe(200);
		expect((await sandbox.control.reports())[0]).toMatchObject({
			reportStartTime: '2026-03-08T15:00:00.000Z',
			reportEndTime: '2026-03-09T15:00:00.000Z',
		});
	});

	it('answers 304 to the same order again, and refuses another of its name', async () => {
		await order();
		expect((await order()).status).toBe(304);
		const another = await order({ reportMimeType: 'application/xml' });
		expect(another).toMatchObject({ status: 400, body: { reason: 'DUPLICATE_NAME' } });
		expect(await sandbox.control.reports()).toHaveLength(1);
	});

	it.each<[string, Record<string, unknown>]>([
		['reportName', { reportName: undefined }],
		['reportFields', { reportFields: undefined }],
		['reportEndTime', { reportEndTime: undefined }],
		['reportEndTime', { reportEndTime: '2026-02-01T00:00:00Z' }],
		['reportStartTime', { reportStartTime: '2026-03-01T00:00:00' }],
		['reportFrequency', { reportFrequency: 'Daily' }],
		['urgent', { urgent: true }],
	])('refuses %s as in %j, and orders nothing', async (field, changes) => {
		await expectRefused(order(changes), field);
		expect(await sandbox.control.reports()).toEqual([]);
	});
});
