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
