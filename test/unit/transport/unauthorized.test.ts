import type { Authentication } from '../../../nodes/shared/transport/connection';
import { explainFailureStatus } from '../../../nodes/shared/transport/advice';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const key = { id: 'k', secret: Buffer.from('s'), merchantId: 'm', issuer: 'm' };
const KEY: Authentication = { kind: 'signedToken', key };
const TOKEN: Authentication = { kind: 'token', headerName: 'Authorization', headerValue: 't' };

const explain = (by: Authentication, status: number, minutesOff = 0) =>
	explainFailureStatus(status, by, new Date(NOW + minutesOff * 60_000).toUTCString(), NOW);

it('blames a clock that is off for a 401 of a signed request, and for nothing else', () => {
	expect(explain(KEY, 401, 10).what).toContain('is 10 minutes behind');
	expect(explain(KEY, 401, -180).what).toContain('is 180 minutes ahead of');
	expect(explain(KEY, 401, 0.5).what).not.toContain('clock');
	expect(explain(KEY, 401).what).toBe('the service does not accept the key or the signature');
	expect(explain(KEY, 403, 10).what).not.toContain('clock');
	expect(explain(TOKEN, 401, 10).what).not.toContain('clock');
});

it('names what the credential has', () => {
	expect(explain(KEY, 403).what).toBe('the key is not allowed to do this');
	expect(explain(TOKEN, 403).what).toBe('the token is not allowed to do this');
	expect(explain(KEY, 302).advice).not.toMatch(/token/i);
});
