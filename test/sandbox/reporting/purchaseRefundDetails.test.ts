import { TOKENS } from '../../support/sandbox';
import { expectRefused } from './bodies';
import { type Details, type Query, type Row, useOnDemand } from './onDemand';

const ask = useOnDemand();

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
