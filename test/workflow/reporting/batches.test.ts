import type { IDataObject } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { setAttempts } from '../../support/patience';
import { startServer, type Received, type TestServer } from '../../support/server';
import { download } from '../content/download';

beforeEach(() => setAttempts(1));

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

type Answer = (request: Received, response: ServerResponse, file: Buffer) => unknown;

function send(response: ServerResponse, body: Buffer, headers = {}): void {
	response.writeHead(200, {
		'content-type': 'text/plain',
		'content-length': body.length,
		...headers,
	});
	response.end(body);
}

const whole: Answer = (_request, response, file) => send(response, file);

const SERVICES: Record<string, Answer> = {
	'sends the file': whole,
	'compresses it on its way': (_request, response, file) =>
		send(response, gzipSync(file), { 'content-encoding': 'gzip' }),
	'does not say how long it is': (_request, response, file) => {
		response.writeHead(200, { 'content-type': 'text/csv' });
		response.write(file.subarray(0, 10));
		response.end(file.subarray(10));
	},
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

	const run = async (
		format: string,
		cursor: unknown,
		batchSize = 600,
		options: IDataObject = {},
		credential: IDataObject = {},
	) => {
		const parameters = { output: 'oneBatch', batchSize, cursor, options: { format, ...options } };
		return await download(server, parameters as IDataObject, { credential });
	};

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

	const NO_TRANSACTIONS: Answer = (_request, response) =>
		response
			.writeHead(404, { 'content-type': 'application/json' })
			.end('{"reason":"NO_DATA","message":"No available transactions"}');

	it.each([{}, { failIfEmpty: true }])(
		'says that the report is gone, and does not offer to take it as empty, with %j',
		async (options) => {
			answer = whole;
			const { nextCursor } = await batch('text/csv', '');
			answer = NO_TRANSACTIONS;
			const { error } = await run('text/csv', nextCursor, 600, options);
			expect(error?.message).toContain('The service sent no report');
			expect(error?.description).not.toMatch(/Fail If Empty/);
		},
	);

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
});
