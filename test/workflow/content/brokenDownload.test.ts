import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { setAttempts } from '../../support/patience';
import { startServer, type TestServer } from '../../support/server';
import { download } from './download';

beforeEach(() => setAttempts(1));

const CSV = Buffer.from(
	'Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01\nRequestID,Name,TransactionType,Currency,Amount\n1,"Zoë, A",Sale,USD,2.50\n2,,Sale,USD,10\n',
);
const LENGTHS = [0, 1, 30, 55, 56, 60, 77, 78, 90, CSV.length - 1, CSV.length];

/** In pieces, and without saying how much is to come. */
async function send(response: ServerResponse, bytes: Buffer) {
	response.writeHead(200, { 'content-type': 'text/csv' });
	response.flushHeaders();
	if (bytes.length > 0) await new Promise((resolve) => response.write(bytes, resolve));
}

describe('A download of unknown length', () => {
	let server: TestServer;
	let broken = 0;

	beforeAll(async () => {
		server = await startServer(async (_request, response) => {
			await send(response, CSV.subarray(0, broken));
			response.socket!.destroy();
		});
	});
	afterAll(async () => await server.stop());

	const BROKEN = 'the download ended too early';
	test.each<[string, (length: number) => RegExp]>([
		['rows', (length) => new RegExp(`cut off at row \\d+, byte ${length}: .*${BROKEN}$`)],
		['totals', (length) => new RegExp(`cut off at row \\d+, byte ${length}: .*${BROKEN}$`)],
		['file', () => new RegExp(`${BROKEN}$`)],
	])(
		'is an error where the connection breaks off after any byte, the last one included, as %s',
		async (output, message) => {
			for (const length of LENGTHS) {
				broken = length;
				const { items, error } = await download(server, { output });
				expect(items).toEqual([]);
				expect(error?.message).toMatch(message(length));
			}
		},
		60_000,
	);
});

describe('A download that was compressed on its way', () => {
	let server: TestServer;
	let sent: { bytes: Buffer; headers: Record<string, string> };

	beforeAll(async () => {
		server = await startServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'text/csv', ...sent.headers }).end(sent.bytes);
		});
	});
	afterAll(async () => await server.stop());

	const OUTPUTS = ['rows', 'totals', 'file', 'workbook'];

	/** How much of it the sender sends, and how it says so: each is right about what comes. */
	const FRAMINGS: Record<string, (bytes: Buffer) => Record<string, string>> = {
		'in chunks': () => ({}),
		'with its length': (bytes) => ({ 'content-length': `${bytes.length}` }),
	};
	const PACKED = gzipSync(CSV);
	const ROWS = 2;
	/** Within the header, the data, the checksum and the length. */
	const CUTS = [3, 12, 40, ...[9, 8, 5, 4, 1].map((missing) => PACKED.length - missing)];

	test.each(Object.keys(FRAMINGS).flatMap((framing) => OUTPUTS.map((output) => [framing, output])))(
		'%s and cut off after any byte gives an error, a warning or every row as %s, and whole it is not even a warning',
		async (framing, output) => {
			for (const length of [...CUTS, PACKED.length]) {
				const bytes = PACKED.subarray(0, length);
				sent = { bytes, headers: { 'content-encoding': 'gzip', ...FRAMINGS[framing](bytes) } };
				const { error, hints, items } = await download(server, { output });
				const isTold = error !== undefined || hints.length > 0;
				// The last bytes are a checksum: without them, all rows are there.
				if (length < PACKED.length - 9) expect([length, isTold]).toEqual([length, true]);
				else if (output === 'rows' && !isTold) expect(items).toHaveLength(ROWS);
				if (length === PACKED.length) expect([error, hints]).toEqual([undefined, []]);
			}
		},
		120_000,
	);

	test('is whole, with a word about its last line where that has no line end', async () => {
		const NOTICE = expect.stringMatching(/^The last line of the report has no line end/) as string;
		sent = { bytes: CSV.subarray(0, -1), headers: {} };
		for (const output of OUTPUTS) {
			const { items, hints } = await download(server, { output });
			expect(hints).toEqual([NOTICE]);
			expect(items.at(-1)?.json.endNotice).toEqual(NOTICE);
		}
		// Nothing is uncertain where as many bytes arrive as announced.
		sent.headers = { 'content-length': `${sent.bytes.length}` };
		expect((await download(server, { output: 'rows' })).hints).toEqual([]);
		// A row that lacks a cell is cut.
		sent = { bytes: CSV.subarray(0, -2), headers: {} };
		expect((await download(server, { output: 'rows' })).items).toHaveLength(2);
		sent.bytes = CSV.subarray(0, -4);
		expect((await download(server, { output: 'rows' })).error?.message).toMatch(
			/its last line has no end$/,
		);
	});
});

