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
});
