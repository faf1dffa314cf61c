import { gzipSync } from 'node:zlib';
import { readReport } from '../../../nodes/shared/report/readReport';
import { RowsSink } from '../../../nodes/shared/report/rowsSink';
import { choicesOf, problemOf, rowsOf } from './read';
import { cases, isLong } from '../../support/long';

const MEGABYTE = 1_000_000;
const xml = { mimeType: 'application/xml' };

describe('A gigabyte without an end is given up early', () => {
	/** One for each way to read on; `npm run test:all` tries every place. */
	const TELLING = /^a (line|quoted cell|text|comment)$|attribute/;
	const ENDLESS: Array<[string, string, string]> = [
		['a line', 'id,name\n1,', 'x'],
		['a line of column names', '', 'x'],
		['a quoted cell', 'id,name\n1,"', 'x'],
		['a line of quotes', 'id,name\n1,"', '""'],
		['a text', '<R><Request><A>', 'x'],
		['blanks between elements', '<R><Request>', '\n'],
		['a comment', '<R><!--', '-'],
		['character data', '<R><Request><A><![CDATA[', ']'],
		['the value of an attribute', '<R><Request A="', 'x'],
		['a document type', '<!DOCTYPE R "', 'x'],
	];

	test.each(ENDLESS.filter(([name]) => isLong || TELLING.test(name)))(
		'%s',
		async (_, head, rest) => {
			let sent = 0;
			const piece = Buffer.from(rest.repeat(MEGABYTE / 10));
			async function* gigabyte() {
				yield Buffer.from(head);
				for (; sent < 1000 * MEGABYTE; sent += piece.length) yield piece;
			}
			const mimeType = head.startsWith('<') ? xml.mimeType : 'text/csv';
			const sink = new RowsSink(choicesOf({}), () => undefined);
			const problem = await problemOf(readReport({ bytes: gigabyte(), mimeType }, sink));
			expect(problem).toMatch(
				/^From byte \d+ on, [\d,]+ bytes come without an end\. A quote or a tag/,
			);
			expect(sent).toBeLessThan(40 * MEGABYTE);
		},
	);
});

describe('Very many columns', () => {
	test('a million are refused', async () => {
		expect(await problemOf(rowsOf(`${'a,'.repeat(MEGABYTE)}a\n`))).toMatch(
			/^At row 1, byte 1: the line has more than 16,384 cells\. Order the report with fewer fields\. If/,
		);
	});

	test('as many as are allowed are read, all of one name', async () => {
		const columns = cases(2000, 16_384);
		const row = Array.from({ length: columns }, (_, index) => index).join();
		const csv = `${'OrderAmt,'.repeat(columns - 1)}OrderAmt\n${row}\n`;
		const [read] = await rowsOf(csv, { amounts: 'number', showTimesIn: 'UTC' });
		expect(Object.keys(read)).toHaveLength(columns);
	});
});

describe('Names that JavaScript knows', () => {
	const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '0'];
	const cells = NAMES.map((_, index) => `${index}`);
	const CSV = `${NAMES.join()}\n${cells.join()}\n`;

	test('are columns like any other in rows, whatever is done with them', async () => {
		const byName = (row: object) =>
			new Map(Object.entries(row as Record<string, string>).map(([name, cell]) => [name, cell]));
		const expected = new Map(NAMES.map((name, index) => [name, cells[index]]));
		expect(byName((await rowsOf(CSV))[0])).toEqual(expected);
		const columns = { columns: [...NAMES].reverse() };
		expect(byName((await rowsOf(CSV, columns))[0])).toEqual(expected);
		const filters = { conditions: [{ column: '__proto__', comparison: 'equals', value: '0' }] };
		expect(await rowsOf(CSV, { filters })).toHaveLength(1);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

describe('Bytes that should not be there', () => {
	test.each<[string, Buffer, string]>([
		['a gzip file', gzipSync('id\n1\n'), 'gzip file. Choose File as Output, and unpack it'],
		['UTF-16', Buffer.from('\uFEFFid\n1\n', 'utf16le'), 'its beginning is not valid UTF-8. The'],
	])('are those of %s', async (_, report, problem) => {
		expect(await problemOf(rowsOf(report))).toContain(problem);
	});

	test.each([
		['a byte of another encoding', [0xfc]],
		['a letter without its end', [0xe2, 0x82]],
		['half of a pair', [0xed, 0xa0, 0x80]],
		['a letter in too many bytes', [0xc0, 0xaf]],
		['a letter beyond the last', [0xf5, 0x80, 0x80, 0x80]],
	])('%s is refused in CSV and in XML, in cells and in names', async (_, bytes) => {
		const around = (before: string, after: string) =>
			Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
		for (const [report, mimeType] of [
			[around('id,name\n1,x', 'x\n'), 'text/csv'],
			[around('id,n', 'n\n1,x\n'), 'text/csv'],
			[around('<R><Request><A>x', 'x</A></Request></R>'), xml.mimeType],
			[around('<R><Request A="x', 'x"/></R>'), xml.mimeType],
		] as const) {
			const problem = await problemOf(rowsOf(report, {}, { mimeType }));
			expect(problem).toMatch(/^At row 1, byte \d+: ".*" is not valid UTF-8\. .* Download it as a/);
		}
		const name = rowsOf(around('<R><Request><A', '>x</A></Request></R>'), {}, xml);
		expect(await problemOf(name)).toMatch(/is not a name|stands in/);
	});
});
