import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';
import { read, utils, type WorkBook, write } from 'xlsx';
import { itemsOf } from '../../host/rest';
import { Instance } from './support/instance';
import { chain, invoicing, manual, type Step } from './support/workflow';

interface Invoice {
	id: string;
	orderInformation: { amountDetails: { totalAmount: number; currency: string } };
}

const rowsIn = ({ Sheets }: WorkBook, sheet: string) =>
	utils.sheet_to_json<Record<string, unknown>>(Sheets[sheet], { defval: '' });

describe('spreadsheets in the real n8n', () => {
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

	describe.each(['csv', 'xlsx'] as const)(
		'a sheet that Extract From File reads from %s',
		(bookType) => {
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
		},
	);

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
