import { ClientOAuth2 } from '@n8n/client-oauth2';
import { createHash, randomBytes } from 'node:crypto';

import { useSandbox } from '../../support/sandbox';

const CALLBACK = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';

const sandbox = useSandbox('each');

/** As n8n does it: with its own client, a challenge in the address and the verifier in the body. */
async function connect(verifierSent: string | undefined, authentication: 'body' | 'header') {
	const verifier = randomBytes(32).toString('base64url');
	const client = new ClientOAuth2({
		clientId: 'sandbox-client-merchant-one',
		clientSecret: 'sandbox-client-secret-merchant-one',
		authorizationUri: `${sandbox.address}/oauth2/authorize`,
		accessTokenUri: `${sandbox.address}/oauth2/token`,
		redirectUri: CALLBACK,
		scopes: [],
		authentication,
		query: {
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
		},
	});
	const asked = new URL(client.code.getUri());
	const allowed = await fetch(`${asked.origin}${asked.pathname}`, {
		method: 'POST',
		redirect: 'manual',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: `${asked.searchParams.toString()}&answer=allow`,
	});
	const back = allowed.headers.get('location') ?? '';
	const sent = verifierSent === 'its own' ? verifier : verifierSent;
	const body: Record<string, string> = sent === undefined ? {} : { code_verifier: sent };
	return await client.code.getToken(back, { body });
}

it.each(['header', 'body'] as const)(
	'brings an access token, with the client in the %s',
	async (authentication) => {
		const { accessToken } = await connect('its own', authentication);
		const path = '/reporting/v3/report-definitions';
		expect((await sandbox.call('GET', path, { token: accessToken })).status).toBe(200);
	},
);

it.each([undefined, '', 'another'])('brings nothing with %p as the verifier', async (verifier) => {
	await expect(connect(verifier, 'header')).rejects.toThrow(/authorization grant .* is invalid/);
});
