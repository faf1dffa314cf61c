import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { npmCommand } from '../scripts/npm.js';
import { problemFromOutput } from './problems';

const isWindows = process.platform === 'win32';
/** What runs now, and how long each may take to end when it is asked to. */
const started = new Map<ChildProcess, number>();

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Starts a child in a process group of its own, so that it and all its children end together, when we say so. */
export function start(
	command: string,
	args: string[],
	options: SpawnOptions,
	patienceMs = 20_000,
): ChildProcess {
	const child = spawn(command, args, { ...options, detached: !isWindows, windowsHide: true });
	started.set(child, patienceMs);
	// A test runner may end without a chance to clean up; the process that started it can then do so.
	if (process.env.MERCHANT_STARTED) appendFileSync(process.env.MERCHANT_STARTED, `${child.pid}\n`);
	child.once('exit', () => started.delete(child));
	child.once('error', () => started.delete(child));
	return child;
}

/** Signals a child and everything it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	// Windows has neither process groups nor signals.
	if (isWindows) return void spawnSync('taskkill', ['/pid', `${child.pid}`, '/T', '/F']);
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

export const hasEnded = (child: ChildProcess): boolean =>
	child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** Asks a child to end, waits, and ends it by force when it does not. */
export async function end(child: ChildProcess): Promise<void> {
	if (!hasEnded(child)) {
		const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
		const patience = started.get(child);
		signalGroup(child, 'SIGTERM');
		const force = setTimeout(() => signalGroup(child, 'SIGKILL'), patience);
		await ended;
		clearTimeout(force);
	}
	// What it started itself may outlive it.
	signalGroup(child, 'SIGKILL');
}

/** Ends everything this process started, and nothing else. */
export async function endAll(): Promise<void> {
	await Promise.all([...started.keys()].map(async (child) => await end(child)));
}

/** The same, without asking and without waiting. */
export function killAll(): void {
	for (const child of started.keys()) signalGroup(child, 'SIGKILL');
}

/** Runs a command to its end and returns what it printed; a failure becomes a problem in plain words. */
export async function runToEnd(
	command: string,
	args: string[],
	options: SpawnOptions = {},
): Promise<string> {
	// Whatever it was doing is done again the next time: there is nothing to save.
	const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, 500);
	let output = '';
	child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code !== 0) throw problemFromOutput([command, ...args].join(' '), output);
	return output;
}

export async function runNpm(
	args: string[],
	options: SpawnOptions,
	node?: string,
): Promise<string> {
	const npm = npmCommand(args, node);
	return await runToEnd(npm.command, npm.args, options);
}
