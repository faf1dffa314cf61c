import { gzipSync } from 'node:zlib';
import { problemOf, rowsOf, totaled } from './read';

const CSV = 'id,name\n1,Zoë 😀\n2,Ωμέγα\n';
const ROWS = [
	{ id: '1', name: 'Zoë 😀' },
	{ id: '2', name: 'Ωμέγα' },
];
const littleEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();

describe('A report is read whatever it is packed and encoded in', () => {
	test.each<[string, Buffer]>([
		['UTF-8', Buffer.from(CSV)],
		['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${CSV}`)],
		['UTF-16, little end first', littleEndian(CSV)],
		['UTF-16, big end first', bigEndian(CSV)],
		['gzip', gzipSync(CSV)],
		['gzip of UTF-16', gzipSync(littleEndian(CSV))],
	])('%s', async (_, report) => {
		for (const chunk of [1, 2, 3, 5, 1000]) {
			expect(await rowsOf(report, {}, { chunk })).toEqual(ROWS);
		}
	});

	test('gzip of several parts, also with zeros after them', async () => {
		const parts = [gzipSync(CSV.slice(0, 9)), gzipSync(''), gzipSync(CSV.slice(9))];
		for (const padding of [0, 1, 700]) {
			const report = Buffer.concat([...parts, Buffer.alloc(padding)]);
			for (const chunk of [1, 2, 3, 5, 1000]) {
				expect(await rowsOf(report, {}, { chunk })).toEqual(ROWS);
			}
		}
	});

	test('gzip that unpacks to a thousand times its size, piece by piece', async () => {
		const rows = 300_000;
		const zipped = gzipSync(`id,name\n${'1,Ann\n'.repeat(rows)}`);
		expect(zipped.length).toBeLessThan(10_000);
		expect((await totaled(zipped)).totals).toMatchObject([{ count: rows }]);
	});

	test('but not gzip that is damaged, or goes on with something else', async () => {
		const zipped = gzipSync(CSV);
		const damaged = Buffer.from(zipped);
		damaged[zipped.length - 8] ^= 1;
		for (const report of [damaged, Buffer.concat([zipped, Buffer.from('more')])]) {
			const problem = await problemOf(rowsOf(report, {}, { chunk: 7 }));
			expect(problem).toMatch(/at row \d+, byte \d+: the gzip file is damaged/);
		}
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
