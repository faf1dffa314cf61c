import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { type Answer, TOKENS, useSandbox } from '../../support/sandbox';
import { expectRefused, NOW, query } from './bodies';

type Query = Record<string, string | number>;
type Row = Record<string, string>;

/** What these tests ask for unless they say otherwise. */
const WEEK: Query = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };

interface Details extends Record<string, unknown> {
	offset: number;
	limit: number;
	pageResults: number;
	requestDetails?: Row[];
}

// Two merchants take payments.
const sandbox = useSandbox('all', { now: NOW });
beforeAll(async () => {
	const from = '2026-02-01T00:00:00Z';
	await sandbox.control.traffic({ perDay: 600, from });
	await sandbox.control.traffic({ organizationId: 'merchant_two', perDay: 10, from });
});

async function ask<T = Record<string, unknown>>(
	endpoint: string,
	changes: Query = {},
	{ token, accept }: { token?: string; accept?: string } = {},
): Promise<Answer<T>> {
	const wanted = Object.entries({ ...WEEK, ...changes }).filter(([, value]) => value !== '');
	return await sandbox.call(
		'GET',
		`/reporting/v3/${endpoint}${query(Object.fromEntries(wanted))}`,
		{
			token,
			headers: accept ? { accept } : {},
		},
	);
}

const ENDPOINTS = [
	'conversion-details',
	'purchase-refund-details',
	'net-fundings',
	'payment-batch-summaries',
];

describe.each(ENDPOINTS)('GET %s', (endpoint) => {
	it.each([
		['startTime', ''],
		['endTime', ''],
		['startTime', '2026-03-01'],
		['startTime', '2026-03-01T00:00:00'],
		['color', 'red'],
	])('refuses %s "%s"', async (field, value) => {
		await expectRefused(ask(endpoint, { [field]: value }), field);
	});

	it('answers 404 where no transactions are available', async () => {
		const answer = await ask(endpoint, {}, { token: TOKENS.merchantThree });
		expect(answer).toMatchObject({ status: 404, body: { reason: 'NO_DATA' } });
	});

	it.each([
		['whose token is no longer valid', TOKENS.expired, 'merchant_one', 401],
		['who is a partner, for its merchant', TOKENS.partner, 'merchant_one', 200],
		['who is a partner, for another merchant', TOKENS.partner, 'merchant_three', 403],
	])('answers a client %s', async (_who, token, organizationId, status) => {
		expect((await ask(endpoint, { organizationId }, { token })).status).toBe(status);
	});
});

describe('the format', () => {
	it.each(['conversion-details', 'purchase-refund-details'])(
		'of %s is JSON, CSV or XML',
		async (endpoint) => {
			const csv = await ask(endpoint, {}, { accept: 'text/csv' });
			expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
			const [, header, ...rows] = parse(csv.text, { relax_column_count: true });
			expect(rows.length).toBeGreaterThan(10);
			expect(rows.every((row) => row.length === header.length)).toBe(true);
			const xml = await ask(endpoint, {}, { accept: 'application/xml' });
			expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
			expect(xml.text).toContain('<Report Name=');
			expect((await ask(endpoint, {}, { accept: 'application/hal+json' })).status).toBe(200);
			expect((await ask(endpoint, {}, { accept: 'application/pdf' })).status).toBe(400);
		},
	);

	it.each(['net-fundings', 'payment-batch-summaries'])('of %s is JSON alone', async (endpoint) => {
		expect((await ask(endpoint, {}, { accept: 'text/csv' })).status).toBe(400);
		expect((await ask(endpoint, {}, { accept: 'application/xml' })).status).toBe(400);
		expect((await ask(endpoint, {}, { accept: 'application/json' })).status).toBe(200);
	});
});

interface Funding extends Record<string, unknown> {
	netFundingSummaries: Row[];
}

describe('net funding', () => {
	const totals = (list: unknown): Record<string, string> =>
		Object.fromEntries((list as Row[]).map(({ currency, value }) => [currency, value]));

	it('totals to the cent what its summaries say', async () => {
		const { body } = await ask<Funding>('net-fundings');
		const sum = (type: string, currency: string): Decimal =>
			body.netFundingSummaries
				.filter((row) => row.type === type && row.currencyCode === currency)
				.reduce((total, row) => total.plus(row.fundedAmount), new Decimal(0));
		for (const currency of ['USD', 'EUR', 'GBP', 'JPY']) {
			const parts = ['PURCHASES', 'REFUNDS', 'FEES', 'CHARGEBACKS'].map((type) =>
				sum(type, currency),
			);
			const [purchases, refunds, fees, chargebacks] = parts;
			const decimals = currency === 'JPY' ? 0 : 2;
			expect(totals(body.totalPurchases)[currency]).toBe(purchases.toFixed(decimals));
			expect(totals(body.totalRefunds)[currency]).toBe(refunds.toFixed(decimals));
			expect(totals(body.totalFees)[currency]).toBe(fees.toFixed(decimals));
			expect(totals(body.totalChargebacks)[currency]).toBe(chargebacks.toFixed(decimals));
			expect(totals(body.netTotal)[currency]).toBe(
				purchases.minus(refunds).minus(fees).minus(chargebacks).toFixed(decimals),
			);
		}
	});
});

interface Batches extends Record<string, unknown> {
	paymentBatchSummaries: Row[];
}

