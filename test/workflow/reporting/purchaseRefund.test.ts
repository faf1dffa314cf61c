import type { IDataObject } from 'n8n-workflow';
import { json as answerJson, startServer } from '../../support/server';
import { hintsOf, json, refusal, useBench } from './harness';

const bench = useBench({ quarter: true });

const TIMES = 'startTime=2026-11-01T00%3A00%3A00.000Z&endTime=2026-11-08T00%3A00%3A00.000Z';
const PERIOD = {
	periodStart: '2026-11-01T00:00:00.000Z',
	periodEnd: '2026-11-08T00:00:00.000Z',
	periodTimeZone: 'UTC',
};
const PATH = '/reporting/v3/purchase-refund-details';

const requests = async () => (await bench.received()).map(({ request }) => request);

const served = async (query: string) =>
	(await bench.sandbox.call<Record<string, IDataObject[]>>('GET', `${PATH}?${TIMES}${query}`)).body;

const detail = async ({ format, ...parameters }: IDataObject = {}, more: object = {}) =>
	await bench.act(
		'onDemandReport',
		'purchaseRefundDetail',
		{
			period: 'custom',
			periodStart: '2026-11-01',
			periodEnd: '2026-11-07',
			periodTimeZone: 'GMT',
			...parameters,
			options: {
				...(parameters.options as IDataObject),
				...(format === undefined ? {} : { format }),
			},
		},
		more,
	);

const ALL_COLUMNS = { options: { columnSet: 'all' } };

const everything = async () => (await served('&limit=2000')).requestDetails;

