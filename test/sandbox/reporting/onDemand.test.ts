import { Decimal } from 'decimal.js';
import { parse } from 'csv-parse/sync';
import { startTestSandbox, TOKENS, type Answer, type TestSandbox } from '../../support/sandbox';
import { faultyFields, NOW, query } from './bodies';

type Query = Record<string, string | number>;
type Row = Record<string, string>;

const BASE = '/reporting/v3';
const ENDPOINTS = [
	'conversion-details',
	'purchase-refund-details',
	'net-fundings',
	'payment-batch-summaries',
];
const WEEK: Query = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox({ now: NOW });
	await sandbox.control.traffic({ perDay: 600, from: '2026-02-01T00:00:00Z' });
	await sandbox.control.traffic({
		organizationId: 'merchant_two',
		perDay: 10,
		from: '2026-02-01T00:00:00Z',
	});
});
afterAll(() => sandbox.stop());

const ask = <T = Record<string, unknown>>(
	endpoint: string,
	changes: Query = {},
	options: { token?: string; accept?: string } = {},
): Promise<Answer<T>> =>
	sandbox.call<T>('GET', `${BASE}/${endpoint}${query({ ...WEEK, ...changes })}`, {
		token: options.token,
		headers: options.accept ? { accept: options.accept } : {},
	});

