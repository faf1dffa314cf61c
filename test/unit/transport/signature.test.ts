import { createHash, createHmac } from 'node:crypto';

import { signatureHeaders, signedToken } from '../../../nodes/shared/transport/authorize';

const KEY = {
	id: 'key-1',
	secret: Buffer.from('a secret'),
	merchantId: 'merchant_one',
	issuer: 'partner_one',
};
const NOW = Date.parse('2026-11-16T12:00:00.999Z');
const body = Buffer.from('{"a":1}');
const DIGEST = createHash('sha256').update(body).digest('base64');
const GET = { method: 'GET', url: new URL('https://api.example.com:8443/a/b?c=d%20e') };
const POST = { ...GET, method: 'POST', body };
const sign = (text: string) => createHmac('sha256', KEY.secret).update(text);

it.each([
	['a GET', GET, {}],
	['a POST', POST, { digest: DIGEST, 'digest-algorithm': 'SHA-256' }],
])('a signed token is for two minutes and for this request: %s', (_what, request, digest) => {
	const [header, claims, signature] = signedToken(KEY, request, NOW).split('.');
	const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;
	expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'key-1' });
	expect(read(claims)).toEqual({
		iat: 1_794_830_400,
		exp: 1_794_830_520,
		iss: 'partner_one',
		'v-c-merchant-id': 'merchant_one',
		jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		'request-host': 'api.example.com:8443',
		'request-method': request.method.toLowerCase(),
		'request-resource-path': '/a/b?c=d%20e',
		'v-c-jwt-version': '2',
		...digest,
	});
	expect(signature).toBe(sign(`${header}.${claims}`).digest('base64url'));
});

it.each([
	['a GET', GET, ''],
	['a POST', POST, `SHA-256=${DIGEST}`],
])('a signed request signs host, time, path with query, content and merchant: %s', (...given) => {
	const [, request, digest] = given;
	const lines = [
		'host: api.example.com:8443',
		'date: Mon, 16 Nov 2026 12:00:00 GMT',
		`request-target: ${request.method.toLowerCase()} /a/b?c=d%20e`,
		...(digest === '' ? [] : [`digest: ${digest}`]),
		'v-c-merchant-id: merchant_one',
	];
	const names = lines.map((line) => line.split(': ')[0]).join(' ');
	const signature = sign(lines.join('\n')).digest('base64');
	expect(signatureHeaders(KEY, request, NOW)).toEqual({
		date: 'Mon, 16 Nov 2026 12:00:00 GMT',
		...(digest === '' ? {} : { digest }),
		'v-c-merchant-id': 'merchant_one',
		signature: `keyid="key-1", algorithm="HmacSHA256", headers="${names}", signature="${signature}"`,
	});
});
