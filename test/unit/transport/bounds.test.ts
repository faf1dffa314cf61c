import type { IDataObject } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { type ServiceRequest, Transport } from '../../../nodes/shared/transport/transport';
import type { NodeRun } from '../../support/engine';
import { setAttempts, setTimeLimit } from '../../support/patience';
import { json, useServer } from '../../support/server';
import { runProbe } from './probe';

beforeEach(() => setAttempts(1));

const TOKEN = 'tok-secret-123';
const MEGABYTE = 1024 * 1024;

let answer: (response: ServerResponse) => unknown;
const server = useServer(async (_request, response) => await answer(response));

const REQUEST: ServiceRequest = { operation: 'Get report', method: 'GET', path: ['a'] };

const run = async (work: Parameters<typeof runProbe>[0]): Promise<NodeRun> =>
	await runProbe(work, { address: server.address, token: TOKEN });

const asJson = async () =>
	await run(async ({ transport }) => {
		return [{ json: await transport.json(REQUEST, (body) => body as IDataObject) }];
	});

const asStream = async () =>
	await run(async ({ context, transport }) => {
		const stream = await transport.stream(REQUEST);
		try {
			const data = await context.helpers.prepareBinaryData(stream.bytes, 'r.csv', 'text/csv');
			return [{ json: { completeness: stream.completeness() }, binary: { data } }];
		} catch (error) {
			throw stream.broken(error);
		}
	});

async function drip(response: ServerResponse, piece: string, milliseconds: number) {
	while (!response.destroyed) {
		response.write(piece);
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
	}
}

describe('one deadline for each answer', () => {
	it.each([200, 503])('ends a JSON body of %d that drips', async (status) => {
		answer = async (response) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			await drip(response, ' ', 50);
		};
		setTimeLimit(1000);
		const { error } = await asJson();
		expect(error?.message).toMatch(
			status === 200 ? /did not answer within 1 seconds/ : /not available at the moment/,
		);
	});

	it('of the caller ends waits and answers before the user’s own', async () => {
		answer = (response) => response.writeHead(429, { 'retry-after': '60' }).end();
		const until = async (milliseconds: number) =>
			await run(async ({ context }) => {
				const patience = { attempts: 3, timeout: 60_000, pause: 1 };
				const deadline = Date.now() + milliseconds;
				const transport = new Transport(context, { ...patience, deadline });
				return [{ json: await transport.json(REQUEST, (body) => body as IDataObject) }];
			});
		expect((await until(30_000)).error?.message).toContain('too many requests');
		answer = () => {};
		expect((await until(500)).error?.message).toContain('did not answer within');
	});
});

describe('an answer without end', () => {
	const endless = (response: ServerResponse, status: number) => {
		const piece = Buffer.alloc(MEGABYTE, 'a');
		const pieces = function* () {
			yield '{"message":"';
			for (;;) yield piece;
		};
		response.writeHead(status, { 'content-type': 'application/json' });
		Readable.from(pieces()).pipe(response);
	};

	it('of JSON is given up', async () => {
		answer = (response) => endless(response, 200);
		const before = process.memoryUsage().rss;
		setAttempts(3);
		const { error } = await asJson();
		expect(error?.message).toBe('Get report: the response is larger than 32 MB');
		expect(error?.description).toContain('Ask for less at a time');
		expect(server.received).toHaveLength(1);
		expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
	});

	it('repeats no more than a little of what an error says', async () => {
		const details = Array.from({ length: 500 }, (_, n) => ({ field: `f${n}`, reason: 'BAD' }));
		answer = (response) => json(response, 400, { message: 'm'.repeat(5000), details });
		const { error } = await asJson();
		expect(error!.message.length).toBeLessThan(500);
		expect(error!.description!.length).toBeLessThan(1500);
		expect(error?.message).toContain('… and 490 more');
	});
});

describe('what is not whole', () => {
	it('as 206 is neither an answer nor a download, and as 202 not yet one', async () => {
		answer = (response) =>
			response
				.writeHead(206, { 'content-type': 'text/csv', 'content-range': 'bytes 0-3/100' })
				.end('a,b\n');
		const words = 'Get report: the service sent only a part of the response';
		expect((await asStream()).error?.message).toBe(words);
		expect((await asJson()).error?.message).toBe(words);
		answer = (response) => response.writeHead(202, { 'content-type': 'text/csv' }).end('');
		expect((await asStream()).error?.message).toContain('has no file to send yet');
	});

	it('as 404 does not say that there is nothing', async () => {
		answer = (response) => {
			response.writeHead(404, { 'content-length': '9' }).write('{');
			setTimeout(() => response.destroy(), 20);
		};
		expect((await asJson()).error?.message).toContain('was interrupted');
	});

	it.each<[string, string, (response: ServerResponse) => unknown]>([
		['by its length', 'length', (r) => r.writeHead(200, { 'content-length': '4' }).end('a,b\n')],
		['by its last chunk', 'transfer', (r) => r.write('a,b\n') && r.end()],
		[
			'by the end of the connection',
			'unknown',
			(r) => {
				r.useChunkedEncodingByDefault = false;
				r.shouldKeepAlive = false;
				r.writeHead(200, { connection: 'close' });
				r.end('a,b\n');
			},
		],
		[
			'by its length, and was compressed on its way against our wish',
			'transfer',
			(r) => {
				const zipped = gzipSync('a,b\n1,2\n');
				r.writeHead(200, { 'content-encoding': 'gzip', 'content-length': zipped.length });
				r.end(zipped);
			},
		],
	])('is not confused with what ends %s', async (_how, completeness, respond) => {
		answer = respond;
		expect((await asStream()).items[0].json).toEqual({ completeness });
		expect(server.received[0].headers['accept-encoding']).toBe('identity');
	});
});

describe('the encoding of an answer', () => {
	const sent = (contentType: string, bytes: Buffer) => {
		answer = (response) => response.writeHead(200, { 'content-type': contentType }).end(bytes);
	};

	it('is that of its charset', async () => {
		sent('application/json; charset="iso-8859-1"', Buffer.from('{"name":"Zoë"}', 'latin1'));
		expect((await asJson()).items[0].json).toEqual({ name: 'Zoë' });
	});

	it.each([
		'application/json',
		'application/json; charset=utf-8',
		'application/json; charset=x-no',
	])('that does not fit %s is an error, and no mangled text', async (contentType) => {
		sent(contentType, Buffer.from('{"name":"Zoë"}', 'latin1'));
		expect((await asJson()).error?.message).toContain('cannot be read');
	});

	it('that does not fit leaves what can be read of an error', async () => {
		const said = Buffer.from('Zoë is unknown', 'latin1');
		answer = (response) => response.writeHead(400, { 'content-type': 'text/plain' }).end(said);
		expect((await asJson()).error?.message).toContain('is unknown)');
	});
});
