import { createHash, createHmac, randomUUID } from 'node:crypto';
import { useSandbox } from '../support/sandbox';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const ONE = {
	id: '42ee891d-704d-4481-8eb8-1e84b1b0c028',
	secret: 'kKtsNjzkPl0NmrRH/hMEWrTTRL/FfS4WH8oj3yrpyM0=',
};
const TWO = {
	id: 'f280a381-8353-4d96-a715-952bd4162c41',
	secret: 'srdlZKDhoGvBVYVQ7VqZ5J+4+afmhD7dVMMQuotO0Q0=',
};
const PARTNER = {
	id: '5a88cad5-9747-42af-a223-343af409d81a',
	secret: 'Z47X/qnHnVMhRuWJz2D6YEjO6o0S0UcYUnalgDLOCUI=',
};
const LIST = '/reporting/v3/report-definitions?subscriptionType=CUSTOM';
const SAVE = '/reporting/v3/report-subscriptions';
const BODY = JSON.stringify({
	reportDefinitionName: 'TransactionRequestClass',
	reportFields: ['Request.RequestID'],
	reportMimeType: 'text/csv',
	reportFrequency: 'Daily',
	reportName: 'Täglich',
	timezone: 'GMT',
	startTime: '0900',
	startDay: 1,
});

const sandbox = useSandbox('all', { now: new Date(NOW).toISOString() });
let host: string;
beforeAll(async () => {
	({ host } = new URL(sandbox.address));
});

const send = async (method: string, path: string, headers: Record<string, string>, body?: string) =>
	await sandbox.call<{ message?: string } | undefined>(method, path, { token: '', headers, body });

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64');
const hmac = ({ secret }: typeof ONE, text: string) =>
	createHmac('sha256', Buffer.from(secret, 'base64')).update(text);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Change {
	key?: typeof ONE;
	/** What is signed with, where it is not what the key has. */
	secret?: string;
	header?: Record<string, unknown>;
	claims?: Record<string, unknown>;
}

function signedToken(method: string, path: string, body?: string, change: Change = {}): string {
	const { key = ONE } = change;
	const iat = NOW / 1000;
	const head = part({ alg: 'HS256', typ: 'JWT', kid: key.id, ...change.header });
	const claims = part({
		iat,
		exp: iat + 120,
		iss: 'merchant_one',
		'v-c-merchant-id': 'merchant_one',
		jti: randomUUID(),
		'request-host': host,
		'request-method': method.toLowerCase(),
		'request-resource-path': path,
		'v-c-jwt-version': '2',
		...(body === undefined ? {} : { digest: sha256(body), 'digest-algorithm': 'SHA-256' }),
		...change.claims,
	});
	const signer = { ...key, secret: change.secret ?? key.secret };
	return `${head}.${claims}.${hmac(signer, `${head}.${claims}`).digest('base64url')}`;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a signed token', () => {
	it('lets the merchant in, with and without a body', async () => {
		expect((await send('GET', LIST, bearer(signedToken('GET', LIST)))).status).toBe(200);
		const token = signedToken('PUT', SAVE, BODY);
		expect((await send('PUT', SAVE, bearer(token), BODY)).status).toBe(200);
		const remove = `${SAVE}/${encodeURIComponent('Täglich')}`;
		expect((await send('DELETE', remove, bearer(signedToken('DELETE', remove)))).status).toBe(200);
	});

	const seconds = (offset: number) => {
		const iat = NOW / 1000 + offset;
		return { iat, exp: iat + 120 };
	};

	it.each<[string, Change, string]>([
		['an unknown key', { header: { kid: randomUUID() } }, 'The key is unknown.'],
		['a wrong secret', { secret: TWO.secret }, 'The signature does not match the request'],
		['algorithm "none"', { header: { alg: 'none' } }, 'must have the algorithm HS256'],
		['a key of another merchant', { key: TWO }, 'does not belong to merchant merchant_one'],
		['an altered path', { claims: { 'request-resource-path': '/x' } }, 'request-resource-path'],
		['an expired one', { claims: seconds(-121) }, 'The signature has expired.'],
		['a clock 10 minutes ahead', { claims: seconds(600) }, 'dated in the future'],
		['no jti', { claims: { jti: undefined } }, 'jti'],
	])('with %s is refused', async (_case, change, message) => {
		const answer = await send('GET', LIST, bearer(signedToken('GET', LIST, undefined, change)));
		expect(answer.status).toBe(401);
		expect(answer.body?.message).toContain(message);
	});

	it('is refused without a signature', async () => {
		const unsigned = signedToken('GET', LIST).replace(/[^.]+$/, '');
		expect((await send('GET', LIST, bearer(unsigned))).status).toBe(401);
	});

	it('is refused with an altered body, with none, and with one that it does not cover', async () => {
		const altered = BODY.replace('0900', '0901');
		for (const [token, body] of [
			[signedToken('PUT', SAVE, BODY), altered],
			[signedToken('PUT', SAVE, BODY), ` ${BODY}`],
			[signedToken('PUT', SAVE, BODY), undefined],
			[signedToken('PUT', SAVE), BODY],
		]) {
			const answer = await send('PUT', SAVE, bearer(token!), body);
			expect([answer.status, answer.body?.message]).toEqual([401, expect.stringMatching(/digest/)]);
		}
	});

	it('of a partner acts for one of its merchants', async () => {
		const claims = { iss: 'partner_one', 'v-c-merchant-id': 'merchant_two' };
		const token = signedToken('GET', SAVE, undefined, { key: PARTNER, claims });
		expect((await send('GET', SAVE, bearer(token))).status).not.toBe(401);
		expect((await sandbox.control.requests()).at(-1)?.organizationId).toBe('merchant_two');
	});
});

it('the test keys leave no signed token in the request log', async () => {
	const token = signedToken('GET', LIST);
	await send('GET', LIST, bearer(token));
	expect(JSON.stringify(await sandbox.control.requests())).not.toContain(token);
});
