import { createHash, createHmac, randomUUID } from 'crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { refusal } from '../problem';

export interface SigningKey {
	id: string;
	secret: Buffer;
	merchantId: string;
	/** The merchant, or the partner who acts for it. */
	issuer: string;
}

export interface SigningConfig {
	kind: 'signedToken' | 'signedRequest';
	key: SigningKey;
}

/** The HTTP Request node still makes requests in n8n's older form. */
export type AnyRequestOptions = IHttpRequestOptions & {
	uri?: string;
	form?: unknown;
	formData?: unknown;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
};

/** The whole address with its query, and the body as bytes that nobody changes after they are signed. */
export function signRequest(
	request: AnyRequestOptions,
	target: URL,
	{ kind, key }: SigningConfig,
): AnyRequestOptions {
	for (const [name, value] of Object.entries(request.qs ?? {})) {
		for (const one of [value].flat()) {
			target.searchParams.append(name, typeof one === 'string' ? one : JSON.stringify(one));
		}
	}
	const { method = 'GET', headers = {} } = request;
	const sendable: Sendable = { method, url: target, body: bytesOf(request) };
	const now = Date.now();
	const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
	return {
		...request,
		url: target.href,
		uri: undefined,
		baseURL: undefined,
		qs: undefined,
		body: sendable.body,
		headers: {
			...(sendable.body && !hasType && { 'Content-Type': 'application/json' }),
			...(kind === 'signedToken'
				? { Authorization: `Bearer ${createSignedToken(key, sendable, now)}` }
				: createSignatureHeaders(key, sendable, now)),
		},
	};
}

function bytesOf({ body, form, formData }: AnyRequestOptions): Buffer | undefined {
	const isForm = form !== undefined || formData !== undefined || body instanceof URLSearchParams;
	if (isForm || (typeof body === 'object' && body !== null && 'getHeaders' in body)) {
		throw refusal(
			'A signed request can carry JSON or text, not a form',
			'Send the body as JSON, or use a credential with a token.',
		);
	}
	const content = body as Buffer | IDataObject | string | null | undefined;
	if (content === undefined || content === null || content === '') return undefined;
	if (Buffer.isBuffer(content)) return content;
	return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

/** A request exactly as it goes over the wire. */
interface Sendable {
	method: string;
	url: URL;
	body?: Buffer;
}

/** Of a signed token, in seconds. */
const LIFETIME = 120;

const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

const base64url = (value: object): string =>
	Buffer.from(JSON.stringify(value)).toString('base64url');

const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64');

const sign = ({ secret }: SigningKey, text: string) => createHmac('sha256', secret).update(text);

/** A JWT for this one request. `now`: milliseconds since 1970. */
export function createSignedToken(
	key: SigningKey,
	{ method, url, body }: Sendable,
	now: number,
): string {
	const iat = Math.floor(now / 1000);
	const claims = base64url({
		iat,
		exp: iat + LIFETIME,
		iss: key.issuer,
		'v-c-merchant-id': key.merchantId,
		jti: randomUUID(),
		'request-host': url.host,
		'request-method': method.toLowerCase(),
		'request-resource-path': pathOf(url),
		'v-c-jwt-version': '2',
		...(body === undefined ? {} : { digest: digestOf(body), 'digest-algorithm': 'SHA-256' }),
	});
	const header = base64url({ alg: 'HS256', typ: 'JWT', kid: key.id });
	const signed = `${header}.${claims}`;
	return `${signed}.${sign(key, signed).digest('base64url')}`;
}

/** Without Host, which each request has. */
export function createSignatureHeaders(
	key: SigningKey,
	{ method, url, body }: Sendable,
	now: number,
): Record<string, string> {
	const digest: Record<string, string> =
		body === undefined ? {} : { digest: `SHA-256=${digestOf(body)}` };
	const signed = {
		host: url.host,
		date: new Date(now).toUTCString(),
		'request-target': `${method.toLowerCase()} ${pathOf(url)}`,
		...digest,
		'v-c-merchant-id': key.merchantId,
	};
	const text = Object.entries(signed)
		.map(([name, value]) => `${name}: ${value}`)
		.join('\n');
	const signature = sign(key, text).digest('base64');
	return {
		date: signed.date,
		...digest,
		'v-c-merchant-id': key.merchantId,
		signature: `keyid="${key.id}", algorithm="HmacSHA256", headers="${Object.keys(signed).join(' ')}", signature="${signature}"`,
	};
}
