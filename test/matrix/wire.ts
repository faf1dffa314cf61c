import {
	createServer,
	request as send,
	type IncomingHttpHeaders,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What the service answered. */
export interface Answered {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** One request on its way, in the hands of a fault. */
export interface Exchange {
	response: ServerResponse;
	socket: Socket;
	/** Lets the service do its work. */
	answer(): Promise<Answered>;
}

export type Spoil = (exchange: Exchange) => Promise<void> | void;

/** The requests that a fault meets, counted from 0: from `first` on, `times` of them. */
export interface Planned {
	spoil: Spoil;
	first: number;
	times: number;
}

interface Sent {
	method: string;
	/** With its query. */
	path: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

const NOTHING_PLANNED: Planned = { spoil: () => {}, first: Infinity, times: 0 };

/** Between a node and the service, over real HTTP: passes everything on but the requests that a fault meets. */
export class Wire {
	/**
	 * "GET /reporting/v3/reports" of every request so far: of the query, the status alone; "(file)" where no JSON is
	 * asked for.
	 */
	readonly requests: string[] = [];

	private target = '';

	private planned = NOTHING_PLANNED;

	private readonly underWay = new Set<Promise<void>>();

	private constructor(
		readonly address: string,
		readonly stop: () => Promise<void>,
	) {}

	static async start(): Promise<Wire> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const { method = '', url = '', headers, socket } = request;
				const sent = { method, path: url, headers, body: Buffer.concat(chunks) };
				// A service that is stopped before it answers looks to the client like a broken connection.
				const carried = wire.carry(sent, response, socket).catch(() => void response.destroy());
				wire.underWay.add(carried);
				void carried.finally(() => wire.underWay.delete(carried));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const wire = new Wire(`http://127.0.0.1:${port}`, async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		});
		return wire;
	}

	/** Leads to this service from now on, with this fault or none. */
	connect(target: string, planned = NOTHING_PLANNED): void {
		this.target = target;
		this.planned = planned;
		this.requests.length = 0;
	}

	/** Waits until no fault is at work any more: some let time pass. */
	async rest(): Promise<void> {
		await Promise.all(this.underWay);
	}

	private async carry(sent: Sent, response: ServerResponse, socket: Socket): Promise<void> {
		const index = this.requests.push(nameOf(sent)) - 1;
		const { spoil, first, times } = this.planned;
		const isMet = index >= first && index < first + times;
		const target = `${this.target}${sent.path}`;
		await (isMet ? spoil : give)({
			response,
			socket,
			answer: async () => await answerOf(target, sent),
		});
	}
}

function nameOf({ method, path, headers: { accept = '' } }: Sent): string {
	const [route, query = ''] = path.split('?');
	const status = new URLSearchParams(query).get('status');
	return `${method} ${route}${status === null ? '' : `?status=${status}`}${/json/.test(accept) ? '' : ' (file)'}`;
}

const answerOf = async (target: string, { method, headers, body }: Sent): Promise<Answered> =>
	await new Promise((resolve, reject) => {
		const passed = send(target, { method, headers, agent: false }, (answer) => {
			const chunks: Buffer[] = [];
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.on('end', () =>
				resolve({
					status: answer.statusCode ?? 0,
					headers: answer.headers,
					body: Buffer.concat(chunks),
				}),
			);
			answer.on('error', reject);
		});
		passed.on('error', reject);
		passed.end(body);
	});

/** The answer as it is. */
export const give: Spoil = async (exchange) => {
	const { status, headers, body } = await exchange.answer();
	exchange.response.writeHead(status, withoutTransfer(headers));
	exchange.response.end(body);
};

/** The length and the parts of a body are those of its own way. */
export const withoutTransfer = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
	Object.fromEntries(
		Object.entries(headers).filter(
			([name]) =>
				!['connection', 'content-length', 'keep-alive', 'transfer-encoding'].includes(name),
		),
	);
