import type { IDataObject } from 'n8n-workflow';

import { setTimeLimit } from '../../support/patience';
import type { MadeReport } from '../../support/sandbox';
import { json as answerJson, startServer } from '../../support/server';
import { answer, byId, byName, json, refusal, useBench } from './harness';

const bench = useBench();

let csv: MadeReport;
let xml: MadeReport;

beforeAll(async () => {
	await bench.sandbox.control.traffic({ perDay: 5, from: '2026-11-01T00:00:00Z' });
	await bench.sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
		body: {
			reportName: 'Daily',
			reportDefinitionName: 'TransactionRequestClass',
			reportFields: ['Request.RequestID'],
			reportMimeType: 'application/xml',
			reportFrequency: 'Daily',
			timezone: 'GMT',
		},
	});
	csv = await bench.sandbox.control.makeReport({ reportName: 'Made CSV', rows: 3 });
	xml = await bench.sandbox.control.makeReport({
		reportName: 'Daily',
		reportMimeType: 'application/xml',
		rows: 2,
	});
	await bench.received();
});

const requests = async () => (await bench.received()).map(({ request }) => request);

describe('Report: Get Many', () => {
	const list = async (parameters = {}) => await bench.act('report', 'getAll', parameters);

	it('asks for the reports of a period, in UTC', async () => {
		const options = { timeQueryType: 'executedTime' };
		const run = await list({ period: 'today', periodTimeZone: 'Europe/Berlin', options });
		expect(await bench.received()).toEqual([
			{
				request:
					'GET /reporting/v3/reports?startTime=2026-11-09T23%3A00%3A00.000Z&endTime=2026-11-10T12%3A00%3A00.000Z&timeQueryType=executedTime',
				accept: 'application/json',
			},
		]);
		expect(json(run).map(({ reportName }) => reportName)).toEqual(
			expect.arrayContaining(['Made CSV', 'Daily']),
		);
	});

	it('sends every filter under the name of the specification', async () => {
		await list({
			period: 'custom',
			periodStart: '2026-11-01',
			periodEnd: '2026-11-09',
			periodTimeZone: 'GMT',
			filters: {
				reportMimeType: 'text/csv',
				reportFrequency: 'DAILY',
				reportName: 'Made CSV',
				reportDefinitionId: '210',
				reportStatus: 'COMPLETED',
			},
		});
		expect(await requests()).toEqual([
			'GET /reporting/v3/reports?startTime=2026-11-01T00%3A00%3A00.000Z&endTime=2026-11-10T00%3A00%3A00.000Z&timeQueryType=reportTimeFrame&reportMimeType=text%2Fcsv&reportFrequency=DAILY&reportName=Made%20CSV&reportDefinitionId=210&reportStatus=COMPLETED',
		]);
	});

	it('returns the entries of the service where Raw is chosen', async () => {
		const [raw] = json(await list({ period: 'lastNDays', itemOutput: 'raw' }));
		expect(raw).toHaveProperty('_links');
	});

	it('is an error for an empty list where wanted', async () => {
		const list200 = { kind: 'status', status: 200, body: { reportSearchResults: [] } } as const;
		await bench.sandbox.control.fault({ ...list200, times: 2 });
		expect(json(await list({ period: 'yesterday', periodTimeZone: 'GMT' }))).toEqual([]);
		const { error } = await list({
			period: 'yesterday',
			periodTimeZone: 'GMT',
			options: { failIfEmpty: true },
		});
		expect(error?.message).toBe(
			'Get reports: there are no such reports from 2026-11-09T00:00:00.000+00:00 to 2026-11-10T00:00:00.000+00:00',
		);
		expect(error?.description).toBe('Turn off Fail If Empty to end this branch without an error.');
	});
});

describe('Report: Get Details', () => {
	const get = async (report: object, parameters = {}) =>
		await bench.act('report', 'get', { report, ...parameters });

	it('asks for JSON', async () => {
		expect(json(await get(byId(csv.reportId)))[0]).toMatchObject({
			reportId: csv.reportId,
			status: 'COMPLETED',
			reportStartTime: csv.reportStartTime,
		});
		expect(await bench.received()).toEqual([
			{ request: `GET /reporting/v3/reports/${csv.reportId}`, accept: 'application/json' },
		]);
	});

	it('has its zone, however the service spells it', async () => {
		const body = { reportId: 'x', reportStatus: 'COMPLETED', timeZone: 'GMT' };
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body });
		const flat = { reportId: 'x', status: 'COMPLETED', timezone: 'GMT' };
		expect(json(await get(byId('x')))).toEqual([flat]);
	});
});

