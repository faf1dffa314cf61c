import type { IDataObject } from 'n8n-workflow';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { constants, gzipSync } from 'node:zlib';

import { RetryAfterGate } from '../../../nodes/shared/transport/retry';
import {
	parseEntries,
	parseObjectWithOneOf,
	type ServiceRequest,
} from '../../../nodes/shared/transport/transport';
import { OneCredential } from '../../support/credentialsHelper';
import { type NodeRun, type NodeRunOptions } from '../../support/engine';
import { setAttempts, setTimeLimit } from '../../support/patience';
import { json, startServer, type Received, useServer } from '../../support/server';
import { runProbe } from './probe';

const TOKEN = 'tok-secret-123';

let answer: (request: Received, response: ServerResponse, count: number) => unknown;
const server = useServer(async (...exchange) => await answer(...exchange));
beforeEach(() => {
	answer = (_request, response) => json(response, 200, {});
});

const request = (more: Partial<ServiceRequest> = {}): ServiceRequest => ({
	operation: 'Get report',
	method: 'GET',
	path: ['reporting', 'v3', 'reports'],
	...more,
});

interface Settings extends Partial<NodeRunOptions> {
	options?: IDataObject;
	read?: (body: unknown) => IDataObject;
}

const send = async (
	more: Partial<ServiceRequest> = {},
	{ options, read = (body) => body as IDataObject, ...settings }: Settings = {},
): Promise<NodeRun> =>
	await runProbe(
		async ({ transport }) => {
			return [{ json: { body: await transport.json(request(more), read) } }];
		},
		{ parameters: { options }, address: server.address, token: TOKEN, ...settings },
	);

describe('a request', () => {
	it('goes to the configured address with the token in the configured header', async () => {
		await send({}, { credential: { headerName: 'X-Token', headerPrefix: '' } });
		expect(server.received[0].headers['x-token']).toBe(TOKEN);
		expect(server.received[0].headers.authorization).toBeUndefined();
	});

	it.each([
		['a name with spaces', '/reporting/v3/reports/a%20name%20with%20spaces'],
		['a/b', '/reporting/v3/reports/a%2Fb'],
		['100% of? it', '/reporting/v3/reports/100%25%20of%3F%20it'],
		['../../admin', '/reporting/v3/reports/..%2F..%2Fadmin'],
		['Größe 結果', '/reporting/v3/reports/Gr%C3%B6%C3%9Fe%20%E7%B5%90%E6%9E%9C'],
	])('encodes %j as one segment of the path', async (name, url) => {
		await send({ path: ['reporting', 'v3', 'reports', name] });
		expect(server.received[0].url).toBe(url);
	});

	it.each(['', '.', '..'])('refuses %j as a name before anything is sent', async (name) => {
		const { error } = await send({ path: ['reporting', 'v3', 'reports', name] });
		expect(error?.message).toMatch(/name or identifier/);
		// The fields of the node may be right.
		expect(error).not.toHaveProperty('failure.cause');
		expect(server.received).toHaveLength(0);
	});

	it('encodes the query once and leaves out what is not set', async () => {
		await send({
			query: { startTime: '2026-03-01T00:00:00+02:00', name: 'a&b=c d', offset: 0, no: undefined },
		});
		expect(server.received[0].url).toBe(
			'/reporting/v3/reports?startTime=2026-03-01T00%3A00%3A00%2B02%3A00&name=a%26b%3Dc%20d&offset=0',
		);
	});

	it('sends its own organization with a body that goes back', async () => {
		const body = { organizationId: 'other', name: 'x' };
		await send({ method: 'PUT', organizationId: 'own', body });
		expect(server.received[0].body).toBe('{"organizationId":"own","name":"x"}');
	});

	it('sends an empty JSON object as a body of its own', async () => {
		await send({ method: 'POST', body: {} });
		expect(server.received[0].body).toBe('{}');
		expect(server.received[0].headers).toMatchObject({
			...{ accept: 'application/json', 'content-type': 'application/json' },
		});
	});
});

describe('the credential', () => {
	it('comes as the same object to every request of an execution', async () => {
		const authenticate = jest.spyOn(OneCredential.prototype, 'authenticate');
		await send({}, { input: [{}, {}, {}] });
		expect(authenticate).toHaveBeenCalledTimes(3);
		expect(new Set(authenticate.mock.calls.map(([credential]) => credential)).size).toBe(1);
		authenticate.mockRestore();
	});
});

describe('organizationId', () => {
	const credential = { organizationId: ' partner ' };
	it.each([
		['the action’s own', { organizationId: 'merchant1' }, credential, '?organizationId=merchant1'],
		['else the credential’s', { organizationId: ' ' }, credential, '?organizationId=partner'],
		['else none', { organizationId: '' }, {}, ''],
		['none where the service does not take it', {}, credential, ''],
	])('is %s', async (_rule, more, credentialData, query) => {
		await send(more, { credential: credentialData });
		expect(server.received[0].url).toBe(`/reporting/v3/reports${query}`);
	});
});

