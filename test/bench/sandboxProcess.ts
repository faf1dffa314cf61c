import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface SandboxProcess {
	process: ChildProcess;
	address: string;
	token: string;
}

/** In a process of its own: its memory and time are its own, and it takes no turns from what is measured. */
export async function startSandboxProcess(...options: string[]): Promise<SandboxProcess> {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', 'sandbox/main.ts', '--port', '0', ...options],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const said = new Map<string, string>();
	for await (const line of createInterface({ input: child.stdout })) {
		const [name, value] = line.split(/\s+/);
		said.set(name, value);
		if (said.has('Token')) break;
	}
	return { process: child, address: said.get('Sandbox') ?? '', token: said.get('Token') ?? '' };
}