const TOKEN = 'the-secret-token-of-the-test';

describe('What a service sends as a report', () => {
	let server: TestServer;
	let sent: { content: string | Buffer; type: string };

	beforeAll(async () => {
		server = await startServer((_request, response) => {
			response.writeHead(200, { 'content-type': sent.type }).end(sent.content);
		});
	});
	afterAll(async () => await server.stop());

	const received = async (output: string, content: string | Buffer, type = 'text/csv') => {
		sent = { content, type };
		return await download(server, { output }, { token: TOKEN });
	};

	const OUTPUTS = ['rows', 'totals', 'workbook', 'file'];

	test.each<[string, string, string, string]>([
		['HTML as CSV', '<html><body>Down</body></html>', 'text/csv', '<html>'],
		[
			'HTML with a document type',
			'\n<!-- x --><!DOCTYPE html><html><head><title>503</title></head></html>',
			'application/xml',
			'<!-- x --><!DOCTYPE html>',
		],
		['a sentence', 'Internal Server Error\n', 'text/plain', 'Internal Server Error'],
		['a sentence without a line end', 'no healthy upstream', 'text/csv', ''],
		['blank lines', '\n\n', 'text/csv', ''],
		['blanks', '   \n', 'text/csv', ''],
	])('is an error where it is %s', async (_, content, type, quote) => {
		for (const output of OUTPUTS) {
			const { items, error } = await received(output, content, type);
			expect(items).toEqual([]);
			expect(error?.message).toContain(quote);
			expect(error?.message).toMatch(/instead of a report|did not send a report|cut off/);
		}
	});

	test('is an error where XML holds words, but no row and no report', async () => {
		const content = '<response><status>500</status><reason>down</reason></response>';
		const { items, error } = await received('rows', content, 'application/xml');
		expect(items).toEqual([]);
		expect(error?.message).toContain('<response><status>500');
	});

	test('is shown without secrets, and shortened', async () => {
		for (const output of ['rows', 'file']) {
			const page = `<html><body>${TOKEN} ${'x'.repeat(249)}${TOKEN}${'x'.repeat(2000)}</body></html>`;
			const { error } = await received(output, page);
			expect(error?.message).toContain('<html><body>***');
			expect(error?.message).not.toContain(TOKEN.slice(0, 8));
			expect(error?.message.length).toBeLessThan(500);
		}
		const { error } = await received('rows', `${TOKEN} ${'is wrong '.repeat(200)}`);
		expect(error?.message).toContain('It sent: *** is wrong');
	});

	test.each<[string, string | Buffer]>([
		['the name of one known column', 'RequestID\n'],
		['the names of several columns that nobody knows', 'foo,bar\n'],
		['names with spaces, one of them compound', 'Some Thing, My_Thing\n'],
		['an empty report in XML', '<Report Name="x"><Requests/></Report>'],
		['an empty report in XML with facts', '<Report><Period>May</Period><Requests/></Report>'],
		['a root without anything', '<Conversions/>'],
		['one column with rows', 'Error\n1\n'],
		['a row that says Error', 'id,name\n1,<html>\n'],
	])('is a report where it is %s', async (_, content) => {
		const type = String(content).startsWith('<') ? 'application/xml' : 'text/csv';
		for (const output of ['rows', 'file']) {
			const done = await received(output, content, type);
			expect(done.error).toBeUndefined();
			if (output === 'file') {
				expect(await done.binary(done.items[0])).toEqual(Buffer.from(content));
			}
		}
	});

	test.each(['foo\n', 'upstream connect error, reset reason: overflow\n'])(
		'is an error that shows it where it is one line of no known column: %j',
		async (content) => {
			for (const output of ['rows', 'file']) {
				const { error } = await received(output, content);
				expect(error?.message).toContain(`did not send a report. It sent: ${content.trim()}`);
			}
		},
	);
});
