import type { Clock } from './clock';
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
	headerName = 'Authorization';
	tokenPrefix = 'Bearer';

	constructor(private readonly clock: Clock) {}

	/** The token as sent, whether or not it is known; undefined when the header is absent or misshapen. */
	tokenOf(headers: Record<string, unknown>): string | undefined {
		const value = headers[this.headerName.toLowerCase()];
		if (typeof value !== 'string') return undefined;
		if (this.tokenPrefix === '') return value;
		const start = `${this.tokenPrefix} `;
		return value.toLowerCase().startsWith(start.toLowerCase())
			? value.slice(start.length).trim()
			: undefined;
	}

	identify(headers: Record<string, unknown>): Organization {
		const sent = this.tokenOf(headers);
		if (!sent) {
			const expected = [this.tokenPrefix, '<token>'].filter(Boolean).join(' ');
			throw unauthorized(`The request carries no token. Send "${this.headerName}: ${expected}".`);
		}
		const token = this.tokens.get(sent);
		if (!token) throw unauthorized('The token is unknown.');
		if (token.expiresAt !== undefined && token.expiresAt <= this.clock.now()) {
			throw unauthorized('The token is no longer valid.');
		}
		return this.organization(token.organizationId);
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

function unauthorized(message: string): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', message);
}
