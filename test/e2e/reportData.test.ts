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
		(field) => `BillTo.${field}`,
	),
	...['CardType', 'AccountSuffix', 'ExpirationMonth', 'ExpirationYear', 'WalletType'].map(
		(field) => `PaymentMethod.${field}`,
	),
	...['Name', 'ReasonCode', 'Rcode', 'Rflag', 'Rmsg'].map((field) => `Application.${field}`),
	...['Amount', 'CurrencyCode', 'PaymentRequestID', 'Type'].map((field) => `PaymentData.${field}`),
];
const DATA_TABLE_COLUMN = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/;

describe('a 50 MB report in the real n8n', () => {
	let instance: Instance;

	beforeAll(async () => {
		instance = await Instance.start('report-data');
	});
	afterAll(async () => await instance.stop());

	const run = async (reportId: string, parameters: object) => {
		const { client, credential } = instance;
		const workflow = await client.addWorkflow(
			chain(`Read ${reportId}`, [
				manual,
				reporting(credential, {
					resource: 'report',
					operation: 'downloadById',
					report: { __rl: true, mode: 'id', value: reportId },
					...parameters,
				}),
			]),
		);
		const execution = await client.run(workflow, 'Start', PATIENCE);
		expect(execution.data.resultData.error).toBeUndefined();
		return itemsOf(execution, NODE);
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
					rowOptions: {
						columns: COLUMNS.join(),
						columnNames: 'safe',
						rowKey: 'row',
						metadataColumns: ['reportId'],
					},
				});
			});
			console.log(
				`${reportMimeType}: ${rows.length} rows, ${Math.round(growth / MEGABYTE)} MB more memory`,
			);
			expect(rows.length).toBeGreaterThan(10_000);
			expect(totals.reduce((sum, { json }) => sum + Number(json.rows), 0)).toBe(rows.length);
			const columns = Object.keys(rows[0].json);
			expect(columns.filter((name) => !DATA_TABLE_COLUMN.test(name))).toEqual([]);
			const shapes = new Set(rows.map(({ json }) => Object.keys(json).join()));
			expect([...shapes]).toEqual([columns.join()]);
			expect(new Set(rows.map(({ json }) => json.rowKey)).size).toBe(rows.length);
			expect(growth / MEGABYTE).toBeLessThan(1000);
		},
		2 * PATIENCE,
	);
});