describe.each(ENDPOINTS)('GET %s', (endpoint) => {
	it('answers with JSON', async () => {
		const answer = await ask(endpoint);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain('application/json');
	});

	it.each(['startTime', 'endTime'])('requires %s', async (field) => {
		const rest = Object.fromEntries(Object.entries(WEEK).filter(([key]) => key !== field));
		const answer = await sandbox.call('GET', `${BASE}/${endpoint}${query(rest)}`);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
	});

	it.each(['2026-03-01', '2026-03-01T00:00:00', 'yesterday'])(
		'refuses the time %s',
		async (startTime) => {
			const answer = await ask(endpoint, { startTime });
			expect(answer.status).toBe(400);
			expect(faultyFields(answer)).toEqual(['startTime']);
		},
	);

	it('answers 404 where no transactions are available', async () => {
		const answer = await ask(endpoint, {}, { token: TOKENS.merchantThree });
		expect(answer.status).toBe(404);
		expect(answer.body.reason).toBe('NO_DATA');
	});

	it('answers 401 when the token is no longer valid', async () => {
		expect((await ask(endpoint, {}, { token: TOKENS.expired })).status).toBe(401);
	});

	it('answers a partner for its merchants, and not for another', async () => {
		const partner = { token: TOKENS.partner };
		expect((await ask(endpoint, { organizationId: 'merchant_one' }, partner)).status).toBe(200);
		expect((await ask(endpoint, { organizationId: 'merchant_three' }, partner)).status).toBe(403);
	});

	it('refuses an unknown parameter', async () => {
		expect(faultyFields(await ask(endpoint, { colour: 'red' }))).toEqual(['colour']);
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

describe('conversion details', () => {
	it('tell what became of each reviewed transaction', async () => {
		const { body } = await ask<{ conversionDetails: Row[] }>('conversion-details');
		expect(body).toMatchObject({
			organizationId: 'merchant_one',
			startTime: '2026-03-01T00:00:00.000Z',
			endTime: '2026-03-08T00:00:00.000Z',
		});
		for (const conversion of body.conversionDetails) {
			expect(conversion).toMatchObject({
				requestId: expect.stringMatching(/^\d{22}$/) as string,
				originalDecision: 'REVIEW',
				newDecision: expect.stringMatching(/^(ACCEPT|REJECT)$/) as string,
				notes: [{ addedBy: 'system' }, { addedBy: conversion.reviewer }],
			});
		}
	});
});

interface Details extends Record<string, unknown> {
	offset: number;
	limit: number;
	pageResults: number;
	requestDetails?: Row[];
	settlements?: Row[];
	feeAndFundingDetails?: Row[];
}

describe('purchase and refund details', () => {
	const page = async (changes: Query, options: { token?: string } = {}): Promise<Details> =>
		(await ask<Details>('purchase-refund-details', changes, options)).body;

	it('give 2000 results from the beginning unless told otherwise', async () => {
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
		expect(ids.length).toBeGreaterThan(3000);
	});

	it('carry the requestId in every element of every list', async () => {
		const body = await page({ limit: 50 });
		const lists = Object.values(body).filter((value) => Array.isArray(value)) as Row[][];
		expect(lists).toHaveLength(6);
		const known = new Set(body.requestDetails?.map(({ requestId }) => requestId));
		expect(known.size).toBe(50);
		expect(lists.flat().every(({ requestId }) => known.has(requestId))).toBe(true);
	});

	it('embed nothing when the offset is beyond the results', async () => {
		expect(await page({ offset: 100_000 })).toEqual({
			offset: 100_000,
			limit: 2000,
			pageResults: 0,
		});
	});

	it.each<[Query, string]>([
		[{ limit: 0 }, 'limit'],
		[{ limit: 2001 }, 'limit'],
		[{ limit: 'all' }, 'limit'],
		[{ offset: -1 }, 'offset'],
		[{ offset: '1.5' }, 'offset'],
		[{ paymentSubtype: 'XX' }, 'paymentSubtype'],
		[{ viewBy: 'moonPhase' }, 'viewBy'],
		[{ groupName: 'nobody' }, 'groupName'],
	])('refuse %j', async (changes, field) => {
		const answer = await ask('purchase-refund-details', changes);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
	});

	it.each(['VI', 'MC', 'AX', 'DI', 'DP'])('hold only %s when told so', async (paymentSubtype) => {
		const { settlements } = await page({ paymentSubtype });
		const methods = new Set(settlements?.map(({ paymentMethod }) => paymentMethod));
		expect([...methods]).toEqual([
			paymentSubtype === 'DP' ? 'Direct payment' : `${paymentSubtype} card`,
		]);
	});

	it('are viewed by the date of request or of submission', async () => {
		const inPeriod = (time: string): boolean => time >= '2026-03-01' && time < '2026-03-08';
		const byRequest = await page({ viewBy: 'requestDate' });
		const bySubmission = await page({ viewBy: 'submissionDate' });
		expect(bySubmission.requestDetails?.every((row) => inPeriod(row.submissionTime))).toBe(true);
		expect(bySubmission.requestDetails?.[0]).not.toEqual(byRequest.requestDetails?.[0]);
	});

	it('have fee and funding data on certain processors only', async () => {
		expect((await page({})).feeAndFundingDetails).toHaveLength(2000);
		const two = await page({}, { token: TOKENS.merchantTwo });
		expect(two.requestDetails?.length).toBeGreaterThan(0);
		expect(two.feeAndFundingDetails).toEqual([]);
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

interface Funding extends Record<string, unknown> {
	netFundingSummaries: Array<Row & { conveyedCount: number; settledCount: number }>;
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

	it('agrees with the purchases and refunds of the same period', async () => {
		const { body } = await ask<Funding>('net-fundings');
		let conveyed = new Decimal(0);
		for (let offset = 0; ; offset += 2000) {
			const details = await ask<Details>('purchase-refund-details', { offset });
			if (!details.body.settlements) break;
			for (const row of details.body.settlements) {
				const counts = row.transactionType === 'Purchases' && row.currencyCode === 'USD';
				if (counts) conveyed = conveyed.plus(row.amount);
			}
		}
		const summed = body.netFundingSummaries
			.filter((row) => row.type === 'PURCHASES' && row.currencyCode === 'USD')
			.reduce((total, row) => total.plus(row.conveyedAmount), new Decimal(0));
		expect(summed.toFixed(2)).toBe(conveyed.toFixed(2));
	});

	it('has month-end fees on the day they are detected', async () => {
		const monthly = async (startTime: string, endTime: string): Promise<unknown[]> => {
			const { body } = await ask<Funding>('net-fundings', { startTime, endTime });
			return body.netFundingSummaries.filter(({ paymentSubType }) => paymentSubType === 'MONTHLY');
		};
		expect(await monthly('2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z')).toMatchObject([
			{ type: 'FEES', conveyedCount: 1, conveyedAmount: '25.00', currencyCode: 'USD' },
		]);
		expect(await monthly('2026-02-27T00:00:00Z', '2026-02-28T00:00:00Z')).toEqual([]);
		expect(await monthly('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z')).toEqual([]);
	});
});

interface Batches extends Record<string, unknown> {
	paymentBatchSummaries: Array<Row & { salesCount: number }>;
}

describe('payment batch summary', () => {
	const summaries = async (
		changes: Query,
		options: { token?: string } = {},
	): Promise<Batches['paymentBatchSummaries']> =>
		(await ask<Batches>('payment-batch-summaries', changes, options)).body.paymentBatchSummaries;
	const spans = async (changes: Query): Promise<string[]> => [
		...new Set((await summaries(changes)).map((row) => `${row.startTime} ${row.endTime}`)),
	];

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
		const answer = await ask('payment-batch-summaries', changes);
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
	});

	it('rolls up by day in the offset of the request', async () => {
		const changes = {
			startTime: '2026-03-01T00:00:00+09:00',
			endTime: '2026-03-03T00:00:00+09:00',
			rollUp: 'day',
			breakdown: 'account_rollup',
		};
		expect(await spans(changes)).toEqual([
			'2026-03-01T00:00:00.000+09:00 2026-03-02T00:00:00.000+09:00',
			'2026-03-02T00:00:00.000+09:00 2026-03-03T00:00:00.000+09:00',
		]);
	});

	it('rolls up by week from Sunday, or from the day it is told', async () => {
		const weeks = { endTime: '2026-03-09T00:00:00Z', rollUp: 'week', breakdown: 'account_rollup' };
		expect(await spans(weeks)).toEqual([
			'2026-03-01T00:00:00.000Z 2026-03-08T00:00:00.000Z',
			'2026-03-08T00:00:00.000Z 2026-03-09T00:00:00.000Z',
		]);
		expect(await spans({ ...weeks, startDayOfWeek: 2 })).toEqual([
			'2026-03-01T00:00:00.000Z 2026-03-02T00:00:00.000Z',
			'2026-03-02T00:00:00.000Z 2026-03-09T00:00:00.000Z',
		]);
	});

	it('rolls up by month', async () => {
		const months = {
			startTime: '2026-02-10T00:00:00Z',
			rollUp: 'month',
			breakdown: 'account_rollup',
		};
		expect(await spans(months)).toEqual([
			'2026-02-10T00:00:00.000Z 2026-03-01T00:00:00.000Z',
			'2026-03-01T00:00:00.000Z 2026-03-08T00:00:00.000Z',
		]);
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

	it('aggregates at account level', async () => {
		const rolled = { rollUp: 'month', breakdown: 'account_rollup' };
		const lines = await summaries(rolled, { token: TOKENS.partner });
		expect(lines.every(({ accountId }) => accountId === 'partner_one')).toBe(true);
		const count = (rows: typeof lines): number =>
			rows.reduce((sum, { salesCount }) => sum + salesCount, 0);
		const one = await summaries(rolled);
		const two = await summaries(rolled, { token: TOKENS.merchantTwo });
		expect(count(lines)).toBe(count(one) + count(two));
	});

	it('breaks down by the merchant that a partner selects, who has to be named', async () => {
		const selected = { rollUp: 'month', breakdown: 'selected_merchant' };
		const answer = await ask('payment-batch-summaries', selected, { token: TOKENS.partner });
		expect(faultyFields(answer)).toEqual(['organizationId']);
		const lines = await summaries(
			{ ...selected, organizationId: 'merchant_two' },
			{ token: TOKENS.partner },
		);
		expect(new Set(lines.map(({ merchantName }) => merchantName))).toEqual(
			new Set(['Merchant Two']),
		);
	});
});
