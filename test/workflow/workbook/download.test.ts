import { read, utils } from 'xlsx';
import { startTestSandbox } from '../../support/sandbox';
import { byId, useBench } from '../reporting/harness';
import { watchSandbox } from '../trigger/watch';

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

	it('is made of a download by name and date, and of an on-demand report', async () => {
		await bench.sandbox.control.makeReport({
			...{ reportName: 'By name', rows: 12 },
			...{ reportStartTime: '2026-11-09T00:00:00Z', reportEndTime: '2026-11-10T00:00:00Z' },
		});
		const week = { period: 'custom', periodStart: '2026-11-01', periodEnd: '2026-11-07' };
		for (const [resource, operation, parameters] of [
			['report', 'download', { reportName: { __rl: true, mode: 'name', value: 'By name' } }],
			[
				'conversionDetail',
				'get',
				{ ...week, periodTimeZone: 'GMT', options: { format: 'text/csv' } },
			],
		] as const) {
			const rows = await bench.act(resource, operation, { ...parameters, output: 'rows' });
			const workbook = await bench.act(resource, operation, { ...parameters, output: 'workbook' });
			expect(workbook.items).toHaveLength(1);
			const sheet = rowsOf(await workbook.binary(workbook.items[0])).slice(1);
			expect(sheet.map(([first]) => first)).toEqual(
				rows.items.map(({ json }) => Object.values(json)[0]),
			);
			expect(sheet.length).toBeGreaterThan(0);
		}
	});

	it('comes along with a new report of the trigger', async () => {
		const sandbox = await startTestSandbox();
		const workflow = watchSandbox(sandbox, {
			event: 'newReport',
			download: true,
			output: 'workbook',
		});
		await workflow.activate();
		await sandbox.control.makeReport({ reportName: 'New', status: 'COMPLETED', rows: 3 });
		await workflow.poll();
		await sandbox.stop();
		const [item] = workflow.executions[0];
		expect(item.json).toMatchObject({ rows: 3, report: { reportName: 'New' } });
		expect(item.binary?.data).toMatchObject({
			fileName: expect.stringMatching(/^New \d{4}-\d\d-\d\d\.xlsx$/) as string,
		});
	});
});
