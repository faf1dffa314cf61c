import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../nodes/shared/transport/request';
import { setAttempts } from '../../support/patience';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { json, startServer, type TestServer } from '../../support/server';
import { runProbe } from './probe';

beforeEach(() => setAttempts(3));

const PARTNER = {
	keyId: '5a88cad5-9747-42af-a223-343af409d81a',
	sharedSecret: 'Z47X/qnHnVMhRuWJz2D6YEjO6o0S0UcYUnalgDLOCUI=',
};

let sandbox: TestSandbox;

/** Its clock follows this machine's, as the one of a real service does. */
beforeEach(async () => {
	sandbox = await startTestSandbox();
});
const servers: TestServer[] = [];
afterEach(async () => {
	await sandbox.stop();
	for (const server of servers.splice(0)) await server.stop();
});

const keyOf = (method: string, more: IDataObject = {}): IDataObject => ({
	authenticationMethod: method,
	keyId: sandbox.key.id,
	sharedSecret: sandbox.key.secret,
	merchantId: 'merchant_one',
	partnerId: '',
	...more,
});

/** Sends requests with the given credential, and tells what happened to them. */
async function send(credential: IDataObject, ...requests: Array<Partial<ServiceRequest>>) {
	let responses = 0;
	const { error } = await runProbe(
		async ({ transport }) => {
			for (const request of requests) {
				const whole: ServiceRequest = { operation: 'Ask', method: 'GET', path: [], ...request };
				await transport.json(whole, () => responses++);
			}
			return [];
		},
		{ address: sandbox.address, token: '', credential },
	);
	return { responses, error };
}

const DEFINITIONS = { path: ['reporting', 'v3', 'report-definitions'] };

describe.each(['signedToken', 'signedRequest'])('a %s', (method) => {
	it('never brings the secret to the service', async () => {
		const server = await startServer((_request, response) => json(response, 200, {}));
		servers.push(server);
		const credential = keyOf(method, { sandboxAddress: server.address });
		await send(credential, DEFINITIONS, { method: 'POST', path: ['x'], body: { a: 1 } });
		const sent = JSON.stringify(server.received);
		expect(server.received).toHaveLength(2);
		const secret = Buffer.from(sandbox.key.secret, 'base64');
		for (const form of [sandbox.key.secret, secret.toString('hex'), secret.toString('base64url')]) {
			expect(sent).not.toContain(form);
			expect(sent).not.toContain(encodeURIComponent(form));
			expect(sent).not.toContain(Buffer.from(form).toString('base64').slice(0, 40));
		}
	});

	it.each([
		[{ keyId: 'nobody' }, 'The key is unknown)'],
		[{ sharedSecret: PARTNER.sharedSecret }, 'The signature does not match'],
		[{ merchantId: 'merchant_two' }, 'The key does not belong to merchant'],
	])('with %j is refused in the words of the service', async (more, words) => {
		const { error } = await send(keyOf(method, more), DEFINITIONS);
		expect(error?.message).toContain(`does not accept the key or the signature (${words}`);
		expect(error?.description).toContain('Check Key ID, Shared Secret, Merchant ID');
	});

	it('lets a partner act for its merchant', async () => {
		const credential = keyOf(method, {
			...PARTNER,
			merchantId: 'merchant_two',
			partnerId: 'partner_one',
		});
		expect((await send(credential, DEFINITIONS)).responses).toBe(1);
		const [request] = await sandbox.control.requests('/reporting');
		expect(request.organizationId).toBe('merchant_two');
	});
});

describe('a key', () => {
	it.each([
		[{ keyId: '' }, 'Key ID: is empty'],
		[{ keyId: 'a "b"' }, 'Key ID: contains a space, a quotation mark'],
		[{ sharedSecret: '' }, 'Shared Secret: is empty'],
		[{ sharedSecret: 'not base64!' }, 'Shared Secret: is not base64, or was cut off'],
		[{ sharedSecret: 'kKtsNjzkPl0NmrRH/hMEWrTTRL/FfS4WH8oj3yrpyM0=x' }, 'Shared Secret: is not'],
		[{ merchantId: '' }, 'Merchant ID: is empty'],
		[{ authenticationMethod: 'guess' }, 'Authentication Method: is not chosen'],
	])('with %j is refused before anything is sent', async (more, message) => {
		const { error } = await send(keyOf('signedToken', more), DEFINITIONS);
		expect(error?.message).toContain(message);
		expect(await sandbox.control.requests()).toHaveLength(0);
	});

	it('may be pasted with line breaks around the secret', async () => {
		const credential = keyOf('signedToken', { sharedSecret: ` ${sandbox.key.secret}\n` });
		expect((await send(credential, DEFINITIONS)).responses).toBe(1);
	});
});
