import type { ServerResponse } from 'node:http';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import type { IDataObject } from 'n8n-workflow';
import { gzipSync } from 'node:zlib';
import { runNode, withDefaults } from '../../support/engine';
import { retry } from '../../support/requestOptions';
import { startServer, type TestServer } from '../../support/server';

const CSV = Buffer.from(
	'Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01\nRequestID,Name,Amount\n1,"Zoë, A",2.50\n2,,1\n',
);
const LENGTHS = Array.from({ length: CSV.length + 1 }, (_, length) => length);

/** In pieces, and without saying how much is to come. */
async function send(response: ServerResponse, bytes: Buffer) {
	response.writeHead(200, { 'content-type': 'text/csv' });
	response.flushHeaders();
	if (bytes.length > 0) await new Promise((resolve) => response.write(bytes, resolve));
}

describe('A download of unknown length', () => {
	let server: TestServer;

	beforeAll(async () => {
		server = await startServer(async ({ url }, response) => {
			const [length, ending] = url.split('/').at(-1)!.split('-');
			await send(response, CSV.subarray(0, Number(length)));
			if (ending === 'whole') response.end();
			else response.socket!.destroy();
		});
	});
	afterAll(async () => await server.stop());

	const download = async (report: string, output: string) => {
		const node = new MerchantReporting();
		return await runNode({
			node,
			parameters: withDefaults(node, {
				resource: 'report',
				operation: 'downloadById',
				report: { __rl: true, mode: 'id', value: report },
				format: 'text/csv',
				output,
				options: retry({ attempts: 1 }),
			}),
			address: server.address,
			token: 'any',
		});
	};

	test('is whole when the service says that it has ended', async () => {
		const { items, error } = await download(`${CSV.length}-whole`, 'rows');
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	});

	const BROKEN = 'the download ended too early';
	test.each<[string, (length: number) => RegExp]>([
		['rows', (length) => new RegExp(`cut off at row \\d+, byte ${length}: .*${BROKEN}$`)],
		['batches', (length) => new RegExp(`cut off at row \\d+, byte ${length}: .*${BROKEN}$`)],
		['totals', (length) => new RegExp(`cut off at row \\d+, byte ${length}: .*${BROKEN}$`)],
		['file', () => new RegExp(`${BROKEN}$`)],
	])(
		'is an error where the connection breaks off after any byte, the last one included, as %s',
		async (output, message) => {
			for (const length of LENGTHS) {
				const { items, error } = await download(`${length}-broken`, output);
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

	const download = async (output: string, parameters: IDataObject = {}) => {
		const node = new MerchantReporting();
		const run = await runNode({
			node,
			parameters: withDefaults(node, {
				resource: 'report',
				operation: 'downloadById',
				report: { __rl: true, mode: 'id', value: 'x' },
				format: 'text/csv',
				output,
				options: retry({ attempts: 1 }),
				...parameters,
			}),
			address: server.address,
			token: 'any',
		});
		const [task] = run.run.data.resultData.runData[node.description.displayName];
		return { ...run, hints: (task.hints ?? []).map(({ message }) => message) };
	};

	const WARNING = /rows may be missing at its end/;
	/** With a length that is right: the sender cut it off before. */
	const zippedTo = (length: number) => {
		const bytes = gzipSync(CSV).subarray(0, length);
		sent = { bytes, headers: { 'content-encoding': 'gzip', 'content-length': `${bytes.length}` } };
	};

	test.each(['rows', 'file'])(
		'and cut off after any byte is an error or a warning as %s',
		async (output) => {
			for (let length = 1; length < gzipSync(CSV).length; length++) {
				zippedTo(length);
				const { error, hints } = await download(output);
				if (error !== undefined) continue;
				expect([length, ...hints]).toContainEqual(expect.stringMatching(WARNING));
			}
		},
		120_000,
	);

	test.each(['rows', 'file'])(
		'and is larger for it is read, with a warning that it cannot be checked, as %s',
		async (output) => {
			const bytes = gzipSync('id,name\n1,Ann\n');
			sent = {
				bytes,
				headers: { 'content-encoding': 'gzip', 'content-length': `${bytes.length}` },
			};
			const { items, error, hints } = await download(output);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(hints).toContainEqual(expect.stringMatching(WARNING));
		},
	);

	test('is whole, without a warning, where its last chunk or its length says so', async () => {
		for (const headers of [{}, { 'content-length': `${CSV.length}` }]) {
			sent = { bytes: CSV, headers: headers as Record<string, string> };
			const { items, hints } = await download('rows');
			expect(items).toHaveLength(2);
			expect(hints).toEqual([]);
		}
	});

	test('is decoded by its charset', async () => {
		sent = {
			bytes: Buffer.from('id,name\n1,Zoë\n', 'latin1'),
			headers: { 'content-type': 'text/csv; charset=ISO-8859-1' },
		};
		const { items } = await download('rows');
		expect(items[0].json).toMatchObject({ id: '1', name: 'Zoë' });
	});
});
