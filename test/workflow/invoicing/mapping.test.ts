import type { IDataObject } from 'n8n-workflow';
import { wordsOf } from '../../support/engine';
import { byNumber, ITEMIZED, jsonOf, type RunSettings, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

/** A new node, with nothing entered but what is to become of the invoices. */
const bill = async (input: IDataObject[], settings: RunSettings = {}, operation = 'create') =>
	await invoicing.run('invoice', operation, { delivery: 'emailNow' }, { input, ...settings });
const ANN = { 'Order Number': 'A1', Customer: 'Ann Lee', 'E-mail': 'ann@example.com' };
const line = (Item: string, Price: unknown, more: IDataObject = {}): IDataObject =>
	({ Item, Qty: 1, Price, ...more }) as IDataObject;

describe('columns that are mapped automatically', () => {
	it('bill a shop export with one row for each line', async () => {
		const run = await bill([
			{ ...ANN, ...line('Chair', '$49.90', { Qty: 2, 'Tax %': 10, Shipping: 5, Size: 'ALL' }) },
			{
				'Order Number': 'A1',
				...line('Lamp', 5, { 'Tax %': 0, Shipping: '5.00', Size: 'M', row_number: 3 }),
			},
			{
				order_id: 'B1',
				name: 'Bob',
				email: 'bob@example.com',
				...line('Bed', 7, { Due: '12/31/2030' }),
			},
		]);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run.items)).toMatchObject([
			{ row: '1-2', outcome: 'created', invoiceNumber: 'A1', totalAmount: '119.78' },
			{
				row: 3,
				outcome: 'created',
				invoiceNumber: 'B1',
				totalAmount: '7.00',
				dueDate: '2030-12-31',
			},
		]);
		expect(run.hints).toEqual(['Columns that are not used: Size (ALL, M).', '2 emailed.']);
		expect((await invoicing.sandbox.control.outbox()).length).toBe(2);
	});

	it.each<[IDataObject, string]>([
		[{ Contract: 'CTR1044', 'Line #': 1, 'Job #': 77, Terms: 30, Units: 'EA' }, '5.00'],
		[{ 'Billing Currency': 'USD', Taxable: 'N', 'Tax Exempt': 'Yes', Shipping: 'Free' }, '5.00'],
		[{ 'First Name': 'A.', 'Last Name': 'L.', 'Setup Fee': 0, Shipping: 'No charge' }, '5.00'],
		[{ row: 3, outcome: 'failed', reason: 'not "$5.x"', Total: '$5.00', totalAmount: 5 }, '5.00'],
		[{ 'Product Code': 'CH-1', Description: 'Of oak' }, '5.00'],
		[{ Item: 4001, Description: 'Chair' }, '5.00'],
		[{ 'Payment due': '2030-12-31 00:00:00 +0000', Price: 'US$5' }, '5.00'],
		[{ Item: 'Total Gym', Paid: false, 'Invoice Status': 'to be paid', Taxable: 'Yes' }, '5.00'],
		[{ Item: 'Chair @ $50' }, '5.00'],
		[{ Price: 0.2875 }, '0.29'],
		[{ Price: 1200, Total: '1,200' }, '1200.00'],
		[{ Price: 'R$ 1.249,90', Currency: 'BRL' }, '1249.90'],
		[{ Price: '5,00 €', Currency: '€' }, '5.00'],
		[{ Currency: '$', 'Total Price': 5 }, '5.00'],
		[{ Qty: 3, Amount: 15, 'VAT %': '20' }, '18.00'],
		[{ Qty: 3, Shipping: 2, Total: '17.00' }, '17.00'],
		[{ Qty: 2, Subtotal: '$10.00', 'Balance Due': 10, Total: 10 }, '10.00'],
		[{ 'Discount %': 10, Subtotal: 4.5 }, '4.50'],
		[{ 'Order Discount %': 10, Qty: 2 }, '9.00'],
		[{ 'Invoice Tax': '$1.00' }, '6.00'],
		[{ Currency: 'usd', Price: '$5', Qty: 2, 'Line Total': '$10', 'Tax %': 10 }, '11.00'],
		[{ Qty: 2, 'Discount %': 10, 'Line Total': 10, 'Tax %': 10 }, '9.90'],
		[{ Qty: 2, 'Discount %': 10, 'Line Total': 9, 'Tax %': 10 }, '9.90'],
		[{ TaxType: '20% (VAT on Income)' }, '6.00'],
		[{ HST: '10%', TaxType: 'HST Ontario', 'Tax Name': 'HST 10%' }, '5.50'],
		[{ 'VAT (20%)': '1.00', 'Tax Code': 'S' }, '6.00'],
		[{ 'Tax %': 0, Taxable: 'No', Shipping: 10, 'Shipping Tax Rate': 10 }, '16.00'],
		[{ Price: 100, Tax: 7, Total: 107 }, '107.00'],
		[{ Price: 200, Tax: 7, Discount: 10, Total: 197 }, '197.00'],
		[{ Price: 100, 'VAT (20%)': 20, Total: 120 }, '120.00'],
		[{ Price: 100, 'Tax ($)': 7 }, '107.00'],
		[{ Price: 100, Tax: '$7.00' }, '107.00'],
		[{ Price: 100, 'VAT Amount': 8, Total: 108, 'Tax 1 Value': '8.00' }, '108.00'],
	])('bill a line with %j: %s', async (more, totalAmount) => {
		const { items, error } = await bill([{ ...ANN, ...line('Chair', 5, more) }]);
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', totalAmount });
	});

	const LIST = [
		{ name: 'Chair', quantity: 1, price: 100, taxable: true, taxRate: 10 },
		{ name: 'Book', quantity: 1, price: 10, taxable: false },
	];
	it.each<[IDataObject, IDataObject]>([
		[
			{ Item: 'Chair', 'Total Price': 150, Room: 12 },
			{ totalAmount: '150.00', description: 'Chair' },
		],
		[{ Description: 'Total for March', Total: 500 }, { description: 'Total for March' }],
		[{ Item: 'Chair', Total: 5, SKU: 'CH-1', 'VAT Rate': '' }, { description: 'Chair' }],
		[
			{ Description: 'May', Subtotal: 100, 'Tax Amount': '8.00', Shipping: 5, Total: 113 },
			{ totalAmount: '113.00' },
		],
		[{ Description: 'May', Subtotal: 100, 'Discount %': 10, Total: 90 }, { totalAmount: '90.00' }],
		[{ Item: 'Chair', 'Line Total': 10, Qty: 16 }, { calculation: '16 x 0.625 = 10.00' }],
		[{ Item: 'A', Hrs: 2, Fee: 5, Total: 10 }, { totalAmount: '10.00' }],
		[{ Item: 'A', Hrs: 2, Fee: 5, Amount: 10 }, { calculation: '2 x 5.00 = 10.00' }],
		[{ Item: 'A', Rate: 80, Amount: 80 }, { totalAmount: '80.00' }],
		[{ Item: 'A', Net: 500, VAT: '100.00', Gross: 600 }, { totalAmount: '600.00' }],
		[{ Item: 'A', 'Net Price': 50, 'Discount %': 10, Total: 45 }, { totalAmount: '45.00' }],
		[{ Item: 'Chair', Qty: 1, 'Price (USD)': '1,200.50' }, { totalAmount: '1200.50' }],
		[{ line_items: LIST }, { totalAmount: '120.00' }],
		[
			{ Item: 'Chair', Sessions: 8, 'Session Rate': 45, 'Amount Due': 360 },
			{ totalAmount: '360.00' },
		],
		[
			{ line_items: [{ name: 'Tea', quantity: 3, price: 10, subtotal: '30.00', total: '30.00' }] },
			{ totalAmount: '30.00' },
		],
		[
			{ products: [{ name: 'x', productName: 'Chair', qty: 2, price: '5.00' }] },
			{ totalAmount: '10.00' },
		],
	])('bill %j as %j', async (row, expected) => {
		const { items, error } = await bill([{ ...ANN, ...row }]);
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', ...expected });
	});

	/** The tax stands in a column that nobody knows too. */
	const TAX_TWICE = ['Chair', 'Lamp'].map((item) =>
		line(item, 100, { 'Tax Amount': item === 'Chair' ? 8 : '', 'Tax 1 Value': 8, Total: 208 }),
	);
	const TOTALS_ROW =
		'looks like a totals row. Remove it, for example with a Filter node before this one. If it is to be billed, give it an SKU';
	const order = (name: string, price: number, more: IDataObject = {}) => [
		line('Chair', 7, more),
		line('Lamp', 3, more),
		line(name, price, { 'Tax %': 0 }),
	];
	const both = (more: IDataObject, other: IDataObject = more) => [
		line('Hour', 50, more),
		line('Hour', 50, other),
	];
	it.each<[string, IDataObject[]]>([
		['"Order ID" has another value', [line('Chair', 5, { 'Order ID': 'X' })]],
		['"Invoice" has another value', [line('Chair', 5, { Invoice: 'Yes' })]],
		[
			'"Balance Due" has another value for it: 5. Keep what is still owed',
			[line('Chair', 5000, { Total: '5,000', 'Balance Due': 5 })],
		],
		[
			'"Unit Price" has another value for it: 5 EUR',
			[line('Chair', '5 USD', { 'Unit Price': '5 EUR' })],
		],
		['TaxType: must be', [line('Chair', 5, { TaxType: 'Tax on Sales' })]],
		...['Discount %', 'Discount Amount'].map((name): [string, IDataObject[]] => [
			'Net Price: can be before the discount or after it',
			[{ Item: 'Chair', Qty: 1, 'Net Price': 45, [name]: 5 }],
		]),
		['Customer: is required', [line('Chair', 5, { Customer: 'n/a' })]],
		['Line Items: are there as a list', [line('Chair', 5, { lines: [line('Lamp', 5)] })]],
		...['', 'n/a', '-'].map((number): [string, IDataObject[]] => [
			'Order Number: is required',
			[line('Chair', 5, { 'Order Number': number })],
		]),
		['Subtotal: 6 does not match the lines', [line('Chair', 5, { Subtotal: 6 })]],
		[
			'choose Tax Calculation if the prices include the tax',
			[line('Chair', 50, { 'VAT Rate': 20, Total: 50 })],
		],
		['Shipping %: must be', [line('Chair', 5, { 'Shipping %': 5 })]],
		['Price (€): must be', [{ Item: 'Chair', Qty: 1, 'Price (€)': 50 }]],
		['Amount (EUR): must be', [{ Item: 'Chair', 'Amount (EUR)': 50 }]],
		['Item: is ". Write the value', [line('Chair', 5), line('"', 6)]],
		['is 0, so there is nothing to pay', [line('Chair', 0)]],
		['Line Items: enter at least one', [{ Color: 'red' }]],
		[
			'Status: is "paid". Remove the row, for example with a Filter node before this one. To bill it anyway, enter what is still owed as the price, and clear Status. To bill all rows whatever Status says, add it to Ignore Columns',
			[line('Chair', 5, { Status: 'paid' })],
		],
		[
			'A1, row 2, Billable: is "No". Remove the row',
			[line('Chair', 5), line('Lamp', 6, { Billable: 'No' })],
		],
		['Currency: must be a three-letter', [line('Chair', 5, { Currency: '¥' })]],
		['Amount: must be a number such as 1234.50, not "abc"', [{ Item: 'Chair', Amount: 'abc' }]],
		['Price: 0.005 has 3 decimal places, but USD has at most 2', [line('Chair', 0.005)]],
		['Price: 100.5 has 1 decimal place', [line('Chair', 100.5, { Currency: 'JPY' })]],
		...['Amount', 'Fee', 'Cost'].map((column): [string, IDataObject[]] => [
			`${column}: 5 can be for one or for all. Name the column Unit Price or Line Total`,
			[{ Item: 'Chair', Qty: 3, [column]: 5 }],
		]),
		...[{ Qty: 3 }, { Qty: 2, 'Discount %': 10 }].map((more): [string, IDataObject[]] => [
			'Line Total: 10 does not tell the price of one',
			[{ Item: 'Chair', ...more, 'Line Total': 10 }],
		]),
		[
			'Unit Price: is required for every line item. If Total is that of each line, name it Line Total',
			[{ Item: 'Chair', Qty: 12, Total: 18 }],
		],
		['A1, row 2, Qty: is required', [line('Chair', 5), { ...line('Lamp', 5), Qty: '' }]],
		[
			'A1, row 2, Price: is required',
			[line('Chair', 5, { Total: 5 }), { ...line('Lamp', ''), Total: 5 }],
		],
		[
			'rows 1 and 2 have the same line. Remove one of them',
			both({ '#': 1, Date: '2026-01-13' }, { '#': 2, Date: '2026-01-13' }),
		],

		['"10% off" is added, and looks like a deduction', [line('Chair', 50), line('10% off', 5)]],
		[
			'Total: is 110 in row 1 and 80 in row 2',
			[
				line('Chair', 100, { 'Tax %': 10, Total: 110 }),
				line('Lamp', 80, { 'Tax %': 10, Total: 80 }),
			],
		],
		[
			'Total: is 5 in row 1 and 7 in row 2. The rows of one invoice must agree. If it is the total of each line, name the column Line Total',
			[line('Chair', 5, { Total: 5 }), line('Lamp', 6, { Total: 7 })],
		],
		[
			'Tax Amount: 2 is in several rows of the invoice. Name the column Line Tax Amount',
			[line('Chair', 5, { 'Tax Amount': 2 }), line('Lamp', 6, { 'Tax Amount': 2 })],
		],
		[
			'Tax %: 10 is in the first row only. Name the column Line Tax Rate if it is of one line, or Order Tax Rate if it is of the whole order',
			[line('Chair', 5, { 'Tax %': 10 }), line('Lamp', 6, { 'Tax %': '' })],
		],
		[
			'Discount Amount: 10.00 is in several rows of the invoice',
			[
				line('Chair', 50),
				line('Lamp', 60, { 'Discount Amount': '$10.00' }),
				line('Bed', 70, { 'Discount Amount': 10 }),
			],
		],
		[
			'rows 1 and 2 have the same Invoice Number and no lines',
			['Chair', 'Table'].map((Item) => ({ Item, total_price: 150 })),
		],
		[
			'total_price: it is not clear whether 155 includes 5 of Shipping',
			[{ Item: 'Chair', total_price: 155, Shipping: 5 }],
		],
		...[
			[{ 'Order Tax Rate': 19 }, { taxable: false }],
			[{ 'Order Tax Rate': 19 }, { 'VAT included': true }],
			[{ Shipping: 10, 'Shipping Tax Rate': '10%', 'Tax Exempt': 'Yes' }, {}],
		].map(([more, own]): [string, IDataObject[]] => [
			'and it is not clear what that changes',
			[{ ...more, items: [{ name: 'Book', qty: 1, price: 100, ...own }] }],
		]),
		[
			'A1, row 1, Tax Exempt: is "Yes"',
			[line('Chair', 5, { 'Tax %': 0, 'Tax Exempt': 'Yes' }), line('Lamp', 6, { 'Tax %': 10 })],
		],
		['Taxable: is "No"', [line('Chair', 5, { 'Tax Rate': 10, Taxable: 'No' })]],
		[
			'"Shipping" is a line, and the invoice has freight besides. Keep one of them',
			[line('Chair', 5, { Shipping: 4 }), line('Shipping', 4, { Shipping: 4 })],
		],
		[
			'"Sales tax" is a line, and the invoice has tax besides',
			[line('Chair', 5, { 'Tax %': 10 }), line('Sales tax', 0.5, { 'Tax %': 0 })],
		],
		['Tax: 7 can be a percentage', [line('Chair', 200, { Tax: 7, Total: 214 })]],
		[
			'Tax: 7 can be a percentage or an amount',
			[
				line('Chair', 100, { Tax: 7, Total: 107 }),
				line('Lamp', 100, { 'Order Number': 'A2', Tax: 7 }),
			],
		],
		[
			'Total: it is not clear whether 100 includes 8 of Tax Amount',
			[{ Item: 'May', Subtotal: 100, 'Tax Amount': 8, Total: 100 }],
		],
		[
			'Total: it is not clear whether 110 includes 19 of Tax Amount',
			[{ Item: 'Chair', Total: 110, Subtotal: 100, 'Tax Amount': 19 }],
		],
		[
			'Total: it is not clear whether 90 includes 10.00 of Order Discount Amount',
			[{ Item: 'Chair', Total: 90, 'Order Discount Amount': '10.00' }],
		],
		[
			'Total: it is not clear whether 119 includes 19 of VAT Rate. Name it Unit Price',
			[{ Item: 'Chair', Total: 119, 'VAT Rate': 19 }],
		],
		[
			'Total: is required',
			[
				{ Item: 'Chair', Total: 5 },
				{ 'Order Number': 'A2', Item: 'Lamp', Total: '' },
			],
		],
		[TOTALS_ROW, order('Invoice amount', 13, { Shipping: 3 })],
		[TOTALS_ROW, order('Total USD', 11, { 'Tax %': 10 })],
		[`"---" ${TOTALS_ROW}`, order('---', 10)],
		[
			'"PST" has another value for it: 7%. If both are charged, add them up',
			[line('Chair', 5, { GST: '5%', PST: '7%' })],
		],
		['Amount: 100 does not match price', [{ Item: 'Chair', Amount: 100, Fee: 3.2 }]],
		['The price was taken from Fee', [{ Item: 'Chair', Amount: 100, Fee: 3.2 }]],
		['InvoiceAmountPaid: is "40.00"', [line('Chair', 100, { InvoiceAmountPaid: '40.00' })]],
		['currency: is EUR, and', [{ items: [{ name: 'Tea', qty: 3, price: 10, currency: 'EUR' }] }]],
		[
			'Total Amount: 27 does not match price, quantity, discount and tax, which come to 30.00',
			[{ items: [{ name: 'Tea', qty: 3, price: 10, total: 27 }] }],
		],
		[
			'known: Weight (2), engraving (5)',
			[{ Weight: 2, items: [{ name: 'Tea', qty: 3, price: 10, engraving: 5 }] }],
		],
		[
			'Row 2 of 2, this looks like a totals row',
			[line('Chair', 7), { 'Order Number': 'A2', ...line('Grand total', 9) }],
		],
		['Open Balance', [line('Chair', 5, { 'Open Balance': 0 })]],
		['known: Deposit (50)', [line('Chair', 100, { Total: 100, Deposit: 50 })]],
		[
			'Total: 248 does not match the line items, discounts, taxes and freight, which come to 208.00. Correct it, choose Tax Calculation if the prices include the tax, or add its column to Ignore Columns. These columns are not billed: Setup (40), Tax 1 Value (8)',
			[
				{ Setup: 40, ...TAX_TWICE[0], Total: 248 },
				{ ...TAX_TWICE[1], Total: 248 },
			],
		],
		[
			'known: Tax 1 Value (8)',
			[TAX_TWICE[0], { ...TAX_TWICE[1], 'Order Number': 'A2', Total: '' }],
		],
		['known: Payable by (2030-12-31. Did you', [{ ...TAX_TWICE[0], 'Payable by': '2030-12-31' }]],
	])('are refused: %s', async (message, rows) => {
		const { error } = await bill(rows.map((row) => ({ ...ANN, ...row })));
		expect(wordsOf(error!)).toContain(message);
		expect(await invoicing.changes()).toEqual([]);
	});

	it('with numbers under names that nobody knows stop the whole sheet, once', async () => {
		const rows = [
			line('Chair', 5, { Setup: 40 }),
			line('Lamp', 5, { 'Order Number': 'A2', Kg: '' }),
		];
		const input = rows.map((row) => ({ ...ANN, ...row, Color: 'red' }));
		const options = { ignoreColumns: 'Color' };
		const words =
			'these columns are not billed, as their names are not known: Setup (40). Rename what belongs to the bill, such as Unit Price, Quantity or Freight Amount, or give it a row of its own. For the others, set Ignore Columns to: Color, Setup';
		expect(wordsOf((await bill(input, { options })).error!)).toBe(`Rows 1-2 of 2, ${words}`);
		const { items } = await bill(input, { options, continueOnFail: true });
		expect(jsonOf(items).map(({ reason }) => reason)).toEqual([words, words]);
		const checked = await bill(input, { options: { ...options, checkOnly: true } });
		expect(wordsOf(checked.error!)).toContain(words);
		expect(await invoicing.changes()).toEqual([]);
		const billed = await bill(input, { options: { ignoreColumns: 'Color, Setup' } });
		expect(jsonOf(billed.items)).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
	});

	const besideOil = (row: IDataObject) => [
		line('Oil', 100, { 'Tax %': 20, Taxable: 'Yes' }),
		{ 'Tax %': 0, ...row },
	];
	it.each<[string, IDataObject[], string]>([
		[
			'a total of its own',
			[
				line('Chair', 5, { Qty: 2, 'Tax %': 10, Total: 11, Subtotal: 10 }),
				line('Lamp', 6, { 'Tax %': 0, Total: '6.00', Subtotal: 6 }),
			],
			'17.00',
		],
		[
			'the same Line Tax Amount',
			['Chair', 'Lamp'].map((item) => line(item, 100, { 'Line Tax Amount': 20 })),
			'240.00',
		],
		...['Total', 'Line Total'].map((name): [string, IDataObject[], string] => [
			`a ${name} with its tax`,
			['Chair', 'Lamp'].map((item) => line(item, 100, { 'VAT Amount': 20, [name]: 120 })),
			'240.00',
		]),
		['a week', [45, 46].map((Week) => line('Cleaning', 40, { Week })), '80.00'],
		[
			'two of one',
			[...['A', 'B'].map((item) => line(item, 5)), line('C', 10, { Qty: 2 })],
			'30.00',
		],
		['nothing to pay', [...['A', 'B', 'C'].map((item) => line(item, 0)), line('D', 5)], '5.00'],
		[
			'an order',
			['S1', 'S2'].map((number) =>
				line(`For ${number}`, 5, { 'Invoice No': 'I1', 'Order ID': number }),
			),
			'10.00',
		],
		...[
			['a tax rate in the first only', { 'Tax %': '10%' }, {}],
			['a tax amount', { 'Tax Amount': '3.00' }, { 'Tax Amount': 3 }],
			['an amount under Tax', { Tax: 3 }, { Tax: 3 }],
		].map(([what, first, second]): [string, IDataObject[], string] => [
			`${what as string}, as the total of the order tells`,
			[
				line('Chair', 10, { ...(first as IDataObject), Total: '33.00' }),
				{ ...line('Lamp', 20, second as IDataObject), Customer: '', 'E-mail': '' },
			],
			'33.00',
		]),
		[
			'a tax rate that only their sum confirms',
			['A', 'B'].map((item) => line(item, 0.33, { 'Tax %': 10, Total: 0.73 })),
			'0.73',
		],
		['shipping', besideOil(line('Shipping', 10, { Shipping: 0 })), '130.00'],
		['a sum with an SKU', besideOil(line('Total Care', 10, { SKU: 'TC-1' })), '130.00'],
		...[0, ''].map((tax): [string, IDataObject[], string] => [
			`a book without tax (${tax})`,
			besideOil(line('Book', 10, { 'Tax %': tax, Taxable: 'No' })),
			'130.00',
		]),
	])('can have in each row of an invoice %s', async (_what, rows, totalAmount) => {
		const { items, error } = await bill(rows.map((row) => ({ ...ANN, ...row })));
		expect(error).toBeUndefined();
		const row = `1-${rows.length}`;
		expect(jsonOf(items)).toMatchObject([{ outcome: 'created', totalAmount, row }]);
	});

	it.each<[IDataObject, IDataObject]>([
		[
			{ 'First Name': 'Ann', last_name: 'Lee', Name: '#1001', Item: 'Chair' },
			{ customerName: 'Ann Lee', invoiceNumber: '#1001' },
		],
		[
			{ Name: '#1001', 'Billing Name': 'Ann Lee', 'Lineitem name': 'Chair' },
			{ customerName: 'Ann Lee', invoiceNumber: '#1001' },
		],
	])('with the customer and the order in %j give %j', async (row, expected) => {
		const { items } = await bill([{ Email: 'ann@example.com', ...row, Qty: 1, Price: 5 }]);
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', ...expected });
	});

	it('are told if they are not used, with what they say', async () => {
		const more = {
			Status: 'Closed',
			Piad: true,
			Grade: 5,
			Size: 'M'.repeat(21),
			outcome: 'created',
		};
		const run = await bill([{ ...ANN, ...line('Chair', 5, more) }]);
		expect(run.hints).toContain(
			'Columns that are not used: Status (Closed), Piad (true), Grade (5), Size, outcome (created).',
		);
	});

	it.each(['create', 'upsert'])('have no number in the name of a person: %s', async (operation) => {
		const row = { Customer: 'Acme', 'E-mail': 'ann@example.com', ...line('October', 10) };
		const names = ['Ann Lee', 'Studio 54'].map((Name) => ({ ...row, Name }));
		const { error } = await bill(names, {}, operation);
		expect(wordsOf(error!)).toContain('Invoice Number');
		expect(await invoicing.changes()).toEqual([]);
		const { items } = await bill([{ ...row, Name: '#1001' }], {}, operation);
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', invoiceNumber: '#1001' });
	});

	it.each(['create', 'upsert'])(
		'that say paid do not stop a sheet that grows: %s',
		async (operation) => {
			const [paid, next, other] = ['A1', 'A2', 'A3'].map((number) => ({
				...ANN,
				...line('Chair', 5, { 'Order Number': number }),
			}));
			await bill([paid], {}, operation);
			await invoicing.sandbox.control.send('POST', '/invoices/A1/pay');
			const rows = [{ ...paid, status: 'PAID' }, next, { ...other, status: 'paid' }];
			const { items } = await bill(rows, { continueOnFail: true }, operation);
			expect(jsonOf(items)).toMatchObject([
				{ invoiceNumber: 'A1', outcome: operation === 'create' ? 'alreadyThere' : 'unchanged' },
				{ invoiceNumber: 'A2', outcome: 'created' },
				{ outcome: 'failed', reason: expect.stringMatching(/^status: is "paid"/) as string },
			]);
		},
	);

	it('with a number are not numbered by the service', async () => {
		const parameters = { delivery: 'emailNow', additionalFields: { serviceNumbers: true } };
		const input = [{ ...ANN, ...line('Chair', 5) }];
		const run = await invoicing.run('invoice', 'create', parameters, { input });
		expect(wordsOf(run.error!)).toContain('Order Number: is A1, and Let the Service Number It');
		expect(await invoicing.changes()).toEqual([]);
	});

	it.each(['exempt', 0])('with tax %j are not taxed by the form', async (tax) => {
		const additionalFields = { taxRate: '19' };
		const row = { ...ANN, ...line('Chair', 5, { 'Tax %': tax }) };
		const parameters = { delivery: 'emailNow', additionalFields };
		const run = await invoicing.run('invoice', 'create', parameters, { input: [row] });
		expect(wordsOf(run.error!)).toContain(
			'Tax %: is 0, and a tax is added to the whole invoice. Keep one of them',
		);
	});

	it.each([
		['create', { taxable: false }, 'taxable: is "false", and it is not clear what that changes'],
		['update', { taxable: false }, 'taxable: is "false", and it is not clear what that changes'],
		['create', { taxRate: 0 }, 'Tax (%): is 0, and a tax is added to the whole invoice'],
	])('in a list are not taxed by the form of %s with %j', async (operation, tax, words) => {
		const more = {
			taxRate: '19',
			lineItemsJson: [{ name: 'Book', sku: 'B-1', quantity: 1, price: 100, ...tax }],
		};
		const parameters =
			operation === 'create'
				? { ...ITEMIZED, lineItems: {}, additionalFields: more }
				: { ...byNumber(await invoicing.create()), lineItemsMode: 'replace', changes: more };
		const { message } = await invoicing.refusal(operation, parameters);
		expect(message).toContain(words);
	});

	describe('written with decimal commas and without a currency', () => {
		const input = ['1.234,50', '99,90'].map((price, index): IDataObject => ({
			...ANN,
			'Order Number': `A${index}`,
			...line('Chair', price),
		}));
		const currency = (value: string) => ({
			delivery: 'emailNow',
			currency: { __rl: true, mode: 'list', value },
		});
		const under = (column: string, more: IDataObject = {}) => ({
			rows: input.map(({ Price }) => ({ ...ANN, Item: 'Chair', ...more, [column]: Price })),
		});
		const ofOne = { Qty: 1, Price: 5 };

		it.each([
			...[{ rows: input }, under('Total'), under('Line Total', { Qty: 1 })],
			under('Shipping', ofOne),
		])('are refused in the currency that the form begins with: %j', async ({ rows }) => {
			const { error } = await bill(rows);
			expect(wordsOf(error!)).toContain(
				'Currency: 1.234,50 has a decimal comma, and USD is written with a point. Choose the currency of the sheet, or add Number Format to bill in USD',
			);
			expect(await invoicing.changes()).toEqual([]);
		});

		it.each([
			['another currency is chosen', currency('EUR'), {}, input],
			['Number Format is', currency('USD'), { numberFormat: 'comma' }, input],
			[
				'the form takes it from each row',
				currency('={{ $json.Price === "99,90" ? "EUR" : "USD" }}'),
				{},
				[{ ...input[0], Price: '1,234.50' }, input[1]],
			],
			[
				'the column has one',
				currency('USD'),
				{},
				input.map((row) => ({ ...row, Currency: 'EUR', Price: `${row.Price as string} €` })),
			],
		])('are billed where %s', async (_where, fields, options, rows) => {
			const run = await invoicing.run('invoice', 'create', fields, { input: rows, options });
			expect(jsonOf(run.items)).toMatchObject([
				{ outcome: 'created', totalAmount: '1234.50' },
				{ outcome: 'created', totalAmount: '99.90' },
			]);
		});
	});

	it('leave out empty rows, and refuse a totals row with one message', async () => {
		const empty = { 'Order Number': '', Customer: null, Item: ' ', Price: '' };
		const dragged = {
			Paid: false,
			Total: 0,
			Status: 'Open',
			Currency: 'USD',
			Kind: '',
			Payment: 'Card',
		};
		const inAll = { Shop: 'Bonn', Qty: 1, 'Tax Rate': 10, 'Due Date': '2030-12-31' };
		const rows = [
			{ ...ANN, ...line('Chair', 5), ...inAll },
			{ ...empty, ...dragged, ...inAll } as IDataObject,
			{ row_number: 4, ...inAll },
		];
		const [order, ...none] = rows;
		const totals = await bill([order, { ...empty, Price: 5, ...inAll }, ...none]);
		expect(wordsOf(totals.error!)).toBe(
			'Row 2 of 4, this looks like a totals row. Remove it, for example with a Filter node before this one. If it is to be billed, give it an SKU',
		);
		const billed = await bill(rows);
		expect(billed.error).toBeUndefined();
		expect(jsonOf(billed.items)).toMatchObject([{ row: 1, outcome: 'created' }]);
	});

	it('are one problem where the input has none', async () => {
		const { error } = await bill([{}]);
		expect(error?.message).toBe('The input has no columns');
		expect(error?.description).toBe(
			'To type the invoice here, set Mapping Column Mode to Map Each Column Manually. To bill a sheet, connect the node that reads it. Nothing was sent to the service.',
		);
	});

	it('are missing where all of them are empty', async () => {
		const { error } = await bill([{ Item: '' }]);
		expect(wordsOf(error!)).toContain('Invoice Number: is required. Name the column');
	});

	it('are billed without those to ignore, which are told', async () => {
		const options = { ignoreColumns: 'handling, Invoice No' };
		const row = { ...ANN, ...line('Chair', 5, { Handling: 5, 'Invoice No': 'X' }) };
		const others = [6, 7].map((Handling) => ({ ...row, 'Order Number': `A${Handling}`, Handling }));
		const run = await bill([row, ...others], { options });
		expect(jsonOf(run.items)[0]).toMatchObject({ invoiceNumber: 'A1', totalAmount: '5.00' });
		expect(run.hints).toContain('Columns that are not used: Handling (5, 6, 7), Invoice No (X).');
	});

	it('whose names nobody knows do not stop a sheet whose totals are right', async () => {
		const [first, second] = TAX_TWICE;
		const run = await bill([
			{ ...ANN, ...first },
			{ ...ANN, ...second, Total: '' },
		]);
		expect(jsonOf(run.items)).toMatchObject([{ outcome: 'created', totalAmount: '208.00' }]);
		expect(run.hints).toContain('Columns that are not used: Tax 1 Value (8).');
	});

	it('say what is missing, and how to name its column', async () => {
		const { error } = await bill([{ Ordre: 'A1', Item: 'Chair', Price: 5, Customer: 'Ann' }]);
		expect(wordsOf(error!)).toContain(
			'Invoice Number: is required. Name the column "Invoice Number" or "Order Number", or choose Map Each Column Manually',
		);
		expect(wordsOf(error!)).toContain(
			'Customer Email: is required for an invoice that is emailed. If the input has it, name its column Customer Email',
		);
	});

	it('count for all rows of an invoice before the form does', async () => {
		const additionalFields = { companyName: 'Acme', taxRate: '10', dueInDays: 30 };
		const first = { ...ANN, ...line('Chair', '5 €'), Currency: 'EUR', Company: 'Lee Ltd' };
		const input = [first, { 'Order Number': 'A1', ...line('Lamp', '6 €') }];
		const parameters = { delivery: 'draft', additionalFields };
		const created = await invoicing.invoice('create', parameters, { input });
		expect(created).toMatchObject({
			companyName: 'Lee Ltd',
			currency: 'EUR',
			totalAmount: '12.10',
		});
	});

	it('are found again, changed and checked as those that the user maps', async () => {
		const rows = [{ ...ANN, ...line('Chair', 5, { 'Tax %': 10 }) }];
		await bill(rows);
		expect(jsonOf((await bill(rows)).items)).toMatchObject([{ outcome: 'alreadyThere' }]);
		const changed = [{ ...rows[0], Price: 6 }];
		const checkOnly = { options: { checkOnly: true } };
		expect(jsonOf((await bill(changed, checkOnly, 'upsert')).items)[0]).toMatchObject({
			outcome: 'wouldUpdate',
			invoiceNumber: 'A1',
		});
		expect(jsonOf((await bill(changed, {}, 'upsert')).items)[0]).toMatchObject({
			outcome: 'updated',
			totalAmount: '6.60',
		});
		const untaxed: IDataObject = { ...ANN, ...line('Chair', 6) };
		for (const row of [untaxed, { ...untaxed, 'Tax %': '' }]) {
			const { error } = await bill([row], {}, 'upsert');
			expect(wordsOf(error!)).toContain('Tax (%): has no value here, and the invoice has 10');
		}
		expect(jsonOf((await bill([{ ...untaxed, 'Tax %': 0 }], {}, 'upsert')).items)[0]).toMatchObject(
			{ outcome: 'updated', totalAmount: '6.00' },
		);
	});
});
