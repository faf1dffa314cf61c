import type { ServerResponse } from 'node:http';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { runNode, withDefaults } from '../../support/engine';
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
				options: { attempts: 1 },
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

	const BROKEN = 'the download broke off before its end';
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
