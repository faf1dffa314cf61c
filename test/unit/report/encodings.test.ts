import { gzipSync } from 'node:zlib';
import { problemOf, rowsOf } from './read';

const CSV = 'id,name\n1,Zoë 😀\n2,Ωμέγα\n';
const ROWS = [
	{ id: '1', name: 'Zoë 😀' },
	{ id: '2', name: 'Ωμέγα' },
];
const littleEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('A report is read in UTF-8', () => {
	test.each<[string, Buffer]>([
		['UTF-8', Buffer.from(CSV)],
		['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${CSV}`)],
	])('%s', async (_, report) => {
		for (const chunk of [1, 2, 3, 5, 1000]) {
			expect(await rowsOf(report, {}, { chunk })).toEqual(ROWS);
		}
	});

	test.each<[string, Buffer, string]>([
		['a gzip file', gzipSync(CSV), 'The report is a gzip file'],
		['UTF-16', littleEndian(CSV), 'its beginning is not valid UTF-8'],
	])('but not where it is %s', async (_, report, problem) => {
		expect(await problemOf(rowsOf(report))).toBe(problem);
	});

	test.each([
		['ISO-8859-1', 'latin1', 'is not valid UTF-8'],
		['UTF-8', 'utf8', undefined],
	] as const)('XML in %s', async (name, encoding, problem) => {
		const report = `<?xml version="1.0" encoding="${name}"?><R><Request A="é"/></R>`;
		const read = rowsOf(Buffer.from(report, encoding), {}, { mimeType: 'application/xml' });
		if (problem === undefined) expect(await read).toEqual([{ A: 'é' }]);
		else expect(await problemOf(read)).toContain(problem);
	});

	test('the content decides between CSV and XML where the service names the wrong one', async () => {
		expect(await rowsOf(CSV, {}, { mimeType: 'application/octet-stream' })).toEqual(ROWS);
		expect(
			await rowsOf('<R><Rows><Request A="1"/></Rows></R>', {}, { mimeType: 'text/csv' }),
		).toEqual([{ A: '1' }]);
	});
});
