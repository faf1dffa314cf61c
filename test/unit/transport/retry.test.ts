import {
	backoffDelay,
	DEFAULT_RETRY_POLICY,
	EDITOR_RETRY_POLICY,
	hasTimeToWait,
	isTransientStatus,
	mayRetry,
	retryDelay,
	parseRetryAfter,
	remainingTimeout,
} from '../../../nodes/shared/transport/retry';
import type { ServiceRequest } from '../../../nodes/shared/transport/transport';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const DAY = 86_400_000;

describe('Retry-After', () => {
	it.each([
		['5', 5000],
		['0', 0],
		[' 12 ', 12_000],
		['86400', DAY],
		['86401', DAY],
		['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
		['15 Nov 2026 12:00:30 GMT', 30_000],
		['Sun, 15 Nov 2026 12:00:30 +0000', 30_000],
		['Sun, 15 Nov 2026 11:00:00 GMT', 0],
		['Sun, 15 Nov 2099 11:00:00 GMT', DAY],
		['soon', undefined],
		['', undefined],
		[undefined, undefined],
	])('%j means %j ms', (header, milliseconds) => {
		expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
	});
});

describe('the pause between attempts', () => {
	it('doubles, with jitter within its upper half, and never passes half a minute', () => {
		expect(backoffDelay(1, 500, 0)).toBe(250);
		expect(backoffDelay(1, 500, 1)).toBe(500);
		expect(backoffDelay(1, 500, 0.5)).toBe(375);
		expect(backoffDelay(3, 500, 1)).toBe(2000);
		expect(backoffDelay(30, 500, 1)).toBe(30_000);
	});

	it('is what the service asks for, unless that is no pause at all', () => {
		const patience = { ...DEFAULT_RETRY_POLICY, pause: 1000 };
		expect(retryDelay(1, patience, 7000)).toBe(7000);
		expect(retryDelay(5, patience, 1)).toBe(1);
		for (const asked of [undefined, 0]) {
			const pause = retryDelay(2, patience, asked);
			expect(pause).toBeGreaterThanOrEqual(1000);
			expect(pause).toBeLessThanOrEqual(2000);
		}
	});
});

describe('an answer that may pass', () => {
	it.each([408, 425, 429, 500, 502, 503, 504])('is %i', (status) => {
		expect(isTransientStatus(status)).toBe(true);
	});

	it.each([200, 400, 401, 403, 404, 409, 424, 431, 451, 501, 505])('is not %i', (status) => {
		expect(isTransientStatus(status)).toBe(false);
	});
});

it.each([
	['GET', false, true],
	['PUT', false, true],
	['DELETE', false, true],
	['POST', false, false],
	['PUT', true, false],
] as const)(
	'A request that is a %s, to be sent once: %s, may be repeated: %s',
	(method, isSentOnce, may) => {
		const request: ServiceRequest = { operation: 'Try', method, path: [], isSentOnce };
		expect(mayRetry(request, false)).toBe(may);
		expect(mayRetry(request, true)).toBe(true);
	},
);

describe('The time that is left', () => {
	beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

	const until = (deadline?: number) => ({ ...DEFAULT_RETRY_POLICY, timeout: 5000, deadline });

	it('is two minutes for all pauses of a request', () => {
		expect(hasTimeToWait(120_000, until())).toBe(true);
		expect(hasTimeToWait(120_001, until())).toBe(false);
		expect(hasTimeToWait(60_000, until(), 60_000)).toBe(true);
		expect(hasTimeToWait(60_000, until(), 60_001)).toBe(false);
	});

	it('ends before the deadline', () => {
		expect(hasTimeToWait(999, until(NOW + 1000))).toBe(true);
		expect(hasTimeToWait(1000, until(NOW + 1000))).toBe(false);
		expect(hasTimeToWait(0, until(NOW - 1))).toBe(false);
	});

	it('is that of the policy for an answer, or less where the deadline is nearer', () => {
		expect(remainingTimeout(until())).toBe(5000);
		expect(remainingTimeout(until(NOW + 9000))).toBe(5000);
		expect(remainingTimeout(until(NOW + 4000))).toBe(4000);
		expect(remainingTimeout(until(NOW))).toBe(1);
		expect(remainingTimeout(until(NOW - 4000))).toBe(1);
	});

	it('is two minutes for an answer, for four attempts and 32 MB, and less in the editor', () => {
		expect(EDITOR_RETRY_POLICY).toMatchObject({ attempts: 2, timeout: 15_000, pause: 500 });
		expect(DEFAULT_RETRY_POLICY).toEqual({
			attempts: 4,
			timeout: 120_000,
			pause: 500,
		});
	});
});
