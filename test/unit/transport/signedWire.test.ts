import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ServiceRequest } from '../../../nodes/shared/transport/transport';
import { formsOf } from '../../support/canary';
import { setAttempts } from '../../support/patience';
import { runProbe } from './probe';

beforeEach(() => setAttempts(3));

/*
 * Verifies what arrives by the facts of beyond-the-spec.md alone (Authentication). It shares nothing with the nodes
 * or with the sandbox, so that both cannot be wrong in the same way.
 */
const SECRET = Buffer.from('0123456789abcdef0123456789abcdef');
const KEY = { keyId: 'key-1', sharedSecret: SECRET.toString('base64'), merchantId: 'merchant_1' };

interface Arrived {
	method: string;
	/** As it is in the request line. */
	target: string;
	headers: IncomingMessage['headers'];
	body: Buffer;
	/** When it arrived, in milliseconds since 1970. */
	at: number;
}

let server: Server;
let arrived: Arrived[];
let refuseNext: number;
let begun: number;

beforeEach(async () => {
	arrived = [];
	refuseNext = 0;
	begun = Date.now();
	server = createServer((request, response) => {
		const pieces: Buffer[] = [];
		request.on('data', (piece: Buffer) => pieces.push(piece));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			arrived.push({ method, target: url, headers, body: Buffer.concat(pieces), at: Date.now() });
			const status = refuseNext-- > 0 ? 503 : 200;
			response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());

const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function send(method: string, requests: Array<Partial<ServiceRequest>>): Promise<void> {
	const credential = { authenticationMethod: method, ...KEY, partnerId: '' };
	const { error } = await runProbe(
		async ({ transport }) => {
			for (const request of requests) {
				const whole: ServiceRequest = { operation: 'Ask', method: 'GET', path: ['x'], ...request };
				await transport.json(whole, (body) => body);
			}
			return [];
		},
		{ address: `http://${host()}`, token: '', credential },
	);
	expect(error).toBeUndefined();
}

const hmac = (text: string) => createHmac('sha256', SECRET).update(text);
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('base64');
const hasBody = ({ method }: Arrived) => ['POST', 'PUT', 'PATCH'].includes(method);

/** A service refuses what was signed in the future, and what is too old. Signing times are whole seconds. */
function expectSignedOnTheWay(signed: number, { at }: Arrived): void {
	expect(signed).toBeGreaterThan(begun - 1000);
	expect(signed).toBeLessThanOrEqual(at);
}

const VERIFIED: Record<string, (request: Arrived) => string> = {
	signedToken(request) {
		const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
		const [head, claims, signature] = token.split('.');
		expect(hmac(`${head}.${claims}`).digest('base64url')).toBe(signature);
		const read = (part: string) =>
			JSON.parse(Buffer.from(part, 'base64url').toString()) as IDataObject;
		expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT', kid: KEY.keyId });
		const { iat, jti, ...rest } = read(claims);
		expectSignedOnTheWay(Number(iat) * 1000, request);
		expect(jti).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
		expect(rest).toEqual({
			exp: Number(iat) + 120,
			iss: KEY.merchantId,
			'v-c-merchant-id': KEY.merchantId,
			'request-host': request.headers.host,
			'request-method': request.method.toLowerCase(),
			'request-resource-path': request.target,
			'v-c-jwt-version': '2',
			...(hasBody(request) ? { digest: sha256(request.body), 'digest-algorithm': 'SHA-256' } : {}),
		});
		return jti as string;
	},

	signedRequest(request) {
		const { headers } = request;
		const names = `host date request-target ${hasBody(request) ? 'digest ' : ''}v-c-merchant-id`;
		const values: Partial<Record<string, unknown>> = {
			...headers,
			'request-target': `${request.method.toLowerCase()} ${request.target}`,
		};
		const text = names
			.split(' ')
			.map((name) => `${name}: ${String(values[name])}`)
			.join('\n');
		const signature = hmac(text).digest('base64');
		expect(headers.signature).toBe(
			`keyid="${KEY.keyId}", algorithm="HmacSHA256", headers="${names}", signature="${signature}"`,
		);
		expect(headers['v-c-merchant-id']).toBe(KEY.merchantId);
		expect(headers.date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
		expectSignedOnTheWay(Date.parse(String(headers.date)), request);
		expect(headers.digest).toBe(hasBody(request) ? `SHA-256=${sha256(request.body)}` : undefined);
		return signature;
	},
};

const text = fc
	.string({ unit: 'binary', minLength: 1, maxLength: 30 })
	.filter((value) => value.isWellFormed() && value !== '.' && value !== '..');
const odd = fc.record({
	method: fc.constantFrom('GET' as const, 'DELETE' as const, 'POST' as const, 'PUT' as const),
	path: fc.array(text, { minLength: 1, maxLength: 3 }),
	query: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean()), { maxKeys: 3 }),
	body: fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
});

describe.each(Object.keys(VERIFIED))('a %s holds for what goes over the wire', (method) => {
	it('whatever the path, the query and the body are', async () => {
		const requests = fc.sample(odd, { numRuns: 60, seed: 17 }).map(({ body, ...request }) => ({
			...request,
			...(['POST', 'PUT'].includes(request.method) ? { body } : {}),
		}));
		await send(method, requests);
		expect(arrived).toHaveLength(requests.length);
		const signatures = arrived.map(VERIFIED[method]);
		if (method === 'signedToken') expect(new Set(signatures).size).toBe(signatures.length);
		const sent = JSON.stringify(arrived.map(({ body, ...rest }) => [rest, body.toString()]));
		expect(formsOf(KEY.sharedSecret).filter(([, form]) => sent.includes(form))).toEqual([]);
	});

	it('in each attempt of a request', async () => {
		refuseNext = 2;
		await send(method, [{ query: { name: "it's (a) *star*!~ 100%" } }]);
		expect(arrived).toHaveLength(3);
		const signatures = arrived.map(VERIFIED[method]);
		if (method === 'signedToken') expect(new Set(signatures).size).toBe(3);
	});
});
