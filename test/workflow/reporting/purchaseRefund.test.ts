import type { IDataObject } from 'n8n-workflow';
import { isLong } from '../../support/long';
import { json, refusal, useBench } from './harness';

const bench = useBench({ quarter: true });

const TIMES = 'startTime=2026-11-01T00%3A00%3A00.000Z&endTime=2026-11-08T00%3A00%3A00.000Z';
const PATH = '/reporting/v3/purchase-refund-details';

const requests = async () => (await bench.received()).map(({ request }) => request);

const served = async (query: string) =>
	(await bench.sandbox.call<Record<string, IDataObject[]>>('GET', `${PATH}?${TIMES}${query}`)).body;

const detail = async ({ format, ...parameters }: IDataObject = {}, more: object = {}) =>
	await bench.act(
		'purchaseRefundDetail',
		'get',
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

/** More than a page. */
const QUARTER = { periodStart: '2026-08-15', periodEnd: '2026-11-07' };
const QUARTER_NAME = '2026-08-15 to 2026-11-07';

const ALL_COLUMNS = { options: { addColumns: ['all'] } };

const everything = async () => (await served('&limit=2000')).requestDetails;

describe('On-Demand Report: Purchase and Refund Detail', () => {
	const all = { returnAll: true };

	it('asks for the first page', async () => {
		json(await detail());
		expect(await bench.received()).toEqual([
			{
				request: `GET ${PATH}?${TIMES}&offset=0&limit=51`,
				accept: 'application/json',
			},
		]);
	});

	it('sends card type, view and group', async () => {
		await detail({
			options: { paymentSubtype: 'VI', viewBy: 'submissionDate', groupName: 'North', offset: 5 },
		});
		expect(await requests()).toEqual([
			`GET ${PATH}?${TIMES}&paymentSubtype=VI&viewBy=submissionDate&groupName=North&offset=5&limit=51`,
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
		});
		expect(Object.values(rows[0]).every((value) => typeof value === 'string')).toBe(true);
	});

	it('begins with what people look for, and has each currency beside its amounts', async () => {
		const [row] = json(await detail({ limit: 1, ...ALL_COLUMNS }));
		const columns = Object.keys(row);
		expect(columns.slice(0, 8)).toEqual([
			...['requestId', 'merchantReferenceNumber', 'settlement_submissionTime'],
			...['settlement_transactionType', 'settlement_amount', 'settlement_currencyCode'],
			...['settlement_paymentMethod', 'settlementStatus_status'],
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
	});

	it.each(['totals', 'file', 'workbook'])(
		'makes a result of %s from all results, whatever Limit would be for rows',
		async (output) => {
			const count = (await everything()).length;
			expect(count).toBeGreaterThan(50);
			const run = await detail({ output });
			const [first] = json(run);
			if (output === 'totals') {
				expect(json(run).reduce((sum, total) => sum + Number(total.count), 0)).toBe(count);
			} else if (output === 'workbook') expect(first).toMatchObject({ rows: count });
			else {
				const [item] = run.items;
				const lines = (await run.binary(item)).toString().trim().split('\n');
				expect(lines.length).toBeGreaterThan(count);
			}
			expect(run.hints).toEqual([]);
		},
	);

	it('says above the rows and on the last one that a limit ended it', async () => {
		const run = await detail({ output: 'rows' });
		const words =
			'These are the first 50 requests, and there are more. Turn on Return All to get all of them.';
		expect(json(run)).toHaveLength(50);
		expect(json(run)[49].endNotice).toBe(words);
		expect(run.hints).toEqual([words]);
		const count = (await everything()).length;
		for (const parameters of [all, { limit: count }]) {
			const whole = await detail(parameters);
			const rows = json(whole);
			expect([rows.length, rows.at(-1)?.endNotice, whole.hints]).toEqual([count, undefined, []]);
		}
	});

	it('follows the pages to the end', async () => {
		const rows = json(await detail({ ...all, ...QUARTER }));
		const starts = Array.from({ length: Math.ceil(rows.length / 2000) }, (_, page) => page * 2000);
		expect(starts.length).toBeGreaterThan(1);
		expect((await requests()).map((request) => request.split('&').slice(2).join('&'))).toEqual(
			starts.map((offset) => `offset=${offset}&limit=2000`),
		);
	});

	it('has the usual columns by default, and what else is chosen', async () => {
		const [row] = json(await detail());
		expect(Object.keys(row)).toHaveLength(8);
		const options = { addColumns: ['period', 'kind'] };
		const [more] = json(await detail({ options }));
		expect(more).toMatchObject({
			...row,
			periodStart: '2026-11-01T00:00:00.000Z',
			kind: 'sale',
			signedAmount: row.settlement_amount,
		});
	});

	it.each(['totals', 'workbook'])(
		'calls a column of %s as in rows, and asks once',
		async (output) => {
			const condition = { column: 'settlement_currencyCode', comparison: 'equals', value: 'XXX' };
			const rowFilter = { conditions: [condition] };
			const [item] = json(await detail({ output, options: { rowFilter } }));
			expect(item).toMatchObject(output === 'totals' ? { count: 0 } : { rows: 0 });
			expect(await requests()).toHaveLength(1);
		},
	);

	it('finds a column by the end of its name, and refuses to filter by one that is not there', async () => {
		const [total] = json(await detail({ output: 'totals', groupBy: 'Payment Method' }));
		expect(Object.keys(total)[0]).toBe('Payment Method');
		const condition = { column: 'Nope', comparison: 'notEquals', value: 'x' };
		const rowFilter = { conditions: [condition] };
		for (const output of ['rows', 'totals']) {
			expect(refusal(await detail({ output, options: { rowFilter } }))).toBe(
				'Row Filter: the report has no column "Nope"',
			);
		}
	});

	it.each([['text/csv', 'csv'], ...(isLong ? [['application/xml', 'xml']] : [])])(
		'gives files in %s, a page each, and counts each page in JSON',
		async (format, extension) => {
			const run = await detail({ format, output: 'file', ...QUARTER });
			const names = run.items.map(({ binary }) => binary?.data.fileName);
			expect(names.slice(0, 2)).toEqual([
				`Purchase and refund detail ${QUARTER_NAME}.${extension}`,
				`Purchase and refund detail from 2001 ${QUARTER_NAME}.${extension}`,
			]);
			expect(
				(await bench.received())
					.slice(0, 4)
					.map(({ request, accept }) => [accept, request.split('&offset=')[1]]),
			).toEqual([
				[format, '0&limit=2000'],
				['application/json', '0&limit=2000'],
				['application/json', '2000&limit=2000'],
				[format, '2000&limit=2000'],
			]);
		},
	);

	it.each<[string, object, string]>([
		['a negative offset', { offset: -1 }, 'Start At: -1 is not a whole number from 0 up'],
		['an offset that is a word', { offset: 'many' }, 'Start At: "many" is not a whole number'],
	])('refuses %s before anything is sent', async (_, options, message) => {
		expect(refusal(await detail({ options: options as IDataObject }))).toContain(message);
		expect(await requests()).toEqual([]);
	});
});
