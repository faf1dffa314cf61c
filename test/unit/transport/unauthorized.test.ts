import type { Authentication } from '../../../nodes/shared/transport/connection';
import { explainRefused } from '../../../nodes/shared/transport/unauthorized';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const key = { id: 'k', secret: Buffer.from('s'), merchantId: 'm', issuer: 'm' };
const KEY: Authentication = { kind: 'signedToken', key, sharedSecret: 's' };
const tokenOf = (token: string): Authentication => ({
	kind: 'token',
	token,
	headerName: 'Authorization',
	headerValue: token,
});

const explain = (by: Authentication, status: number, message: string, minutesOff = 0) =>
	explainRefused(status, by, {
		complaint: { message, details: [] },
		headers: { date: new Date(NOW + minutesOff * 60_000).toUTCString() },
		now: NOW,
	});

it.each([
	['The token has expired', 'the signature was too old or too new when it arrived'],
	['JWT expired', 'the signature was too old or too new when it arrived'],
	['The key was revoked', 'the key is no longer valid'],
	['KEY_REVOKED', 'the key is no longer valid'],
	['Key has expired', 'the key is no longer valid'],
	['Unknown key', 'the service does not know the key'],
	['Merchant X not found', 'the service does not know the merchant'],
	['Unknown merchant', 'the service does not know the merchant'],
	['Signature of merchant X is not valid', 'the service does not accept the signature'],
	['The key does not belong to merchant X', 'the key may not be used for this merchant'],
	['Denied', 'the service does not accept the key or the signature'],
])('with a key, a 401 that says %j means that %s', (message, what) => {
	expect(explain(KEY, 401, message).what).toBe(what);
});

it.each([
	['More information in the portal', 'the token is no longer valid'],
	['Wrong format', 'the token is mistyped or cut off'],
	['INVALID_FORMAT', 'the token is mistyped or cut off'],
	['Missing permission', 'the token is not allowed to do this'],
	['Missing token', 'the service found no token in the request'],
	['Organization not found for this token', 'the service does not know the organization'],
	['Merchant X not found', 'the service does not know the organization'],
	['Token not found', 'the service does not know the token'],
])('with a token, a 401 that says %j means that %s', (message, what) => {
	expect(explain(tokenOf('t'), 401, message).what).toBe(what);
});

it('tells what the service says of the key first, and the clock second', () => {
	const { what, advice } = explain(KEY, 401, 'Unknown key', 10);
	expect(what).toBe('the service does not know the key');
	expect(advice).toContain('the clock of the machine that n8n runs on is 10 minutes behind');
	expect(explain(KEY, 401, 'JWT expired', 10).what).toContain('10 minutes behind');
});

it.each([
	[403, 'Request expired'],
	[400, 'Date header too old'],
])('tells a clock that is off from a %i that says %j', (status, message) => {
	expect(explain(KEY, status, message, 10).what).toContain('is 10 minutes behind');
	expect(explain(KEY, status, message).what).not.toContain('clock');
	expect(explain(KEY, status, 'Amount is wrong', 10).what).not.toContain('clock');
	expect(explain(tokenOf('t'), status, message, 10).what).not.toContain('clock');
});

it('names what the credential has', () => {
	expect(explain(KEY, 403, '').what).toBe('the key is not allowed to do this');
	expect(explain(tokenOf('t'), 403, '').what).toBe('the token is not allowed to do this');
	expect(explain(KEY, 302, '').advice).not.toMatch(/token/i);
});

it.each([-1e300, 1e300])('reads no time from a token that expires at %d', (exp) => {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const token = tokenOf(`${part({ alg: 'none' })}.${part({ exp })}.x`);
	expect(explain(token, 401, '').what).toBe('the token is no longer valid');
});
