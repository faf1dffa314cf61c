import { request } from 'node:http';

import { useSandbox } from '../support/sandbox';

const sandbox = useSandbox('all');

/** Node's fetch writes Host and Origin itself. */
const status = async (method: string, path: string, headers: Record<string, string>) =>
	await new Promise<number>((resolve, reject) => {
		const { hostname, port } = new URL(sandbox.address);
		request({ hostname, port, path, method, headers }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		})
			.on('error', reject)
			.end();
	});

describe('A web page of another site', () => {
	const port = () => new URL(sandbox.address).port;

	it.each(['evil.example', '127.0.0.1.evil.example', '8.8.8.8', 'localhost.evil.example:80'])(
		'does not reach the sandbox under the name %s',
		async (host) => {
			expect(await status('GET', '/_sandbox/clock', { host })).toBe(421);
		},
	);

	it.each([
		'host.docker.internal:8787',
		'sandbox:8787',
		'laptop.local',
		'172.17.0.1',
		'[fd00::1]:80',
	])('is not what reaches it from a container or the local network as %s', async (host) => {
		expect(await status('GET', '/_sandbox/clock', { host })).toBe(200);
	});

	it.each<[string, Record<string, string>]>([
		['its origin', { origin: 'https://evil.example' }],
		['an origin that it hides', { origin: 'null' }],
		['another port of this machine', { origin: 'http://127.0.0.1:1' }],
		['the same host and port with TLS', { origin: 'https://127.0.0.1', host: '127.0.0.1' }],
		['what the browser says of it', { 'sec-fetch-site': 'cross-site' }],
		['what the browser says of a hidden origin', { origin: 'null', 'sec-fetch-site': 'same-site' }],
	])('changes nothing, by %s', async (_how, headers) => {
		for (const path of [
			'/_sandbox/clock',
			'/console/controls/move',
			'/pay/anything',
			'/invoicing/v2/invoices',
		]) {
			expect(await status('POST', path, headers)).toBe(403);
		}
	});

	it('is distinguished from the sandbox’s own pages, and from programs', async () => {
		const host = `127.0.0.1:${port()}`;
		for (const headers of [
			{},
			{ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
			{ host: `localhost:${port()}`, 'sec-fetch-site': 'none' },
			// The payment page sends no referrer, so browsers hide its origin.
			{ host, origin: 'null', 'sec-fetch-site': 'same-origin' },
		]) {
			expect(await status('POST', '/pay/anything', headers as Record<string, string>)).toBe(404);
		}
	});
});
