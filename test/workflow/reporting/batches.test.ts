import type { IDataObject } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { runNode, withDefaults } from '../../support/engine';
import { retry } from '../../support/requestOptions';
import { startServer, type Received, type TestServer } from '../../support/server';

const ROWS = Array.from({ length: 1500 }, (_, index) => ({
	RequestID: `61600000000000000${String(index).padStart(5, '0')}`,
	Amount: `${index}.50`,
}));
const CSV = `RequestID,Amount\n${ROWS.map((row) => `${row.RequestID},${row.Amount}\n`).join('')}`;
const XML = `<?xml version="1.0"?><Report><Requests>${ROWS.map(
	({ RequestID, Amount }) =>
		`<Request RequestID="${RequestID}"><Amount>${Amount}</Amount></Request>`,
).join('')}</Requests></Report>`;
const FILES = { 'text/csv': Buffer.from(CSV), 'application/xml': Buffer.from(XML) };
const ETAG = '"v1"';

type Answer = (request: Received, response: ServerResponse, file: Buffer) => unknown;

const from = ({ headers }: Received): number | undefined => {
	const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
	return range === undefined ? undefined : Number(range);
};

function send(
	response: ServerResponse,
	file: Buffer,
	{ start = 0, status = 200, range = '', headers = {} } = {},
): void {
	const body = file.subarray(start);
	response.writeHead(status, {
		'content-type': 'text/plain',
		'content-length': body.length,
		...(range === '' ? {} : { 'content-range': range }),
		...headers,
	});
	response.end(body);
}

const part = (response: ServerResponse, file: Buffer, start: number, headers = {}) =>
	send(response, file, {
		start,
		status: 206,
		range: `bytes ${start}-${file.length - 1}/${file.length}`,
		headers,
	});

const whole: Answer = (_request, response, file) => send(response, file);

const otherwise =
	(answer: (start: number, response: ServerResponse, file: Buffer) => unknown): Answer =>
	(request, response, file) => {
		const start = from(request);
		return start === undefined ? send(response, file) : answer(start, response, file);
	};

const PACKED = { 'content-encoding': 'gzip' };

const SERVICES: Record<string, Answer> = {
	'packs all it sends, and counts the packed bytes': (request, response, file) => {
		const packed = gzipSync(file, { level: 0 });
		const start = from(request) ?? 0;
		if (start >= packed.length) response.writeHead(416).end();
		else if (start > 0) part(response, packed, start, PACKED);
		else send(response, packed, { headers: PACKED });
	},
	'packs the whole report, but no part of it': (request, response, file) => {
		const start = from(request);
		if (start === undefined) send(response, gzipSync(file), { headers: PACKED });
		else part(response, file, start);
	},
	'refuses Range': otherwise((_start, response) => response.writeHead(403).end()),
	'ignores Range': whole,
	'sends the rest': otherwise((start, response, file) => part(response, file, start)),
	'has no such part': otherwise((_start, response) => response.writeHead(416).end()),
	'sends another part': otherwise((start, response, file) => part(response, file, start + 7)),
	'sends a part of the rest': otherwise((start, response, file) =>
		send(response, file.subarray(0, start + 50), {
			start,
			status: 206,
			range: `bytes ${start}-${start + 49}/${file.length}`,
		}),
	),
	'does not say how long the file is': otherwise((start, response, file) =>
		send(response, file, { start, status: 206, range: `bytes ${start}-${file.length - 1}/*` }),
	),
};

