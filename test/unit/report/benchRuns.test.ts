import { markdownTable } from '../../bench/markdown';
import { combined } from '../../bench/runs';

const run = (seconds: number, peak: number) => ({
	seconds,
	cpu: seconds,
	peak,
	growth: peak,
	stall: peak,
});

describe('What the bench makes of several runs', () => {
	test('is the time of the fastest, and the memory and stall in the middle', () => {
		const runs = [run(3, 500), run(2, 900), run(4, 100)];
		expect(combined(runs)).toEqual({ ...run(2, 500), rows: undefined });
	});

	test('is the higher memory of two', () => {
		expect(combined([run(2, 100), run(3, 900)]).peak).toBe(900);
	});

	test('is a table that Prettier leaves as it is', () => {
		expect(markdownTable(['run', 's'], [['CSV: rows', '4']])).toBe(
			['| run       | s   |', '| --------- | --- |', '| CSV: rows | 4   |'].join('\n'),
		);
	});
});
