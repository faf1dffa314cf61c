import { read, utils } from 'xlsx';
import { byId, useBench } from '../reporting/harness';

const bench = useBench({ quarter: true });

const rowsOf = (file: Buffer) => {
	const { Sheets, SheetNames } = read(file);
	const name = SheetNames.find((sheet) => sheet.startsWith('Report ')) ?? '';
	return utils.sheet_to_json<string[]>(Sheets[name], { header: 1 });
};

describe('A workbook, in n8n against the sandbox', () => {
	it.each(['text/csv', 'application/xml'] as const)(
		'is made of a download in %s',
		async (reportMimeType) => {
			const made = { reportName: 'Sheet', reportMimeType, rows: 300 };
			const { reportId } = await bench.sandbox.control.makeReport(made);
			const download = async (output: string) =>
				await bench.act('report', 'fetch', { report: byId(reportId), output });
			const { items } = await download('rows');
			const workbook = await download('workbook');
			const [item] = workbook.items;
			expect(item.json).toMatchObject({ reportId, reportName: 'Sheet', rows: 300 });
			expect(item.binary?.data).toMatchObject({ fileName: 'Sheet 2026-11-09.xlsx' });
			const [headings, ...rows] = rowsOf(await workbook.binary(item));
			expect(headings).toHaveLength(Object.keys(items[0].json).length);
			expect(rows).toHaveLength(items.length);
			const ids = items.map(({ json }) => Object.values(json)[0]);
			expect(rows.map(([id]) => id)).toEqual(ids);
		},
	);
});
