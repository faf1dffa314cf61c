import { Decimal } from 'decimal.js';
import { read, utils, type WorkBook } from 'xlsx';
import { itemsOf } from '../../host/rest';
import { Instance } from './support/instance';
import { chain, invoicing, manual, type Step } from './support/workflow';

interface Invoice {
	id: string;
	orderInformation: { amountDetails: { totalAmount: number; currency: string } };
}

const rowsIn = ({ Sheets }: WorkBook, sheet: string) =>
	utils.sheet_to_json<Record<string, unknown>>(Sheets[sheet], { defval: '' });

describe('workbooks that n8n stores', () => {
	let instance: Instance;
	beforeAll(async () => {
		instance = await Instance.start('spreadsheets');
	});
	afterAll(async () => await instance.stop());

	/** The one workbook that the last step makes. */
	async function workbookOf(name: string, ...steps: Step[]): Promise<WorkBook> {
		const { client } = instance;
		const workflow = await client.addWorkflow(chain(name, [manual, ...steps]));
		const execution = await client.run(workflow, manual.name, 120_000);
		expect(execution.data.resultData.error).toBeUndefined();
		const made = itemsOf(execution, steps[steps.length - 1].name);
		expect(made.map(({ binary }) => binary?.data.fileExtension)).toEqual(['xlsx']);
		return read(await client.binary(made[0].binary?.data.id ?? ''));
	}

	test('Get Many writes every invoice of the ledger into one, with amounts that add up', async () => {
		const { credential, sandbox } = instance;
		const book = await workbookOf(
			'Invoices as a workbook',
			invoicing(credential, {
				resource: 'invoice',
				operation: 'getAll',
				returnAll: true,
				itemOutput: 'workbook',
			}),
		);
		const { invoices } = await sandbox.control.send<{ invoices: Invoice[] }>('GET', '/invoices');
		expect(invoices.length).toBeGreaterThan(50);
		const rows = rowsIn(book, 'Invoices');
		const byNumber = new Map(rows.map((row) => [row['Invoice Number'], row]));
		expect(rows).toHaveLength(invoices.length);
		for (const { id, orderInformation } of invoices) {
			const { totalAmount, currency } = orderInformation.amountDetails;
			expect(byNumber.get(id)).toMatchObject({ 'Total Amount': totalAmount, Currency: currency });
		}
		const sums = new Map<string, Decimal>();
		for (const { orderInformation } of invoices) {
			const { totalAmount, currency } = orderInformation.amountDetails;
			sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(totalAmount));
		}
		const totals = utils
			.sheet_to_json<unknown[]>(book.Sheets.Totals, { header: 1 })
			.filter(([column, group]) => column === 'Total Amount' && group === 'All');
		expect(totals.map(([, , currency, , sum]) => [currency, sum])).toEqual(
			[...sums].sort().map(([currency, sum]) => [currency, sum.toNumber()]),
		);
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