describe('On-Demand Report: Purchase and Refund Detail', () => {
	const all = { returnAll: true };

	it('asks for the first page', async () => {
		json(await detail());
		expect(await bench.received()).toEqual([
			{
				request: `GET ${PATH}?${TIMES}&offset=0&limit=50`,
				accept: 'application/json',
			},
		]);
	});

	it('sends card type, view and group', async () => {
		await detail({
			options: { paymentSubtype: 'VI', viewBy: 'submissionDate', groupName: 'North', offset: 5 },
		});
		expect(await requests()).toEqual([
			`GET ${PATH}?${TIMES}&paymentSubtype=VI&viewBy=submissionDate&groupName=North&offset=5&limit=50`,
		]);
	});

	it('gives one flat row per request, joined from the six lists', async () => {
		const rows = json(await detail({ limit: 2, ...ALL_COLUMNS }));
		expect(rows).toHaveLength(2);
		const page = await served('&limit=2');
		const { requestId } = page.requestDetails[0];
		expect(rows[0]).toMatchObject({
			requestId,
			merchantReferenceNumber: page.requestDetails[0].merchantReferenceNumber,
			settlement_amount: page.settlements[0].amount,
			authorization_code: page.authorizations[0].code,
			feeAndFunding_feeAmount: page.feeAndFundingDetails[0].feeAmount,
			other_lastName: page.others[0].lastName,
			settlementStatus_status: page.settlementStatuses[0].status,
			...PERIOD,
		});
		expect(
			Object.values(rows[0]).every((value) => typeof value !== 'object' || value === null),
		).toBe(true);
	});

	it('begins with what people look for, and has each currency beside its amounts', async () => {
		const [row] = json(await detail({ limit: 1, ...ALL_COLUMNS }));
		const columns = Object.keys(row);
		expect(columns.slice(0, 7)).toEqual([
			'requestId',
			'merchantReferenceNumber',
			'settlement_transactionType',
			'settlement_amount',
			'settlement_currencyCode',
			'settlement_paymentMethod',
			'settlementStatus_status',
		]);
		const list = (name: string) => columns.filter((column) => column.startsWith(`${name}_`));
		expect(list('authorization')).toEqual([
			'authorization_time',
			'authorization_amount',
			'authorization_currencyCode',
			'authorization_code',
			'authorization_rcode',
		]);
		expect(list('feeAndFunding').slice(-3)).toEqual([
			'feeAndFunding_feeAmount',
			'feeAndFunding_fundingAmount',
			'feeAndFunding_fundingCurrencyCode',
		]);
		expect(columns.slice(-3)).toEqual(Object.keys(PERIOD));
	});

	it('says that it was not read to the end where a limit ended it', async () => {
		const rows = json(await detail({ limit: 2, options: { controlTotal: true } }));
		expect(rows[2]).toEqual({
			controlTotal: { parts: 1, rows: 2, rowsRead: 2, readToEnd: false, checked: ['json'] },
		});
	});

	it.each(['totals', 'file', 'workbook'])(
		'makes a result of %s from all results, whatever Limit would be for rows',
		async (output) => {
			const count = (await everything()).length;
			expect(count).toBeGreaterThan(50);
			const run = await detail({ output, options: { controlTotal: true } });
			const [control] = json(run).flatMap(({ controlTotal = [] }) => controlTotal as IDataObject);
			expect(control).toMatchObject({ rowsRead: count, readToEnd: true });
			expect(hintsOf(run)).toEqual([]);
		},
	);

	it.each([undefined, 'text/csv'])(
		'says above the rows and in the control total that a limit ended it, in format %s',
		async (format) => {
			const run = await detail({ format, output: 'rows', options: { controlTotal: true } });
			expect(json(run)).toHaveLength(51);
			expect(json(run)[50].controlTotal).toMatchObject({ rows: 50, readToEnd: false });
			expect(hintsOf(run)).toEqual([
				'These are the first 50 requests, and there may be more. Turn on Return All to get all of them.',
			]);
			const whole = await detail({ ...all, format, output: 'rows' });
			expect(json(whole)).toHaveLength((await everything()).length);
			expect(hintsOf(whole)).toEqual([]);
		},
	);

	it('leaves it to the service which requests belong to the period', async () => {
		const ofNextDay = { requestId: '1', time: '2026-11-08T00:00:00Z', amount: '5.00' };
		const server = await startServer((_request, response) =>
			answerJson(response, 200, {
				requestDetails: [{ requestId: '1' }],
				authorizations: [ofNextDay],
			}),
		);
		const rows = json(await detail(ALL_COLUMNS, { address: server.address }));
		await server.stop();
		expect(rows).toMatchObject([{ requestId: '1', authorization_amount: '5.00' }]);
	});

	it('follows the pages to the end', async () => {
		const expected = (await everything()).map(({ requestId }) => requestId);
		await bench.received();
		const rows = json(await detail({ ...all, options: { pageSize: 100 } }));
		expect(rows.map(({ requestId }) => requestId)).toEqual(expected);
		const starts = expected.flatMap((_, index) => (index % 100 === 0 ? [index] : []));
		expect(await requests()).toEqual(
			starts.map((offset) => `GET ${PATH}?${TIMES}&offset=${offset}&limit=100`),
		);
	});

	it('ends at a page that only repeats the one before', async () => {
		const server = await startServer((_request, response) =>
			answerJson(response, 200, {
				limit: 2,
				requestDetails: [{ requestId: '1' }, { requestId: '2' }],
			}),
		);
		const run = await detail({ ...all, options: { pageSize: 2 } }, { address: server.address });
		await server.stop();
		expect(json(run).map(({ requestId }) => requestId)).toEqual(['1', '2']);
		expect(server.received).toHaveLength(2);
	});

	it('stops at the limit in the middle of a page', async () => {
		expect(json(await detail({ limit: 130, options: { pageSize: 100 } }))).toHaveLength(130);
		expect((await requests()).map((request) => request.split('&').slice(2).join('&'))).toEqual([
			'offset=0&limit=100',
			'offset=100&limit=30',
		]);
	});

	it('gives no rows for an offset beyond the end', async () => {
		expect(json(await detail({ options: { offset: 999_999 } }))).toEqual([]);
	});

	it('has the usual columns by default, ten at most', async () => {
		const [row] = json(await detail({ limit: 1 }));
		expect(Object.keys(row)).toHaveLength(10);
		expect(row).toMatchObject({ settlement_amount: expect.any(String) as string, ...PERIOD });
	});

	it.each([
		['text/csv', 'csv'],
		['application/xml', 'xml'],
	])('gives files in %s, a page each, and counts each page in JSON', async (format, extension) => {
		const count = (await everything()).length;
		await bench.received();
		const pageSize = Math.floor(count / 2) + 1;
		const run = await detail({ ...all, format, output: 'file', options: { pageSize } });
		expect(run.items.map(({ binary }) => binary?.data.fileName)).toEqual([
			`Purchase and refund detail 2026-11-01 0000 to 2026-11-08 0000.${extension}`,
			`Purchase and refund detail from ${pageSize + 1} 2026-11-01 0000 to 2026-11-08 0000.${extension}`,
		]);
		expect(
			(await bench.received()).map(({ request, accept }) => [accept, request.split('&offset=')[1]]),
		).toEqual([
			[format, `0&limit=${pageSize}`],
			['application/json', `0&limit=${pageSize}`],
			['application/json', `${pageSize}&limit=${pageSize}`],
			[format, `${pageSize}&limit=${pageSize}`],
		]);
	});

	it('gives the rows of CSV over all pages', async () => {
		const rows = json(
			await detail({ ...all, format: 'text/csv', output: 'rows', options: { pageSize: 150 } }),
		);
		expect(rows.map((row) => row['Request.RequestID'])).toEqual(
			(await everything()).map(({ requestId }) => requestId),
		);
	});

	it.each([
		['JSON', undefined, 'requestId'],
		['CSV', 'text/csv', 'Request.RequestID'],
	])('holds a limit over all windows of a split period, in %s', async (_, format, column) => {
		const ids = (await everything()).map(({ requestId }) => requestId);
		const limit = Math.floor(ids.length / 2);
		const options = { splitDays: 2, pageSize: 7 };
		const rows = json(await detail({ limit, format, output: 'rows', options }));
		expect(rows.map((row) => row[column])).toEqual(ids.slice(0, limit));
	});

	it.each<[string, object, string]>([
		['a page of 2001', { pageSize: 2001 }, 'Page Size: 2001 is not a whole number from 1 to 2000'],
		['a page of 0', { pageSize: 0 }, 'Page Size'],
		['a negative offset', { offset: -1 }, 'Start At: -1 is not a whole number from 0 up'],
		['a page that is a word', { pageSize: 'many' }, 'Page Size: "many" is not a whole number'],
		['an offset in a split period', { offset: 1, splitDays: 3 }, 'Start At: cannot be combined'],
	])('refuses %s before anything is sent', async (_, options, message) => {
		expect(refusal(await detail({ options: options as IDataObject }))).toContain(message);
		expect(await requests()).toEqual([]);
	});
});
