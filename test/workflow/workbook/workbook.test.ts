import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';
import { type Report, runReport as run } from '../content/reportNode';

const CSV: Report = {
	content: 'RequestID,Amount,Currency,Status\n001,1.50,USD,A\n002,2.50,USD,B\n003,x,EUR,A\n',
	mimeType: 'text/csv; charset=utf-8',
	fileName: 'daily.csv',
};

const messageOf = ({ error }: Awaited<ReturnType<typeof run>>) => error?.message;

describe('A downloaded report comes out as an Excel workbook', () => {
	test('in one item with the file, and with what is different in it', async () => {
		const done = await run(CSV, {
			output: 'workbook',
			options: { binaryPropertyName: ' sheet ' },
			groupBy: 'Status',
		});
		const included = ['Declined', 'Refunded'].map(
			(what) => expect.stringContaining(`${what} transactions are included`) as string,
		);
		expect(done.json).toEqual([
			{
				reportId: 'r1',
				reportName: 'Daily',
				rows: 3,
				sheets: 1,
				differences: [
					expect.stringContaining('not numbers, kept as text'),
					expect.stringContaining('not numbers, left out of the totals'),
				],
				totalsNotes: included,
			},
		]);
		expect(done.hints).toEqual([
			expect.stringContaining('kept as text: 1 (first in row 3, Amount)'),
			expect.stringContaining('left out of the totals: 1 (first in row 3, Amount)'),
			...included,
		]);
		expect(done.items[0].binary?.sheet).toMatchObject({
			fileName: 'daily.xlsx',
			fileExtension: 'xlsx',
			mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		});
		const book = read(await done.binary(done.items[0], 'sheet'));
		expect(book.SheetNames).toEqual(['Report', 'Totals']);
		expect(utils.sheet_to_json(book.Sheets.Report, { header: 1 })).toEqual([
			['Request ID', 'Amount', 'Currency', 'Status'],
			['001', 1.5, 'USD', 'A'],
			['002', 2.5, 'USD', 'B'],
			['003', 'x', 'EUR', 'A'],
		]);
	});

	test('with the times of the report, or of the zone that the user chose', async () => {
		const report = { ...CSV, content: 'CaseTime\n2026-03-01T23:30:00Z\n', timeZone: 'Asia/Tokyo' };
		const shown = async (options: IDataObject) => {
			const done = await run(report, { output: 'workbook', options });
			const { Sheets } = read(await done.binary(done.items[0]), { cellNF: true });
			const [[about]] = utils.sheet_to_json<string[]>(Sheets.Totals, { header: 1 });
			return [(Sheets.Report.A2 as { w: string }).w, about];
		};
		expect(await shown({})).toEqual(['2026-03-02 08:30:00', 'Daily, Asia/Tokyo']);
		expect(await shown({ showTimesIn: 'UTC' })).toEqual(['2026-03-01 23:30:00', 'Daily, UTC']);
		report.content = 'CaseTime\n2026-03-01T23:30:00\n';
		expect(await shown({ showTimesIn: 'UTC' })).toEqual(['2026-03-01 14:30:00', 'Daily, UTC']);
		const [row] = (await run(report, { options: { showTimesIn: 'UTC' } })).items;
		expect(row.json).toEqual({ CaseTime: '2026-03-01 14:30:00' });
		const options = { showTimesIn: 'UTC', spreadsheetFormat: 'commaAndPoint' };
		const csv = await run(report, { output: 'workbook', options });
		expect(String(await csv.binary(csv.items[0]))).toMatch(/\r\n2026-03-01 14:30:00\r\n$/);
	});

	test('that says so where rows may be missing at the end, or a part has none', async () => {
		const period = { periodStart: '2026-01-01T00:00:00Z', periodEnd: '2026-03-01T00:00:00Z' };
		const whole = { reportName: 'All', ...period, reportIds: [], partsWithoutData: ['May'] };
		const report = { ...CSV, completeness: 'unknown', about: { whole } } as const;
		const done = await run(report, { output: 'workbook' });
		const endNotice = expect.stringContaining('rows may be missing at its end');
		expect(done.items[0].json).toMatchObject({ endNotice });
		const { Sheets, SheetNames } = read(await done.binary(done.items[0]));
		expect(SheetNames[0]).toBe('Report 2026-01-01 to 2026-02-28');
		const notes = utils.sheet_to_json(Sheets.Totals, { header: 1 });
		const about = ['All, 2026-01-01 00:00:00 to 2026-03-01 00:00:00, UTC'];
		expect(notes).toEqual(expect.arrayContaining([about, ['No data: May'], [endNotice]]));
	});
});

test('A downloaded report comes out as CSV for the spreadsheets of a country', async () => {
	const done = await run(CSV, {
		output: 'workbook',
		options: { spreadsheetFormat: 'semicolonAndComma' },
	});
	expect(done.json).toEqual([
		{
			reportId: 'r1',
			reportName: 'Daily',
			rows: 3,
			differences: [expect.stringContaining('not numbers, kept as text')],
		},
	]);
	expect(done.items[0].binary?.data).toMatchObject({ fileName: 'daily.csv', mimeType: 'text/csv' });
	expect((await done.binary(done.items[0])).toString()).toBe(
		'\ufeffRequest ID;Amount;Currency;Status\r\n001;"1,50";USD;A\r\n002;"2,50";USD;B\r\n003;x;EUR;A\r\n',
	);
	expect(
		messageOf(await run(CSV, { output: 'workbook', options: { spreadsheetFormat: 'x' } })),
	).toContain('Spreadsheet Format: "x" is not one of the choices');
	expect(
		messageOf(await run(CSV, { output: 'workbook', options: { binaryPropertyName: ' ' } })),
	).toContain('Put Output File in Field: is required');
});
