import { gzipSync } from 'node:zlib';
import { problemOf, rowsOf } from './read';

const CSV = 'id,name\n1,Zoë 😀\n2,Ωμέγα\n';
const ROWS = [
	{ id: '1', name: 'Zoë 😀' },
	{ id: '2', name: 'Ωμέγα' },
];
const littleEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();

describe('A report is read whatever it is encoded in', () => {
	test.each<[string, Buffer]>([
		['UTF-8', Buffer.from(CSV)],
		['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${CSV}`)],
		['UTF-16, little end first', littleEndian(CSV)],
		['UTF-16, big end first', bigEndian(CSV)],
	])('%s', async (_, report) => {
		for (const chunk of [1, 2, 3, 5, 1000]) {
			expect(await rowsOf(report, {}, { chunk })).toEqual(ROWS);
		}
	});

	test.each<[string, Buffer, string]>([
		['a gzip file', gzipSync(CSV), 'The report is a gzip file'],
		['UTF-16 without its mark', Buffer.from(CSV, 'utf16le'), 'its beginning is not valid UTF-8'],
	])('but not where it is %s', async (_, report, problem) => {
		expect(await problemOf(rowsOf(report))).toBe(problem);
	});

	test.each<[string, Buffer]>([
		['UTF-8', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><R><Request A="é"/></R>')],
		[
			'ISO 8859-1',
			Buffer.from("<?xml version='1.0' encoding='ISO-8859-1'?><R><Request A='é'/></R>", 'latin1'),
		],
		['UTF-16', littleEndian('<?xml version="1.0" encoding="UTF-16"?><R><Request A="é"/></R>')],
	])('XML that says its encoding is %s', async (_, report) => {
		for (const chunk of [1, 1000]) {
			const rows = await rowsOf(report, {}, { chunk, mimeType: 'application/xml' });
			expect(rows).toEqual([{ A: 'é' }]);
		}
	});

	test('an encoding that nobody knows is named', async () => {
		const report = '<?xml version="1.0" encoding="x-made-up"?><R/>';
		expect(await problemOf(rowsOf(report))).toContain('"x-made-up"');
	});

	test('half a UTF-16 letter at the end is a cut', async () => {
		const report = littleEndian(CSV);
		expect(await problemOf(rowsOf(report.subarray(0, report.length - 1)))).toContain('cut off');
	});

	test('the content decides between CSV and XML where the service names the wrong one', async () => {
		expect(await rowsOf(CSV, {}, { mimeType: 'application/octet-stream' })).toEqual(ROWS);
		expect(
			await rowsOf('<R><Rows><Request A="1"/></Rows></R>', {}, { mimeType: 'text/csv' }),
		).toEqual([{ A: '1' }]);
	});
});
