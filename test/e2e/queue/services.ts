import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../host/n8n';
import { Problem } from '../../../host/problems';
import { end, runToEnd, start } from '../../../host/processes';

const isRoot = () => process.getuid?.() === 0;

/** Debian keeps PostgreSQL's programs out of the path, in a folder for each version. */
function postgresPrograms(): string | undefined {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return undefined;
	return readdirSync(versions)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => path.join(versions, version, 'bin'))
		.find((folder) => existsSync(path.join(folder, 'postgres')));
}

const REDIS = '/usr/bin/redis-server';

const missing = () => [
	...(existsSync(REDIS) ? [] : ['redis-server']),
	...(postgresPrograms() ? [] : ['postgresql']),
];

/** Debian's packages, installed when they are missing and we may. */
export async function installServices(): Promise<void> {
	if (missing().length === 0) return;
	if (!isRoot() || !existsSync('/usr/bin/apt-get')) {
		throw new Problem(
			`Queue mode needs ${missing().join(' and ')}, which this machine does not have.`,
			`Install them (on Debian: sudo apt-get install ${missing().join(' ')}), then run the command again.`,
		);
	}
	await runToEnd('apt-get', ['update']);
	await runToEnd('apt-get', ['install', '-y', '--no-install-recommends', ...missing()]);
}

async function untilPortAnswers(port: number): Promise<void> {
	for (let tries = 0; tries < 150; tries++) {
		const answered = await new Promise<boolean>((resolve) => {
			const socket = createConnection(port, '127.0.0.1');
			socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
			socket.once('connect', () => socket.end());
		});
		if (answered) return;
		await sleep(200);
	}
	throw new Error(`Nothing answers on port ${port}`);
}

/** PostgreSQL refuses to run as root. */
async function asPostgresUser(folder: string): Promise<{ uid?: number; gid?: number }> {
	if (!isRoot()) return {};
	const uid = Number(await runToEnd('id', ['-u', 'postgres']));
	const gid = Number(await runToEnd('id', ['-g', 'postgres']));
	await chown(folder, uid, gid);
	await chmod(path.dirname(folder), 0o755);
	return { uid, gid };
}

/** A Redis and a PostgreSQL of our own, on free ports, in a folder that goes away with us. */
export class Services {
	private constructor(
		readonly redisPort: number,
		readonly postgresPort: number,
		readonly redis: ChildProcess,
		readonly postgres: ChildProcess,
	) {}

	static async start(work: string): Promise<Services> {
		const redisPort = await freePort();
		const redis = start(
			REDIS,
			['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
			{ cwd: work, stdio: 'ignore' },
		);
		const folder = path.join(work, 'postgres');
		await mkdir(folder);
		const user = await asPostgresUser(folder);
		const programs = postgresPrograms() ?? '';
		await runToEnd(
			path.join(programs, 'initdb'),
			['-D', folder, '-U', 'n8n', '--auth=trust', '--encoding=UTF8', '--no-sync'],
			{ ...user, cwd: folder },
		);
		const postgresPort = await freePort();
		const settings = {
			port: postgresPort,
			listen_addresses: '127.0.0.1',
			unix_socket_directories: folder,
		};
		const postgres = start(
			path.join(programs, 'postgres'),
			[
				'-D',
				folder,
				...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
			],
			{ ...user, cwd: folder, stdio: 'ignore' },
		);
		await untilPortAnswers(redisPort);
		await untilPortAnswers(postgresPort);
		await runToEnd(path.join(programs, 'createdb'), [
			'-h',
			'127.0.0.1',
			'-p',
			`${postgresPort}`,
			'-U',
			'n8n',
			'n8n',
		]);
		return new Services(redisPort, postgresPort, redis, postgres);
	}

	async stop(): Promise<void> {
		await Promise.all([this.redis, this.postgres].map((child) => end(child)));
	}
}