describe('Downloading a report in batches', () => {
	let server: TestServer;
	let answer: Answer = whole;

	beforeAll(async () => {
		server = await startServer((request, response) =>
			answer(request, response, FILES[request.headers.accept as keyof typeof FILES]),
		);
	});
	beforeEach(() => (server.received.length = 0));
	afterAll(async () => await server.stop());

	async function run(
		format: string,
		cursor: unknown,
		batchSize = 600,
		options: IDataObject = {},
		credential: IDataObject = {},
	) {
		const node = new MerchantReporting();
		const parameters = {
			resource: 'report',
			operation: 'downloadById',
			report: { __rl: true, mode: 'id', value: 'R-1' },
			format,
			output: 'oneBatch',
			batchSize,
			cursor,
			options: { ...retry({ attempts: 1 }), ...options },
		} as IDataObject;
		return await runNode({
			node,
			parameters: withDefaults(node, parameters),
			address: server.address,
			token: 'any-token',
			credential,
		});
	}

	async function batch(format: string, cursor: unknown, batchSize = 600) {
		const { error, items } = await run(format, cursor, batchSize);
		return error === undefined ? items[0].json : { error: error.message };
	}

	async function all(format: string): Promise<IDataObject[]> {
		const rows: IDataObject[] = [];
		for (let cursor: unknown = ''; cursor !== null;) {
			const json = await batch(format, cursor);
			rows.push(...(json.rows as IDataObject[]));
			expect(json.done).toBe(json.nextCursor === null);
			cursor = json.nextCursor;
		}
		return rows;
	}

	describe.each(Object.entries(SERVICES))('where the service %s', (_name, service) => {
		it.each(Object.keys(FILES))('gives every row of %s once', async (format) => {
			answer = service;
			expect(await all(format)).toEqual(ROWS);
		});
	});

	it('asks for the rest of the version that it knows, and no more than that', async () => {
		const headers = { etag: ETAG, 'last-modified': 'Sun, 01 Mar 2026 00:00:00 GMT' };
		answer = (request, response, file) => {
			const start = from(request);
			if (start === undefined) send(response, file, { headers });
			else part(response, file, start, headers);
		};
		expect(await all('text/csv')).toEqual(ROWS);
		expect(server.received.map(({ headers: { range } }) => range ?? '')).toEqual([
			'',
			`bytes=${CSV.indexOf(ROWS[600].RequestID)}-`,
			`bytes=${CSV.indexOf(ROWS[1200].RequestID)}-`,
		]);
		expect(server.received[1].headers['if-range']).toBe(ETAG);
	});

	it('stops where the service says that the report is another one by now', async () => {
		answer = (_request, response, file) => send(response, file, { headers: { etag: ETAG } });
		const { nextCursor } = await batch('text/csv', '');
		answer = (_request, response, file) => send(response, file, { headers: { etag: '"v2"' } });
		expect(await batch('text/csv', nextCursor)).toEqual({
			error: 'The report changed after the last batch',
		});
	});

	it('finds the end of a report that is cut off in its last batch', async () => {
		answer = SERVICES['sends the rest'];
		const { nextCursor } = await batch('text/csv', '', 1200);
		answer = otherwise((start, response, file) => {
			response.writeHead(206, {
				'content-type': 'text/csv',
				'content-range': `bytes ${start}-${file.length - 1}/${file.length}`,
			});
			response.write(file.subarray(start, -20), () => response.destroy());
		});
		const { error } = await batch('text/csv', nextCursor, 1200);
		expect(error).toMatch(/cut off|interrupted/);
	});

	it('finds a part that ends with a row, but before its announced end', async () => {
		answer = SERVICES['sends the rest'];
		const { nextCursor } = await batch('text/csv', '');
		const isChunked = [true, false];
		for (const chunked of isChunked) {
			answer = otherwise((start, response, file) => {
				const sent = file.subarray(start, file.indexOf(`\n${ROWS[1400].RequestID}`) + 1);
				response.writeHead(206, {
					'content-type': 'text/csv',
					'content-range': `bytes ${start}-${file.length - 1}/${file.length}`,
					...(chunked ? {} : { 'content-length': sent.length }),
				});
				response.end(sent);
			});
			const { error } = await batch('text/csv', nextCursor, 5000);
			expect(error).toMatch(/cut off at row 1,401, .* bytes arrived/);
		}
	});

	describe('where only the first answer says how long it is', () => {
		const report = (rows: number) =>
			Buffer.from(
				`RequestID,Amount\n${Array.from({ length: rows }, (_, i) => `${i},1.00\n`).join('')}`,
			);
		const chunked = (response: ServerResponse, body: Buffer, headers = {}) => {
			response.writeHead(200, { 'content-type': 'text/csv', ...headers });
			response.write(body.subarray(0, 10));
			response.end(body.subarray(10));
		};

		it('stops where more bytes arrive, because the report changed', async () => {
			answer = (_request, response) => send(response, report(10));
			const { nextCursor } = await batch('text/csv', '', 3);
			answer = (_request, response) => chunked(response, report(20));
			expect(await batch('text/csv', nextCursor, 100)).toEqual({
				error: 'The report changed after the last batch',
			});
			answer = (_request, response) => chunked(response, report(10));
			expect(await batch('text/csv', nextCursor, 100)).toMatchObject({ lastRow: 10, done: true });
		});

		it.each([
			['a report', (rows: number) => report(rows)],
			['a zipped report', (rows: number) => gzipSync(report(rows))],
		])('takes no length of packed bytes for that of %s', async (_name, file) => {
			answer = (_request, response) => send(response, gzipSync(file(10)), { headers: PACKED });
			const { nextCursor } = await batch('text/csv', '', 3);
			answer = (_request, response) => chunked(response, gzipSync(file(10)), PACKED);
			expect(await batch('text/csv', nextCursor, 100)).toMatchObject({ lastRow: 10, done: true });
		});
	});

	it.each([
		['', 'The service sent a file with nothing in it'],
		['Internal Server Error', 'The service did not send a report. It sent: Internal Server Error'],
		['Unavailable\n', 'The service did not send a report. It sent: Unavailable'],
		['<html><body>Sign in</body></html>', 'The service did not send a report. It sent: <html>'],
		['Error 17\nTry it again\n', 'The file does not begin as it did for the last batch'],
		['{"message":"Down"}', 'The file does not begin as it did for the last batch'],
	])('does not take %j for the report that changed', async (text, message) => {
		for (const service of [SERVICES['sends the rest'], SERVICES['ignores Range']]) {
			answer = service;
			const { nextCursor } = await batch('text/csv', '');
			answer = (_request, response) => send(response, Buffer.from(text));
			const { error } = await run('text/csv', nextCursor);
			expect(error?.message).toContain(message);
			expect(error?.description).toContain('Run this batch again with the same cursor.');
			answer = service;
			expect(await batch('text/csv', nextCursor)).toMatchObject({ firstRow: 601 });
		}
	});

	const NO_TRANSACTIONS: Answer = (_request, response) =>
		response
			.writeHead(404, { 'content-type': 'application/json' })
			.end('{"reason":"NO_DATA","message":"No available transactions"}');

	const NOT_FOUND: Answer = (_request, response) => response.writeHead(404).end();

	it('stops where the report is gone before its last batch', async () => {
		answer = whole;
		const { nextCursor } = await batch('text/csv', '');
		answer = NO_TRANSACTIONS;
		expect(await batch('text/csv', nextCursor)).toEqual({
			error: 'The service sent no report, although more rows follow the last batch',
		});
	});

	it.each([{}, { failIfEmpty: true }])(
		'says that the report is gone, and does not offer to take it as empty, with %j',
		async (options) => {
			answer = whole;
			const { nextCursor } = await batch('text/csv', '');
			for (const gone of [NO_TRANSACTIONS, NOT_FOUND]) {
				answer = gone;
				const { error } = await run('text/csv', nextCursor, 600, options);
				expect(error?.message).toContain('The service sent no report');
				expect(error?.description).not.toMatch(/Fail If Empty/);
			}
		},
	);

	it('knows in the middle of a report that its address is right', async () => {
		answer = whole;
		const { nextCursor } = await batch('text/csv', '');
		const shown = async (status: number, cursor: unknown) => {
			answer = (_request, response) => response.writeHead(status).end();
			const { error } = await run('text/csv', cursor);
			return [error?.message, error?.description];
		};
		expect(await shown(410, nextCursor)).toEqual([
			expect.stringContaining('The service sent no report'),
			expect.stringMatching(/^The report may be gone/),
		]);
		expect(await shown(410, '')).toEqual([
			expect.stringContaining('the service refused the request'),
			expect.any(String),
		]);
		for (const status of [202, 204]) {
			expect(await shown(status, nextCursor)).toEqual([
				expect.stringContaining('the service has no file to send yet'),
				`Run this batch again later with the same cursor.\nHTTP ${status}`,
			]);
		}
	});

	it('gives one batch without rows where the report has no transactions', async () => {
		answer = NO_TRANSACTIONS;
		const { items } = await run('text/csv', '');
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ firstRow: null, rows: [], done: true, nextCursor: null }),
		]);
	});

	it('takes no cursor of another organization, whether the option or the credential names it', async () => {
		answer = whole;
		const { items } = await run('text/csv', '', 600, {}, { organizationId: 'org_a' });
		const { nextCursor } = items[0].json;
		const other = await run('text/csv', nextCursor, 600, {}, { organizationId: 'org_b' });
		expect(other.error?.message).toBe('Cursor: it belongs to another report');
		const same = await run('text/csv', nextCursor, 600, { organizationId: 'org_a' });
		expect(same.items[0].json).toMatchObject({ firstRow: 601 });
	});

	it('has what a loop needs before the rows, where it is seen without scrolling', async () => {
		answer = whole;
		const { items } = await run('text/csv', '');
		expect(Object.keys(items[0].json).slice(0, 5)).toEqual([
			'firstRow',
			'lastRow',
			'done',
			'nextCursor',
			'rows',
		]);
	});

	it('has its control total on the batch, so that each item has a cursor', async () => {
		answer = whole;
		const { items } = await run('text/csv', '', 600, { controlTotal: true });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				nextCursor: expect.any(String),
				controlTotal: expect.objectContaining({ rows: 600, readToEnd: false }),
			}),
		]);
	});
});
