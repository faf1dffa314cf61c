import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';

import { answer, byId, byName, json, refusal, useBench } from './harness';

const bench = useBench();

const requests = async () => (await bench.received()).map(({ request }) => request.split('?')[0]);

/** Answers that do not say whether there is no such thing or nothing in it. */
const UNCLEAR = [
	['no body', { kind: 'status' as const, status: 404, body: '' }],
	['other words', answer(404, 'Not found', 'NOT_FOUND')],
	['both', answer(404, 'Report not found or no transactions available')],
] as const;

describe.each([
	['reports', 'report', '/reporting/v3/reports'],
	['subscriptions', 'reportSubscription', '/reporting/v3/report-subscriptions'],
])('a list of %s that is "not found"', (_, resource, path) => {
	it.each(UNCLEAR)('is empty where the report types are found: %s', async (_words, fault) => {
		await bench.sandbox.control.fault({ ...fault, path, times: 1 });
		expect(json(await bench.act(resource, 'getAll'))).toEqual([]);
		expect(await requests()).toEqual([`GET ${path}`, 'GET /reporting/v3/report-definitions']);
	});

	it.each(UNCLEAR)('is an error where those are not found either: %s', async (_words, fault) => {
		await bench.sandbox.control.fault({ ...fault, times: 9 });
		expect(refusal(await bench.act(resource, 'getAll'))).toMatch(
			/the service found nothing at this address/,
		);
	});
});

describe('an on-demand report of a quiet day', () => {
	const REPORTS = [
		['conversionDetail', 'conversion-details'],
		['netFunding', 'net-fundings'],
		['paymentBatchSummary', 'payment-batch-summaries'],
		['purchaseRefundDetail', 'purchase-refund-details'],
	];
	const ask = async (options: IDataObject, report = 'netFunding') =>
		await bench.act(report, 'get', { output: 'rows', options });
	const BOTH = answer(404, 'Report not found or no transactions available');
	const DEFINITIONS = 'GET /reporting/v3/report-definitions';

	it.each(REPORTS)(
		'is empty in the words of the specification, once the service is known to be reached: %s',
		async (report, path) => {
			await bench.sandbox.control.fault({ ...BOTH, path: `/reporting/v3/${path}` });
			expect(json(await ask({}, report))).toEqual([]);
			expect((await requests()).filter((request) => request === DEFINITIONS)).toHaveLength(1);
			expect(refusal(await ask({ failIfEmpty: true }, report))).toMatch(/no transactions/);
		},
	);

	it('asks once for all items', async () => {
		await bench.sandbox.control.fault({ ...BOTH, path: '/reporting/v3/net-fundings' });
		const fields = { output: 'rows' };
		const input = { input: [{}, {}, {}] };
		const run = await bench.act('netFunding', 'get', fields, input);
		expect(json(run)).toEqual([]);
		expect((await requests()).filter((request) => request === DEFINITIONS)).toHaveLength(1);
	});

	it.each(
		REPORTS.flatMap(([report]) =>
			[
				[204, ''],
				[200, {}],
				[200, []],
				[200, { _links: {} }],
			].map(([status, body]) => [report, status as number, body as object] as const),
		),
	)('%s is empty where the service answers %p with %j', async (report, status, body) => {
		await bench.sandbox.control.fault({ kind: 'status', status, body, times: 3 });
		expect(json(await ask({}, report))).toEqual([]);
		// Purchases and conversions come as files in these outputs.
		if (status === 200 && /purchase|conversion/.test(report)) return;
		const totals = await bench.act(report, 'get', { output: 'totals' });
		expect(json(totals)).toHaveLength(1);
		const run = await bench.act(report, 'get', { output: 'workbook' });
		expect(run.items[0].binary?.data.fileName).toMatch(/ 2026-11-09\.xlsx$/);
		expect(json(run)).toEqual([expect.objectContaining({ rows: 0 })]);
		const { Sheets, SheetNames } = read(await run.binary(run.items[0]));
		const [headings, note] = utils.sheet_to_json<string[]>(Sheets[SheetNames[0]], { header: 1 });
		expect([headings.length > 4, note]).toEqual([true, ['No transactions']]);
	});

	it.each([{ organizationId: 'merchant_one' }, { groupName: 'North' }])(
		'is an error with both readings where %j was given',
		async (options) => {
			await bench.sandbox.control.fault(BOTH);
			for (const report of ['netFunding', 'purchaseRefundDetail']) {
				const run = await ask(options, report);
				expect(refusal(run)).toContain('Report not found or no transactions available');
				expect(run.error?.description).toContain('Either there are no transactions');
			}
			await bench.sandbox.control.clearFaults();
			await bench.sandbox.control.fault(answer(404, 'No transactions available'));
			expect(json(await ask(options))).toEqual([]);
		},
	);

	it('is empty where the service says no more than "not found", and is reached', async () => {
		await bench.sandbox.control.fault({ ...answer(404, 'Not found', 'NOT_FOUND'), times: 1 });
		expect(json(await ask({}))).toEqual([]);
	});

	it.each([
		['no body', { kind: 'status' as const, status: 404, body: '' }],
		['a page', { kind: 'status' as const, status: 404, body: '<html>Not found</html>' }],
		['a name', answer(404, 'Group North does not exist')],
	])('is an error where the service answers 404 with %s', async (_what, fault) => {
		await bench.sandbox.control.fault({ ...fault, times: 1 });
		refusal(await ask({}));
	});

	it('is an error where nothing is found at this address', async () => {
		await bench.sandbox.control.fault(BOTH);
		expect(refusal(await ask({}))).toContain('Report not found or no transactions available');
	});

	it.each([null, 'x', [null]])('is an error in words where its list is %j', async (list) => {
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: { startTime: 'now', netFundingSummaries: list },
		});
		const run = await ask({});
		if (list === null) expect(json(run)).toEqual([]);
		else expect(refusal(run)).toContain('is not a list of entries');
	});
});

describe('a report without rows', () => {
	const EMPTY = { reportName: 'Empty', rows: 0, reportFields: ['Request.RequestID'] };

	it.each(['text/csv', 'application/xml'] as const)(
		'is empty, or an error with Fail If Empty unless it comes as a file, in %s',
		async (reportMimeType) => {
			const { reportId } = await bench.sandbox.control.makeReport({ ...EMPTY, reportMimeType });
			const download = async (output: string, options = {}) =>
				await bench.act('report', 'fetch', { report: byId(reportId), output, options });
			expect(json(await download('rows'))).toEqual([]);
			expect((await download('file', { failIfEmpty: true })).items).toHaveLength(1);
			for (const output of ['rows', 'totals', 'workbook']) {
				expect(refusal(await download(output, { failIfEmpty: true }))).toBe(
					'"Empty" is empty: the service has no transactions for it',
				);
			}
		},
	);
});

it('a subscription whose deletion is "not found" is not taken for deleted while it is there', async () => {
	await bench.sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
		body: {
			reportName: 'Kept',
			reportDefinitionName: 'TransactionRequestClass',
			reportFields: ['Request.RequestID'],
			reportFrequency: 'Daily',
			timezone: 'GMT',
		},
	});
	await bench.sandbox.control.fault({ ...UNCLEAR[0][1], method: 'DELETE', times: 9 });
	const run = await bench.act('reportSubscription', 'delete', { reportName: byName('Kept') });
	expect(refusal(run)).toMatch(/^Delete report subscription "Kept": /);
});
