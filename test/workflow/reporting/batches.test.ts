import type { IDataObject } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
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

const SERVICES: Record<string, Answer> = {
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

	async function batch(format: string, cursor: unknown, batchSize = 600) {
		const node = new MerchantReporting();
		const parameters = {
			resource: 'report',
			operation: 'downloadById',
			report: { __rl: true, mode: 'id', value: 'R-1' },
			format,
			output: 'oneBatch',
			batchSize,
			cursor,
			options: retry({ attempts: 1 }),
		} as IDataObject;
		const run = await runNode({
			node,
			parameters: withDefaults(node, parameters),
			address: server.address,
			token: 'token',
		});
		return run.error === undefined ? run.items[0].json : { error: run.error.message };
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
});
