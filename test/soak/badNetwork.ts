import {
	createServer,
	request as send,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BadNetwork {
	address: string;
	requests: number;
	failed: number;
	stale: number;
	/** The part of requests that fail, from 0 to 1; of the lists, half as many are answered with an old page. */
	failing: number;
	stop(): Promise<void>;
}

/** Stands between the trigger and the service: loses requests before or after they are done, refuses, answers old pages. */
export async function startBadNetwork(target: string, roll: () => number): Promise<BadNetwork> {
	const oldPages = new Map<string, Buffer>();
	const server = createServer((incoming, outgoing) => {
		network.requests++;
		const path = incoming.url ?? '/';
		const fate = roll() < network.failing ? Math.floor(roll() * 4) : undefined;
		const old = oldPages.get(path);
		if (fate !== undefined) network.failed++;
		if (fate === 0) return void outgoing.writeHead(503).end('{"message":"Try later"}');
		if (fate === 1) return void outgoing.writeHead(429, { 'retry-after': '0' }).end('{}');
		if (fate === 2) return void incoming.socket.destroy();
		if (old !== undefined && roll() < network.failing / 2) {
			network.stale++;
			return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(old);
		}
		forward(target, incoming, (answer, body) => {
			if (fate === 3) return void incoming.socket.destroy();
			if (path.includes('status=') && roll() < 0.3) oldPages.set(path, body);
			respond(outgoing, answer, body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const network: BadNetwork = {
		address: `http://127.0.0.1:${port}`,
		requests: 0,
		failed: 0,
		stale: 0,
		failing: 0,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return network;
}

function forward(
	target: string,
	incoming: IncomingMessage,
	done: (answer: IncomingMessage, body: Buffer) => void,
): void {
	const { method, headers, url } = incoming;
	const onward = send(`${target}${url}`, { method, headers }, (answer) => {
		const parts: Buffer[] = [];
		answer.on('data', (part: Buffer) => parts.push(part));
		answer.on('end', () => done(answer, Buffer.concat(parts)));
	});
	incoming.pipe(onward);
}

function respond(outgoing: ServerResponse, answer: IncomingMessage, body: Buffer): void {
	outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
}
