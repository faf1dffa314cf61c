import Decimal from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';
import { TOKENS } from '../../support/sandbox';
import { json, refusal, useBench } from './harness';

const bench = useBench({ quarter: true });

const FIRST_WEEK = {
	period: 'custom',
	periodStart: '2026-11-01',
	periodEnd: '2026-11-07',
	periodTimeZone: 'GMT',
	output: 'rows',
};
const TIMES = 'startTime=2026-11-01T00%3A00%3A00.000Z&endTime=2026-11-08T00%3A00%3A00.000Z';
const PERIOD = {
	periodStart: '2026-11-01T00:00:00.000+00:00',
	periodEnd: '2026-11-08T00:00:00.000+00:00',
};

const ask = async (operation: string, parameters: object = {}, more = {}) =>
	await bench.act(operation, 'get', { ...FIRST_WEEK, ...parameters }, more);

const ALL_COLUMNS = { options: { addColumns: ['all'] } };

const NOT_ADDED = 'Cells to add up that are not numbers, left out of the totals: 1';

const requests = async () => (await bench.received()).map(({ request }) => request);

const path = (name: string) => `/reporting/v3/${name}`;

const served = async (name: string, query = '') =>
	(await bench.sandbox.call<Record<string, IDataObject[]>>('GET', `${path(name)}?${TIMES}${query}`))
		.body;

const ENDPOINTS: Array<[string, string]> = [
	['conversionDetail', 'conversion-details'],
	['purchaseRefundDetail', 'purchase-refund-details'],
	['netFunding', 'net-fundings'],
	['paymentBatchSummary', 'payment-batch-summaries'],
];

describe.each(ENDPOINTS)('On-Demand Report: %s', (operation, endpoint) => {
	it('is empty where there are no transactions, or an error where wanted', async () => {
		const empty = { periodStart: '2020-01-01', periodEnd: '2020-01-02' };
		expect(json(await ask(operation, empty))).toEqual([]);
		const run = await ask(operation, { ...empty, options: { failIfEmpty: true } });
		expect(refusal(run)).toMatch(/ is empty: the service has no transactions for it$/);
	});

	it('acts for an organization', async () => {
		json(
			await ask(
				operation,
				{ options: { organizationId: 'merchant_one' } },
				{ token: TOKENS.partner },
			),
		);
		const [request] = await requests();
		expect(request).toContain(`GET ${path(endpoint)}?`);
		expect(request).toContain('&organizationId=merchant_one');
	});

	it('gives amounts as exact text, or as numbers where chosen', async () => {
		const amountsIn = (rows: IDataObject[]) =>
			rows.flatMap((row) =>
				Object.entries(row).filter(([key, value]) => /amount$/i.test(key) && value !== ''),
			);
		const texts = amountsIn(json(await ask(operation)));
		const numbers = amountsIn(json(await ask(operation, { options: { amounts: 'number' } })));
		expect(texts.every(([, value]) => typeof value === 'string')).toBe(true);
		expect(numbers).toEqual(texts.map(([key, value]) => [key, Number(value)]));
		if (operation !== 'conversionDetail') expect(texts.length).toBeGreaterThan(3);
	});
});

