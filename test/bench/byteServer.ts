import { once } from 'node:events';
import { fork } from 'node:child_process';

const PROGRAM = `
const { createServer } = require('node:http');
const piece = Buffer.alloc(1 << 16, 'RequestID,Amount\\n');
const server = createServer(async (request, response) => {
	const total = Number(request.url.slice(1));
	response.writeHead(200, { 'content-type': 'text/csv', 'content-length': total });
	for (let sent = 0; sent < total; sent += piece.length) {
		const isRoom = response.write(piece.subarray(0, Math.min(piece.length, total - sent)));
		if (!isRoom) await new Promise((resolve) => response.once('drain', resolve));
	}
	response.end();
}).listen(0, '127.0.0.1', () => process.send(server.address().port));
`;

/** A server in a process of its own that answers with as many bytes as the path says. */
export async function startByteServer(): Promise<{ address: string; stop(): void }> {
	const server = fork('-e', [PROGRAM], {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	const [port] = (await once(server, 'message')) as [number];
	return { address: `http://127.0.0.1:${port}/`, stop: () => void server.kill() };
}
