import { type Answer, TOKENS, useSandbox } from '../../support/sandbox';
import {
	DOWNLOADS,
	faultyFields,
	NOW,
	oneTimeReport,
	query,
	REPORTS,
	subscription,
	SUBSCRIPTIONS,
	without,
} from './bodies';

const sandbox = useSandbox('each', { now: NOW });
beforeEach(async () => {
	await sandbox.control.traffic({ perDay: 4, from: '2026-01-01T00:00:00Z' });
});

const post = (body: unknown, token?: string): Promise<Answer> =>
	sandbox.call('POST', REPORTS, { body, token });
const statusOf = async (name: string): Promise<string | undefined> =>
	(await sandbox.control.reports()).find(({ reportName }) => reportName === name)?.status;

describe('POST reports', () => {
	it('is queued, runs, and is completed as the clock moves', async () => {
		const answer = await post(oneTimeReport());
		expect(answer.status).toBe(200);
		expect(answer.text).toBe('');
		expect(await statusOf('March so far')).toBe('QUEUED');
		await sandbox.control.advanceClock('PT5S');
		expect(await statusOf('March so far')).toBe('RUNNING');
		await sandbox.control.advanceClock('PT15S');
		expect(await statusOf('March so far')).toBe('COMPLETED');
	});

	it('takes as long as the sandbox is set to', async () => {
		await sandbox.control.send('PUT', '/generation', { queuedSeconds: 60, runningSeconds: 21_600 });
		await post(oneTimeReport());
		await sandbox.control.advanceClock('PT6H');
		expect(await statusOf('March so far')).toBe('RUNNING');
		await sandbox.control.advanceClock('PT1M');
		expect(await statusOf('March so far')).toBe('COMPLETED');
	});

	it('has no data where there were no transactions', async () => {
		await post(oneTimeReport(), TOKENS.merchantTwo);
		await sandbox.control.advanceClock('PT1M');
		expect(await statusOf('March so far')).toBe('NO_DATA');
	});

	it('is completed, failed or held by a control call', async () => {
		await post(oneTimeReport());
		const [{ reportId }] = await sandbox.control.reports();
		await sandbox.control.setReportStatus(reportId, 'RUNNING');
		await sandbox.control.advanceClock('P1D');
		expect(await statusOf('March so far')).toBe('RUNNING');
		await sandbox.control.setReportStatus(reportId, 'ERROR');
		expect(await statusOf('March so far')).toBe('ERROR');
	});

	it('allows three in progress, and further ones after these are complete', async () => {
		for (const reportName of ['One', 'Two', 'Three']) {
			expect((await post(oneTimeReport({ reportName }))).status).toBe(200);
		}
		const refused = await post(oneTimeReport({ reportName: 'Four' }));
		expect(refused.status).toBe(400);
		expect(refused.body).toMatchObject({
			reason: 'LIMIT_REACHED',
			message: '3 one-time reports are in progress. Order further ones once these are complete.',
		});
		expect(await statusOf('Four')).toBeUndefined();
		await sandbox.control.advanceClock('PT1M');
		expect((await post(oneTimeReport({ reportName: 'Four' }))).status).toBe(200);
	});

	it('counts the three of each user apart', async () => {
		for (const reportName of ['One', 'Two', 'Three']) await post(oneTimeReport({ reportName }));
		expect((await post(oneTimeReport(), TOKENS.merchantTwo)).status).toBe(200);
	});

	it('covers 31 days, and refuses a longer period', async () => {
		const month = {
			reportStartTime: '2026-01-01T00:00:00Z',
			reportEndTime: '2026-02-01T00:00:00Z',
		};
		expect((await post(oneTimeReport(month))).status).toBe(200);
		const answer = await post(
			oneTimeReport({ ...month, reportName: 'More', reportEndTime: '2026-02-01T00:00:01Z' }),
		);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual(['reportEndTime']);
	});

	it('counts 31 days in the time zone of the report, where days may have 23 hours', async () => {
		const march = {
			timezone: 'America/New_York',
			reportStartTime: '2026-03-01T00:00:00-05:00',
			reportEndTime: '2026-04-01T00:00:00-04:00',
		};
		expect((await post(oneTimeReport(march))).status).toBe(200);
	});

	it('covers yesterday when no period is given', async () => {
		const body = without(without(oneTimeReport(), 'reportStartTime'), 'reportEndTime');
		expect((await post({ ...body, timezone: 'Asia/Tokyo' })).status).toBe(200);
		expect((await sandbox.control.reports())[0]).toMatchObject({
			reportStartTime: '2026-03-08T15:00:00.000Z',
			reportEndTime: '2026-03-09T15:00:00.000Z',
		});
	});

	it('answers 304 to the same order again, and orders nothing', async () => {
		await post(oneTimeReport());
		expect((await post(oneTimeReport())).status).toBe(304);
		expect(await sandbox.control.reports()).toHaveLength(1);
	});

	it('refuses another order under the same name', async () => {
		await post(oneTimeReport());
		const answer = await post(oneTimeReport({ reportMimeType: 'application/xml' }));
		expect(answer.status).toBe(400);
		expect(answer.body.reason).toBe('DUPLICATE_NAME');
	});

	it('refuses the name of a subscription', async () => {
		await sandbox.call('PUT', SUBSCRIPTIONS, {
			body: subscription({ reportName: 'March so far' }),
		});
		expect((await post(oneTimeReport())).status).toBe(400);
	});

	it('does without a time zone, which subscriptions require', async () => {
		expect((await post(without(oneTimeReport(), 'timezone'))).status).toBe(200);
	});

	it('answers 404 to a report definition that does not exist', async () => {
		expect((await post(oneTimeReport({ reportDefinitionName: 'NoClass' }))).status).toBe(404);
	});

	it.each([
		['a missing name', without(oneTimeReport(), 'reportName'), 'reportName'],
		['missing fields', without(oneTimeReport(), 'reportFields'), 'reportFields'],
		['half a period', without(oneTimeReport(), 'reportEndTime'), 'reportEndTime'],
		[
			'a period that runs backwards',
			oneTimeReport({ reportEndTime: '2026-02-01T00:00:00Z' }),
			'reportEndTime',
		],
		[
			'a time without an offset',
			oneTimeReport({ reportStartTime: '2026-03-01T00:00:00' }),
			'reportStartTime',
		],
		[
			'the frequency of a subscription',
			oneTimeReport({ reportFrequency: 'Daily' }),
			'reportFrequency',
		],
		['an unknown field', oneTimeReport({ urgent: true }), 'urgent'],
	])('refuses %s and orders nothing', async (_case, body, field) => {
		const answer = await post(body);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
		expect(await sandbox.control.reports()).toEqual([]);
	});

	it('is done although the connection was dropped after the work', async () => {
		await sandbox.control.fault({ kind: 'drop', when: 'after', method: 'POST', path: REPORTS });
		await expect(post(oneTimeReport())).rejects.toThrow();
		expect(await statusOf('March so far')).toBe('QUEUED');
	});

	it('is not done when the connection was dropped before the work', async () => {
		await sandbox.control.fault({ kind: 'drop', when: 'before', method: 'POST', path: REPORTS });
		await expect(post(oneTimeReport())).rejects.toThrow();
		expect(await statusOf('March so far')).toBeUndefined();
	});
});

describe('a one-time report', () => {
	const download = (): Promise<Answer> =>
		sandbox.call(
			'GET',
			DOWNLOADS + query({ reportName: 'March so far', reportDate: '2026-03-10' }),
		);

	it('is downloaded by name and the day it ends, once it is complete', async () => {
		await post(oneTimeReport());
		const early = await download();
		expect(early.status).toBe(404);
		expect(early.body.message).toBe('Report not found: report March so far is QUEUED.');
		await sandbox.control.advanceClock('PT1M');
		const answer = await download();
		expect(answer.status).toBe(200);
		expect(answer.text.trim().split('\n')).toHaveLength(2 + 9 * 4);
	});

	it('holds only what its filters let through', async () => {
		await post(
			oneTimeReport({
				reportFields: ['Request.RequestID', 'PaymentData.CurrencyCode'],
				reportFilters: { 'PaymentData.CurrencyCode': ['EUR', 'JPY'] },
			}),
		);
		await sandbox.control.advanceClock('PT1M');
		const rows = (await download()).text.trim().split('\n').slice(2);
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.filter((row) => !/,(EUR|JPY)$/.test(row))).toEqual([]);
	});
});
