import { concurrencyOf, patienceOf } from '../../../nodes/shared/node/requestOptions';

const fields = (options: unknown) => ({ parameter: () => options });

describe('the options of a request', () => {
	it('take what the editor allows', () => {
		expect(patienceOf(fields({ attempts: 20, timeout: 3600 }))).toMatchObject({
			attempts: 20,
			timeout: 3_600_000,
		});
		expect(concurrencyOf(fields({ concurrency: 50 }))).toBe(50);
	});

	it('have a value where they are left out or empty', () => {
		const usual = { attempts: 4, pause: 500, timeout: 60_000, mostBytes: 32 * 1024 ** 2 };
		expect(patienceOf(fields({}))).toEqual(usual);
		expect(patienceOf(fields({ attempts: '', timeout: '' }))).toEqual(usual);
	});

	it.each([
		['Attempts', fields({ attempts: 21 }), 'from 1 to 20'],
		['Timeout (Seconds)', fields({ timeout: 2_147_484 }), 'to 3600'],
	])('refuse an expression that gives more than the editor allows: %s', (name, options, range) => {
		expect(() => patienceOf(options)).toThrow(name);
		expect(() => patienceOf(options)).toThrow(range);
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
	])('refuse what is no plain number: %p', (attempts, shown) => {
		expect(() => patienceOf(fields({ attempts }))).toThrow(
			`Attempts: ${shown} is not a whole number from 1 to 20, for example 4`,
		);
	});

	it.each([3, '3', ' 3 ', '+3', '3.0', '3.'])('take a plain number: %p', (attempts) => {
		expect(patienceOf(fields({ attempts }))).toMatchObject({ attempts: 3 });
	});

	it('take part of a whole where that is fine', () => {
		expect(patienceOf(fields({ timeout: '.5' }))).toMatchObject({ timeout: 500 });
	});
});
