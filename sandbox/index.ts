import type { FastifyInstance } from 'fastify';
import { Access, DEFAULT_TOKEN } from './access';
import { Clock } from './clock';
import { consolePart } from './console';
import { Dialect } from './dialects/dialect';
import { Faults } from './faults';
import { invoicingPart } from './invoicing';
import { Merchants } from './invoicing/merchants';
import { DEFAULT_KEY, type Key } from './keys/keys';
import { Listener } from './listener';
import { authorizationPart } from './oauth2';
import { Grants } from './oauth2/grants';
import type { Choice } from './dialects/table';
import { Outbox } from './outbox';
import { Payments } from './payments';
import { Random } from './random';
import { reportingPart } from './reporting';
import { makeService } from './reporting/service';
import { RequestLog } from './requestLog';
import type { Part, Sandbox } from './sandbox';
import { buildServer } from './server';

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** This machine only, unless another address of it is given. */
	host?: string;
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

const QUARTER = 92 * 24 * 60 * 60 * 1000;

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const first = await makeApplication(options, () => startOver());
	const listener = new Listener(first.application);
	const address = await listener.listen(options.port ?? 0, options.host ?? '127.0.0.1');
	const begin = ({ sandbox, parts }: Made): void => {
		sandbox.address = address;
		if (options.quarter) playQuarter(sandbox, parts, options.now !== undefined);
	};
	const startOver = async (): Promise<void> => {
		const next = await makeApplication(options, startOver);
		begin(next);
		await listener.replace(next.application);
	};
	begin(first);
	return {
		address,
		token: DEFAULT_TOKEN,
		key: DEFAULT_KEY,
		dialect: first.sandbox.dialect.unusual,
		stop: () => listener.stop(),
	};
}

interface Made {
	sandbox: Sandbox;
	parts: readonly Part[];
	application: FastifyInstance;
}

async function makeApplication(options: SandboxOptions, reset: () => Promise<void>): Promise<Made> {
	const start = options.now === undefined ? undefined : readStart(options.now);
	const clock = new Clock(options.quarter ? (start ?? Date.now()) - QUARTER : start);
	const random = new Random(String(options.seed ?? 'sandbox'));
	const sandbox: Sandbox = {
		clock,
		random,
		access: new Access(clock),
		outbox: new Outbox(clock),
		payments: new Payments(),
		dialect: new Dialect(),
		faults: new Faults(),
		log: new RequestLog(),
		address: '',
		reset,
	};
	sandbox.dialect.choose(options.dialect ?? {});
	const merchants = new Merchants(sandbox);
	const reporting = makeService(sandbox);
	const grants = new Grants(sandbox);
	const parts = [
		reportingPart(reporting),
		invoicingPart(merchants),
		authorizationPart(grants),
		consolePart({ sandbox, merchants, reporting, grants }),
	];
	return { sandbox, parts, application: await buildServer(sandbox, parts) };
}

function playQuarter({ clock }: Sandbox, parts: readonly Part[], standsStill: boolean): void {
	for (const part of parts) part.seedQuarter?.();
	clock.moveTo(clock.now() + QUARTER);
	clock.freeze(standsStill);
}

function readStart(now: string): number {
	const start = Date.parse(now);
	if (Number.isNaN(start)) {
		throw new Error(`"${now}" is not a time. Write it like 2026-03-01T00:00:00Z.`);
	}
	return start;
}
