import { Access, DEFAULT_TOKEN } from './access';
import { Clock } from './clock';
import { Dialect } from './dialects/dialect';
import { makeInvoicing } from './invoicing';
import { DEFAULT_KEY, type Key } from './keys/keys';
import { makeAuthorizationServer } from './oauth2';
import type { Choice } from './dialects/table';
import { Outbox } from './outbox';
import { Payments } from './payments';
import { Random } from './random';
import { makeReporting } from './reporting';
import type { MakePart, Sandbox } from './sandbox';
import { buildServer } from './server';

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** What all generated data grows from. */
	seed?: string | number;
	/** ISO 8601. With it the clock stands there until it is moved; without it the clock follows the machine's. */
	now?: string;
	/** Fills it with a merchant's realistic quarter. */
	quarter?: boolean;
	/** How it reads what the specification leaves open: see sandbox/dialects. As usual when left out. */
	dialect?: string | Partial<Choice>;
}

export interface RunningSandbox {
	address: string;
	token: string;
	/** Signs for the same merchant as the token. */
	key: Key;
	/** What was chosen other than the usual. */
	dialect: Partial<Choice>;
	stop(): Promise<void>;
}

const PARTS: readonly MakePart[] = [makeReporting, makeInvoicing, makeAuthorizationServer];
const QUARTER = 92 * 24 * 60 * 60 * 1000;
/** Never another one: the sandbox has no business on a network. */
const LOOPBACK = '127.0.0.1';

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const start = options.now === undefined ? undefined : readStart(options.now);
	const clock = new Clock(options.quarter ? (start ?? Date.now()) - QUARTER : start);
	const random = new Random(String(options.seed ?? 'sandbox'));
	const sandbox: Sandbox = {
		clock,
		random,
		access: new Access(clock),
		outbox: new Outbox(clock),
		payments: new Payments(),
		dialect: new Dialect(random),
		address: '',
	};
	sandbox.dialect.choose(options.dialect ?? {});
	const parts = PARTS.map((make) => make(sandbox));
	const server = await buildServer(sandbox, parts);
	sandbox.address = await listen(server, options.port ?? 0);
	if (options.quarter) {
		for (const part of parts) part.seedQuarter?.();
		clock.moveTo(clock.now() + QUARTER);
		clock.freeze(start !== undefined);
	}
	return {
		address: sandbox.address,
		token: DEFAULT_TOKEN,
		key: DEFAULT_KEY,
		dialect: sandbox.dialect.unusual,
		stop: () => server.close(),
	};
}

async function listen(
	server: Awaited<ReturnType<typeof buildServer>>,
	port: number,
): Promise<string> {
	try {
		return await server.listen({ port, host: LOOPBACK });
	} catch (error) {
		await server.close();
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(
			`Port ${port} is in use. Stop what listens there, or choose another port with --port.`,
			{ cause: error },
		);
	}
}

function readStart(now: string): number {
	const start = Date.parse(now);
	if (Number.isNaN(start)) {
		throw new Error(`"${now}" is not a time. Write it like 2026-03-01T00:00:00Z.`);
	}
	return start;
}
