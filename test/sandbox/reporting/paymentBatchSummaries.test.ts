import { TOKENS } from '../../support/sandbox';
import { faultyFields } from './bodies';
import { type Query, type Row, useOnDemand } from './onDemand';

const ask = useOnDemand();

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

	it('rolls up by week from Sunday, or from another day if the request names one', async () => {
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
