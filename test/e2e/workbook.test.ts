import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { workbookOf } from '../unit/workbook/book';

const folder = mkdtempSync(join(tmpdir(), 'workbook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runs(command: string): boolean {
	try {
		execFileSync(command, ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** Commas, quotes, UTF-8, text in quotes, all sheets; only numbers and dates come without quotes. */
const CSV_FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1';

/** The sheets of a workbook, opened and saved as CSV by LibreOffice with a profile of its own. */
function readByLibreOffice(file: Buffer, sheet: string): string {
	const path = join(folder, 'book.xlsx');
	writeFileSync(path, file);
	const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
	const convert = ['--headless', '--convert-to', CSV_FILTER, '--outdir', folder, path];
	execFileSync('soffice', [profile, ...convert], { stdio: 'pipe', timeout: 120_000 });
	return readFileSync(join(folder, `book-${sheet}.csv`), 'utf8').replace(/^\ufeff/, '');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** One table with as many odd cells as come up, since LibreOffice takes seconds to start. */
function oddTable(): string[][] {
	const cell = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('=1+1', ' a ', '_x0041_', '&amp;', ']]>', '007', '1e5', 'TRUE', '2026-03-01'),
		fc.constantFrom('12345678901234567890', "'x", '"', '+1', '@x', 'a\nb', '😀'),
	);
	const row = fc.array(cell, { minLength: 4, maxLength: 4 });
	// An empty row at the end would be left out, and so would text that is nothing but a line break.
	return fc.sample(row, 400).map((cells, index) => [`r${index}`, ...cells]);
}

if (runs('soffice')) {
	test('LibreOffice opens a workbook and finds the values of the report in it', async () => {
		const rows = oddTable();
		const csv = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
		const { file } = await workbookOf(`id,a,b,c,d\r\n${csv}`);
		const cells: string[][] = parse(readByLibreOffice(file, 'Report'));
		expect(cells.slice(1)).toEqual(rows);
	});

	test('LibreOffice finds amounts, dates and totals as numbers', async () => {
		const report =
			'RequestID,Time,Amount,Currency\n1,2026-03-01T08:30:00Z,1234.5,USD\n2,2026-03-01,-0.25,USD\n';
		const { file } = await workbookOf(report, { groupBy: ['Currency'] });
		expect(readByLibreOffice(file, 'Report').trimEnd().split('\n').slice(1)).toEqual([
			'"1",2026-03-01 08:30:00,1234.5,"USD"',
			'"2",2026-03-01,-0.25,"USD"',
		]);
		const totals = readByLibreOffice(file, 'Totals').split('\n');
		expect(totals).toContain('"All","USD",2,,,,,1234.25');
	});
} else {
	test('A workbook is not opened here: LibreOffice (soffice) is not installed', () => {
		expect(runs(process.execPath)).toBe(true);
	});
}
