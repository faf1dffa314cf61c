import type { IDataObject } from 'n8n-workflow';
import { byId, json, useBench } from './harness';

const bench = useBench();

const FIELDS = [
	...['Request.RequestID', 'BillTo.FirstName', 'BillTo.LastName', 'BillTo.CompanyName'],
	...['BillTo.Email', 'BillTo.Phone', 'BillTo.Address1', 'BillTo.Zip', 'BillTo.IPAddress'],
	...['BillTo.UserName', 'BillTo.CustomerID', 'BillTo.City', 'PaymentData.Amount'],
];
const PERSON = FIELDS.filter((name) => name.startsWith('BillTo') && name !== 'BillTo.City');

describe('a report that a tool of an agent reads', () => {
	let report: IDataObject;
	beforeAll(async () => {
		const { reportId } = await bench.sandbox.control.makeReport({
			reportName: 'Customers',
			rows: 3,
			reportFields: FIELDS,
		});
		report = byId(reportId);
	});
	const rows = async (more: IDataObject, asTool: boolean): Promise<IDataObject[]> => {
		const items = json(await bench.act('report', 'fetch', { report, ...more }, { asTool }));
		return more.output === 'oneBatch' ? (items[0].rows as IDataObject[]) : items;
	};

	it.each([{ output: 'rows' }, { output: 'oneBatch' }])('masks who paid: %j', async (output) => {
		const inFull = await rows(output, false);
		const masked = await rows(output, true);
		expect(inFull).toHaveLength(3);
		expect(masked).toHaveLength(3);
		masked.forEach((row, index) => {
			for (const name of PERSON) expect(row[name]).toMatch(/^(?:.\*\*\d*(@|$)|$)/u);
			expect({
				...row,
				...Object.fromEntries(PERSON.map((name) => [name, inFull[index][name]])),
			}).toEqual(inFull[index]);
		});
		for (const name of PERSON) {
			expect(new Set(masked.map((row) => row[name])).size).toBe(
				new Set(inFull.map((row) => row[name])).size,
			);
		}
		expect(await rows({ ...output, showCustomer: true }, true)).toEqual(inFull);
	});
});
