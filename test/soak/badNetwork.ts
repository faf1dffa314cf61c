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
	/** The part of requests that fail, from 0 to 1; as many are answered with an old list or old details. */
	failing: number;
	stop(): Promise<void>;
}

/** An entry that stays away for longer is not waited for. */
const LONGEST_HIDDEN = 15 * 60_000;

/** Lists, and details of an invoice; the list of reports is asked for with another time in each poll. */
const answerOf = (url: string): string | undefined =>
	url.startsWith('/invoicing/') ? url : /^\/reporting\/v3\/reports(?=\?)/.exec(url)?.[0];

/** A request to a loopback address names it in full. */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/]+/, '');

/**
 * Stands between the trigger and the service: loses requests before or after they are done, refuses, gives old
 * answers, and holds back what is new in the history of an invoice.
 */
export async function startBadNetwork(
	target: string,
	roll: () => number,
	historyLag = 0,
): Promise<BadNetwork> {
	const oldAnswers = new Map<string, { body: Buffer; at: number }>();
	// An old answer hides an entry for longer.
	const isUsable = ({ at }: { at: number }) =>
		historyLag === 0 || Date.now() - at + historyLag < LONGEST_HIDDEN;
	const server = createServer((incoming, outgoing) => {
		network.requests++;
		const answered = answerOf(pathOf(incoming));
		const fate = roll() < network.failing ? Math.floor(roll() * 4) : undefined;
		const old = answered === undefined ? undefined : oldAnswers.get(answered);
		if (fate !== undefined) network.failed++;
		if (fate === 0) return void outgoing.writeHead(503).end('{"message":"Try later"}');
		if (fate === 1) return void outgoing.writeHead(429, { 'retry-after': '0' }).end('{}');
		if (fate === 2) return void incoming.socket.destroy();
		if (old !== undefined && isUsable(old) && roll() < network.failing) {
			network.stale++;
			return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(old.body);
		}
		forward(target, incoming, (answer, whole) => {
			const body = historyLag > 0 ? withoutLate(whole, historyLag) : whole;
			if (fate === 3) return void incoming.socket.destroy();
			const isKept = answered !== undefined && answer.statusCode === 200 && roll() < 0.3;
			if (isKept) oldAnswers.set(answered, { body, at: Date.now() });
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
	const { method, headers } = incoming;
	const onward = send(`${target}${pathOf(incoming)}`, { method, headers }, (answer) => {
		const parts: Buffer[] = [];
		answer.on('data', (part: Buffer) => parts.push(part));
		answer.on('end', () => done(answer, Buffer.concat(parts)));
	});
	incoming.pipe(onward);
}

function respond(outgoing: ServerResponse, answer: IncomingMessage, body: Buffer): void {
	const headers = { ...answer.headers };
	// The body may have got shorter.
	delete headers['content-length'];
	outgoing.writeHead(answer.statusCode ?? 500, headers).end(body);
}

/** An answer whose history ends some time ago. */
function withoutLate(body: Buffer, lag: number): Buffer {
	// Some services begin with a byte order mark.
	const text = body.toString().replace(/^\uFEFF/, '');
	if (!text.includes('"invoiceHistory"')) return body;
	const isLate = (entry: unknown) => timeIn(entry) + lag > Date.now();
	const shown = JSON.parse(text, (key, value: unknown) =>
		key === 'invoiceHistory' && Array.isArray(value)
			? value.filter((each) => !isLate(each))
			: value,
	) as unknown;
	return Buffer.from(JSON.stringify(shown));
}

/** A time without an offset is in UTC. */
function timeIn(entry: unknown): number {
	const { date = '' } = entry as { date?: string };
	return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`);
}
