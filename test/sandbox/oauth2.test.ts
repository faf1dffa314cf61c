import { createHash } from 'node:crypto';
import { useSandbox } from '../support/sandbox';

const LIST = '/reporting/v3/report-definitions';
const CALLBACK = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
const CLIENT = {
	id: 'sandbox-client-merchant-one',
	secret: 'sandbox-client-secret-merchant-one',
};

interface Tokens {
	access_token: string;
	refresh_token: string;
	expires_in: number;
	error?: string;
}

const sandbox = useSandbox('each', { now: '2026-03-10T12:00:00Z' });

const form = (values: Record<string, string>) => ({
	method: 'POST',
	headers: { 'content-type': 'application/x-www-form-urlencoded' },
	body: new URLSearchParams(values).toString(),
	redirect: 'manual' as const,
});

const ASKED = {
	response_type: 'code',
	client_id: CLIENT.id,
	redirect_uri: CALLBACK,
	state: 'a state',
};

/** What the browser is sent back with. */
async function answer(more: Record<string, string> = {}): Promise<URLSearchParams> {
	const given = form({ ...ASKED, answer: 'allow', ...more });
	const response = await fetch(`${sandbox.address}/oauth2/authorize`, given);
	return new URL(response.headers.get('location') ?? '').searchParams;
}

async function tokens(values: Record<string, string>, client = CLIENT): Promise<Tokens> {
	const request = form(values);
	const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
	const response = await fetch(`${sandbox.address}/oauth2/token`, {
		...request,
		headers: { ...request.headers, authorization: `Basic ${basic}` },
	});
	return (await response.json()) as Tokens;
}

const redeem = async (code: string, more = {}) =>
	await tokens({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more });

const statusWith = async (token: string) => (await sandbox.call('GET', LIST, { token })).status;

describe('the authorization server', () => {
	it('shows who asks, and sends the user back with a code and the state', async () => {
		const query = new URLSearchParams(ASKED).toString();
		const page = await sandbox.call('GET', `/oauth2/authorize?${query}`, { token: '' });
		expect(page.text).toContain(`${CLIENT.id} asks to use the data of merchant_one.`);
		const back = await answer();
		expect(back.get('state')).toBe('a state');
		expect(back.get('code')).not.toBeNull();
	});

	it('gives no code when the user says no', async () => {
		const back = await answer({ answer: 'deny' });
		expect(back.get('error')).toBe('access_denied');
		expect(back.has('code')).toBe(false);
	});

	it.each([
		[{ client_id: 'nobody' }],
		[{ redirect_uri: 'https://evil.example/callback' }],
		[{ response_type: 'token' }],
		[{ code_challenge: 'a verifier', code_challenge_method: 'plain' }],
		[{ code_challenge: 'A'.repeat(43) }],
		[{ code_challenge: 'a verifier', code_challenge_method: 'S256' }],
		[{ code_challenge_method: 'S256' }],
	])('refuses to ask the user about %j', async (more) => {
		const query = new URLSearchParams({ ...ASKED, ...more }).toString();
		const { status } = await sandbox.call('GET', `/oauth2/authorize?${query}`, { token: '' });
		expect(status).toBe(400);
	});

	it('gives tokens for a code, once', async () => {
		const code = (await answer()).get('code')!;
		const { access_token: token, expires_in: seconds } = await redeem(code);
		expect(seconds).toBe(300);
		expect(await statusWith(token)).toBe(200);
		expect((await redeem(code)).error).toBe('invalid_grant');
	});

	it('gives none for the code of another client, another address or a wrong verifier', async () => {
		const partner = {
			id: 'sandbox-client-partner-one',
			secret: 'sandbox-client-secret-partner-one',
		};
		const code = async (more = {}) => (await answer(more)).get('code')!;
		const values = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
		const other = await tokens({ ...values, code: await code() }, partner);
		expect(other.error).toBe('invalid_grant');
		const elsewhere = await redeem(await code(), { redirect_uri: `${CALLBACK}/other` });
		expect(elsewhere.error).toBe('invalid_grant');

		const challenge = {
			code_challenge: createHash('sha256').update('a verifier').digest('base64url'),
			code_challenge_method: 'S256',
		};
		const wrong = await redeem(await code(challenge), { code_verifier: 'another' });
		expect(wrong.error).toBe('invalid_grant');
		expect((await redeem(await code(challenge))).error).toBe('invalid_grant');
		const unasked = await redeem(await code(), { code_verifier: 'a verifier' });
		expect(unasked.error).toBe('invalid_grant');
		const right = await redeem(await code(challenge), { code_verifier: 'a verifier' });
		expect(right.error).toBeUndefined();
	});

	it.each(['guess', '100%', '%FF'])('refuses a client with the secret "%s"', async (secret) => {
		const wrong = { ...CLIENT, secret };
		expect((await tokens({ grant_type: 'client_credentials' }, wrong)).error).toBe(
			'invalid_client',
		);
	});

	it('lets an access token expire by the sandbox clock, and renews it once for each refresh token', async () => {
		const first = await redeem((await answer()).get('code')!);
		await sandbox.control.advanceClock('PT5M');
		expect(await statusWith(first.access_token)).toBe(401);
		const renew = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
		const second = await tokens(renew);
		expect(await statusWith(second.access_token)).toBe(200);
		expect((await tokens(renew)).error).toBe('invalid_grant');
	});
});
