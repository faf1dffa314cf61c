import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nCommand, nodeBinary } from './cache';
import { Problem } from './problems';
import { end, hasEnded, signalGroup, start } from './processes';

export interface N8nOptions {
	/** n8n's user folder: its database, its settings and the community packages installed in it. */
	folder: string;
	port: number;
	env?: Record<string, string>;
	/** Where n8n's own log goes; added to, so that a restart keeps what came before. */
	logFile?: string;
}

const SETTINGS = {
	// Whatever runs us may have said test.
	NODE_ENV: 'production',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
	NO_COLOR: '1',
};

/** A running n8n: where it is, and how to end it politely or not at all politely. */
export class N8n {
	readonly address: string;

	constructor(
		readonly process: ChildProcess,
		readonly options: N8nOptions,
		readonly logFile: string,
	) {
		this.address = `http://127.0.0.1:${options.port}`;
	}

	get pid(): number {
		return this.process.pid ?? 0;
	}

	async log(): Promise<string> {
		return await readFile(this.logFile, 'utf8');
	}

	async stop(): Promise<void> {
		await end(this.process);
	}

	/** As a power cut would: SIGKILL, no chance to save anything. */
	async kill(): Promise<void> {
		const ended = new Promise<void>((resolve) => this.process.once('exit', () => resolve()));
		signalGroup(this.process, 'SIGKILL');
		if (!hasEnded(this.process)) await ended;
	}
}

export async function portIsFree(port: number): Promise<boolean> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** One to offer in place of a taken port. */
export async function nextFreePort(taken: number): Promise<number> {
	for (let port = taken + 1; port <= 65_535; port++) if (await portIsFree(port)) return port;
	return await freePort();
}

/** A port nobody listens on, for instances that nobody has to find. */
export async function freePort(): Promise<number> {
	const server = createServer();
	return await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}

/** The REST API is ready later than `/healthz`, which answers while the database is still being set up. */
async function restIsReady(address: string): Promise<boolean> {
	try {
		const response = await fetch(`${address}/rest/settings`, { signal: AbortSignal.timeout(2000) });
		return response.ok && (response.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

/** Starts n8n on loopback with nothing that calls home, and waits until it takes requests. */
export async function startN8n(options: N8nOptions, patienceMs = 180_000): Promise<N8n> {
	await mkdir(options.folder, { recursive: true });
	const logFile = options.logFile ?? path.join(options.folder, 'n8n.log');
	const log = await open(logFile, 'a');
	const before = (await log.stat()).size;
	// No proxy finds the sandbox of this machine.
	const direct = ['127.0.0.1', process.env.no_proxy ?? process.env.NO_PROXY ?? ''].join();
	const child = start(nodeBinary(), [n8nCommand(), 'start'], {
		cwd: options.folder,
		env: {
			...process.env,
			...SETTINGS,
			NO_PROXY: direct,
			no_proxy: direct,
			N8N_USER_FOLDER: options.folder,
			N8N_PORT: String(options.port),
			// Where OAuth2 sends the browser back to: to another name of this machine, it would bring no cookie.
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${options.port}`,
			// n8n's chat shows buttons to approve only if both are the same.
			N8N_WEBHOOK_URL: `http://127.0.0.1:${options.port}`,
			// The broker of n8n's own Code node sandbox: each instance needs a port of its own.
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.env,
		},
		stdio: ['ignore', log.fd, log.fd],
	});
	child.once('error', () => undefined);
	await log.close();
	const n8n = new N8n(child, options, logFile);

	const deadline = Date.now() + patienceMs;
	while (Date.now() < deadline && !hasEnded(child)) {
		if (await restIsReady(n8n.address)) return n8n;
		await sleep(250);
	}
	const [what, advice] = hasEnded(child)
		? ['n8n stopped while starting', '']
		: ['n8n did not start in time', 'If the machine is busy, run the command again later. '];
	await n8n.stop();
	const evidence = (await n8n.log()).slice(before).trim().split('\n').slice(-15).join('\n');
	throw new Problem(`${what}.`, `${advice}The end of its log (${logFile}) is below.`, evidence);
}
