import { json, useBench } from './harness';
import { processorTime } from '../../support/processorTime';

const bench = useBench();

/** A period that is refused before anything is sent: what remains is the work of the node itself. */
const timeFor = async (count: number): Promise<number> => {
	const input = Array.from({ length: count }, (_, n) => ({ n }));
	return await processorTime(async () => {
		const run = await bench.act(
			'report',
			'getAll',
			{ period: 'custom', periodStart: '={{ $json.n }}', periodEnd: '2026-11-01' },
			{ input, continueOnFail: true },
		);
		expect(run.items).toHaveLength(count);
		run.items.forEach(({ pairedItem }, n) => expect(pairedItem).toEqual({ item: n }));
	});
};

describe('ten thousand input items', () => {
	it('are worked on in a time that grows with their number, not with its square', async () => {
		await timeFor(200);
		const small = await timeFor(1000);
		const large = await timeFor(10_000);
		expect(large).toBeLessThan(small * 10 * 4 + 2000);
	}, 180_000);

	it('each send what their own expressions say, a few at a time, and stay in order', async () => {
		const input = Array.from({ length: 300 }, (_, n) => ({
			part: n % 2 === 0 ? 'Funding' : 'Fee',
		}));
		const run = await bench.act(
			'reportDefinition',
			'getAll',
			{ limit: 1, filters: { name: '={{ $json.part }}Detail' }, options: { concurrency: 10 } },
			{ input },
		);
		expect(json(run).map(({ reportDefinitionName }) => reportDefinitionName)).toEqual(
			input.map(({ part }) => `${part}DetailClass`),
		);
	}, 60_000);
});
