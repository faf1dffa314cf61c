import { readConcurrency } from '../../../nodes/shared/node/parameters';

const fields = (options: unknown) => ({ parameter: () => options });

describe('the concurrency of a node', () => {
	it('take what the editor allows', () => {
		expect(readConcurrency(fields({ concurrency: 50 }))).toBe(50);
		expect(readConcurrency(fields({ concurrency: '' }))).toBe(1);
		expect(() => readConcurrency(fields({ concurrency: 51 }))).toThrow('from 1 to 50');
	});

	it.each<[unknown, string]>([
		[NaN, 'NaN'],
		[true, 'true'],
		[[3], '[3]'],
		[[], '[]'],
		['0x10', '"0x10"'],
		['1e1', '"1e1"'],
		[' ', '" "'],
		['3x', '"3x"'],
		[new Date(0), '"1970-01-01T00:00:00.000Z"'],
	])('refuse what is no plain number: %p', (concurrency, shown) => {
		expect(() => readConcurrency(fields({ concurrency }))).toThrow(
			`Concurrency: ${shown} is not a whole number from 1 to 50, for example 1`,
		);
	});

	it.each([12, '12', ' 12 ', '+12', '12.0', '12.'])('take a plain number: %p', (concurrency) => {
		expect(readConcurrency(fields({ concurrency }))).toBe(12);
	});
});
