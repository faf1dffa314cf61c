import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Clock } from '../../sandbox/clock';
import { Events } from '../../sandbox/console/events';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { SENT } from './invoicing/bodies';

const MORE_THAN_THE_SYSTEM_HOLDS = 'x'.repeat(16 * 1024 * 1024);

/** Reads what a page of the console is sent. */
class Listening {
	private text = '';
	private constructor(
		private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
		private readonly abort: AbortController,
	) {}

	static async to(address: string): Promise<Listening> {
		const abort = new AbortController();
		const { body } = await fetch(`${address}/console/events`, { signal: abort.signal });
		if (!body) throw new Error('The stream has no body');
		return new Listening(body.getReader(), abort);
	}

	async until(wanted: RegExp): Promise<string> {
		while (!wanted.test(this.text)) {
			const { done, value } = await this.reader.read();
			if (done) throw new Error(`The stream ended: ${this.text}`);
			this.text += Buffer.from(value).toString();
		}
		const heard = this.text;
		this.text = '';
		return heard;
	}

	async untilEnd(): Promise<void> {
		for (;;) if ((await this.reader.read()).done) return;
	}

	leave(): void {
		this.abort.abort();
	}
}

describe('an open page of the console', () => {
	let sandbox: TestSandbox;

	beforeEach(async () => {
		sandbox = await startTestSandbox({ now: '2026-03-10T12:00:00Z' });
	});
	afterEach(async () => await sandbox.stop());

	it('hears of what a workflow changes, of control calls, and of the clock', async () => {
		const page = await Listening.to(sandbox.address);
		expect(await page.until(/event: clock/)).toContain('data: 2026-03-10T12:00:00.000Z');
		await sandbox.call('POST', '/invoicing/v2/invoices', { body: SENT });
		await page.until(/event: change/);
		await sandbox.control.advanceClock('PT1H');
		expect(await page.until(/event: change[^]*event: clock[^]*\n\n/)).toContain('T13:00:00.000Z');
		page.leave();
	});

	it('hears of a report that is ready by the clock alone', async () => {
		await sandbox.control.send('PUT', '/generation', { queuedSeconds: 0, runningSeconds: 1 });
		await sandbox.control.send('POST', '/clock', { ticking: true });
		await sandbox.call('POST', '/reporting/v3/reports', {
			body: {
				reportName: 'Soon',
				reportDefinitionName: 'TransactionRequestClass',
				reportFrequency: 'ADHOC',
				reportMimeType: 'text/csv',
				timezone: 'GMT',
				reportFields: ['Request.RequestID'],
			},
		});
		const page = await Listening.to(sandbox.address);
		await page.until(/event: change/);
		page.leave();
	});

	it('sends no event for views of the console: they change nothing', async () => {
		const page = await Listening.to(sandbox.address);
		await page.until(/event: hello/);
		await fetch(`${sandbox.address}/console/invoices`);
		expect(await page.until(/event: clock[^]*event: clock/)).not.toContain('event: change');
		page.leave();
	});

	it('loses its stream at a reset, and finds another instance', async () => {
		const page = await Listening.to(sandbox.address);
		const [, before] = /event: hello\ndata: (\S+)/.exec(await page.until(/event: hello/)) ?? [];
		await sandbox.control.send('POST', '/reset');
		await page.untilEnd();
		const again = await Listening.to(sandbox.address);
		const [, after] = /event: hello\ndata: (\S+)/.exec(await again.until(/event: hello/)) ?? [];
		expect(after).toMatch(/^[\w-]{36}$/);
		expect(after).not.toBe(before);
		again.leave();
	});
});

describe('the stream of events', () => {
	let events: Events;
	let server: Server;
	let responses: ServerResponse[];
	const sockets: Socket[] = [];

	beforeEach(async () => {
		events = new Events(new Clock(0), 'instance');
		responses = [];
		server = createServer((_request, response) => {
			responses.push(response);
			events.open(response);
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
	});
	afterEach(() => {
		for (const socket of sockets.splice(0)) socket.destroy();
		events.close();
		server.close();
	});

	/** A reader that asks, and then takes nothing. */
	const stuckReader = async (): Promise<Socket> => {
		const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
		sockets.push(socket);
		socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
		const before = responses.length;
		while (responses.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
		return socket;
	};

	it('forgets a reader that is gone', async () => {
		const first = await stuckReader();
		await stuckReader();
		expect(events.readerCount).toBe(2);
		first.destroy();
		await once(responses[0], 'close');
		expect(events.readerCount).toBe(1);
	});

	it('keeps no more than a buffer for a reader that takes nothing, and tells it once it does', async () => {
		const socket = await stuckReader();
		const [response] = responses;
		// As a network that stands still.
		response.write(MORE_THAN_THE_SYSTEM_HOLDS);
		const held = response.writableLength;
		for (let change = 0; change < 3; change++) {
			events.changed();
			await new Promise((resolve) => setTimeout(resolve, 120));
		}
		expect(response.writableLength - held).toBeLessThan(200);
		let heard = '';
		socket.on('data', (chunk: Buffer) => (heard += chunk.toString().replaceAll('x', '')));
		socket.resume();
		while (!heard.includes('event: change')) {
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		expect(heard.match(/event: change/g)?.length).toBeLessThanOrEqual(2);
	});

	it('lets go of a reader that takes nothing when the sandbox stops', async () => {
		await stuckReader();
		responses[0].write(MORE_THAN_THE_SYSTEM_HOLDS);
		events.changed();
		await new Promise((resolve) => setTimeout(resolve, 120));
		events.close();
		await once(responses[0], 'close');
		expect(events.readerCount).toBe(0);
	});
});
