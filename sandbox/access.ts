import type { Clock } from './clock';
import { type Arrived, Keys, type Signed, unauthorized } from './keys/keys';
import { readSignedRequest } from './keys/signedRequest';
import { looksSigned, readSignedToken } from './keys/signedToken';
import { Refusal } from './refusal';

export interface Organization {
	id: string;
	name: string;
	/** The merchants a partner may act for. */
	merchants: readonly string[];
}

export interface Token {
	token: string;
	organizationId: string;
	/** Milliseconds since 1970; without it the token stays valid. */
	expiresAt?: number;
	/** For how many more requests it is valid. Without it there is no limit. */
	requestsLeft?: number;
}

/** Who sent a request, and what its signature says of the body if it has one. */
export interface Identity {
	caller: Organization;
	signed?: Signed;
}

const ORGANIZATIONS: readonly Organization[] = [
	{ id: 'partner_one', name: 'Partner One', merchants: ['merchant_one', 'merchant_two'] },
	{ id: 'merchant_one', name: 'Merchant One', merchants: [] },
	{ id: 'merchant_two', name: 'Merchant Two', merchants: [] },
	{ id: 'merchant_three', name: 'Merchant Three', merchants: [] },
];

const TOKENS: readonly Token[] = [
	{ token: 'sandbox-token-merchant-one', organizationId: 'merchant_one' },
	{ token: 'sandbox-token-merchant-two', organizationId: 'merchant_two' },
	{ token: 'sandbox-token-merchant-three', organizationId: 'merchant_three' },
	{ token: 'sandbox-token-partner-one', organizationId: 'partner_one' },
	{ token: 'sandbox-token-expired', organizationId: 'merchant_one', expiresAt: 0 },
];

export const DEFAULT_TOKEN = TOKENS[0].token;

/** Who may come in, and whose data he may see. */
export class Access {
	readonly organizations = new Map(ORGANIZATIONS.map((entry) => [entry.id, entry]));
	readonly tokens = new Map(TOKENS.map((entry) => [entry.token, entry]));
	readonly keys: Keys;

	constructor(private readonly clock: Clock) {
		this.keys = new Keys(clock, (id) => this.organization(id).merchants);
	}

	/** What must not be in a log: the token or the signature, good or not, and every token that is good here. */
	secretsIn(headers: Record<string, unknown>, url: string): string[] {
		const { signature, authorization } = headers;
		const sent = signature ?? this.tokenOf(headers) ?? authorization;
		const everything = [url, ...Object.values(headers)].join('\n');
		const known = [...this.tokens.keys()].filter((token) => everything.includes(token));
		return typeof sent === 'string' && sent !== '' ? [sent, ...known] : known;
	}

	/** The token as sent, whether or not it is known; undefined when the header is absent or misshapen. */
	tokenOf(headers: Record<string, unknown>): string | undefined {
		const { authorization } = headers;
		return typeof authorization === 'string'
			? /^Bearer (.*)$/is.exec(authorization)?.[1].trim()
			: undefined;
	}

	identify(arrived: Arrived): Identity {
		if ('signature' in arrived.headers) {
			return this.signer(readSignedRequest(this.keys, arrived));
		}
		const sent = this.tokenOf(arrived.headers);
		if (!sent) {
			throw unauthorized('The request carries no token. Send "Authorization: Bearer <token>".');
		}
		const token = this.tokens.get(sent);
		if (token) return { caller: this.ownerOf(token) };
		if (looksSigned(sent)) return this.signer(readSignedToken(this.keys, sent, arrived));
		throw unauthorized('The token is unknown.');
	}

	/** Whose token it is; it counts as used. */
	private ownerOf(token: Token): Organization {
		const isUsedUp = token.requestsLeft === 0;
		if (token.requestsLeft !== undefined && !isUsedUp) token.requestsLeft--;
		if (isUsedUp || (token.expiresAt !== undefined && token.expiresAt <= this.clock.now())) {
			throw unauthorized('The token is no longer valid.');
		}
		return this.organization(token.organizationId);
	}

	private signer(signed: Signed): Identity {
		return { caller: this.organization(signed.merchantId), signed };
	}

	/** The organization a request is about: the caller's own, or the merchant a partner acts for. */
	actingFor(caller: Organization, organizationId: string | undefined): Organization {
		if (!organizationId || organizationId === caller.id) return caller;
		if (!caller.merchants.includes(organizationId)) {
			throw new Refusal(
				403,
				'FORBIDDEN',
				`Organization ${caller.id} may not see organization ${organizationId}.`,
				[{ field: 'organizationId', reason: 'not visible to this token' }],
			);
		}
		return this.organization(organizationId);
	}

	organization(id: string): Organization {
		const found = this.organizations.get(id);
		if (!found) throw Refusal.invalid(`There is no organization ${id}.`);
		return found;
	}
}
