import type { IDataObject } from 'n8n-workflow';
import { utils, write } from 'xlsx';
import { Instance } from './support/instance';
import { chain, invoicing, manual, type Step } from './support/workflow';

interface Invoice {
	orderInformation: { amountDetails: { totalAmount: number } };
}

describe('a sheet in the real n8n', () => {
	let instance: Instance;
	beforeAll(async () => {
		instance = await Instance.start('spreadsheets');
	});
	afterAll(async () => await instance.stop());

	describe.each(['csv', 'xlsx'] as const)('that Extract From File reads from %s', (bookType) => {
		const sheetOf = (rows: IDataObject[]): Step => {
			const sheet = utils.json_to_sheet(rows);
			const book = { Sheets: { Orders: sheet }, SheetNames: ['Orders'] };
			const bytes =
				bookType === 'csv'
					? Buffer.from(utils.sheet_to_csv(sheet))
					: (write(book, { type: 'buffer', bookType }) as Buffer);
			const data = bytes.toString('base64');
			const file = { data, fileName: `orders.${bookType}`, mimeType: 'application/octet-stream' };
			return {
				name: 'Sheet',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: {
					jsCode: `return [{ json: {}, binary: { data: ${JSON.stringify(file)} } }];`,
				},
			};
		};
		const extract: Step = {
			name: 'Extract From File',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1.1,
			parameters: { operation: bookType },
		};
		const bill = async (rows: IDataObject[], { column = 'Tax', operation = 'create' } = {}) => {
			const { client, credential } = instance;
			const step = invoicing(credential, {
				resource: 'invoice',
				operation,
				mappingMode: 'defineBelow',
				invoiceNumber: '={{ $json.Order }}',
				delivery: 'emailDraft',
				customerName: 'Ann Lee',
				customerEmail: 'ann@example.com',
				amountFrom: 'lineItems',
				lineItems: {
					item: [{ productName: 'Desk', quantity: 1, unitPrice: '={{ $json.Net }}' }],
				},
				additionalFields: { dueDate: '2030-12-31', taxRate: `={{ $json["${column}"] }}` },
			});
			const steps = [manual, sheetOf(rows), extract, step];
			const workflow = await client.addWorkflow(chain(`Bill a ${bookType}`, steps));
			return await client.run(workflow, manual.name);
		};
		const amounts = async (...orders: IDataObject[]) =>
			await Promise.all(
				orders.map(async ({ Order }) => {
					const { body } = await instance.sandbox.call<Partial<Invoice>>(
						'GET',
						`/invoicing/v2/invoices/${Order as string}`,
					);
					return body.orderInformation?.amountDetails.totalAmount;
				}),
			);
		const orders = (prefix: string, ...taxes: unknown[]): IDataObject[] =>
			taxes.map((Tax, n) => ({
				Order: `${prefix}${bookType}${n}`,
				Net: 100,
				...(Tax === undefined ? {} : { Tax }),
			}));

		test('is refused whole where the column of the tax is misspelled', async () => {
			const rows = orders('MISSPELLED', 19, undefined, 7);
			const { data } = await bill(rows, { column: 'Tax %' });
			expect(data.resultData.error?.message).toContain(
				'Tax (%): {{ $json["Tax %"] }} gives nothing in any row',
			);
			expect(await amounts(...rows)).toEqual([undefined, undefined, undefined]);
		});

		test('is billed row by row, and an empty cell never takes a tax off an invoice', async () => {
			const billed = orders('KEPT', 19, undefined, 7);
			await bill(billed);
			expect(await amounts(...billed)).toEqual([119, 100, 107]);
			await bill(orders('KEPT', undefined, undefined, 19), { operation: 'upsert' });
			expect(await amounts(...billed)).toEqual([119, 100, 119]);
		});
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