describe('an answer', () => {
	it('keeps every digit of a number that JavaScript would round', async () => {
		answer = (_request, response) => response.writeHead(200).end('{"a":12345678901234567.89}');
		expect((await send()).items[0].json.body).toEqual({ a: '12345678901234567.89' });
	});

	it('that is not what was asked for is an error in words, with what the service says', async () => {
		answer = (_request, response) => json(response, 200, { reason: 'BROKEN', message: 'Sorry' });
		const { error } = await send(
			{},
			{ read: (body) => ({ reports: parseEntries(body, 'reports') }) },
		);
		expect(error?.message).toBe('Get report: the service answered with an error (Sorry)');
		expect(error?.context).toMatchObject({ status: 200, reason: 'BROKEN' });
		const other = { reportId: null };
		expect(() => parseObjectWithOneOf(other, 'a report', ['reportId'])).toThrow('is not a report');
		expect(server.received).toHaveLength(1);
	});

	it.each([304, 403, 404])('of %d is final, and says that nothing was done', async (status) => {
		answer = (_request, response) => response.writeHead(status).end();
		const { error } = await send({ method: 'PUT', body: { a: 1 } });
		expect(error?.context).toMatchObject({ status });
		expect(error?.context?.outcomeUnknown).toBeUndefined();
		expect(server.received).toHaveLength(1);
	});

	it('with no body is an empty answer', async () => {
		answer = (_request, response) => response.writeHead(200).end('\n');
		expect((await send({ method: 'DELETE' })).items[0].json).toEqual({});
	});
});

describe('retries', () => {
	const failing = (times: number, fail: (response: ServerResponse) => void) => {
		answer = (_request, response, count) =>
			count <= times ? fail(response) : json(response, 200, { fine: true });
	};

	it.each([408, 429, 500, 502, 503, 504])('repeat a GET after %d', async (status) => {
		failing(2, (response) => json(response, status, {}));
		expect((await send()).items[0].json.body).toEqual({ fine: true });
		expect(server.received).toHaveLength(3);
	});

	it.each([
		['a dropped connection', (response: ServerResponse) => void response.destroy()],
		['408', (response: ServerResponse) => json(response, 408, {})],
		['500', (response: ServerResponse) => json(response, 500, {})],
	])('do not repeat a POST after %s, and say that it may have been done', async (_fault, fail) => {
		failing(1, fail);
		const { error } = await send({ method: 'POST', body: {} });
		expect(server.received).toHaveLength(1);
		expect(error?.context?.outcomeUnknown).toBe(true);
		expect(error?.description).toContain('Check before you send it again');
	});

	it.each(['POST', 'PUT'] as const)(
		'repeat a %s that is sent once only after what was surely not done',
		async (method) => {
			failing(1, (response) => json(response, 429, {}));
			await send({ method, isSentOnce: true });
			expect(server.received).toHaveLength(2);
			server.received.length = 0;
			failing(1, (response) => json(response, 500, {}));
			await send({ method, isSentOnce: true });
			expect(server.received).toHaveLength(1);
		},
	);

	it('end after the number of attempts', async () => {
		failing(99, (response) => json(response, 503, {}));
		setAttempts(2);
		const { error } = await send();
		expect(server.received).toHaveLength(2);
		expect(error?.description).toContain('Tried 2 times.');
	});

	it('give up at once when the service asks for a longer wait than is bearable, and tell n8n for how long', async () => {
		failing(9, (response) => response.writeHead(429, { 'retry-after': '3600' }).end());
		const { error } = await send();
		expect(server.received).toHaveLength(1);
		expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 3_600_000 } });
	});

	it('end where pauses, or answers that came late, have taken two minutes', async () => {
		setAttempts(9);
		jest.spyOn(RetryAfterGate.prototype, 'pass').mockResolvedValue();
		failing(9, (response) => response.writeHead(429, { 'retry-after': '50' }).end());
		await send();
		expect(server.received).toHaveLength(3);
		const { now } = Date;
		let late = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + late);
		failing(9, (response) => {
			late += 70_000;
			json(response, 503, {});
		});
		await send();
		expect(server.received).toHaveLength(3 + 2);
	});

	it('stop when the user cancels the execution, and not only after the wait', async () => {
		const cancelWhen = new Promise<void>((resolve) => {
			// Longer than a test may take.
			failing(9, (response) => response.writeHead(503, { 'retry-after': '100' }).end(resolve));
		});
		const { run } = await send({}, { cancelWhen });
		expect(run.status).toBe('canceled');
		expect(server.received).toHaveLength(1);
	});

	it('let Retry-After of one item slow all the others', async () => {
		const times: number[] = [];
		answer = (_request, response, count) => {
			times.push(Date.now());
			if (count === 1) response.writeHead(429, { 'retry-after': '1' }).end();
			else setTimeout(() => json(response, 200, {}), 50);
		};
		const input = Array.from({ length: 6 }, (_, n) => ({ n }));
		await send({}, { input, options: { concurrency: 2 } });
		const afterTheFirstTwo = times.slice(2).map((time) => time - times[0]);
		expect(Math.min(...afterTheFirstTwo)).toBeGreaterThanOrEqual(950);
	});
});

