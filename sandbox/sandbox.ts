import type { FastifyInstance } from 'fastify';
import type { Access, Organization } from './access';
import type { Clock } from './clock';
import type { Dialect } from './dialects/dialect';
import type { Faults } from './faults';
import type { Outbox } from './outbox';
import type { Payments } from './payments';
import type { Random } from './random';
import type { RequestLog } from './requestLog';

/** The world every part lives in. */
export interface Sandbox {
	readonly clock: Clock;
	readonly random: Random;
	readonly access: Access;
	readonly outbox: Outbox;
	readonly payments: Payments;
	/** How it reads what the specification leaves open. */
	readonly dialect: Dialect;
	/** What goes wrong on purpose. */
	readonly faults: Faults;
	readonly log: RequestLog;
	/** Starts over with the data, the clock and the dialect it was started with. */
	reset(): Promise<void>;
	/** Where it listens, http://127.0.0.1:port: for links. Known once requests arrive. */
	address: string;
}

/** A part of the sandbox. It keeps its own state; a fresh one is made for each sandbox. */
export interface Part {
	/** Routes behind the token check; `request.caller` is the organization of the token. */
	service?(app: FastifyInstance): void;
	/** Routes that anyone may open, such as the hosted payment page. */
	open?(app: FastifyInstance): void;
	/** Routes of the control API; paths are relative to /_sandbox. */
	control?(app: FastifyInstance): void;
	/**
	 * Begins a merchant's realistic quarter. The clock stands at its first day: do what is done then,
	 * and plan the rest with `clock.at`. Afterwards the clock runs through the quarter to now.
	 */
	seedQuarter?(): void;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The organization whose token was sent. Only in routes behind the token check. */
		caller: Organization;
	}
}
