import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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

const TLS_FRONT = `
const { readFileSync } = require('node:fs');
const { connect } = require('node:net');
const { createServer } = require('node:tls');
const pem = (name) => readFileSync('test/support/tls/' + name + '.pem');
const server = createServer({ cert: pem('certificate'), key: pem('key') }, (client) => {
	const sandbox = connect(process.argv[1], '127.0.0.1');
	client.pipe(sandbox).pipe(client);
	const end = () => [client, sandbox].forEach((socket) => socket.destroy());
	client.on('error', end);
	sandbox.on('error', end);
}).listen(0, '127.0.0.1', () => process.send(server.address().port));
`;

/** The sandbox behind TLS, as every real service is. */
export async function withTls(sandbox: SandboxProcess): Promise<SandboxProcess> {
	const front = fork('-e', [TLS_FRONT, new URL(sandbox.address).port]);
	const [port] = (await once(front, 'message')) as [number];
	return { ...sandbox, process: front, address: `https://127.0.0.1:${port}` };
}
