import { createHash, createHmac, randomUUID } from 'crypto';

/** A key and what it signs for. The secret stays here: only signatures travel. */
export interface SigningKey {
	id: string;
	secret: Buffer;
	merchantId: string;
	/** Whose key it is: the merchant, or the partner who acts for it. */
	issuer: string;
}

/** A request exactly as it goes over the wire. */
export interface Sendable {
	method: string;
	url: URL;
	body?: Buffer;
}

/** What a signed token is valid for, in seconds. */
const LIFETIME = 120;

const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

const base64url = (value: object): string =>
	Buffer.from(JSON.stringify(value)).toString('base64url');

const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64');

const sign = ({ secret }: SigningKey, text: string) => createHmac('sha256', secret).update(text);

const headers = new WeakMap<SigningKey, string>();

/** The same in every token of a key. */
function headerOf(key: SigningKey): string {
	const known = headers.get(key) ?? base64url({ alg: 'HS256', typ: 'JWT', kid: key.id });
	headers.set(key, known);
	return known;
}

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
	const signed = `${headerOf(key)}.${claims}`;
	return `${signed}.${sign(key, signed).digest('base64url')}`;
}

/** The headers of a signed request; its Host header goes with it as always. */
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