describe('On-Demand Report: Net Funding', () => {
	it('gives a flat row for each summary, or totals with the instants used', async () => {
		const options = { ...ALL_COLUMNS.options, groupName: '' };
		const summaries = json(await ask('netFunding', { options }));
		expect(await requests()).toEqual([`GET ${path('net-fundings')}?${TIMES}`]);
		const answered = await served('net-fundings');
		const rows = json(await ask('netFunding', { output: 'totals' }));
		expect(summaries).toHaveLength(answered.netFundingSummaries.length);
		expect(summaries[0]).toEqual({
			paymentType: 'Mastercard',
			...answered.netFundingSummaries[0],
		});
		expect(rows.map(({ currency, net }) => [currency, net])).toEqual(
			answered.netTotal.map(({ currency, value }) => [currency, value]),
		);
		expect(Object.keys(rows[0])).toEqual([
			...['currency', 'count', 'net', 'sales', 'refunds', 'chargebacks', 'fees'],
			...Object.keys(PERIOD),
		]);
	});

	it('has the same columns in the totals of all input items', async () => {
		const input = [5, 0, -2].map((net) => ({ net }));
		for (const { net } of input) {
			const body =
				net < 0
					? { netTotal: [{ currency: 'USD', value: net.toFixed(2) }] }
					: { totalPurchases: net === 0 ? [] : [{ currency: 'USD', value: net.toFixed(2) }] };
			await bench.sandbox.control.fault({ kind: 'status', status: 200, body });
		}
		const totals = json(await ask('netFunding', { output: 'totals' }, { input }));
		const columns = [
			...['currency', 'count', 'net', 'sales', 'refunds', 'chargebacks', 'fees', 'other'],
			...Object.keys(PERIOD),
		];
		expect(totals.map((row) => Object.keys(row))).toEqual(totals.map(() => columns));
		expect(totals.map(({ count, net, sales, other }) => [count, net, sales, other])).toEqual([
			[0, '5.00', '5.00', '0.00'],
			[0, '0', '0', '0'],
			[0, '-2.00', '0.00', '-2.00'],
		]);
	});

	it('has its columns in the order in which people look, ten unless all are wanted', async () => {
		const [row] = json(await ask('netFunding'));
		const usual = [
			'type',
			'paymentType',
			'paymentSubType',
			'fundedAmount',
			'conveyedAmount',
			'currencyCode',
			'fundedCount',
		];
		expect(Object.keys(row)).toEqual(usual);
		const [all] = json(await ask('netFunding', ALL_COLUMNS));
		const more = ['conveyedCount', 'settledCount'];
		expect(Object.keys(all)).toEqual([...usual, ...more]);
	});

	it('keeps the rows and columns that are chosen', async () => {
		const condition = { column: 'type', comparison: 'equals', value: 'FEES' };
		const rowFilter = { conditions: [condition] };
		const options = { rowFilter, columns: 'currencyCode, type' };
		const rows = json(await ask('netFunding', { options }));
		expect(rows.length).toBeGreaterThan(1);
		const fee = { currencyCode: expect.any(String) as string, type: 'FEES' };
		expect(rows).toEqual(rows.map(() => fee));
	});

	it('names payment types in words beside their codes; an unknown code stays', async () => {
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: {
				netFundingSummaries: ['AX', 'VI', 'MC', 'DI', 'DP', 'XY', null, 'toString'].map((code) => ({
					paymentSubType: code,
				})),
			},
		});
		const rows = json(await ask('netFunding', { output: 'rows' }));
		expect(rows.map(({ paymentType }) => paymentType)).toEqual([
			...['American Express', 'Visa', 'Mastercard'],
			'Discover',
			'PIN-less Debit',
			'XY',
			'',
			'toString',
		]);
	});

	it('has its columns also on a day whose rows have none of them', async () => {
		const body = { totalPurchases: [{ currency: 'USD', value: '5' }] };
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body });
		const totals = json(await ask('netFunding', { output: 'totals', groupBy: 'Payment Type' }));
		expect(totals).toMatchObject([{ 'Payment Type': '', net: '5' }]);
	});
});

it.each([
	['1,234.50', '0.00', [expect.stringContaining(NOT_ADDED)]],
	['1.5E3', '1500', []],
])(
	'On-Demand Report: Net Funding of summaries that differ from its net adds up to the net of the service, and tells: %s',
	async (fundedAmount, sales, notes) => {
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			times: 2,
			body: {
				netFundingSummaries: [{ type: 'PURCHASES', currencyCode: 'USD', fundedAmount }],
				totalPurchases: [{ currency: 'USD', value: fundedAmount }],
				netTotal: [{ currency: 'USD', value: '1.00' }],
			},
		});
		const run = await ask('netFunding', { output: 'totals' });
		expect(json(run)).toMatchObject([{ currency: 'USD', sales, net: '1.00' }]);
		const kinds = json(await ask('netFunding', { options: { addColumns: ['kind'] } }));
		const { fundedAmount: rest } = kinds[1];
		expect(kinds).toMatchObject([{ kind: 'sale' }, { kind: 'other', signedAmount: rest }]);
		expect(run.hints).toEqual([
			expect.stringContaining('The service says that netTotal is 1.00 USD'),
			...notes,
		]);
	},
);