describe('Report: Download by ID', () => {
	const download = async (report: object, parameters = {}) =>
		await bench.act('report', 'fetch', { report, output: 'file', ...parameters });

	it('looks up the format and gives the file with its name, type and bytes', async () => {
		const run = await download(byId(csv.reportId));
		expect(await bench.received()).toEqual([
			{ request: `GET /reporting/v3/reports/${csv.reportId}`, accept: 'application/json' },
			{ request: `GET /reporting/v3/reports/${csv.reportId}`, accept: 'text/csv' },
		]);
		const [item] = run.items;
		expect(item.binary?.data).toMatchObject({
			fileName: 'Made CSV 2026-11-09.csv',
			mimeType: 'text/csv',
		});
		expect(item.json).toMatchObject({ reportId: csv.reportId, reportName: 'Made CSV' });
		const expected = await bench.sandbox.call('GET', `/reporting/v3/reports/${csv.reportId}`, {
			headers: { accept: 'text/csv' },
		});
		expect((await run.binary(item)).toString()).toBe(expected.text);
	});

	describe('from a service that sends the file whatever it is asked for', () => {
		const FILE =
			'Daily,1.0,2026-11-09 to 2026-11-10,shop\nChargebackAmount,ChargebackCurrency\n5,USD\n';
		const fetched = async (output: string, status = 200, options: IDataObject = {}) => {
			const server = await startServer((request, response) => {
				const isList = request.url.includes('timeQueryType=executedTime');
				const listed = { reportId: 'x', reportName: 'Disputes', reportDefinitionId: 217 };
				if (isList)
					return answerJson(response, 200, { reportSearchResults: [{ reportId: 'y' }, listed] });
				response.writeHead(status, { 'content-type': 'text/csv' });
				response.end(status === 200 ? FILE : '');
			});
			const run = await bench.act(
				...(['report', 'fetch', { report: byId('x'), output, options }] as const),
				{ address: server.address },
			);
			await server.stop();
			return { run, requests: server.received.length };
		};

		it.each<[string, string[], number, object]>([
			['file', [], 1, { reportId: 'x' }],
			['rows', [], 1, { ChargebackAmount: '5' }],
			['rows', ['period'], 2, { reportName: 'Disputes' }],
			['rows', ['kind'], 2, { kind: 'chargeback', signedAmount: '-5' }],
			['totals', [], 2, { chargebacks: '-5', net: '-5' }],
			['workbook', [], 2, { reportName: 'Disputes', rows: 1 }],
		])('takes it as %s with %j in %i requests', async (output, addColumns, requested, expected) => {
			const options = output === 'rows' ? { addColumns } : {};
			const { run, requests: made } = await fetched(output, 200, options);
			expect(json(run)).toMatchObject([expected]);
			expect(made).toBe(requested);
		});

		it('says that a report is being made', async () => {
			const { run } = await fetched('rows', 202);
			expect(run.error?.description).toBe(
				'The report is still being made. Try again later.\nHTTP 202',
			);
		});
	});

	it.each([
		['application/octet-stream', 'Any.csv'],
		['application/zip', 'Any'],
	])('names what the service sends as %s: %s', async (type, name) => {
		const server = await startServer(({ headers }, response) => {
			const details = { status: '', reportName: 'Any', reportMimeType: 'text/csv' };
			if (String(headers.accept).includes('json')) return answerJson(response, 200, details);
			return response.writeHead(200, { 'content-type': type }).end('id,a\n');
		});
		const run = await bench.act(
			...(['report', 'fetch', { report: byId('x'), output: 'file' }] as const),
			{ address: server.address },
		);
		await server.stop();
		expect(run.items[0].binary?.data.fileName).toBe(name);
	});

	it('asks for a given format without looking', async () => {
		const run = await download(byId(xml.reportId), { options: { format: 'application/xml' } });
		expect(await bench.received()).toEqual([
			{ request: `GET /reporting/v3/reports/${xml.reportId}`, accept: 'application/xml' },
		]);
		expect(run.items[0].binary?.data).toMatchObject({
			fileName: `${xml.reportId}.xml`,
			mimeType: 'application/xml',
		});
	});

	it('is empty where the report has no data, or an error where wanted', async () => {
		const { reportId } = await bench.sandbox.control.makeReport({
			reportName: 'Has nothing',
			status: 'NO_DATA',
		});
		expect(json(await download(byId(reportId)))).toEqual([]);
		expect(json(await download(byId(reportId), { options: { format: 'text/csv' } }))).toEqual([]);
		const failIfEmpty = { options: { failIfEmpty: true } };
		expect(refusal(await download(byId(reportId), failIfEmpty))).toMatch(/ is empty: /);
		expect(
			refusal(
				await download(byId(reportId), { options: { failIfEmpty: true, format: 'text/csv' } }),
			),
		).toMatch(/ is empty: /);
	});

	it.each(['rows', 'totals', 'file', 'workbook'])(
		'says that the download stands still, as %s',
		async (output) => {
			setTimeLimit(1000);
			const server = await startServer((_request, response) => {
				response.writeHead(200, { 'content-type': 'text/csv' });
				response.write('a,b\n1,2\n');
			});
			const run = await bench.act(
				'report',
				'fetch',
				{ report: byId('x'), output, options: { format: 'text/csv' } },
				{ address: server.address },
			);
			await server.stop();
			expect(refusal(run)).toMatch(
				/Download report x: the download received no data for 1 seconds/,
			);
			expect(run.error?.description).toContain('ask for less at a time');
		},
	);
});