describe('payment batch summary', () => {
	const summaries = async (
		changes: Query,
		options: { token?: string } = {},
	): Promise<Batches['paymentBatchSummaries']> =>
		(await ask<Batches>('payment-batch-summaries', changes, options)).body.paymentBatchSummaries;

	it('has one line for each currency and payment method', async () => {
		const lines = await summaries({});
		expect(lines).toHaveLength(4 * 5);
		expect(lines[0]).toMatchObject({
			currencyCode: 'EUR',
			paymentSubTypeDescription: 'AX card',
			accountId: 'merchant_one',
			accountName: 'Merchant One',
		});
		expect(lines[0]).not.toHaveProperty('merchantId');
	});

	it.each<[Query, string]>([
		[{ rollUp: 'day' }, 'breakdown'],
		[{ breakdown: 'all_merchant' }, 'rollUp'],
		[{ rollUp: 'year', breakdown: 'all_merchant' }, 'rollUp'],
		[{ rollUp: 'day', breakdown: 'everything' }, 'breakdown'],
		[{ startDayOfWeek: 0 }, 'startDayOfWeek'],
		[{ startDayOfWeek: 8 }, 'startDayOfWeek'],
	])('refuses %j', async (changes, field) => {
		await expectRefused(ask('payment-batch-summaries', changes), field);
	});

	/** From Sunday, unless the request names another day. In the offset of the request. */
	it.each<[Query, string[]]>([
		[
			{
				rollUp: 'day',
				startTime: '2026-03-01T00:00:00+09:00',
				endTime: '2026-03-03T00:00:00+09:00',
			},
			[
				'2026-03-01T00:00:00.000+09:00 2026-03-02T00:00:00.000+09:00',
				'2026-03-02T00:00:00.000+09:00 2026-03-03T00:00:00.000+09:00',
			],
		],
		[
			{ rollUp: 'week', endTime: '2026-03-09T00:00:00Z' },
			[
				'2026-03-01T00:00:00.000Z 2026-03-08T00:00:00.000Z',
				'2026-03-08T00:00:00.000Z 2026-03-09T00:00:00.000Z',
			],
		],
		[
			{ rollUp: 'week', endTime: '2026-03-09T00:00:00Z', startDayOfWeek: 2 },
			[
				'2026-03-01T00:00:00.000Z 2026-03-02T00:00:00.000Z',
				'2026-03-02T00:00:00.000Z 2026-03-09T00:00:00.000Z',
			],
		],
		[
			{ rollUp: 'month', startTime: '2026-02-10T00:00:00Z' },
			[
				'2026-02-10T00:00:00.000Z 2026-03-01T00:00:00.000Z',
				'2026-03-01T00:00:00.000Z 2026-03-08T00:00:00.000Z',
			],
		],
	])('rolls up by %j', async (changes, expected) => {
		const lines = await summaries({ breakdown: 'account_rollup', ...changes });
		const spans = lines.map(({ startTime, endTime }) => `${startTime} ${endTime}`);
		expect([...new Set(spans)]).toEqual(expected);
	});

	it('breaks down by all merchants under the requesting parent', async () => {
		const lines = await summaries(
			{ rollUp: 'month', breakdown: 'all_merchant' },
			{ token: TOKENS.partner },
		);
		expect(new Set(lines.map(({ merchantId }) => merchantId))).toEqual(
			new Set(['merchant_one', 'merchant_two']),
		);
	});
});

describe('purchase and refund details', () => {
	const page = async (changes: Query, options: { token?: string } = {}): Promise<Details> =>
		(await ask<Details>('purchase-refund-details', changes, options)).body;

	it('give 2000 results from the beginning by default', async () => {
		const body = await page({});
		expect([body.offset, body.limit, body.pageResults]).toEqual([0, 2000, 2000]);
	});

	it('give pages that follow each other without a gap or an overlap', async () => {
		const ids: string[] = [];
		for (let offset = 0; ; offset += 1000) {
			const { requestDetails } = await page({ offset, limit: 1000 });
			if (!requestDetails) break;
			ids.push(...requestDetails.map(({ requestId }) => requestId));
		}
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual([...ids].sort());
		expect(ids.length).toBeGreaterThan(2000);
	});

	it('carry the requestId in every element of every list', async () => {
		const body = await page({ limit: 50 });
		const lists = Object.values(body).filter((value) => Array.isArray(value)) as Row[][];
		expect(lists).toHaveLength(6);
		const known = new Set(body.requestDetails?.map(({ requestId }) => requestId));
		expect(known.size).toBe(50);
		expect(lists.flat().every(({ requestId }) => known.has(requestId))).toBe(true);
	});

	it.each<[Query, string]>([
		[{ limit: 0 }, 'limit'],
		[{ limit: 2001 }, 'limit'],
		[{ offset: -1 }, 'offset'],
		[{ offset: '1.5' }, 'offset'],
		[{ paymentSubtype: 'XX' }, 'paymentSubtype'],
		[{ viewBy: 'moonPhase' }, 'viewBy'],
		[{ groupName: 'nobody' }, 'groupName'],
	])('refuse %j', async (changes, field) => {
		await expectRefused(ask('purchase-refund-details', changes), field);
	});

	it('hold all merchants of a group', async () => {
		const { requestDetails } = await page(
			{ groupName: 'all_stores', offset: 2000 },
			{ token: TOKENS.partner },
		);
		const merchants = new Set(requestDetails?.map(({ merchantId }) => merchantId));
		expect([...merchants]).toEqual(['merchant_one', 'merchant_two']);
	});
});
