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
		const extract = (includeEmptyCells: boolean): Step => ({
			name: 'Extract From File',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1.1,
			parameters: { operation: bookType, options: { includeEmptyCells } },
		});
		const bill = async (
			rows: IDataObject[],
			{ column = 'Tax', operation = 'create', includeEmptyCells = false } = {},
		) => {
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
			const steps = [manual, sheetOf(rows), extract(includeEmptyCells), step];
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

		test.each([false, true])(
			'bills the rows of a sparse column, each with its own cell (Include Empty Cells: %s)',
			async (includeEmptyCells) => {
				const rows = orders(`SPARSE${includeEmptyCells ? 'G' : ''}`, 19, undefined, 7);
				const { data } = await bill(rows, { includeEmptyCells });
				expect(data.resultData.error).toBeUndefined();
				expect(await amounts(...rows)).toEqual([119, 100, 107]);
			},
		);

		test.each([false, true])(
			'is refused whole where the column of the tax is misspelled (Include Empty Cells: %s)',
			async (includeEmptyCells) => {
				const rows = orders(`MISSPELLED${includeEmptyCells ? 'G' : ''}`, 19, undefined, 7);
				const { data } = await bill(rows, { column: 'Tax %', includeEmptyCells });
				expect(data.resultData.error?.message).toContain(
					'Tax (%): {{ $json["Tax %"] }} gives nothing in any row',
				);
				expect(await amounts(...rows)).toEqual([undefined, undefined, undefined]);
			},
		);

		test('never takes a tax off an invoice because its cell is empty', async () => {
			const billed = orders('KEPT', 19, 19);
			await bill(billed);
			expect(await amounts(...billed)).toEqual([119, 119]);
			const emptied = orders('KEPT', undefined, 7);
			await bill(emptied, { operation: 'upsert' });
			expect(await amounts(...billed)).toEqual([119, 107]);
		});
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
