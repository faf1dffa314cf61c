import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Token } from '../access';
import type { Sandbox } from '../sandbox';

/** A program that was registered with the authorization server. */
export interface Client {
	id: string;
	secret: string;
	organizationId: string;
}

const CLIENTS: readonly Client[] = [
	{
		id: 'sandbox-client-merchant-one',
		secret: 'sandbox-client-secret-merchant-one',
		organizationId: 'merchant_one',
	},
	{
		id: 'sandbox-client-partner-one',
		secret: 'sandbox-client-secret-partner-one',
		organizationId: 'partner_one',
	},
];

/** An error as RFC 6749 has the token endpoint answer it. */
export class GrantRefusal extends Error {
	constructor(
		readonly error:
			'invalid_client' | 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type',
		description: string,
	) {
		super(description);
	}
}

/** What the user allowed a client, until it is exchanged for tokens. */
interface Code {
	clientId: string;
	redirectUri: string;
	expiresAt: number;
}

export interface TokenAnswer {
	access_token: string;
	token_type: 'Bearer';
	expires_in: number;
	refresh_token?: string;
}

export type OAuth2Form = Partial<Record<string, string>>;

const CODE_LIFETIME = 60_000;
/** By the sandbox clock. */
const ACCESS_TOKEN_SECONDS = 300;

/** Who may have tokens: the state of the authorization server. */
export class Grants {
	readonly clients = new Map(CLIENTS.map((client) => [client.id, client]));
	/** For how many requests it is good at most; no such limit when undefined. */
	accessTokenRequests?: number;

	private readonly codes = new Map<string, Code>();
	private readonly refreshTokens = new Map<string, string>();

	constructor(private readonly sandbox: Sandbox) {}

	/** The user said yes. */
	allow(clientId: string, redirectUri: string): string {
		const code = randomUUID();
		const expiresAt = this.sandbox.clock.now() + CODE_LIFETIME;
		this.codes.set(code, { clientId, redirectUri, expiresAt });
		return code;
	}

	authenticate(id: string | undefined, secret: string | undefined): Client {
		const client = this.clients.get(id ?? '');
		if (!client || !equal(client.secret, secret ?? '')) {
			throw new GrantRefusal('invalid_client', 'The client is unknown or its secret is wrong.');
		}
		return client;
	}

	exchange(client: Client, form: OAuth2Form): TokenAnswer {
		switch (form.grant_type) {
			case 'authorization_code':
				this.redeem(client, form);
				return this.issue(client, true);
			case 'refresh_token':
				this.takeRefreshToken(client, form.refresh_token ?? '');
				return this.issue(client, true);
			case 'client_credentials':
				return this.issue(client, false);
			default:
				throw new GrantRefusal('unsupported_grant_type', 'There is no such grant here.');
		}
	}

	/** The user takes everything back: what is left can neither be used nor renewed. */
	revoke(): void {
		this.refreshTokens.clear();
		this.expire();
	}

	/** Every access token that was issued is no longer valid; refresh tokens still are. */
	expire(): void {
		for (const token of this.issued) token.expiresAt = 0;
	}

	private readonly issued: Token[] = [];

	private redeem(client: Client, form: OAuth2Form): void {
		const code = this.codes.get(form.code ?? '');
		this.codes.delete(form.code ?? '');
		const isGood =
			code !== undefined &&
			code.clientId === client.id &&
			code.redirectUri === form.redirect_uri &&
			code.expiresAt > this.sandbox.clock.now();
		if (!isGood) throw new GrantRefusal('invalid_grant', 'The code is not valid (any more).');
	}

	/** Each is good for one renewal, which brings the next. */
	private takeRefreshToken(client: Client, refreshToken: string): void {
		const owner = this.refreshTokens.get(refreshToken);
		this.refreshTokens.delete(refreshToken);
		if (owner !== client.id) {
			throw new GrantRefusal('invalid_grant', 'The refresh token is not valid (any more).');
		}
	}

	private issue({ id, organizationId }: Client, mayBeRenewed: boolean): TokenAnswer {
		const { access, clock } = this.sandbox;
		const token: Token = {
			token: `sandbox-access-${randomUUID()}`,
			organizationId,
			expiresAt: clock.now() + ACCESS_TOKEN_SECONDS * 1000,
			requestsLeft: this.accessTokenRequests,
		};
		access.tokens.set(token.token, token);
		this.issued.push(token);
		const answer: TokenAnswer = {
			access_token: token.token,
			token_type: 'Bearer',
			expires_in: ACCESS_TOKEN_SECONDS,
		};
		if (!mayBeRenewed) return answer;
		const refreshToken = `sandbox-refresh-${randomUUID()}`;
		this.refreshTokens.set(refreshToken, id);
		return { ...answer, refresh_token: refreshToken };
	}
}

function equal(one: string, other: string): boolean {
	const hashes = [one, other].map((text) => createHash('sha256').update(text).digest());
	return timingSafeEqual(hashes[0], hashes[1]);
}