describe('an error', () => {
	it('tells operation, what the service says, the fields, what to do, and nothing of the token', async () => {
		answer = (_request, response) =>
			json(response, 400, {
				reason: 'VALIDATION_ERRORS',
				message: `Bad fields for Bearer ${TOKEN}`,
				details: [
					{ field: 'startTime', reason: 'INVALID_FORMAT' },
					{ field: 'endTime', message: 'MISSING' },
				],
				correlationId: 'c-1',
			});
		const { error, run } = await send();
		expect(error?.message).toBe(
			'Get report: the service did not accept the request (startTime: INVALID_FORMAT; endTime: MISSING)',
		);
		expect(error?.description).toBe(
			[
				'Bad fields for Bearer ***',
				'Correct what it names and run the node again.',
				'HTTP 400, VALIDATION_ERRORS, correlation c-1',
			].join('\n'),
		);
		expect(JSON.stringify(run)).not.toContain(TOKEN);
	});

	it.each(['text/html', 'text/plain'])('never shows a page of HTML, sent as %s', async (type) => {
		answer = (_request, response) =>
			response
				.writeHead(502, { 'content-type': type })
				.end('<!doctype html><html><body><h1>Bad gateway</h1></body></html>');
		setAttempts(1);
		const { error } = await send();
		expect(`${error?.message}${error?.description}`).not.toMatch(/<|Bad gateway/);
		const failure = { cause: 'temporarily-unavailable' };
		expect(error).toMatchObject({ failure, httpCode: '502' });
	});

	it.each([
		['', 'No such report &amp; date', '(No such report & date)'],
		['', '0404', '(0404)'],
		['', '&#60;b&#x3E; &lt;i&gt; &amp;#60;', '(<b> <i> &#60;)'],
		['', '<![CDATA[&lt;]]>', '(&lt;)'],
		['<!DOCTYPE e [<!ENTITY own "expanded">]>', '&own;', 'did not accept the request'],
		['<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/hosts">]>', '&x;', 'did not accept the request'],
	])('reads what the service says in XML: %s %s', async (before, message, shown) => {
		answer = (_request, response) =>
			response
				.writeHead(400, { 'content-type': 'application/xml' })
				.end(`${before}<error><reason>INVALID</reason><message>${message}</message></error>`);
		const { error } = await send();
		expect(error?.message.endsWith(shown)).toBe(true);
	});

	it('says that a redirect is not followed, and the token goes nowhere else', async () => {
		const other = await startServer((_request, response) => json(response, 200, {}));
		answer = (_request, response) =>
			response.writeHead(302, { location: `${other.address}/steal` }).end();
		const { error } = await send();
		await other.stop();
		expect(error?.message).toContain('redirect');
		expect(other.received).toHaveLength(0);
	});

	it('keeps its words even if they contain the code of a system error', async () => {
		answer = (_request, response) =>
			json(response, 400, { errorInformation: { message: 'The preexisting one stays' } });
		expect((await send()).error?.message).toContain('The preexisting one stays');
	});
});

describe('a stream', () => {
	const download = async (cancelWhen?: Promise<unknown>) =>
		await runProbe(
			async ({ context, transport }) => {
				const stream = await transport.stream(request({ accept: 'text/csv' }));
				try {
					const data = await context.helpers.prepareBinaryData(stream.bytes, 'r.csv', 'text/csv');
					return [{ json: { type: stream.contentType }, binary: { data } }];
				} catch (error) {
					throw stream.broken(error);
				}
			},
			{ cancelWhen, address: server.address, token: TOKEN },
		);

	it('that is cut off is an error', async () => {
		answer = (_request, response) => {
			response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '100' });
			response.write('a,b\n');
			setTimeout(() => response.destroy(), 20);
		};
		expect((await download()).error?.message).toBe('Get report: the download ended too early');
	});

	it.each([
		['as it is', {}, Buffer.from('a,b\n')],
		[
			'zipped',
			{ 'content-encoding': 'gzip' },
			gzipSync('a,b\n', { finishFlush: constants.Z_SYNC_FLUSH }),
		],
	])('sent %s in which nothing more arrives is given up', async (_name, headers, beginning) => {
		answer = (_request, response) => {
			response.writeHead(200, { 'content-type': 'text/csv', ...headers });
			response.write(beginning);
		};
		setTimeLimit(1000);
		const { error } = await download();
		expect(error?.message).toBe('Get report: the download received no data for 1 seconds');
		expect(error?.description).toMatch(/ask for less at a time/);
	});

	it('ends when the user cancels the execution', async () => {
		let left: Promise<unknown> | undefined;
		const begun = new Promise((resolve) => {
			answer = (_request, response) => {
				left = once(response, 'close');
				response.writeHead(200, { 'content-type': 'text/csv' });
				response.write('a,b\n', resolve);
			};
		});
		const { run } = await download(begun);
		expect(run.status).toBe('canceled');
		await left;
	});
});
