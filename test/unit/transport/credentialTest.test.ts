import '../../support/engine';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { merchantApiTest } from '../../../nodes/shared/service/credentialTest';
import { explainNetwork } from '../../../nodes/shared/transport/advice';
import { additionalData, testCredential } from '../../support/engine';
import { json, startServer, type TestServer } from '../../support/server';

const TOKEN = 'tok-secret-456';
let server: TestServer;
let status = 200;

beforeAll(async () => {
	server = await startServer((_request, response) =>
		json(response, status, { message: `told by the service with ${TOKEN}` }),
	);
});
afterAll(async () => await server.stop());

async function test(credential: Record<string, string> = {}) {
	const data: ICredentialDataDecryptedObject = testCredential({
		address: server.address,
		token: TOKEN,
		credential,
	});
	const context = new CredentialTestContext(additionalData(data));
	return await merchantApiTest.call(context, { id: '1', name: 'c', type: 'merchantApi', data });
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
		[401, 'The token is no longer valid'],
		[403, 'The token is not allowed'],
		[404, 'found nothing'],
		[302, 'redirect'],
		[500, 'The service failed inside'],
		[503, 'not available'],
	])('tells apart an answer of %d', async (answer, words) => {
		status = answer;
		const result = await test();
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
		expect(result.message).not.toContain(TOKEN);
	});

	it('tells when nothing answers at the address', async () => {
		const gone = await startServer(() => {});
		await gone.stop();
		const { message } = await test({ sandboxAddress: gone.address });
		expect(message).toContain(`Nothing answers at 127.0.0.1:${gone.port}`);
	});

	it('tells when the address is not found', async () => {
		const { message } = await test({
			environment: 'test',
			testAddress: 'https://no-such-host.invalid',
		});
		expect(message).toContain('The address no-such-host.invalid was not found');
	});

	it('tells when no secure connection can be made', async () => {
		const folder = join(__dirname, '../../support/tls');
		const secure = createServer(
			{
				key: readFileSync(join(folder, 'key.pem')),
				cert: readFileSync(join(folder, 'certificate.pem')),
			},
			(_request, response) => response.end('{}'),
		);
		await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
		const { port } = secure.address() as AddressInfo;
		const { message } = await test({ sandboxAddress: `https://127.0.0.1:${port}` });
		secure.close();
		expect(message).toContain('No secure connection');
	});

	it('has words for a certificate of another host', () => {
		expect(explainNetwork('ERR_TLS_CERT_ALTNAME_INVALID', 'host', 1).what).toContain(
			'no secure connection',
		);
	});

	it('tells what is wrong with the credential itself before anything is sent', async () => {
		server.received.length = 0;
		const { message } = await test({ environment: 'test', testAddress: 'http://api.example.com' });
		expect(message).toContain('Test Address: must begin with https://');
		expect(server.received).toHaveLength(0);
	});
});
