import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

export interface TestServer {
	address: string;
	port: number;
	received: Received[];
	stop(): Promise<void>;
}

/**
 * A real HTTP server on this machine that answers as the test says and keeps what it received. If the test's
 * own code throws, it answers 500, and `stop` throws the same.
 */
export async function startServer(
	answer: (request: Received, response: ServerResponse, count: number) => unknown,
): Promise<TestServer> {
	const received: Received[] = [];
	const failures: unknown[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const entry = {
				method: request.method ?? '',
				url: request.url ?? '',
				headers: request.headers,
				body: Buffer.concat(chunks).toString('utf8'),
			};
			received.push(entry);
			new Promise((done) => done(answer(entry, response, received.length))).catch((error) => {
				failures.push(error);
				if (response.headersSent) response.destroy();
				else json(response, 500, { message: String(error) });
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	// A test that fails does not stop it.
	server.unref();
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		port,
		received,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			for (const failure of failures) throw failure;
		},
	};
}

/** A server for the tests of a file, each of which sees what it has sent itself. */
export function useServer(answer: Parameters<typeof startServer>[0]): TestServer {
	const server = {} as TestServer;
	beforeAll(async () => void Object.assign(server, await startServer(answer)));
	beforeEach(() => void (server.received.length = 0));
	afterAll(async () => await server.stop());
	return server;
}

export function json(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}
