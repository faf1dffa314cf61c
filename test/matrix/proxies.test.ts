import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { type SecureServer, startSecureServer, trustTheAuthority } from './secureServer';
import { type Subject, subjectsOf } from './subjects';

trustTheAuthority();

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
	name,
	name.toLowerCase(),
]);

/** One of each way in which the nodes send requests. */
const WAYS: Subject[] = subjectsOf('MerchantReporting').filter(({ name }) =>
	[
		'reportDefinition/getAll',
		'merchantReporting: searchReportDefinitions',
		'merchantReporting: credential test',
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
afterEach(() => proxy.stop());
afterAll(async () => {
	secure.stop();
	await sandbox.stop();
});

const setProxy = (name: string): void => {
	const others = Object.entries(process.env).filter(([each]) => !NAMES.includes(each));
	jest.replaceProperty(process, 'env', { ...Object.fromEntries(others), [name]: proxyAddress });
};

const OF_HTTPS = NAMES.filter((name) => !/^(no|http)_/i.test(name));

describe.each(OF_HTTPS)('with %s set,', (name) => {
	it.each(['elsewhere.invalid', '127.0.0.1'])(
		'a request to https://%s shows the proxy its host alone',
		async (host) => {
			setProxy(name);
			const testAddress = `https://${host}:${secure.port}`;
			const credential = { environment: 'test', testAddress };
			for (const subject of WAYS) {
				const way = { address: '', token: sandbox.token, credential };
				await (
					await subject.prepare(sandbox, way)
				)();
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
