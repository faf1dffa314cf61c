import { backOff, retryAfter } from '../../../nodes/shared/transport/retry';

const NOW = Date.parse('2026-11-15T12:00:00Z');

describe('Retry-After', () => {
	it.each([
		['5', 5000],
		['0', 0],
		['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
		['Sun, 15 Nov 2026 11:00:00 GMT', 0],
		['soon', undefined],
		[undefined, undefined],
	])('%j means %j ms', (header, milliseconds) => {
		expect(retryAfter(header, NOW)).toBe(milliseconds);
	});
});

describe('the pause between attempts', () => {
	it('doubles, with jitter within its upper half, and never passes half a minute', () => {
		expect(backOff(1, 500, 0)).toBe(250);
		expect(backOff(1, 500, 1)).toBe(500);
		expect(backOff(3, 500, 1)).toBe(2000);
		expect(backOff(30, 500, 1)).toBe(30_000);
	});
});