describe('Report: Download by Name and Date', () => {
	const download = async (parameters = {}) =>
		await bench.act('report', 'download', {
			reportName: byName('Daily'),
			whichReport: 'endsOn',
			reportDate: '2026-11-10',
			output: 'file',
			...parameters,
		});
	const URL = 'GET /reporting/v3/report-downloads?reportName=Daily&reportDate=2026-11-10';

	it('looks up the format in the list and asks for the report of the day', async () => {
		const run = await download();
		const [list, file, ...others] = await bench.received();
		expect(list.request).toMatch(/^GET \/reporting\/v3\/reports\?.*&reportName=Daily$/);
		expect(file).toEqual({ request: URL, accept: 'application/xml' });
		expect(others).toEqual([]);
		const subject = { reportName: 'Daily', reportDate: '2026-11-10', timeZone: 'GMT' };
		expect(run.items[0].json).toEqual(subject);
		expect(run.items[0].binary?.data).toMatchObject({
			fileName: 'Daily 2026-11-10.xml',
			mimeType: 'application/xml',
		});
		expect((await run.binary(run.items[0])).toString()).toContain('<Report');
	});

	describe('that is chosen in words', () => {
		const NAME = 'Chosen in words';
		const ids: Record<string, string> = {};
		const midnight = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;
		const make = async (reportName: string, day: number, more: object = {}) =>
			await bench.sandbox.control.makeReport({
				...{
					reportName,
					rows: 1,
					reportStartTime: midnight(day),
					reportEndTime: midnight(day + 1),
				},
				...more,
			});
		beforeAll(async () => {
			const july = {
				reportStartTime: '2026-07-01T00:00:00Z',
				reportEndTime: '2026-08-01T00:00:00Z',
			};
			ids.july = (await make(NAME, 0, july)).reportId;
			ids['the 8th'] = (await make(NAME, 8)).reportId;
			ids['the 9th'] = (await make(NAME, 9)).reportId;
			await make(NAME, 10, { status: 'RUNNING' });
			await bench.received();
		});
		const pick = async (parameters: object) =>
			await download({ reportName: byName(NAME), whichReport: 'coversDay', ...parameters });

		it.each<[string, object, string, string]>([
			['a day', { reportDate: '2026-11-08' }, 'the 8th', '2026-11-08'],
			['the last finished one', { whichReport: 'latestFinished' }, 'the 9th', '2026-11-09'],
			[
				'a day in a longer period',
				{ reportDate: '2026-07-02' },
				'july',
				'2026-07-01 to 2026-07-31',
			],
		])('finds %s, in two requests, and says what it covers', async (_, choice, which, covers) => {
			const run = await pick(choice);
			const [first] = covers.split(' ');
			expect(json(run)[0]).toMatchObject({
				...{ reportId: ids[which], reportName: NAME, periodStart: `${first}T00:00:00.000Z` },
			});
			expect(run.items[0].binary?.data.fileName).toBe(`${NAME} ${covers}.csv`);
			expect((await requests()).map((request) => request.split('?')[0])).toEqual([
				'GET /reporting/v3/reports',
				`GET /reporting/v3/reports/${ids[which]}`,
			]);
			const said = { periodStart: `${first}T00:00:00.000Z`, periodEnd: json(run)[0].periodEnd };
			for (const output of ['totals', 'workbook', 'oneBatch']) {
				expect(json(await pick({ ...choice, output }))[0]).toMatchObject(said);
			}
		});

		it.each(['PENDING', 'QUEUED', 'RUNNING', 'ERROR'] as const)(
			'does not give the day before where the latest is %s, unless that is wanted',
			async (status) => {
				const reportName = `Latest ${status}`;
				await make(reportName, 9, { status });
				const { reportId } = await make(reportName, 9);
				expect(json(await download({ reportName: byName(reportName) }))).toHaveLength(1);
				// It covers today, so it ends after now.
				await make(reportName, 10, { status });
				const latest = { reportName: byName(reportName), whichReport: 'latest' };
				const run = await download(latest);
				expect(refusal(run)).toBe(
					`Download report "${reportName}" of 2026-11-10: its status is ${status}, so there is nothing to download`,
				);
				const state = status === 'ERROR' ? 'service failed to make it.' : 'still being made.';
				expect(run.error?.description).toContain(state);
				expect(run.error?.description).toContain('Latest Finished');
				const older = await download({ ...latest, whichReport: 'latestFinished' });
				expect(json(older)[0]).toMatchObject({ reportId });
			},
		);

		it('takes a report without transactions for the latest, and it is empty', async () => {
			await make('Quiet', 7, { reportEndTime: '2026-11-07T23:59:59Z' });
			await make('Quiet', 8, { status: 'NO_DATA' });
			const quiet = { reportName: byName('Quiet'), whichReport: 'latest' };
			expect(json(await download({ ...quiet, output: 'rows' }))).toEqual([]);
			const said = { periodStart: '2026-11-08T00:00:00.000Z' };
			expect(json(await download({ ...quiet, output: 'totals' }))).toEqual([
				expect.objectContaining(said),
			]);
			const workbook = await download({ ...quiet, output: 'workbook' });
			expect(json(workbook)).toEqual([expect.objectContaining({ ...said, rows: 0 })]);
			expect(workbook.items[0].binary?.data.fileName).toBe('Quiet 2026-11-08.xlsx');
			const ofDate = {
				...quiet,
				whichReport: 'endsOn',
				output: 'rows',
				options: { format: 'text/csv' },
			};
			expect(json(await download({ ...ofDate, reportDate: '2026-11-09' }))).toEqual([]);
			const missing = await download({ ...ofDate, reportDate: '2026-11-02' });
			expect(refusal(missing)).toContain('lists no report whose period ends on 2026-11-02');
			expect(missing.error?.description).toContain('2026-11-09, 2026-11-08');
		});

		it('says that a report is still being made, or is not there', async () => {
			expect(refusal(await pick({ reportDate: '2026-11-10' }))).toMatch(/its status is RUNNING/);
			const missing = await pick({ reportDate: '2026-11-05' });
			expect(refusal(missing)).toBe(
				`Download report "${NAME}": the service lists no report that covers 2026-11-05`,
			);
			expect(missing.error?.description).toContain('2026-11-10, 2026-11-09');
			const others = { reportSearchResults: [{ reportId: 'x', reportName: 'No other' }] };
			await bench.sandbox.control.fault({ kind: 'status', status: 200, body: others, times: 2 });
			for (const [whichReport, words] of [
				['latest', 'no report'],
				['latestFinished', 'no finished report'],
			]) {
				const run = await download({ reportName: byName('No'), whichReport });
				expect(refusal(run)).toContain(`lists ${words} of this name in the last two months`);
				expect(run.error?.description).toContain('Check the name, or try again later.');
			}
		});

		it('takes a report of a month for the latest until the next month ends', async () => {
			const september = { reportStartTime: '2026-09-16T00:00:00Z', reportEndTime: midnight(1) };
			const { reportId } = await make('Monthly', 0, september);
			const latest = { reportName: byName('Monthly'), whichReport: 'latest' };
			expect(json(await download(latest))[0]).toMatchObject({ reportId });
		});

		it('gives no batch of another day or organization to a cursor', async () => {
			for (const day of [7, 8, 9]) await make('In batches', day, { rows: 2 });
			for (const whichReport of ['endsOn', 'coversDay']) {
				const batch = async (reportDate: string, cursor: unknown, options = {}) =>
					await download({
						...{ reportName: byName('In batches'), whichReport, reportDate, cursor, options },
						...{ output: 'oneBatch', batchSize: 1 },
					});
				const [{ nextCursor }] = json(await batch('2026-11-08', ''));
				expect(json(await batch('2026-11-08', nextCursor))).toMatchObject([{ firstRow: 2 }]);
				const others = [
					await batch('2026-11-09', nextCursor),
					await batch('2026-11-08', nextCursor, { organizationId: 'merchant_one' }),
				];
				expect(others.map(refusal)).toEqual(Array(2).fill('Cursor: it belongs to another report'));
			}
		});
	});

	const UNCLEAR = 'Report not found or no available transactions';
	it.each<[string, object, string, boolean]>([
		['a completed latest report', { whichReport: 'latest' }, UNCLEAR, true],
		['a completed report of a date', {}, UNCLEAR, true],
		['a completed report of a date', {}, 'Report not found', false],
	])('takes %s for an empty one in doubt only: %j, %s', async (_, choice, words, isEmpty) => {
		for (const path of ['/reporting/v3/reports/*', '/reporting/v3/report-downloads']) {
			await bench.sandbox.control.fault({ ...answer(404, words), path });
		}
		const run = await download({ output: 'rows', ...choice });
		await bench.sandbox.control.clearFaults();
		if (isEmpty) expect(json(run)).toEqual([]);
		else expect(refusal(run)).toContain(words);
	});

	it('sends download=true where chosen', async () => {
		await download({ options: { download: true, format: 'application/xml' } });
		expect(await requests()).toEqual([`${URL}&download=true`]);
	});

	it('refuses a date that is none before anything is sent', async () => {
		expect(refusal(await download({ reportDate: '10.11.2026' }))).toMatch(
			/^Date: "10.11.2026" is not a date/,
		);
		expect(await requests()).toEqual([]);
	});

	const HAWAII = 'Pacific/Honolulu';
	it.each<[string, string, string, string?]>([
		['a moment, in the zone of the subscription', '2026-11-10T20:00:00Z', '2026-11-11'],
		['a moment with an offset', '2026-11-11T00:00:00+09:00', '2026-11-11'],
		['a DateTime', '={{ DateTime.fromISO("2026-11-10T20:00:00Z") }}', '2026-11-11'],
		['a day as the date picker writes it', '2026-11-10T00:00:00', '2026-11-10'],
		['a bare date', '2026-11-10', '2026-11-10'],
		['midnight, as in $today', '={{ DateTime.fromISO("2026-11-10") }}', '2026-11-10', HAWAII],
	])('takes the day of %s', async (_, reportDate, day, timezone = 'Asia/Tokyo') => {
		const name = `In ${timezone}`;
		const midnight = timezone === HAWAII ? 'T10:00:00Z' : 'T15:00:00Z';
		const ends = ['2026-11-08', '2026-11-09', '2026-11-10'].map((day) => day + midnight);
		for (const [reportStartTime, reportEndTime] of [ends.slice(0, 2), ends.slice(1)]) {
			const more = { rows: 1, timezone, reportStartTime, reportEndTime };
			await bench.sandbox.control.makeReport({ reportName: name, ...more });
		}
		await bench.received();
		for (const options of [{}, { format: 'text/csv' }]) {
			await download({ reportName: byName(name), reportDate, options });
			const asked = (await requests()).find((request) => request.includes('reportDate='));
			expect(asked).toContain(`reportDate=${day}`);
		}
	});

	it('does not take the name of a report for words of the service', async () => {
		const path = '/reporting/v3/report-downloads';
		await bench.sandbox.control.fault({ ...answer(404, 'Not found'), path });
		const options = { format: 'text/csv' };
		const run = await download({ reportName: byName('Refunds (no data)'), options });
		expect(refusal(run)).toMatch(
			/^Download report "Refunds \(no data\)": the service lists no report/,
		);
	});
});
