import { type FaultToPlant, TOKENS } from '../support/sandbox';

export interface Fault {
	name: string;
	planted: FaultToPlant;
	/** Whether the same request would be answered a moment later. */
	passes?: true;
	says?: RegExp;
}

/** A service that repeats what it was sent, in every form. */
const ERROR = {
	submitTimeUtc: '2026-11-10T12:00:00Z',
	status: 'ANY',
	reason: 'ANY',
	message: `Something is wrong with Bearer ${TOKENS.merchantOne}.`,
	details: [
		{ field: 'a', reason: encodeURIComponent(`Bearer ${TOKENS.merchantOne}`) },
		{ field: 'b', reason: Buffer.from(`Bearer ${TOKENS.merchantOne}`).toString('base64') },
	],
};

const AFTER = { when: 'after' } as const;
const INTERRUPTED = /was interrupted|ended too early/;
const FAILED = /internal error/;
/** More requests than any action sends. */
const ALWAYS = 1000;

const RESET: FaultToPlant = { kind: 'drop' };
const LOST: FaultToPlant = { ...RESET, ...AFTER };
const refuse = (status: number): FaultToPlant => ({ kind: 'status', status, body: ERROR });
/** A success in words, with another body than that of the service. */
const succeed = (status: number, body: unknown): FaultToPlant => ({
	...{ kind: 'status', status, body, ...AFTER },
});

/**
 * One fault of each kind that one request can meet; test/unit/transport has all statuses and headers, silence and
 * encodings.
 */
export const FAULTS: readonly Fault[] = [
	{ name: 'reset before the work', planted: RESET, passes: true, says: INTERRUPTED },
	{ name: 'reset after the work', planted: LOST, passes: true, says: INTERRUPTED },
	{ name: 'cut by length', planted: { kind: 'cutOff', afterBytes: 10 }, says: INTERRUPTED },
	{ name: '401', planted: refuse(401), says: /does not accept the token/i },
	{ name: '500', planted: refuse(500), passes: true, says: FAILED },
	{ name: '500 after the work', planted: { ...refuse(500), ...AFTER }, passes: true, says: FAILED },
	{ name: '429', planted: refuse(429), passes: true },
	{
		name: '429, Retry-After of years',
		planted: { kind: 'status', status: 429, retryAfter: 99_999_999_999 },
	},
	...[304, 400, 403, 404, 409].map((status) => ({ name: `${status}`, planted: refuse(status) })),
	...[200, 202, 204, 206].map((status) => ({
		name: `${status} and no body after the work`,
		planted: succeed(status, ''),
	})),
	{ name: 'HTML under 200', planted: succeed(200, '<html>Maintenance</html>') },
	{ name: 'no body under 404', planted: { kind: 'status', status: 404, body: '' } },
	{ name: '{} under 200', planted: succeed(200, {}) },
	{ name: '[] under 200', planted: succeed(200, []) },
	{ name: 'an error under 200', planted: { kind: 'status', status: 200, body: ERROR } },
	{ name: 'JSON that does not end', planted: { kind: 'invalidJson', ...AFTER } },
	{ name: '503, twice', planted: { ...refuse(503), times: 2 }, passes: true },
	{ name: 'reset after the work, twice', planted: { ...LOST, times: 2 }, passes: true },
	{ name: '503, always', planted: { ...refuse(503), times: ALWAYS } },
	{ name: 'reset after the work, always', planted: { ...LOST, times: ALWAYS } },
];
