import { createHash, createHmac, randomUUID } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { refusal } from '../problem';
import { type Authentication, connectionOf, type SigningKey } from './connection';

/** The HTTP Request node still makes requests in n8n's older form. */
type AnyRequest = IHttpRequestOptions & {
	uri?: string;
	form?: unknown;
	formData?: unknown;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
};

/**
 * Puts the token or the signature into a request to the configured address, and refuses any other, also of the HTTP
 * Request node. It goes into the headers that were given: from there the sender learns what never to show.
 */
export async function authorize(
	credential: ICredentialDataDecryptedObject,
	request: AnyRequest,
): Promise<AnyRequest> {
	const { address, authentication } = connectionOf(credential);
	const base = request.baseURL === undefined ? undefined : new URL(request.baseURL);
	const target = new URL(request.uri ?? request.url, base);
	if (target.origin !== address.origin) {
		throw refusal(
			`The credential is used for ${address.origin} only, and this request goes to ${target.origin}`,
			'Change the address in the request, or the one in the credential.',
		);
	}
	const authorized =
		'key' in authentication
			? signed(request, target, authentication)
			: withHeaders(request, { [authentication.headerName]: authentication.headerValue });
	return { ...authorized, ...WITHOUT_REDIRECTS };
}

export const WITHOUT_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** The whole address with its query, and the body as bytes that nobody changes after they are signed. */
function signed(
	request: AnyRequest,
	target: URL,
	{ kind, key }: Extract<Authentication, { key: unknown }>,
): AnyRequest {
	for (const [name, value] of Object.entries(request.qs ?? {})) {
		for (const one of [value].flat()) {
			target.searchParams.append(name, typeof one === 'string' ? one : JSON.stringify(one));
		}
	}
	const { method = 'GET', headers } = request;
	const sendable: Sendable = { method, url: target, body: bytesOf(request) };
	const now = Date.now();
	const isJson = sendable.body !== undefined && !hasContentType(headers);
	const sent = {
		...request,
		url: target.href,
		uri: undefined,
		baseURL: undefined,
		qs: undefined,
		body: sendable.body,
	};
	return withHeaders(sent, {
		...(isJson ? { 'Content-Type': 'application/json' } : {}),
		...(kind === 'signedToken'
			? { Authorization: `Bearer ${signedToken(key, sendable, now)}` }
			: signatureHeaders(key, sendable, now)),
	});
}

const withHeaders = (request: AnyRequest, added: IDataObject): AnyRequest => ({
	...request,
	headers: Object.assign(request.headers ?? {}, added),
});

function bytesOf({ body, form, formData }: AnyRequest): Buffer | undefined {
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

const hasContentType = (headers: IDataObject = {}): boolean =>
	Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');

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
export function signedToken(key: SigningKey, { method, url, body }: Sendable, now: number): string {
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
export function signatureHeaders(
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
