import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { type SecureServer, startSecureServer, trustTheAuthority } from './secureServer';
import { type Subject, subjectsOf } from './subjects';
import { TRIGGER_SUBJECTS } from './triggerSubjects';

trustTheAuthority();

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
	name,
	name.toLowerCase(),
]);

/** One of each way in which the nodes send requests. */
const WAYS: Subject[] = [...subjectsOf('MerchantReporting'), ...TRIGGER_SUBJECTS].filter(
	({ name }) =>
		[
			'reportDefinition/getAll',
			'merchantReporting: searchReportDefinitions',
			'merchantReporting: credential test',
			'trigger, activation: reports',
		].includes(name),
);

/** A proxy that does what it is asked to, and keeps all that it sees. */
class Proxy {
	readonly asked: string[] = [];

	/** What went through its tunnels, to the server. */
	readonly seen: Buffer[] = [];

	private readonly server: Server;

	/** Every tunnel ends at this port, whatever host was asked for. */
	constructor(private readonly to: number) {
		this.server = createServer((request, response) => {
			this.asked.push(`${request.method} ${request.url}`);
			response.end('{}');
		});
		this.server.on('connect', (request, socket) => {
			this.asked.push(`CONNECT ${request.url}`);
			const tunnel = connect(this.to, '127.0.0.1', () => {
				socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
				socket.on('data', (piece: Buffer) => this.seen.push(piece));
				socket.pipe(tunnel).pipe(socket);
			});
			const end = () => {
				tunnel.destroy();
				socket.destroy();
			};
			tunnel.on('error', end);
			socket.on('error', end);
		});
	}

	async start(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}

let sandbox: TestSandbox;
let secure: SecureServer;
let proxy: Proxy;
let proxyAddress: string;
const received: string[] = [];
const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));

beforeAll(async () => {
	sandbox = await startTestSandbox();
	secure = await startSecureServer('otherHost', (request, response) => {
		received.push(`${request.url} ${request.headers.authorization}`);
		response.setHeader('content-type', 'application/json');
		response.end('{"reportDefinitions":[],"reportSearchResults":[]}');
	});
});
beforeEach(async () => {
	proxy = new Proxy(secure.port);
	proxyAddress = await proxy.start();
	received.length = 0;
});
afterEach(() => {
	for (const name of NAMES) {
		if (before[name] === undefined) delete process.env[name];
		else process.env[name] = before[name];
	}
	proxy.stop();
});
afterAll(async () => {
	secure.stop();
	await sandbox.stop();
});

function setProxy(names: readonly string[], exceptions: string): void {
	for (const name of NAMES) delete process.env[name];
	for (const name of names) process.env[name] = proxyAddress;
	process.env.NO_PROXY = process.env.no_proxy = exceptions;
}

const EVERYWHERE = NAMES.filter((name) => !/^no_/i.test(name));

describe.each([
	...EVERYWHERE.map((name) => ({ names: [name], exceptions: '' })),
	...['', ',', ' , ', '127.0.0.2', 'localhost:1', '*.example', '.'].map((exceptions) => ({
		names: EVERYWHERE,
		exceptions,
	})),
])('with $names set, and NO_PROXY "$exceptions",', ({ names, exceptions }) => {
	it('no request to the sandbox goes to the proxy', async () => {
		setProxy(names, exceptions);
		for (const subject of WAYS) {
			const { address, token } = sandbox;
			const { messages } = await (await subject.prepare(sandbox, { address, token })).act();
			expect(messages).toEqual([]);
		}
		expect(proxy.asked).toEqual([]);
	});
});

const OF_HTTPS = EVERYWHERE.filter((name) => !/^http_/i.test(name));

describe.each(OF_HTTPS)('with %s set,', (name) => {
	it.each(['elsewhere.invalid', '127.0.0.1'])(
		'a request to https://%s shows the proxy its host alone',
		async (host) => {
			setProxy([name], '');
			const testAddress = `https://${host}:${secure.port}`;
			const credential = { environment: 'test', testAddress };
			for (const subject of WAYS) {
				const way = { address: '', token: sandbox.token, credential };
				await (await subject.prepare(sandbox, way)).act();
			}
			expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}:${secure.port}`]));
			const seen = Buffer.concat(proxy.seen).toString('latin1');
			expect(seen).not.toContain(sandbox.token);
			expect(seen).not.toContain('/reporting/');
			// The certificate is of the other host.
			expect(received.length > 0).toBe(host === 'elsewhere.invalid');
			expect(received.every((request) => request.includes(sandbox.token))).toBe(true);
		},
	);
});
