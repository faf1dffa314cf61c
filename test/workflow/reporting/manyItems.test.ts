import { useBench } from './harness';

const bench = useBench();

describe('many input items', () => {
	it('are each worked on and paired, also where each is refused before anything is sent', async () => {
		const input = Array.from({ length: 2000 }, (_, n) => ({ n }));
		const run = await bench.act(
			'report',
			'getAll',
			{ period: 'custom', periodStart: '={{ $json.n }}', periodEnd: '2026-11-01' },
			{ input, continueOnFail: true },
		);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			input.map((_, item) => ({ item })),
		);
	});
});
