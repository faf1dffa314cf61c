import type { IDataObject } from 'n8n-workflow';
import { read, utils, type WorkBook } from 'xlsx';
import type { NodeRun, NodeRunOptions } from '../../support/engine';
import { json, refusal, useBench } from '../reporting/harness';

const bench = useBench({ quarter: true });

const cells = ({ Sheets }: WorkBook, sheet: string) =>
	utils.sheet_to_json<unknown[]>(Sheets[sheet], { header: 1, defval: '' });

const facts = (book: WorkBook, label: string) =>
	cells(book, 'About')
		.filter(([name]) => name === label)
		.map(([, fact]) => fact);

const bookOf = async (run: NodeRun) => read(await run.binary(run.items[0]));

/** Downloads these reports, one for each input item, into one workbook. */
async function oneWorkbook(
	ids: readonly string[],
	parameters: IDataObject = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await bench.act(
		'report',
		'downloadById',
		{
			report: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			output: 'workbook',
			oneWorkbook: true,
			...parameters,
		},
		{ input: ids.map((id) => ({ id })), ...more },
	);
}

const made = async (reportName: string, rows: number) =>
	(await bench.sandbox.control.makeReport({ reportName, rows, status: 'COMPLETED' })).reportId;

describe('Several inputs into one workbook', () => {
	it('gives each report a sheet of its own, in one file that is paired with all of them', async () => {
		const ids = [await made('Sales: EU', 3), await made('sales  eu', 5), await made('US', 2)];
		const done = await oneWorkbook(ids);
		expect(json(done)).toEqual([
			expect.objectContaining({
				rows: 10,
				sheets: 3,
				missing: [],
				reports: [
					expect.objectContaining({ sheet: 'Sales  EU', reportId: ids[0], rows: 3 }),
					expect.objectContaining({ sheet: 'sales  eu 2', reportId: ids[1], rows: 5 }),
					expect.objectContaining({
						sheet: 'US',
						reportId: ids[2],
						controlTotal: expect.objectContaining({ rowsRead: 2, readToEnd: true }),
					}),
				],
			}),
		]);
		const [item] = done.items;
		expect(item.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(item.binary?.data).toMatchObject({ fileName: 'Sales- EU and 2 more.xlsx' });
		const book = await bookOf(done);
		expect(book.SheetNames).toEqual(['Sales  EU', 'sales  eu 2', 'US', 'Totals', 'About']);
		expect(book.SheetNames.slice(0, 3).map((name) => cells(book, name).length)).toEqual([4, 6, 3]);
		expect(facts(book, 'Sheet')).toEqual(['Sales  EU', 'sales  eu 2', 'US']);
		expect(facts(book, 'Report ID')).toEqual(ids);
		expect(facts(book, 'Missing')).toEqual(['None']);
	});

	it('adds up all of them for each currency, and by sheet', async () => {
		const ids = [await made('One', 40), await made('Two', 60)];
		const single = async (id: string) => {
			const report = { __rl: true, mode: 'id', value: id };
			const totals = await bench.act('report', 'downloadById', {
				...{ report, output: 'workbook' },
			});
			return cells(await bookOf(totals), 'Totals').slice(2);
		};
		const done = await oneWorkbook(ids);
		const [, headings, ...rows] = cells(await bookOf(done), 'Totals');
		expect(headings.slice(0, 5)).toEqual(['Column', 'Currency', 'Sheet', 'Rows', 'Sales']);
		const bySheet = rows.slice(rows.findIndex(([title]) => title === 'By Sheet') + 2);
		const of = (sheet: string) =>
			bySheet.filter(([, , name]) => name === sheet).map(([a, b, , ...rest]) => [a, b, ...rest]);
		expect(of('One')).toEqual(await single(ids[0]));
		expect(of('Two')).toEqual(await single(ids[1]));
		for (const [column, currency, sheet, count, sum] of rows.filter((row) => row[2] === 'All')) {
			const parts = bySheet.filter(([a, b]) => a === column && b === currency);
			expect(sheet).toBe('All');
			expect(count).toBe(parts.reduce((total, part) => total + (part[3] as number), 0));
			expect(sum).toBeCloseTo(
				parts.reduce((total, part) => total + (part[4] as number), 0),
				6,
			);
		}
	});

	it('stops with an error that names the input which failed', async () => {
		const ids = [await made('Good', 3), 'no-such-report', await made('Other', 2)];
		const done = await oneWorkbook(ids);
		expect(refusal(done)).toContain('no-such-report');
		expect(done.error?.description).toContain(
			'Row 2 of 3 failed. No workbook was made. Not tried: row 3.',
		);
		expect(done.error?.description).not.toContain('Done');
	});

	it('keeps the others where the node continues on fail, and says what is missing', async () => {
		const ids = [await made('Good', 3), 'no-such-report', await made('Other', 2)];
		const done = await oneWorkbook(ids, {}, { continueOnFail: true });
		const [workbook, failed] = done.items;
		expect(workbook.json).toMatchObject({
			rows: 5,
			missing: [expect.stringMatching(/^Row 2: .*no-such-report/)],
		});
		expect(workbook.pairedItem).toEqual([{ item: 0 }, { item: 2 }]);
		expect(failed.json).toMatchObject({ id: 'no-such-report', error: expect.any(String) });
		const book = await bookOf(done);
		expect(book.SheetNames).toEqual(['Good', 'Other', 'Totals', 'About']);
		expect(facts(book, 'Missing')).toEqual([expect.stringMatching(/^Row 2: /)]);
	});

	it('names every problem of a row that is missing', async () => {
		const ids = [await made('Good', 3), ''];
		const wrong = {
			groupBy: '={{ $json.id === "" ? "A, B, C, D" : "" }}',
		};
		const done = await oneWorkbook(ids, wrong, { continueOnFail: true });
		expect(done.items[0].json).toMatchObject({
			missing: [expect.stringMatching(/^Row 2: 2 problems: .*; /)],
		});
	});

	it('leaves out a report that breaks off in the middle, and its totals', async () => {
		const ids = [await made('Good', 30), await made('Broken', 30_000)];
		await bench.sandbox.control.fault({
			kind: 'cutOff',
			afterBytes: 2_000_000,
			path: `/reporting/v3/reports/${ids[1]}`,
			skip: 1,
			times: 20,
		});
		const done = await oneWorkbook(ids, {}, { continueOnFail: true });
		const book = await bookOf(done);
		expect(book.SheetNames).toEqual(['Good', 'Totals', 'About']);
		expect(done.items[0].json).toMatchObject({
			rows: 30,
			missing: [expect.stringMatching(/^Row 2/)],
		});
		expect(cells(book, 'Totals').flat()).not.toContain('Broken');
	});

	it('says of which report there are no transactions', async () => {
		const nothing = { reportName: 'Nothing', status: 'NO_DATA' } as const;
		const { reportId } = await bench.sandbox.control.makeReport(nothing);
		const ids = [await made('Good', 3), reportId];
		const done = await oneWorkbook(ids);
		expect(json(done)[0]).toMatchObject({
			rows: 3,
			missing: ['"Nothing": the service has no transactions for it'],
		});
	});

	it('is a workbook that says so where no report has any transactions', async () => {
		const nothing = { reportName: 'Nothing', status: 'NO_DATA' } as const;
		const [first, second] = [
			await bench.sandbox.control.makeReport(nothing),
			await bench.sandbox.control.makeReport(nothing),
		];
		const done = await oneWorkbook([first.reportId, second.reportId]);
		const missing = '"Nothing": the service has no transactions for it';
		expect(json(done)).toEqual([
			expect.objectContaining({ rows: 0, reports: [], missing: [missing, missing] }),
		]);
		const book = await bookOf(done);
		expect(cells(book, 'Report').flat()).toContain('No transactions');
		expect(cells(book, 'Totals').flat()).toContain('No transactions');
		expect(facts(book, 'Missing')).toEqual([missing]);
	});

	it('says the same of a report that has its column names only', async () => {
		const ids = [await made('Good', 3), await made('Bare', 0)];
		const done = await oneWorkbook(ids);
		const missing = ['"Bare": the service has no transactions for it'];
		expect(json(done)[0]).toMatchObject({ rows: 3, sheets: 2, missing });
		const book = await bookOf(done);
		expect(cells(book, 'Bare')[1][0]).toBe('No transactions');
		expect(facts(book, 'Missing')).toEqual(missing);
	});

	it('is paired only with the items that are in it', async () => {
		const ids = [await made('Rows', 2), await made('Good', 3), await made('Other', 4)];
		const output = '={{ $itemIndex === 0 ? "rows" : "workbook" }}';
		const [workbook, ...rows] = (await oneWorkbook(ids, { output })).items;
		expect(workbook.json).toMatchObject({ rows: 7, missing: [] });
		expect(workbook.pairedItem).toEqual([{ item: 1 }, { item: 2 }]);
		expect(rows.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		const without = await oneWorkbook(
			['no-such-report', ...ids.slice(1)],
			{ output },
			{
				continueOnFail: true,
			},
		);
		expect(without.items[0].json).toMatchObject({ rows: 7, missing: [] });
	});

	it('has no file where nothing could be read', async () => {
		const done = await oneWorkbook(['none', 'neither'], {}, { continueOnFail: true });
		expect(done.items.map((item) => item.binary)).toEqual([undefined, undefined]);
	});

	it('refuses items with different columns to total by', async () => {
		const ids = [await made('A', 1), await made('B', 1)];
		const done = await oneWorkbook(ids, { groupBy: '={{ $itemIndex === 0 ? "" : "Status" }}' });
		expect(refusal(done)).toContain(
			'Group Totals By: has to be the same for all items of one workbook',
		);
	});

	it('makes one file for each input where the user does not choose it', async () => {
		const ids = [await made('A', 1), await made('B', 1)];
		const done = await oneWorkbook(ids, { oneWorkbook: false });
		expect(done.items.map(({ binary }) => binary?.data.fileName)).toEqual(['A.xlsx', 'B.xlsx']);
	});

	it('works for reports on demand too', async () => {
		const done = await bench.act(
			'onDemandReport',
			'conversionDetail',
			{
				...{ output: 'workbook', oneWorkbook: true },
				...{ period: 'custom', periodStart: '={{ $json.day }}', periodEnd: '2026-11-07' },
			},
			{ input: [{ day: '2026-11-01' }, { day: '2026-11-02' }] },
		);
		expect(json(done)).toHaveLength(1);
		expect(json(done)[0].reports).toHaveLength(2);
	});
});
