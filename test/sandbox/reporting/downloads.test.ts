import { type Answer, type MadeReport, useSandbox } from '../../support/sandbox';
import { DOWNLOADS, expectRefused, NOW, query, REPORTS } from './bodies';

const sandbox = useSandbox('all', { now: NOW });
let csv: MadeReport;
let xml: MadeReport;
beforeAll(async () => {
	const size = { rows: 3, reportFields: ['Request.RequestID', 'BillTo.City'] };
	const reportMimeType = 'application/xml';
	csv = await sandbox.control.makeReport({ reportName: 'As csv', ...size });
	xml = await sandbox.control.makeReport({ reportName: 'As xml', reportMimeType, ...size });
});

const ask = (path: string, accept?: string): Promise<Answer> =>
	sandbox.call('GET', path, { headers: accept ? { accept } : {} });
const download = (changes: Record<string, string> = {}, accept?: string): Promise<Answer> =>
	ask(DOWNLOADS + query({ reportName: 'As csv', reportDate: '2026-03-10', ...changes }), accept);
const byId = ({ reportId }: MadeReport, accept?: string): Promise<Answer> =>
	ask(`${REPORTS}/${reportId}`, accept);

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
		expect((await download({ reportDate: '20260310' })).text).toBe(answer.text);
	});

	it.each(['10-03-2026', '2026/03/10', '2026-3-10', '2026-02-30', '2026-0310', 'today'])(
		'refuses the date %s',
		async (reportDate) => await expectRefused(download({ reportDate }), 'reportDate'),
	);

	it('requires the name and the date', async () => {
		await expectRefused(ask(`${DOWNLOADS}?reportDate=2026-03-10`), 'reportName');
		await expectRefused(ask(`${DOWNLOADS}?reportName=As+csv`), 'reportDate');
	});

	it('sends a report in its own format only', async () => {
		for (const accept of ['text/csv', '*/*', 'text/*;q=0.5, application/json']) {
			expect((await download({}, accept)).status).toBe(200);
		}
		for (const accept of ['application/xml', 'application/json']) {
			await expectRefused(download({}, accept), 'Accept');
		}
	});

	it.each<[string, Record<string, string>]>([
		['another name', { reportName: 'None' }],
		['another day', { reportDate: '2026-03-09' }],
	])('answers 404 to %s', async (_case, changes) => {
		expect(await download(changes)).toMatchObject({ status: 404, body: { reason: 'NOT_FOUND' } });
	});

	it.each(['NO_DATA', 'PENDING', 'QUEUED', 'RUNNING', 'RERUN', 'ERROR'] as const)(
		'answers 404 to a report that is %s, and says so',
		async (status) => {
			await sandbox.control.makeReport({ reportName: status, status });
			const message =
				status === 'NO_DATA'
					? 'No available transactions in this period.'
					: `Report not found: report ${status} is ${status}.`;
			const reason = status === 'NO_DATA' ? status : 'NOT_FOUND';
			const answer = await download({ reportName: status });
			expect(answer).toMatchObject({ status: 404, body: { reason, message } });
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

	it('gives the report itself in its own format only', async () => {
		expect((await byId(csv, 'text/csv')).text).toBe((await download()).text);
		expect((await byId(xml, 'application/xml')).text).toContain('<Requests>');
		expect((await byId(csv, 'application/xml')).status).toBe(400);
		expect((await byId(xml, 'text/csv')).status).toBe(400);
	});

	it('answers 404 to an identifier that is not there', async () => {
		expect((await ask(`${REPORTS}/no-such-report`)).status).toBe(404);
	});
});
