import '../../support/engine';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { merchantApiTest } from '../../../nodes/shared/service/credentialTest';
import { searched } from '../../support/canary';
import { additionalData, testCredential } from '../../support/engine';
import { TOKENS, useSandbox } from '../../support/sandbox';
import { json, startServer, type TestServer } from '../../support/server';

const TOKEN = 'tok-secret-456';
let server: TestServer;
const LIST = { reportDefinitions: [] };
let status = 200;
let success: unknown = LIST;

beforeAll(async () => {
	server = await startServer((_request, response) => {
		if (typeof success === 'string') response.writeHead(status).end(success);
		else
			json(
				response,
				status,
				status === 200 ? success : { message: `Told by the service with ${TOKEN}.` },
			);
	});
});
beforeEach(() => {
	success = LIST;
});
afterAll(async () => await server.stop());

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
		status = 200;
		server.received.length = 0;
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
	])('does not take %s for a sign that all is well', async (_what, answered, body, words) => {
		status = answered;
		success = body;
		const result = await test();
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
		expect(result.message).toContain('it may lead to another server');
		expect(result.message).not.toContain(TOKEN);
	});

	it.each([
		[401, 'The service does not accept the token (Told by the service with ***). Create a new'],
		[404, 'The service found nothing'],
		[500, 'The service had an internal error'],
	])('tells apart an answer of %d', async (answer, words) => {
		status = answer;
		const result = await test();
		expect(result).toEqual({ status: 'Error', message: expect.stringContaining(words) as string });
		expect(result.message).not.toContain(TOKEN);
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

	it('tells what is wrong with the credential itself before anything is sent', async () => {
		server.received.length = 0;
		const { message } = await test({ environment: 'test', testAddress: 'http://api.example.com' });
		expect(message).toContain('Test Address: must begin with https://');
		expect(server.received).toHaveLength(0);
	});
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
		['unknown', TOKENS.unknown, 'The token is unknown'],
		['expired', TOKENS.expired, 'The token is no longer valid'],
		['with "Bearer" before it', 'Bearer abc', 'Token Prefix adds "Bearer"'],
		['in quotation marks', '"abc"', 'Token: contains a space, a line break, quotation marks'],
		['too short to be a token', 'abc', 'Token: has fewer than 8 characters'],
	])('tells when the token is %s', async (_how, token, words) => {
		const { status, message } = await tried({ token });
		expect([status, message]).toEqual(['Error', expect.stringContaining(words)]);
		expect(message).not.toContain(token);
	});

	it('tells when the token is in a header that the service does not read', async () => {
		const { message } = await tried({ token: sandbox.token, headerName: 'X-Token' });
		expect(message).toContain('The request carries no token.');
	});

	describe.each(['signedToken', 'signedRequest'])('with a key, by %s', (authenticationMethod) => {
		it('succeeds', async () => {
			const tested = await tried({
				authenticationMethod,
				keyId: sandbox.key.id,
				sharedSecret: sandbox.key.secret,
				merchantId: 'merchant_one',
			});
			const { host } = new URL(sandbox.address);
			expect(tested).toEqual({ status: 'OK', message: `${host} accepts the key` });
		});
	});
});
