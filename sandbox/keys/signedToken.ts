import type { Arrived, Keys, Signed } from './keys';
import { unauthorized } from './keys';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const LIFETIME_SECONDS = 120;

/** Three parts in base64url with dots between them. */
export const looksSigned = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

/** A JWT that the client made for this one request. */
export function readSignedToken(keys: Keys, token: string, arrived: Arrived): Signed {
	const [header, payload, signature] = token.split('.');
	const { alg, typ, kid } = readPart(header, 'header');
	// The algorithm is ours to choose: "none" and every other one would let the client choose it.
	if (alg !== 'HS256') throw unauthorized('The signed token must have the algorithm HS256.');
	if (typ !== 'JWT') throw unauthorized('The signed token must have the type JWT.');
	const key = keys.signerOf(kid, `${header}.${payload}`, Buffer.from(signature, 'base64url'));

	const claims = readPart(payload, 'payload');
	const { iat, exp, jti } = claims;
	if (typeof iat !== 'number' || !Number.isInteger(iat)) throw wrong('iat', 'whole seconds');
	if (exp !== iat + LIFETIME_SECONDS) throw wrong('exp', `iat + ${LIFETIME_SECONDS}`);
	keys.refuseOldOrEarly(iat * 1000);
	if (claims.iss !== key.organizationId) {
		throw unauthorized(`The key does not belong to merchant ${String(claims.iss)}.`);
	}
	const merchantId = claims['v-c-merchant-id'];
	if (typeof merchantId !== 'string') throw wrong('v-c-merchant-id', 'the merchant identifier');
	keys.refuseOtherMerchant(key, merchantId);

	const expected = {
		'request-host': arrived.headers.host,
		'request-method': arrived.method.toLowerCase(),
		'request-resource-path': arrived.url,
		'v-c-jwt-version': '2',
	};
	for (const [claim, value] of Object.entries(expected)) {
		if (claims[claim] !== value) throw wrong(claim, `"${String(value)}", as the request has it`);
	}
	const digest = digestIn(claims);
	if (typeof jti !== 'string' || !UUID.test(jti)) throw wrong('jti', 'a UUID');
	return { merchantId, digest };
}

function digestIn({ digest, ...claims }: Record<string, unknown>): string | undefined {
	if (digest === undefined) return undefined;
	if (claims['digest-algorithm'] !== 'SHA-256') throw wrong('digest-algorithm', '"SHA-256"');
	if (typeof digest !== 'string') throw wrong('digest', 'base64');
	return digest;
}

function readPart(part: string, name: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
		if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
	} catch {
		// The same refusal as for JSON that is no object.
	}
	throw unauthorized(`The token is malformed: its ${name} is not a JSON object.`);
}

const wrong = (claim: string, expected: string) =>
	unauthorized(`The signed token is wrong: the claim ${claim} must be ${expected}.`);
