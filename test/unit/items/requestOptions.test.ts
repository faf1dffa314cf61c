import { concurrencyOf, patienceOf } from '../../../nodes/shared/node/parameters';

const fields = (options: unknown) => ({ parameter: () => options });

describe('the options of a request', () => {
	it('take what the editor allows', () => {
		expect(patienceOf(fields({ timeout: 3600 }))).toMatchObject({ timeout: 3_600_000 });
		expect(concurrencyOf(fields({ concurrency: 50 }))).toBe(50);
	});

	it.each([{}, { timeout: '' }])('have a value where they are left out or empty: %j', (options) => {
		expect(patienceOf(fields(options))).toEqual({
			attempts: 4,
			pause: 500,
			timeout: 60_000,
			mostBytes: 32 * 1024 ** 2,
		});
	});

	it('refuse an expression that gives more than the editor allows', () => {
		expect(() => patienceOf(fields({ timeout: 2_147_484 }))).toThrow(
			'Timeout (Seconds): 2147484 is not a number from 0.001 to 3600',
		);
	});

	it.each<[unknown, string]>([
		[NaN, 'NaN'],
		[Infinity, 'Infinity'],
		[1n, '1n'],
		[true, 'true'],
		[false, 'false'],
		[[3], '[3]'],
		[[], '[]'],
		['0x10', '"0x10"'],
		['1e1', '"1e1"'],
		[' ', '" "'],
		['3x', '"3x"'],
		[new Date(0), '"1970-01-01T00:00:00.000Z"'],
	])('refuse what is no plain number: %p', (concurrency, shown) => {
		expect(() => concurrencyOf(fields({ concurrency }))).toThrow(
			`Concurrency: ${shown} is not a whole number from 1 to 50, for example 1`,
		);
	});

	it.each([3, '3', ' 3 ', '+3', '3.0', '3.'])('take a plain number: %p', (concurrency) => {
		expect(concurrencyOf(fields({ concurrency }))).toBe(3);
	});

	it('take part of a whole where that is fine', () => {
		expect(patienceOf(fields({ timeout: '.5' }))).toMatchObject({ timeout: 500 });
	});
});
