import { itemsOf } from '../../host/rest';
import { Instance } from './support/instance';
import { chain, manual, reporting } from './support/workflow';

const NODE = 'Merchant Reporting';
const MEGABYTE = 1024 * 1024;
const BYTES = 50 * MEGABYTE;
const PATIENCE = 240_000;
/** As many columns as a data table is looked at with; the report has about a hundred. */
const COLUMNS = [
	...['FirstName', 'LastName', 'Email', 'Address1', 'City', 'State', 'Zip', 'Country', 'Phone'].map(
		(field) => `BillTo_${field}`,
	),
	...['CardType', 'AccountSuffix', 'ExpirationMonth', 'ExpirationYear', 'WalletType'].map(
		(field) => `PaymentMethod_${field}`,
	),
	...['Name', 'ReasonCode', 'Rcode', 'Rflag', 'Rmsg'].map((field) => `Application_${field}`),
	...['Amount', 'CurrencyCode', 'PaymentRequestID', 'Type'].map((field) => `PaymentData_${field}`),
];
const DATA_TABLE_COLUMN = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/;

/** n8n shows no execution that is larger when saved, unless it is set to. */
const SHOWN_BY_DEFAULT = 100 * MEGABYTE;

describe('a 50 MB report in the real n8n', () => {
	let instance: Instance;

	beforeAll(async () => {
		const env = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: String(512 * MEGABYTE) };
		instance = await Instance.start('report-data', { env });
	});
	afterAll(async () => await instance.stop());

	const execute = async (reportId: string, parameters: object, on = instance) => {
		const { client, credential } = on;
		const workflow = await client.addWorkflow(
			chain(`Read ${reportId}`, [
				manual,
				reporting(credential, {
					resource: 'report',
					operation: 'fetch',
					report: { __rl: true, mode: 'id', value: reportId },
					...parameters,
				}),
			]),
		);
		const execution = await client.run(workflow, 'Start', PATIENCE);
		expect(execution.status).toBe('success');
		return execution;
	};
	const run = async (reportId: string, parameters: object) =>
		itemsOf(await execute(reportId, parameters), NODE);
	/** Each row counts in the amount that has the most of them. */
	const rowsIn = (totals: Array<{ json: { column?: unknown; count?: unknown } }>) => {
		const byColumn = new Map<unknown, number>();
		for (const { json } of totals) {
			byColumn.set(json.column, (byColumn.get(json.column) ?? 0) + Number(json.count));
		}
		return Math.max(...byColumn.values());
	};

	test.each(['text/csv', 'application/xml'] as const)(
		'of %s becomes rows in the shape of a data table, within a gigabyte, saved and all',
		async (reportMimeType) => {
			const { reportId } = await instance.sandbox.control.makeReport({
				reportName: `Fifty ${reportMimeType}`,
				reportMimeType,
				bytes: BYTES,
			});
			const totals = await run(reportId, { output: 'totals' });
			let rows: Awaited<ReturnType<typeof run>> = [];
			const growth = await instance.peakGrowth(async () => {
				rows = await run(reportId, {
					output: 'rows',
					options: { columns: COLUMNS.join() },
				});
			});
			console.log(
				`${reportMimeType}: ${rows.length} rows, ${Math.round(growth / MEGABYTE)} MB more memory`,
			);
			expect(rows.length).toBeGreaterThan(10_000);
			expect(rowsIn(totals)).toBe(rows.length);
			const columns = Object.keys(rows[0].json);
			expect(columns.filter((name) => !DATA_TABLE_COLUMN.test(name))).toEqual([]);
			const shapes = new Set(rows.map(({ json }) => Object.keys(json).join()));
			expect([...shapes]).toEqual([columns.join()]);
			expect(growth / MEGABYTE).toBeLessThan(1000);
		},
		2 * PATIENCE,
	);

	test(
		'of all its columns becomes rows that n8n saves whole, and does not show unless told to',
		async () => {
			const report = { reportName: 'Fifty, all columns', bytes: BYTES };
			const { reportId } = await instance.sandbox.control.makeReport(report);
			const totals = await run(reportId, { output: 'totals' });
			const execution = await execute(reportId, { output: 'rows' });
			const rows = itemsOf(execution, NODE);
			const columns = Object.keys(rows[0].json);
			const saved = execution.jsonSizeBytes ?? 0;
			console.log(
				`${rows.length} rows of ${columns.length} columns, ${Math.round(saved / MEGABYTE)} MB saved`,
			);
			expect(columns.length).toBeGreaterThan(90);
			expect(rows).toHaveLength(rowsIn(totals));
			expect(saved).toBeGreaterThan(SHOWN_BY_DEFAULT);

			const asInstalled = await Instance.start('report-data-shown');
			try {
				const made = await asInstalled.sandbox.control.makeReport(report);
				const hidden = await execute(made.reportId, { output: 'rows' }, asInstalled);
				// What differs is how many digits the times of the execution have.
				expect(Math.abs((hidden.jsonSizeBytes ?? 0) - saved)).toBeLessThan(100);
				expect(() => itemsOf(hidden, NODE)).toThrow('does not show it');
			} finally {
				await asInstalled.stop();
			}
		},
		3 * PATIENCE,
	);
});