describe('On-Demand Report: Payment Batch Summary', () => {
	const TIMES_IN_GMT = TIMES.replaceAll('Z', '%2B00%3A00');
	const BERLIN =
		'startTime=2026-10-01T00%3A00%3A00.000%2B02%3A00&endTime=2026-11-01T00%3A00%3A00.000%2B01%3A00';

	it('writes the times with the offset of the zone, across a change of the clocks too', async () => {
		await ask('paymentBatchSummary', { period: 'lastMonth', periodTimeZone: 'Europe/Berlin' });
		expect(await bench.received()).toEqual([
			{ request: `GET ${path('payment-batch-summaries')}?${BERLIN}`, accept: 'application/json' },
		]);
	});

	const WEEKLY = { rollUp: 'week', options: { startDayOfWeek: 2 } };
	const MERCHANT = ['accountId', 'merchantId'];

	it.each<[string, object, string[]]>([
		['', {}, []],
		[
			'&rollUp=day&breakdown=all_merchant',
			{ breakdown: 'all_merchant' },
			['startTime', ...MERCHANT],
		],
		...['account_rollup', 'selected_merchant'].map((breakdown): [string, object, string[]] => [
			`&rollUp=week&breakdown=${breakdown}&startDayOfWeek=2`,
			{ ...WEEKLY, breakdown },
			['startTime', ...MERCHANT],
		]),
	])(
		'sends how it is split, and each row says what it is of: %s',
		async (query, split, columns) => {
			const [row] = json(await ask('paymentBatchSummary', split));
			expect((await requests())[0]).toBe(
				`GET ${path('payment-batch-summaries')}?${TIMES_IN_GMT}${query}`,
			);
			expect(Object.keys(row).slice(6)).toEqual(columns);
		},
	);

	it('gives rows, or exact totals per currency, and never both in one table', async () => {
		const rows = json(await ask('paymentBatchSummary'));
		const totals = json(await ask('paymentBatchSummary', { output: 'totals' }));
		const { paymentBatchSummaries } = await served('payment-batch-summaries');
		const expected = paymentBatchSummaries
			.filter(({ currencyCode }) => currencyCode === 'USD')
			.reduce((sum, { salesAmount }) => sum.plus(salesAmount as string), new Decimal(0));
		const total = totals.find(({ currency }) => currency === 'USD');
		expect(total?.sales).toBe(expected.toFixed(2));
		expect(rows).toHaveLength(paymentBatchSummaries.length);
	});

	const summaries = async (...rows: IDataObject[]) =>
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: {
				paymentBatchSummaries: rows.map((row) => ({ currencyCode: 'USD', ...row })),
			},
			times: 1,
		});

	it.each([[''], [null], [undefined], [' ']])(
		'takes %p for no amount, and an exponent for a number',
		async (none) => {
			await summaries(
				{ salesCount: 1, salesAmount: none },
				{ salesCount: 2, salesAmount: '1.5E3' },
				{ salesCount: '3', salesAmount: '2.25' },
			);
			const run = await ask('paymentBatchSummary', { output: 'totals' });
			expect(json(run)).toEqual([
				expect.objectContaining({ count: 6, sales: '1502.25', net: '1502.25' }),
			]);
			expect(run.hints).toEqual([]);
		},
	);

	it.each([0, 8, 1.5, true])(
		'refuses %p as the first day of a week before anything is sent',
		async (day) => {
			const run = await ask('paymentBatchSummary', { options: { startDayOfWeek: day } });
			expect(refusal(run)).toBe(
				`First Day of Week: ${day} is not a whole number from 1 to 7, for example 1`,
			);
			expect(await requests()).toEqual([]);
		},
	);
});

describe('On-Demand Report: Conversion Detail', () => {
	it('asks for JSON by default and gives flat rows', async () => {
		const rows = json(await ask('conversionDetail', ALL_COLUMNS));
		expect(await bench.received()).toEqual([
			{ request: `GET ${path('conversion-details')}?${TIMES}`, accept: 'application/json' },
		]);
		const { conversionDetails } = await served('conversion-details');
		expect(rows).toHaveLength(conversionDetails.length);
		expect(rows[0]).toMatchObject({
			requestId: conversionDetails[0].requestId,
			notes: expect.stringContaining('system: Held for review.') as string,
		});
	});

	it('counts decisions in the totals', async () => {
		const totals = json(await ask('conversionDetail', { output: 'totals' }));
		const { conversionDetails } = await served('conversion-details');
		const counted = totals.reduce((sum, row) => sum + Number(row.count), 0);
		expect(Object.keys(totals[0])).toEqual([
			...['originalDecision', 'newDecision', 'currency', 'count'],
			...Object.keys(PERIOD),
		]);
		expect(counted).toBe(conversionDetails.length);
	});

	it.each([
		['text/csv', 'csv'],
		['application/xml', 'xml'],
	])('gives a file in %s', async (format, extension) => {
		const run = await ask('conversionDetail', { output: 'file', options: { format } });
		expect(await bench.received()).toEqual([
			{ request: `GET ${path('conversion-details')}?${TIMES}`, accept: format },
		]);
		expect(run.items[0].binary?.data).toMatchObject({
			fileName: `Conversion detail 2026-11-01 to 2026-11-07.${extension}`,
			mimeType: format,
		});
		const expected = await bench.sandbox.call('GET', `${path('conversion-details')}?${TIMES}`, {
			headers: { accept: format },
		});
		expect((await run.binary(run.items[0])).toString()).toBe(expected.text);
	});
});
