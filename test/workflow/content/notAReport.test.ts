import { setAttempts } from '../../support/patience';
import { startServer, type TestServer } from '../../support/server';
import { download } from './download';

beforeEach(() => setAttempts(1));

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
		['HTML in capitals', '<HTML><BODY>Down</BODY></HTML>', 'application/octet-stream', '<HTML>'],
		[
			'HTML with a document type',
			'\n<!-- x --><!DOCTYPE html><html><head><title>503</title></head></html>',
			'application/xml',
			'<!-- x --><!DOCTYPE html>',
		],
		[
			'an error in XML',
			'<?xml version="1.0"?><error><code>500</code><message>x</message></error>',
			'application/xml',
			'<error><code>500',
		],
		['an error in XML as CSV', '<Error>boom</Error>', 'text/csv', '<Error>boom'],
		[
			'a fault',
			'<soap:Envelope xmlns:soap="x"><soap:Body><soap:Fault><faultstring>x</faultstring></soap:Fault></soap:Body></soap:Envelope>',
			'text/xml',
			'<soap:Envelope',
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
			const page = `<html><body>${TOKEN} ${'x'.repeat(2000)}</body></html>`;
			const { error } = await received(output, page);
			expect(error?.message).toContain('<html><body>***');
			expect(error?.message).not.toContain(TOKEN);
			expect(error?.message.length).toBeLessThan(500);
		}
	});

	test.each<[string, string | Buffer]>([
		['the name of one known column', 'RequestID\n'],
		['the names of several columns that nobody knows', 'foo,bar\n'],
		['names with spaces, one of them known', 'RequestID,Some Thing\n'],
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
