import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { type Answer, type MadeReport, useSandbox } from '../../support/sandbox';
import { DOWNLOADS, faultyFields, NOW, query, REPORTS } from './bodies';

const sandbox = useSandbox('all', { now: NOW });
let csv: MadeReport;
let xml: MadeReport;
beforeAll(async () => {
	const size = { rows: 3, reportFields: ['Request.RequestID', 'BillTo.City'] };
	csv = await sandbox.control.makeReport({ reportName: 'As csv', ...size });
	xml = await sandbox.control.makeReport({
		reportName: 'As xml',
		reportMimeType: 'application/xml',
		...size,
	});
});

const download = (
	changes: Record<string, string> = {},
	headers: Record<string, string> = {},
): Promise<Answer> =>
	sandbox.call(
		'GET',
		DOWNLOADS + query({ reportName: 'As csv', reportDate: '2026-03-10', ...changes }),
		{
			headers,
		},
	);
const byId = (report: MadeReport, accept?: string): Promise<Answer> =>
	sandbox.call('GET', `${REPORTS}/${report.reportId}`, { headers: accept ? { accept } : {} });

describe('GET report-downloads', () => {
	it('sends the file', async () => {
		const answer = await download();
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
		expect(answer.headers.get('content-disposition')).toBe(
			`attachment; filename="As csv_2026-03-10.csv"; filename*=UTF-8''As%20csv_2026-03-10.csv`,
		);
		expect(answer.text.split('\n').slice(0, 2)).toEqual([
			'Transaction Request Report,2.0,2026-03-09T00:00:00.000Z to 2026-03-10T00:00:00.000Z,merchant_one',
			'Request.RequestID,BillTo.City',
		]);
	});

	it('takes the eight digits of the samples too', async () => {
		expect((await download({ reportDate: '20260310' })).status).toBe(200);
	});

	it.each(['10-03-2026', '2026/03/10', '2026-3-10', '2026-02-30', '2026-0310', 'today'])(
		'refuses the date %s',
		async (reportDate) => {
			const answer = await download({ reportDate });
			expect(answer.status).toBe(400);
			expect(faultyFields(answer)).toEqual(['reportDate']);
		},
	);

	it.each([
		['reportName', '?reportDate=2026-03-10'],
		['reportDate', '?reportName=As+csv'],
	])('requires %s', async (field, search) => {
		const answer = await sandbox.call('GET', DOWNLOADS + search);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
	});

	it.each([
		['text/csv', 200],
		['*/*', 200],
		['text/*;q=0.5, application/json', 200],
		['application/xml', 400],
		['application/json', 400],
	])('a report is received in its own format only: Accept %s', async (accept, status) => {
		const answer = await download({}, { accept });
		expect(answer.status).toBe(status);
		if (status === 400) expect(faultyFields(answer)).toEqual(['Accept']);
	});

	it.each([
		['another name', { reportName: 'None' }],
		['another day', { reportDate: '2026-03-09' }],
	])('answers 404 to %s', async (_case, changes) => {
		const answer = await download(changes);
		expect(answer.status).toBe(404);
		expect(answer.body.reason).toBe('NOT_FOUND');
	});

	it('answers 404 with another reason where there were no transactions', async () => {
		await sandbox.control.makeReport({ reportName: 'Empty', status: 'NO_DATA' });
		const answer = await download({ reportName: 'Empty' });
		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject({
			reason: 'NO_DATA',
			message: 'No available transactions in this period.',
		});
	});

	it.each(['PENDING', 'QUEUED', 'RUNNING', 'RERUN', 'ERROR'] as const)(
		'answers 404 to a report that is %s',
		async (status) => {
			await sandbox.control.makeReport({ reportName: status, status });
			const answer = await download({ reportName: status });
			expect(answer.status).toBe(404);
			expect(answer.body.message).toBe(`Report not found: report ${status} is ${status}.`);
		},
	);
});

describe('GET reports/{reportId}', () => {
	it.each([undefined, '*/*', 'application/json', 'application/hal+json'])(
		'gives the details with Accept %s',
		async (accept) => {
			const answer = await byId(csv, accept);
			expect(answer.headers.get('content-type')).toContain('json');
			expect(answer.body).toEqual({
				organizationId: 'merchant_one',
				reportId: csv.reportId,
				reportDefinitionId: '210',
				reportName: 'As csv',
				reportMimeType: 'text/csv',
				reportFrequency: 'DAILY',
				reportFields: ['Request.RequestID', 'BillTo.City'],
				reportStatus: 'COMPLETED',
				reportStartTime: '2026-03-09T00:00:00.000Z',
				reportEndTime: '2026-03-10T00:00:00.000Z',
				timezone: 'GMT',
				reportFilters: {},
				reportPreferences: {},
			});
		},
	);

	it('gives the report itself in its own format', async () => {
		expect((await byId(csv, 'text/csv')).text).toBe((await download()).text);
		expect((await byId(xml, 'application/xml')).text).toContain('<Requests>');
	});

	it('does not give it in another', async () => {
		expect((await byId(csv, 'application/xml')).status).toBe(400);
		expect((await byId(xml, 'text/csv')).status).toBe(400);
	});

	it('answers 404 to an identifier that is not there', async () => {
		expect((await sandbox.call('GET', `${REPORTS}/no-such-report`)).status).toBe(404);
	});
});

describe('compression', () => {
	const fetchRaw = (encoding: string): Promise<{ encoding?: string; bytes: Buffer }> =>
		new Promise((resolve, reject) => {
			const headers = {
				authorization: `Bearer ${sandbox.token}`,
				accept: 'text/csv',
				'accept-encoding': encoding,
			};
			get(`${sandbox.address}${REPORTS}/${csv.reportId}`, { headers }, (response) => {
				const pieces: Buffer[] = [];
				response.on('data', (piece: Buffer) => pieces.push(piece));
				response.on('end', () =>
					resolve({
						encoding: response.headers['content-encoding'],
						bytes: Buffer.concat(pieces),
					}),
				);
			}).on('error', reject);
		});

	it('is used when the client takes gzip', async () => {
		const { encoding, bytes } = await fetchRaw('deflate, gzip;q=0.8');
		expect(encoding).toBe('gzip');
		expect(gunzipSync(bytes).toString()).toBe((await download()).text);
	});

	it.each(['identity', 'gzip;q=0', 'br'])('is not used with Accept-Encoding %s', async (given) => {
		const { encoding, bytes } = await fetchRaw(given);
		expect(encoding).toBeUndefined();
		expect(bytes.toString()).toBe((await download()).text);
	});
});
