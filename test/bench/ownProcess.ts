import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Outcome } from './measures';

/** The Node and the n8n that measures run with. */
export interface Runtime {
	node: string;
	version: string;
	program: string;
	/** The folder whose node_modules hold n8n. */
	host: string;
}

/** In milliseconds: a process that runs out of memory may be busy with that for hours. */
const TIME_LIMIT = 10 * 60 * 1000;

/** Runs one measure alone in a process, so that its memory is its own. */
export async function inOwnProcess(
	{ node, program, host }: Runtime,
	...args: string[]
): Promise<Outcome> {
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-measure-'));
	try {
		return await new Promise<Outcome>((resolve, reject) => {
			const child = spawn(node, [program, ...args], {
				stdio: ['ignore', 'pipe', 'inherit'],
				timeout: TIME_LIMIT,
				killSignal: 'SIGKILL',
				env: {
					...process.env,
					TMPDIR: folder,
					N8N_USER_FOLDER: folder,
					BENCH_HOST: host,
					NODE_PATH: [join(host, 'node_modules'), process.env.NODE_PATH ?? ''].join(delimiter),
				},
			});
			let output = '';
			child.stdout.on('data', (data: Buffer) => (output += data.toString()));
			child.on('error', reject);
			child.on('close', (code, signal) => {
				const last = output.trim().split('\n').at(-1) ?? '';
				if (code === 0) resolve(JSON.parse(last) as Outcome);
				else reject(new Error(`The measure ${args[0]} ended with ${signal ?? `code ${code}`}`));
			});
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
