import '../../support/engine';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { merchantApiTest } from '../../../nodes/shared/service/credentialTest';
import { searched } from '../../support/canary';
import { additionalData, testCredential } from '../../support/engine';
import { TOKENS, useSandbox } from '../../support/sandbox';
import { json, startServer, useServer } from '../../support/server';

const TOKEN = 'tok-secret-456';
const PARTNER = {
	keyId: '5a88cad5-9747-42af-a223-343af409d81a',
	sharedSecret: 'Z47X/qnHnVMhRuWJz2D6YEjO6o0S0UcYUnalgDLOCUI=',
};
let status: number;
let body: unknown;
const server = useServer((_request, response) => {
	response.setHeader('location', '/elsewhere');
	if (typeof body === 'string') response.writeHead(status).end(body);
	else json(response, status, body);
});

async function test(credential: Record<string, string> = {}) {
	const data: ICredentialDataDecryptedObject = testCredential({
		address: server.address,
		token: TOKEN,
		credential,
	});
	const context = new CredentialTestContext(additionalData(data));
	const entered = { id: '1', name: 'c', type: 'merchantApi', data };
	return await searched('the credential test', merchantApiTest.call(context, entered));
}

describe('the credential test', () => {
	it('makes one cheap read-only request and succeeds', async () => {
		[status, body] = [200, { reportDefinitions: [] }];
		expect((await test()).status).toBe('OK');
		expect(server.received).toHaveLength(1);
		expect(server.received[0]).toMatchObject({
			method: 'GET',
			url: '/reporting/v3/report-definitions',
		});
		expect(server.received[0].headers.authorization).toBe(`Bearer ${TOKEN}`);
	});

	it.each([
		['a page', 200, '<!doctype html><html><body>Welcome</body></html>', 'cannot be read'],
		['nothing', 200, '', 'is not a list'],
		['nothing at all', 204, '', 'is not a list'],
		['a half of it', 200, '{"reportDefinitions":[', 'cannot be read'],
		['another object', 200, { error: 'unauthorized' }, 'has no list "reportDefinitions"'],
		['a bare list', 200, [], 'is not a list'],
		['an error', 200, { reason: 'NO', message: `not ${TOKEN}` }, 'answered with an error'],
	])('does not take %s for a sign that all is well', async (_what, answered, bad, words) => {
		[status, body] = [answered, bad];
		const result = await test();
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
		expect(result.message).toContain('it may lead to another server');
		expect(result.message).not.toContain(TOKEN);
	});

	it.each([
		[401, 'The service does not accept the token (Told by the service with ***). Create a new'],
		[302, 'The service answered with a redirect'],
		[404, 'The service found nothing'],
		[500, 'The service had an internal error'],
	])('tells apart an answer of %d', async (answer, words) => {
		[status, body] = [answer, { message: `Told by the service with ${TOKEN}.` }];
		const result = await test();
		expect(result).toEqual({ status: 'Error', message: expect.stringContaining(words) as string });
		expect(result.message).not.toContain(TOKEN);
	});

	it('gives up an answer whose end comes too late', async () => {
		const alarm = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(alarm.signal);
		const hanging = await startServer((_request, response) => {
			response.writeHead(200).write('{');
			setTimeout(() => alarm.abort(), 500);
			setTimeout(() => response.end('"reportDefinitions":[]}'), 3000).unref();
		});
		const { message } = await test({ sandboxAddress: hanging.address });
		await hanging.stop();
		expect(message).toContain('did not answer within 15 seconds');
	});

	it.each(['signedToken', 'signedRequest'])(
		'shows no proof that %s sent, although the service repeats it',
		async (authenticationMethod) => {
			let proof = '';
			const repeating = await startServer(({ headers }, response) => {
				const { authorization = '', signature = '' } = headers;
				proof = /signature="(.+)"$/.exec(String(signature))?.[1] ?? authorization.slice(7);
				json(response, 401, { message: `You sent ${proof}` });
			});
			const { message } = await test({
				sandboxAddress: repeating.address,
				authenticationMethod,
				keyId: 'key-0123456789',
				sharedSecret: Buffer.from('a secret of 32 bytes, and not more').toString('base64'),
				merchantId: 'merchant_one',
			});
			await repeating.stop();
			expect(proof.length).toBeGreaterThan(40);
			expect(message).toContain('You sent ***');
			expect(message).not.toContain(proof.slice(0, 20));
		},
	);
});

describe('the credential test against the sandbox', () => {
	const sandbox = useSandbox('all');

	const tried = async (credential: Record<string, string>) =>
		await test({ sandboxAddress: sandbox.address, ...credential });

	it('asks as the organization that will be used', async () => {
		const partner = { token: TOKENS.partner };
		expect((await tried({ ...partner, organizationId: 'merchant_two' })).status).toBe('OK');
		const [last] = (await sandbox.control.requests()).slice(-1);
		expect(last.url).toBe('/reporting/v3/report-definitions?organizationId=merchant_two');
		expect(await tried({ ...partner, organizationId: 'merchant_three' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/The token is not allowed to do this.*Check the Organization ID/,
			),
		});
	});

	it.each([
		['expired', TOKENS.expired, 'The token is no longer valid'],
		['too short to be a token', 'abc', 'characters. Paste all of the token'],
	])('tells when the token is %s', async (_how, token, words) => {
		const { status, message } = await tried({ token });
		expect([status, message]).toEqual(['Error', expect.stringContaining(words)]);
		expect(message).not.toContain(token);
	});

	describe.each(['signedToken', 'signedRequest'])('with a key, by %s', (authenticationMethod) => {
		const withKey = async (more: Record<string, string> = {}) =>
			await tried({
				authenticationMethod,
				keyId: sandbox.key.id,
				sharedSecret: sandbox.key.secret,
				merchantId: 'merchant_one',
				...more,
			});

		it('succeeds, also with line breaks in the secret and around it', async () => {
			const { host } = new URL(sandbox.address);
			const accepted = { status: 'OK', message: `${host} accepts the key` };
			expect(await withKey()).toEqual(accepted);
			const wrapped = sandbox.key.secret.replace(/.{20}/g, '$&\n');
			expect(await withKey({ sharedSecret: ` ${wrapped}\n` })).toEqual(accepted);
		});

		it.each([
			[{ keyId: 'nobody' }, 'The key is unknown)'],
			[{ sharedSecret: PARTNER.sharedSecret }, 'The signature does not match'],
			[{ merchantId: 'merchant_two' }, 'The key does not belong to merchant'],
		])('is refused with %j in the words of the service', async (more, words) => {
			const { message } = await withKey(more);
			expect(message).toContain(`does not accept the key or the signature (${words}`);
			expect(message).toContain('Check Key ID, Shared Secret, Merchant ID');
		});

		it('lets a partner act for its merchant', async () => {
			const merchant = { merchantId: 'merchant_two', partnerId: 'partner_one' };
			expect((await withKey({ ...PARTNER, ...merchant })).status).toBe('OK');
			const [request] = (await sandbox.control.requests('/reporting')).slice(-1);
			expect(request.organizationId).toBe('merchant_two');
		});
	});
});
