import { TOKENS } from '../../support/sandbox';
import { expectRefused } from './bodies';
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
		const asked = ask('payment-batch-summaries', selected, { token: TOKENS.partner });
		await expectRefused(asked, 'organizationId');
		const lines = await summaries(
			{ ...selected, organizationId: 'merchant_two' },
			{ token: TOKENS.partner },
		);
		expect(new Set(lines.map(({ merchantName }) => merchantName))).toEqual(
			new Set(['Merchant Two']),
		);
	});
});
