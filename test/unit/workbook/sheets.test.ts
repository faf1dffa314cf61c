import { unzipSync } from 'fflate';
import { read, utils } from 'xlsx';
import { type SheetOutput, SheetWriter } from '../../../nodes/shared/spreadsheet/sheets';
import { CellIssues, SpreadsheetTimes } from '../../../nodes/shared/spreadsheet/values';
import { isLong } from '../../support/long';
import { plan, tableOf, textColumn } from './book';

const [A, B] = ['A', 'B'].map(textColumn);

const sheetsIn = (file: Buffer) =>
	Object.entries(unzipSync(file))
		.filter(([path]) => path.startsWith('xl/worksheets/sheet'))
		.map(([, bytes]) => Buffer.from(bytes).toString());

test('Half of a character is replaced, and reported', async () => {
	const { file, summary } = await tableOf((table) => {
		table.begin(plan(A), []);
		table.row(['a\ud800b']);
		table.row(['\udc00']);
	});
	expect(utils.sheet_to_json(read(file).Sheets.One, { header: 1 })).toEqual([
		...[['A'], ['a\ufffdb'], ['\ufffd']],
	]);
	expect(summary.differences).toEqual([
		'Cells with characters that no spreadsheet takes, replaced by �: 2 (first in row 1, A)',
	]);
});

test('A column to keep that comes up later has its cells from then on', async () => {
	const { file } = await tableOf((table) => {
		table.begin(plan(textColumn('A', -1)), []);
		table.row([]);
		table.begin(plan(A), []);
		table.row(['x']);
	});
	expect(utils.sheet_to_json(read(file).Sheets.One, { header: 1 })).toEqual([['A'], [], ['x']]);
});

test('A count has no decimals, whatever the currency of its row', async () => {
	const { file } = await tableOf((table) => {
		table.begin(plan({ ...A, kind: 'number', currencySlot: 1 }), []);
		table.row(['3', 'USD']);
	});
	expect(read(file).Sheets.One.A2).toMatchObject({ t: 'n', w: '3' });
});

test('Of all sheets one is selected, so that nobody edits two at once', async () => {
	const { file } = await tableOf((table) => {
		table.begin(plan(A), []);
		table.row(['1']);
		table.begin(plan(A, B), []);
		table.row(['2', '3']);
	});
	expect(read(file).SheetNames).toEqual(['One', 'One 2', 'Totals']);
	const selected = sheetsIn(file).filter((xml) => xml.includes('tabSelected="1"'));
	expect(selected).toEqual([expect.stringContaining('Currency')]);
});

test('A sheet is followed by another after 1,048,575 rows', () => {
	const list: SheetOutput = { pieces: [], done: [], all: [] };
	const sheets = new SheetWriter('One', list, new CellIssues(), new SpreadsheetTimes(''));
	sheets.begin(plan(A), []);
	if (isLong) {
		for (let row = 0; row < 1_048_575; row++) {
			sheets.row(['']);
			list.pieces.length = 0;
		}
	} else {
		// As if they were written: a million rows take seconds.
		Object.assign(sheets, { rowInSheet: 1_048_575 });
		sheets.row(['']);
	}
	expect(list.all).toHaveLength(1);
	sheets.row(['y']);
	sheets.finish();
	expect(list.all.map(({ name, rows }) => [name, rows])).toEqual([
		['One', 1_048_576],
		['One 2', 2],
	]);
});

test('A sheet is called by a name that every spreadsheet takes', () => {
	const long = 'Report 2026-11-09 to 2026-11-15';
	for (const [name, ...expected] of [
		[long, long, 'Report 2026-11-09 to 2026-11- 2'],
		['Sales: EU/US', 'Sales  EU US', 'Sales  EU US 2'],
	]) {
		const list: SheetOutput = { pieces: [], done: [], all: [] };
		const sheets = new SheetWriter(name, list, new CellIssues(), new SpreadsheetTimes(''));
		sheets.begin(plan(A), []);
		sheets.begin(plan(A, B), []);
		expect(list.all.map((sheet) => sheet.name)).toEqual(expected);
	}
});
