import { deviations } from '../../bench/growth';

const SIZES = [1, 10, 100, 1000];
const off = (seconds: (megabytes: number) => number, fixed = 0) => {
	const times = SIZES.map((megabytes) => ({ megabytes, seconds: seconds(megabytes) }));
	return Math.max(...deviations(fixed, times).map(Math.abs));
};

describe('The rule of the bench on how time grows with size', () => {
	test('finds nothing off where the time is a fixed cost and so much for each MB', () => {
		expect(off((size) => 0.005 * size)).toBeCloseTo(0);
		expect(off((size) => 0.002 + 0.005 * size, 0.002)).toBeCloseTo(0);
	});

	test.each<[string, (megabytes: number) => number]>([
		['rises with the size', (size) => 0.005 * size ** 1.1],
		['falls with the size', (size) => 0.005 * size ** 0.9],
		['rises at the end', (size) => 0.005 * size * (size === 1000 ? 1.5 : 1)],
		['falls at the end', (size) => 0.005 * size * (size === 1000 ? 0.6 : 1)],
		['has a fixed cost that a report without rows has not', (size) => 0.005 + 0.005 * size],
	])('is broken where the time for each MB %s', (_, seconds) => {
		expect(off(seconds)).toBeGreaterThan(0.2);
	});
});
