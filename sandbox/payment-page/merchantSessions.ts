import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../access';
import type { Arrived } from '../keys/keys';
import { Refusal } from '../refusal';

const COOKIE = 'sandbox_merchant';

/** Lets a merchant open his drafts: with the token in the header, or signed in on the page with it. */
export class MerchantSessions {
	private readonly organizations = new Map<string, string>();

	constructor(private readonly access: Access) {}

	belongsTo(request: FastifyRequest, organizationId: string): boolean {
		return this.byCookie(request) === organizationId || this.byToken(request) === organizationId;
	}

	/** The cookie of a new session; undefined when the token is not this merchant's. */
	open(token: string, organizationId: string): string | undefined {
		const header = [this.access.tokenPrefix, token].filter(Boolean).join(' ');
		const headers = { [this.access.headerName.toLowerCase()]: header };
		if (this.byToken({ method: 'POST', url: '/pay', headers }) !== organizationId) return undefined;
		const session = randomUUID();
		this.organizations.set(session, organizationId);
		return `${COOKIE}=${session}; Path=/pay; HttpOnly; SameSite=Strict`;
	}

	private byToken(arrived: Arrived): string | undefined {
		try {
			return this.access.identify(arrived).caller.id;
		} catch (error) {
			if (error instanceof Refusal) return undefined;
			throw error;
		}
	}

	private byCookie({ headers }: FastifyRequest): string | undefined {
		const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
		const session = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
		return session && this.organizations.get(session.slice(COOKIE.length + 1));
	}
}
