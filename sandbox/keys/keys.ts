import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock';
import { Refusal } from '../refusal';

/** A key with which a client signs what it sends. The secret itself never travels. */
export interface Key {
	id: string;
	/** In base64, as the client gets it. */
	secret: string;
	organizationId: string;
}

const KEYS: readonly Key[] = [
	{
		id: '42ee891d-704d-4481-8eb8-1e84b1b0c028',
		secret: 'kKtsNjzkPl0NmrRH/hMEWrTTRL/FfS4WH8oj3yrpyM0=',
		organizationId: 'merchant_one',
	},
	{
		id: 'f280a381-8353-4d96-a715-952bd4162c41',
		secret: 'srdlZKDhoGvBVYVQ7VqZ5J+4+afmhD7dVMMQuotO0Q0=',
		organizationId: 'merchant_two',
	},
	{
		id: '5a88cad5-9747-42af-a223-343af409d81a',
		secret: 'Z47X/qnHnVMhRuWJz2D6YEjO6o0S0UcYUnalgDLOCUI=',
		organizationId: 'partner_one',
	},
];

export const DEFAULT_KEY = KEYS[0];

/** A request as it arrived. */
export interface Arrived {
	method: string;
	/** The path with its query, as it traveled. */
	url: string;
	headers: Record<string, unknown>;
}

/** What a signature vouches for. */
export interface Signed {
	/** The merchant it is for. */
	merchantId: string;
	/** What the body must hash to, in base64; without it there must be no body. */
	digest?: string;
}

const SECOND = 1000;
/** So old may a signature be. */
const LIFETIME = 120 * SECOND;
/** So far may a client's clock be ahead. */
const MOST_AHEAD = 60 * SECOND;

/** The keys there are, and what every check of a signature needs of them. */
export class Keys {
	readonly all = new Map(KEYS.map((key) => [key.id, key]));

	constructor(
		private readonly clock: Clock,
		/** The merchants a partner may act for. */
		private readonly merchantsOf: (organizationId: string) => readonly string[],
	) {}

	/** The key under this identifier, if it signed exactly this text. */
	signerOf(id: unknown, text: string, signature: Buffer): Key {
		const key = typeof id === 'string' ? this.all.get(id) : undefined;
		if (!key) throw unauthorized('The key is unknown.');
		const expected = createHmac('sha256', Buffer.from(key.secret, 'base64')).update(text).digest();
		if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) {
			throw unauthorized('The signature does not match the request and the shared secret.');
		}
		return key;
	}

	/** A merchant's key is for that merchant alone, a partner's for its merchants too. */
	refuseOtherMerchant({ organizationId }: Key, merchantId: string): void {
		if (merchantId === organizationId) return;
		if (this.merchantsOf(organizationId).includes(merchantId)) return;
		throw unauthorized(`The key does not belong to merchant ${merchantId}.`);
	}

	/** `signedAt`: milliseconds since 1970. */
	refuseOldOrEarly(signedAt: number): void {
		const now = this.clock.now();
		if (signedAt + LIFETIME <= now) throw unauthorized('The signature has expired.');
		if (signedAt > now + MOST_AHEAD) {
			throw unauthorized('The signature is dated in the future.');
		}
	}
}

export function unauthorized(message: string): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', message);
}
