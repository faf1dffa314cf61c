import type { IDataObject } from 'n8n-workflow';
import { examples } from '../../../host/examples';
import { wordsOf } from '../../support/engine';
import { byNumber, ITEMIZED, jsonOf, type RunSettings, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

/** A new node, with nothing entered but what is to become of the invoices. */
const bill = async (input: IDataObject[], settings: RunSettings = {}, operation = 'create') =>
	await invoicing.run('invoice', operation, { delivery: 'emailNow' }, { input, ...settings });
const hintsOf = ({ run }: Awaited<ReturnType<typeof bill>>) =>
	(run.data.resultData.runData['Merchant Invoicing'][0].hints ?? []).map(({ message }) => message);

const ANN = { 'Order Number': 'A1', Customer: 'Ann Lee', 'E-mail': 'ann@example.com' };
const line = (Item: string, Price: unknown, more: IDataObject = {}): IDataObject =>
	({ Item, Qty: 1, Price, ...more }) as IDataObject;

describe('columns that are mapped automatically', () => {
	it('bill a shop export with one row for each line', async () => {
		const run = await bill([
			{ ...ANN, ...line('Chair', '$49.90', { Qty: 2, 'Tax %': 10, Shipping: 5, Notes: 'Blue' }) },
			{
				'Order Number': 'A1',
				...line('Lamp', 5, { 'Tax %': 0, Shipping: '5.00', row_number: 3 }),
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
		expect(hintsOf(run)).toEqual(['Columns that are not used: Notes.', '2 emailed.']);
		expect((await invoicing.sandbox.control.outbox()).length).toBe(2);
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'an amount and what it is for',
			{ Description: 'Survey', Amount: '120.00' },
			{ totalAmount: '120.00', lineItemCount: 1 },
		],
		[
			'a total and what it is for',
			{ Description: 'Survey', Total: 120 },
			{ totalAmount: '120.00', description: 'Survey' },
		],
		...[
			{ Status: 'Not paid' },
			{ Terms: 30 },
			{ Contract: 'CTR1044' },
			{ 'Line #': 1, 'Job #': 77 },
			{ 'Billing Currency': 'USD' },
			{ Taxable: 'N', 'Tax Exempt': 'Yes' },
			{ 'Payment Terms': 'Prepaid', 'Freight Terms': 'Prepaid' },
			{ Units: 'EA' },
			{ 'Tax Date': '2030-01-02', 'Customer Note': 'Ring twice' },
			{ From: 'Bonn', To: 'Rome' },
			{ Shipping: 'Free' },
			{ 'Total Price': 5 },
			{ Quality: 'Premium', 'Team Name': 'Reds', Inscription: 'For Ann', Expired: 'No' },
			{ Today: '2026-11-18', Pickup: '10:30' },
			{ 'Setup Fee': 'No charge', Shipping: 'No charge' },
			...['No pagado', 'Quote accepted', 'Estimate approved'].map((Status) => ({ Status })),
			{ 'Accepted Quote': 'Yes' },
			{ Bezahlt: 'nein' },
		].map((more): [string, IDataObject, IDataObject] => [
			JSON.stringify(more),
			line('Chair', 5, more),
			{ totalAmount: '5.00', currency: 'USD' },
		]),
		[
			'a total of an order that is named as a price',
			{ Item: 'Chair', 'Total Price': 150 },
			{ totalAmount: '150.00', description: 'Chair' },
		],
		[
			'what an amount is the total of',
			{ Description: 'Total for March', Total: 500 },
			{ totalAmount: '500.00', description: 'Total for March' },
		],
		['a price with more decimals', line('Power', 0.2875), { totalAmount: '0.29' }],
		[
			'a price for a period',
			{ Item: 'Retainer', Price: 500, Start: '2026-11-01', End: '2026-11-30' },
			{ totalAmount: '500.00' },
		],
		[
			'lines of a list of which one is taxed',
			{
				line_items: [
					{ name: 'Chair', quantity: 1, price: 100, taxable: true, taxRate: 10 },
					{ name: 'Book', quantity: 1, price: 10, taxable: false },
				],
			},
			{ totalAmount: '120.00' },
		],
		[
			'the total of a line, and no price',
			{ Item: 'Chair', Qty: 3, 'Line Total': 15 },
			{ totalAmount: '15.00', calculation: '3 x 5.00 = 15.00' },
		],
		[
			'a fee that its total tells',
			{ Item: 'A', Hrs: 2, Fee: 5, Total: 10 },
			{ totalAmount: '10.00' },
		],
		...[
			['a tax that its total tells', { Price: 100, Tax: 7, Total: 107 }, '107.00'],
			[
				'a percentage that its total tells',
				{ Price: 200, Tax: 7, Discount: 10, Total: 192.6 },
				'192.60',
			],
			['a tax that is both', { Price: 100, 'VAT (20%)': 20, Total: 120 }, '120.00'],
			[
				'a tax with the sign in its header',
				{ Price: 100, 'Tax ($)': 7, Shipping: 'nil' },
				'107.00',
			],
			['a tax with its sign', { Price: 100, Tax: '$7.00' }, '107.00'],
			['dollars in thousands', { Price: '$1,200' }, '1200.00'],
			['a total in thousands', { Price: 1200, Total: '1,200' }, '1200.00'],
		].map(([what, more, totalAmount]): [string, IDataObject, IDataObject] => [
			what as string,
			line('Chair', 5, more as IDataObject),
			{ totalAmount },
		]),
		[
			'an amount in thousands',
			{ Item: 'Chair', Amount: '1,200', 'Due Date': '31-Dec-30' },
			{ totalAmount: '1200.00', dueDate: '2030-12-31' },
		],
		['thousands of yen', line('Chair', '12,000', { Currency: 'JPY' }), { totalAmount: '12000' }],
		['an item with a price', line('Chair @ $50', 5), { totalAmount: '5.00' }],
		[
			'a total that a subtotal explains',
			{ Description: 'May', Subtotal: 100, 'Tax Amount': '8.00', Shipping: 5, Total: 113 },
			{ totalAmount: '113.00', description: 'May' },
		],
		['hours and a rate', { Service: 'Advice', Hours: 6.5, Rate: 120 }, { totalAmount: '780.00' }],
		[
			'a total with the tax',
			line('Chair', 100, { 'Tax Rate': 19, Total: 119 }),
			{ totalAmount: '119.00' },
		],
		[
			'its currency in the header',
			{ Item: 'Chair', Qty: 1, 'Price (USD)': '1,200.50' },
			{ totalAmount: '1200.50' },
		],
		[
			'products by name in a list',
			{ items: [{ name: 'Chair', quantity: 2, price: 5 }] },
			{ totalAmount: '10.00' },
		],
		[
			'columns that are no charge',
			line('Chair', 5, {
				'Total weight': 5,
				'Shipping City': 'Bonn',
				zipcode: 53111,
				'Created at': 45000,
				Tags: '100% cotton',
			}),
			{ totalAmount: '5.00' },
		],
		[
			'a currency',
			line('Chair', '5,00 €', { Currency: 'eur' }),
			{ totalAmount: '5.00', currency: 'EUR' },
		],
		[
			'lines in one cell',
			{ line_items: [{ name: 'x', productName: 'Chair', qty: 2, price: '5.00' }] },
			{ totalAmount: '10.00' },
		],
		['no quantity', { Item: 'Chair', Price: 5 }, { totalAmount: '5.00' }],
		[
			'a price that a spreadsheet worked out',
			line('Chair', 59.900000000000006),
			{ totalAmount: '59.90' },
		],
		[
			'a Name that is that of the product',
			{ Name: 'Chair', Qty: 2, Price: 5 },
			{ totalAmount: '10.00', customerName: 'Ann Lee', lineItemCount: 1 },
		],
		[
			'the sign of its currency',
			line('Chair', 5, { Currency: '$' }),
			{ totalAmount: '5.00', currency: 'USD' },
		],
		[
			'the sign of one currency only',
			line('Chair', 5, { Currency: '€' }),
			{ totalAmount: '5.00', currency: 'EUR' },
		],
		[
			'the total of a line and no price',
			{ Item: 'Chair', 'Line Total': 5 },
			{ totalAmount: '5.00' },
		],
		[
			'what the node gave out, and the same amount twice',
			line('Chair', 5, {
				Total: '$5.00',
				totalAmount: 5,
				outcome: 'failed',
				reason: 'Price: must be a number, not "$5.x"',
				row: 3,
			}),
			{ totalAmount: '5.00' },
		],
		[
			'a product with total in its name',
			line('Total Gym', 5, { Paid: false, 'Invoice Status': 'to be paid', Taxable: 'Yes' }),
			{ totalAmount: '5.00' },
		],
		...[
			['plain', { 'Product Code': 'CH-1', Description: 'Of oak' }, '5.00'],
			['plain', { Qty: 3, Amount: 15, 'VAT %': '20' }, '18.00'],
			['plain', { Qty: 3, Shipping: 2, Total: '17.00' }, '17.00'],
			['plain', { 'VAT %': 'exempt', Tax: 'n/a', Discount: '-', Shipping: 'None' }, '5.00'],
			['plain', { Status: 'Unpaid' }, '5.00'],
			['Subtotal', { Qty: 2, Subtotal: '$10.00' }, '10.00'],
			['a subtotal after the discount', { 'Discount %': 10, Subtotal: 4.5 }, '4.50'],
			['what is left to pay', { Qty: 2, 'Balance Due': 10, Total: 10 }, '10.00'],
			['a tax rate for its shipping', { Shipping: 10, 'Shipping Tax Rate': '10%' }, '16.00'],
			['times beside hours', { Hours: 1, Start: 0.375, End: '10:00', 'Fiscal Year': 2026 }, '5.00'],
			['line totals before the tax', { Qty: 2, 'Line Total': 10, 'Tax %': 10 }, '11.00'],
			[
				'line totals after the discount',
				{ Qty: 2, 'Discount %': 10, 'Line Total': 9, 'Tax %': 10 },
				'9.90',
			],
			['an amount of its VAT', { 'VAT Amount': 1 }, '6.00'],
			['a rate of its sales tax', { 'Sales Tax Rate': '10%' }, '5.50'],
			['units for a quantity', { Qty: 2, Units: 'hours' }, '10.00'],
			['another sign of its currency', { Currency: 'BRL', Price: 'R$ 1.249,90' }, '1249.90'],
			['crowns', { Currency: 'SEK', Price: '100,00 kr' }, '100.00'],
			['a thousand yen', { Currency: 'JPY', Price: '¥1,250' }, '1250'],
			[
				'no tax on a line, and one on shipping',
				{ 'Tax %': 0, Shipping: 10, 'Shipping Tax Rate': 10 },
				'16.00',
			],
			['nothing paid', { Paid: '$0.00' }, '5.00'],
			['a word for not paid', { Paid: 'Unpaid' }, '5.00'],
			['the days to pay it in', { Qty: 1, 'Payment Days': 30 }, '5.00'],
			['the weight of its parcel', { Qty: 2, Weight: 3 }, '10.00'],
			['a kind of its own', { Type: 'Service' }, '5.00'],
			['a short date', { 'Pay by': '12/31/30' }, '5.00'],
			['a tax under another name', { HST: '10%' }, '5.50'],
			['dinars', { Currency: 'KWD', Price: '12.500 KWD' }, '12.500'],
			['a finished job', { Status: 'Completed', 'Fulfillment Status': 'partial' }, '5.00'],
			['what is not paid yet', { Paid: 'not yet', Notes: 'not paid' }, '5.00'],
			['billable work', { Billable: 'Yes', Taxable: 1, 'Invoiced to': 'Ann' }, '5.00'],
			[
				'what people call it',
				{ 'Payment due': '2030-01-02 00:00:00 +0000', Price: 'US$5' },
				'5.00',
			],
			['no number, but that of the line', { Item: 2, Description: 'Chair' }, '5.00'],
			['an amount under its rate', { 'VAT (20%)': '1.00', 'Tax Code': 'S' }, '6.00'],
			['a period', { Start: '2026-01-01', End: 46_000, 'Payment Terms': 'Net 30' }, '5.00'],
		].map(([what, more, totalAmount]): [string, IDataObject, IDataObject] => [
			what as string,
			line('Chair', 5, more as IDataObject),
			{ totalAmount },
		]),
		[
			'a total without its tax rate in one row',
			{ Item: 'Chair', SKU: 'CH-1', Total: 5, 'VAT Rate': '' },
			{ totalAmount: '5.00', description: 'Chair' },
		],
	])('can have %s', async (_what, row, expected) => {
		const { items, error } = await bill([{ ...ANN, ...row }]);
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', ...expected });
	});

	it.each<[string, IDataObject[], string]>([
		...(
			[
				[{ Handling: 5 }, 'Handling: 5 is not billed'],
				[{ 'Order ID': 'X' }, 'Order Number: "Order ID" has another value'],
				[{ 'VAT (20%)': 20 }, 'VAT (20%): 20 can be a percentage'],
				[{ lines: [line('Lamp', 5)] }, 'Line Items: are there as a list'],
				[{ 'Order Number': '' }, 'Order Number: is required'],
				[{ Subtotal: 6 }, 'Subtotal: 6 does not match the lines, which come to 5.00'],
				[{ Total: 5, 'Balance Due': 2 }, 'Total: "Balance Due" has another value for it: 2'],
				[{ Total: 6 }, 'Total: 6 does not match'],
				[{ 'Shipping %': 5 }, 'must be'],
				[{ TaxType: '20% (VAT on Income)' }, 'TaxType: 20%'],
				[{ Handling: '5.00 USD' }, 'Handling: 5.00 USD'],
				[{ Handling: 8.333333333333334 }, 'Handling: 8.33'],
				[{ Tax: 19 }, 'Tax: 19 can be a percentage or an amount'],
				[{ 'Add on': 25 }, 'Add on: 25 is not billed'],
			] as Array<[IDataObject, string]>
		).map(([more, words]): [string, IDataObject[], string] => [
			JSON.stringify(more),
			[line('Chair', 5, more)],
			words,
		]),
		[
			'a measure and no quantity',
			[{ Item: 'Beef', Price: 12.5, Kg: 3.2 }],
			'Kg: 3.2 is not billed, as the column is not known. Name it as what it is, such as Unit Price, Quantity',
		],
		[
			'hours with the price of a day',
			[{ ...ANN, Service: 'Work', Hours: 16, 'Daily Rate': 800 }],
			'Daily Rate: 800 is not billed',
		],
		...['Credit Memo', 'Payment', 'Quote', 'Sales Receipt'].map(
			(type): [string, IDataObject[], string] => [
				`a ${type}`,
				[line('Chair', 5, { 'Transaction Type': type })],
				`Transaction Type: is "${type}". Remove the row`,
			],
		),
		[
			'an error of the spreadsheet',
			[line('#REF!', 5)],
			'Item: is #REF!, an error of the spreadsheet',
		],
		...['Amount', 'Fee', 'Cost'].map((column): [string, IDataObject[], string] => [
			`a ${column} for one or for all`,
			[{ Item: 'Chair', Qty: 3, [column]: 5 }],
			`${column}: it is not clear whether 5 is for one or for all`,
		]),
		[
			'the total of a line that is no price times three',
			[{ Item: 'Chair', Qty: 3, 'Line Total': 10 }],
			'Line Total: 10 does not tell the price of one',
		],
		...[
			[
				{ '#': 1, Date: '2026-01-13' },
				{ '#': 2, Date: '1/13/2026' },
			],
			[{ Timestamp: '2026-11-02 10:11:12' }, { Timestamp: '2026-11-02 10:11:14' }],
			[{ Time: '10:11:12' }, { Time: '10:11:14' }],
			[{ Player: 'Tom' }, { Player: ' tom ' }],
			[{ Notes: 'new' }, { Notes: 'double?' }],
			[{ Status: 'Open' }, { Status: 'Ready' }],
			[{ Date: '2026-01-13' }, { Date: '' }],
		].map((rows): [string, IDataObject[], string] => [
			`a line that was pasted twice: ${JSON.stringify(rows)}`,
			rows.map((row) => line('Hour', 50, row as IDataObject)),
			'rows 1 and 2 have the same line. Remove one of them',
		]),
		...['Trade discount', 'Less: 30% deposit', 'Coupon SAVE10', 'Deposit paid', 'DISCOUNT'].map(
			(name): [string, IDataObject[], string] => [
				`the line ${name}`,
				[line('Chair', 50), line(name, 5)],
				`"${name}" is added, and looks like a deduction`,
			],
		),
		[
			'an invoice that is a flag',
			[line('Chair', 5, { Invoice: 'Yes' })],
			'Order Number: "Invoice" has another value',
		],
		[
			'a total that is no price',
			[{ Item: 'Chair', Qty: 12, Total: 18 }],
			'Unit Price: is required for every line item. If Total is that of each line, name it Line Total',
		],
		[
			'totals of lines with the tax and without',
			[
				line('Chair', 100, { 'Tax %': 10, Total: 110 }),
				line('Lamp', 80, { 'Tax %': 10, Total: 80 }),
			],
			'Total: is 110 in row 1 and 80 in row 2',
		],
		[
			'totals of lines of which one is another',
			[line('Chair', 5, { Total: 5 }), line('Lamp', 6, { Total: 7 })],
			'Total: is 5 in row 1 and 7 in row 2. The rows of one invoice must agree',
		],
		[
			'a time among hours',
			[
				{ Service: 'A', Hours: 0.104166666666667, Rate: 80 },
				{ Service: 'B', Hours: 0.25, Rate: 80 },
			],
			'A1, row 2, Hours: 0.25 can be a time such as 2:30',
		],
		['a short time', [{ Service: 'A', Hours: 0.0625, Rate: 80 }], 'Hours: 0.0625 can be a time'],
		[
			'no quantity in one row',
			[line('Chair', 5), { ...line('Lamp', 5), Qty: '' }],
			'A1, row 2, Qty: is required',
		],
		[
			'no price in one row',
			[line('Chair', 5, { Total: 5 }), { ...line('Lamp', ''), Total: 5 }],
			'A1, row 2, Price: is required',
		],
		[
			'a tax amount of the order in each row',
			[line('Chair', 5, { 'Tax Amount': 2 }), line('Lamp', 6, { 'Tax Amount': 2 })],
			'Tax Amount: 2 is in several rows of the invoice. Name the column Line Tax Amount',
		],
		[
			'a tax rate in the first row of an order only',
			[line('Chair', 5, { 'Tax %': 10 }), line('Lamp', 6, { 'Tax %': '' })],
			'Tax %: 10 is in the first row only. Name the column Line Tax Rate if it is of one line, or Order Tax Rate if it is of the whole order',
		],
		[
			'a discount in rows after the first, which leaves it out',
			[
				line('Chair', 50),
				line('Lamp', 60, { 'Discount Amount': 10 }),
				line('Bed', 70, { 'Discount Amount': 10 }),
			],
			'Discount Amount: 10 is in several rows of the invoice',
		],
		[
			'the total of an order in each of its rows',
			[
				{ Item: 'Chair', total_price: 150 },
				{ Item: 'Table', total_price: 150 },
			],
			'rows 1 and 2 have the same Invoice Number and no lines',
		],
		[
			'the total of an order with its shipping',
			[{ Item: 'Chair', total_price: 155, Shipping: 5 }],
			'Shipping: cannot be used on an invoice without line items',
		],
		...[
			{ 'Order Tax Rate': 19, taxable: false },
			{ 'Order Tax Rate': 19, 'VAT included': true },
			{ Shipping: 10, 'Shipping Tax Rate': '10%', 'Tax Exempt': 'Yes' },
		].map(({ taxable, 'VAT included': isIncluded, ...more }): [string, IDataObject[], string] => [
			`lines in a list that are not taxed, and ${JSON.stringify(more)}`,
			[
				{
					...more,
					items: [{ name: 'Book', qty: 1, price: 100, taxable, 'VAT included': isIncluded }],
				},
			],
			'and it is not clear what that changes',
		]),
		[
			'shipping that is taxed in an order that is exempt',
			[line('Chair', 5, { 'Tax Exempt': 'Yes', Shipping: 10, 'Shipping Tax Rate': '10%' })],
			'Tax Exempt: is "Yes"',
		],
		[
			'shipping as a column and as a line',
			[line('Chair', 5, { Shipping: 4 }), line('Shipping', 4, { Shipping: 4 })],
			'"Shipping" is a line, and the invoice has freight besides. Keep one of them',
		],
		[
			'a tax rate and a line for the tax',
			[line('Chair', 5, { 'Tax %': 10 }), line('Sales tax', 0.5, { 'Tax %': 0 })],
			'"Sales tax" is a line, and the invoice has tax besides',
		],
		[
			'a discount of the order in the rows of its products, written in two ways',
			[
				line('Chair', 50, { 'Discount Amount': '$10.00' }),
				line('Lamp', 60, { 'Discount Amount': 10 }),
				line('Delivery', 5),
			],
			'Discount Amount: 10.00 is in several rows of the invoice',
		],
		[
			'a total that lacks the tax, or whose prices include it',
			[line('Chair', 50, { 'VAT Rate': 20, Total: 50 })],
			'choose Tax Calculation if the prices include the tax',
		],
		[
			'a currency in the header',
			[{ Item: 'Chair', Qty: 1, 'Price (€)': 50 }],
			'Price (€): must be',
		],
		['a currency over an amount', [{ Item: 'Chair', 'Amount €': 50 }], 'Amount €: must be'],
		[
			'a charge in place of a product',
			[{ ...line('', 5), Service: 12.5 }],
			'Service: 12.5 is a number',
		],
		[
			'a quantity under another name',
			[{ Item: 'Chair', 'Order Quantity': 3, Price: 50 }],
			'Order Quantity: 3 is not billed',
		],
		[
			'a charge that ends like a city',
			[line('Room', 5, { Electricity: 45.5 })],
			'Electricity: 45.5',
		],
		[
			'a whole number of money',
			[line('A', 5, { Cleaning: 45 }), line('B', 5, { Cleaning: 9.5 })],
			'A1, row 1, Cleaning: 45',
		],
		['a time and no quantity', [{ Item: 'A', Rate: 10, Duration: '1:30' }], 'Duration: 1:30'],
		['things and no quantity', [{ Item: 'A', Rate: 10, Employees: 3 }], 'Employees: 3'],
		['a number and no quantity', [{ Item: 'A', Rate: 10, Guests: 3 }], 'Guests: 3 is not billed'],
		...Object.entries({
			'Gift card': 5,
			'Trade-in': 200,
			Labor: 50,
			Delivery: 5,
			Payments: 20,
			'Qty Shipped': 1,
			Guests: 3,
		}).map(([column, cell]): [string, IDataObject[], string] => [
			`a whole number in ${column}`,
			[line('A', 10, { Qty: 2, [column]: cell })],
			`${column}: ${cell} is not billed`,
		]),
		['another exchange rate', [line('A', 10, { 'Exchange Rate': 1.1 })], 'Exchange Rate: 1.1'],
		['nothing to pay', [line('Chair', 0)], 'is 0, so there is nothing to pay'],
		['a fee for a time', [line('Room', 5, { 'Fee per month': 45 })], 'Fee per month: 45'],
		['money in a list', [line('Chair', 5, { extras: [{ amount: 5 }] })], 'extras: '],
		['no lines', [{ Color: 'red' }], 'Line Items: enter at least one'],
		...['Status', 'Payment Status', 'Financial Status'].map(
			(column, index): [string, IDataObject[], string] => {
				const status = ['Cancelled', 'refunded', 'paid'][index];
				return [
					`the ${column} ${status}`,
					[line('Chair', 5, { [column]: status })],
					`${column}: is "${status}". Remove the row, for example with a Filter node before this one. To bill the row, add ${column} to Ignore Columns`,
				];
			},
		),
		[
			'a tax that is told in another row only',
			[
				line('Chair', 100, { Tax: 7, Total: 107 }),
				line('Lamp', 100, { 'Order Number': 'A2', Tax: 7 }),
			],
			'Tax: 7 can be a percentage or an amount',
		],
		[
			'a total that may include a tax and a subtotal',
			[{ Item: 'Chair', Total: 110, Subtotal: 100, 'Tax Amount': 19 }],
			'Total: it is not clear whether 110 includes 19 of Tax Amount',
		],
		[
			'a total that may include a tax',
			[{ Item: 'Chair', Total: 119, 'VAT Rate': 19 }],
			'Total: it is not clear whether 119 includes 19 of VAT Rate. Name it Unit Price',
		],
		[
			'a total in one row only',
			[
				{ Item: 'Chair', Total: 5 },
				{ 'Order Number': 'A2', Item: 'Lamp', Total: '' },
			],
			'Total: is required',
		],
		[
			'a sign of several currencies',
			[line('Chair', 5, { Currency: '¥' })],
			'Currency: must be a three-letter currency code such as USD, not "¥"',
		],
		[
			'a price that is none, in the words of the sheet',
			[{ Item: 'Chair', Amount: 'abc' }],
			'Amount: must be a number such as 1234.50, not "abc"',
		],
		[
			'a price that is none in one of several rows',
			[line('Chair', 5), line('Lamp', 'abc')],
			'A1, row 2, Price: must be a number such as 1234.50, not "abc"',
		],
		['no price in a row', [line('Chair', 5), line('Lamp', '')], 'A1, row 2, Price: is required'],
		...[
			['Paid?', 'Yes'],
			['Invoice Status', 'PAID'],
			['Cancelled at', '2026-01-02'],
			['Status', 'Paid - check 1001'],
			['Invoiced', true],
			['Payment Status', 'Completed'],
			['Payment received', '2026-01-02'],
			['Type', 'Refund'],
			['Notes', 'paid'],
			['Type', 'Non-billable'],
			['Rcvd', 'Yes'],
			['Bezahlt', 'ja'],
			['Pagado', 'sí'],
			['Bezahlt am', '2026-11-01'],
			...['Not shipped, paid', 'not shipped but paid', 'Written off', 'On-hold', 'Waived'].map(
				(status) => ['Status', status],
			),
			...[
				'No show',
				'No-show',
				'Written off 11/01',
				'Bad debt, J. Smith',
				'Quote',
				'Payment made',
				'Not approved',
				'Pending approval - Bob',
				'Disputed',
			].map((status) => ['Status', status]),
			['Payment Status', 'Closed'],
			['Date received', '2026-11-01'],
			['Check #', 1042],
			['Dr/Cr', 'Cr'],
			['Transaction Type', 'Credit'],
			...['bezahlt', 'storniert', 'payé', 'annulé', 'pagado', 'anulado'].map((status) => [
				'Status',
				status,
			]),
		].map(([column, cell]): [string, IDataObject[], string] => [
			`${String(column)} ${String(cell)}`,
			[line('Chair', 5, { [String(column)]: cell })],
			`${String(column)}: is "${String(cell)}". Remove the row`,
		]),
		...[
			['Tax Exempt', 'Yes'],
			['Taxable', 'No'],
			['VAT included', 'true'],
			['Tax inclusive', 'Yes'],
			['Amounts Are', 'Tax Inclusive'],
		].map(([column, cell]): [string, IDataObject[], string] => [
			`${column} ${cell}`,
			[line('Chair', 5, { 'Tax Rate': 10, [column]: cell })],
			`${column}: is "${cell}", and it is not clear what that changes`,
		]),
		[
			'an order that is exempt, with a tax on one of its lines',
			[line('Chair', 5, { 'Tax %': 0, 'Tax Exempt': 'Yes' }), line('Lamp', 6, { 'Tax %': 10 })],
			'A1, row 1, Tax Exempt: is "Yes", and it is not clear what that changes',
		],
		[
			'a number of items',
			[{ Item: 'Chair', Price: 7, 'Number of items': 3 }],
			'Number of items: 3 is not billed',
		],
		...['USD 5', '5,00 Euro', '5 dollars', '.50'].map((cell): [string, IDataObject[], string] => [
			`a charge of ${cell}`,
			[line('Chair', 5, { Delivery: cell })],
			`Delivery: ${cell} is not billed`,
		]),
		[
			'one price in two currencies',
			[line('Chair', '5 USD', { 'Unit Price': '5 EUR' })],
			'Price: "Unit Price" has another value for it: 5 EUR',
		],
		['hours that are minutes', [{ Item: 'Advice', 'Hours (MIN)': 90, Rate: 100 }], 'Hours (MIN): '],
		...(
			[
				['Balance due', 5],
				['Outstanding balance', 10],
				['Total for order 1', 10],
				['Total Care', 10],
				['Please pay', 11],
				['Invoice amount', 13, { Shipping: 3 }],
				['Total USD', 11, { 'Tax %': 10 }],
			] as Array<[string, number, IDataObject?]>
		).map(([name, price, more = {}]): [string, IDataObject[], string] => [
			`the line ${name}`,
			[line('Chair', 7, more), line('Lamp', 3, more), line(name, price, { 'Tax %': 0 })],
			`"${name}" looks like a totals row. Remove it, for example with a Filter node before this one. If it is to be billed, give it an SKU or another name`,
		]),
		...['Total November', 'Order total', 'Total with tax', 'Total incl. shipping'].map(
			(name): [string, IDataObject[], string] => [
				`an order for ${name}`,
				[line('Chair', 7), { 'Order Number': 'A2', ...line(name, 9) }],
				'Row 2 of 2, this looks like a totals row',
			],
		),
		...[
			['Pickup Date', 'Return Date', 'Hourly Rate'],
			['Check In', 'Check-out', 'Rate'],
			['Start Date', 'End Date', 'Rate'],
			['From', 'To', 'Rate'],
		].map(([from, to, rate]): [string, IDataObject[], string] => [
			`a ${rate} from ${from} to ${to}`,
			[{ Item: 'Van', [from]: '2026-12-01', [to]: '12/04/2026', [rate]: 120 }],
			`${rate}: is for one, and there are ${from} and ${to}. Add a column Quantity with the hours or days, or add ${from} to Ignore Columns`,
		]),
		...[
			['Extra Day', '25.00'],
			['Support Year', '120.00'],
			['Day', '$25'],
		].map(([column, cell]): [string, IDataObject[], string] => [
			`the charge ${String(column)}`,
			[line('Chair', 5, { [String(column)]: cell })],
			`${String(column)}: ${String(cell)} is not billed`,
		]),
		[
			'the times of work and no quantity',
			[{ Item: 'Advice', Rate: 100, Start: '9:00', End: '17:00' }],
			'Rate: is for one, and there are Start and End',
		],
		[
			'a day, and the times of work on it',
			[
				{
					Item: 'Advice',
					Price: 100,
					'Start Date': '2026-11-18',
					'Start Time': '9:00',
					'End Time': '17:00',
				},
			],
			'Price: is for one, and there are Start Date and Start Time',
		],
		[
			'tickets beside a price',
			[{ Item: 'Gala', Price: 75, Tickets: 2 }],
			'Tickets: 2 is not billed',
		],
		['nights beside a price', [{ Item: 'Room', Price: 100, Nights: 3 }], 'Nights: 3 is not billed'],
		[
			'nights beside a quantity',
			[line('Room', 100, { Qty: 2, Nights: 3 })],
			'Nights: 3 is not billed. Multiply the Unit Price by it',
		],
		[
			'work that is not billable',
			[line('Chair', 5), line('Lamp', 6, { Billable: 'No' })],
			'A1, row 2, Billable: is "No". Remove the row',
		],
		...[
			['Payable by', '12/31/2030', 'Due Date'],
			['De Date', 45_000, 'Due Date'],
			['Duue', '16/01/2030', 'Due'],
			['Curency', 'EUR', 'Currency'],
			['Frieght', 4, 'Freight'],
			['Expries', '2030-01-02', 'Expires'],
			['Shiping Fee', 4, 'Shipping Fee'],
		].map(([column, cell, name]): [string, IDataObject[], string] => [
			`${name} as ${column}`,
			[line('Chair', 5, { [String(column)]: cell })],
			`${column}: ${cell} is not used, as the column is not known. Did you mean ${name}? Rename the column, or add it to Ignore Columns`,
		]),
		[
			'Unit Price as Unti Price',
			[{ Item: 'Chair', Qty: 1, 'Unti Price': 5 }],
			'Unti Price: 5 is not used, as the column is not known. Did you mean Unit Price?',
		],
		...(
			[
				[0.005, 'USD', 'has 3 decimal places, but USD has at most 2'],
				[100.5, 'JPY', 'has 1 decimal place, but JPY has none'],
			] as const
		).map(([price, Currency, words]): [string, IDataObject[], string] => [
			`${price} ${Currency}`,
			[line('Chair', price, { Currency })],
			`Price: ${price} ${words}`,
		]),
		...['Subtotal', 'Amount due'].map((name): [string, IDataObject[], string] => [
			`the sum of an order as ${name}`,
			[line('Chair', 5), line(name, 5)],
			'looks like a totals row',
		]),
		...[
			{ 'Store Currency': 'EUR' },
			{ Währung: 'EUR' },
			{ 'Remaining Balance': 0 },
			{ 'Bill Client': 'No' },
			{ Skip: 'Yes' },
			{ Notes: 'Do not bill' },
			{ Status: 'Paid, not shipped' },
			{ Status: 'Cancelled, not refunded' },
			{ 'Payment Status': 'Completed, not shipped' },
			{ 'Non-billable': 'Yes' },
			{ 'Bill?': 'No' },
			{ Approved: 'No' },
			{ 'Send?': false },
			{ Exclude: 'Yes' },
			{ Stage: 'Quote' },
			{ Status: 'Credit note' },
			{ Owing: 77 },
			{ Correction: -20 },
			{ Courier: 9 },
			{ CGST: 90, SGST: 90 },
			{ 'GST %': 5, 'QST %': 9.975 },
			{ 'Levy %': 10 },
			{ 'Cancellation Date': '2026-11-14' },
			{ 'Payment made': 'Yes' },
			{ 'Open Balance': 0 },
		].map((more): [string, IDataObject[], string] => [
			JSON.stringify(more),
			[line('Chair', 5, more)],
			Object.keys(more)[0],
		]),
		[
			'a time of a spreadsheet as hours',
			[{ Service: 'Advice', Hours: 0.10416666666666667, Rate: 120 }],
			'can be a time such as 2:30',
		],
	])('with %s are refused', async (_what, rows, message) => {
		const { error } = await bill(rows.map((row) => ({ ...ANN, ...row })));
		expect(wordsOf(error!)).toContain(message);
		expect(await invoicing.changes()).toEqual([]);
	});

	it.each<[string, IDataObject[], string]>([
		[
			'a total of its own',
			[
				line('Chair', 5, { Qty: 2, 'Tax %': 10, Total: 11, Subtotal: 10 }),
				line('Lamp', 6, { 'Tax %': 0, Total: '6.00', Subtotal: 6 }),
			],
			'17.00',
		],
		...['Total', 'Line Total'].map((name): [string, IDataObject[], string] => [
			`a ${name} with its tax`,
			['Chair', 'Lamp'].map((item) => line(item, 100, { 'VAT Amount': 20, [name]: 120 })),
			'240.00',
		]),
		['a day', ['11/02/2026', '11/09/2026'].map((Date) => line('Mowing', 40, { Date })), '80.00'],
		['a week', [45, 46].map((Week) => line('Cleaning', 40, { Week })), '80.00'],
		['a child', ['Mia', 'Leo'].map((Player) => line('Camp', 40, { Player })), '80.00'],
		[
			'an order',
			['S1', 'S2'].map((number) =>
				line(`For ${number}`, 5, { 'Invoice No': 'I1', 'Order Number': number }),
			),
			'10.00',
		],
	])('can have in each row of an invoice %s', async (_what, rows, totalAmount) => {
		const { items, error } = await bill(rows.map((row) => ({ ...ANN, ...row })));
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ outcome: 'created', totalAmount, row: '1-2' }]);
	});

	it.each([
		...['Inv #', 'Inv No', 'Bill No', 'Bill #', 'Num', 'Work Order'].map((name) => [name, 'A1']),
		...['Tenant Name', 'Member', 'Guest', 'Sold To', 'Parent Name'].map((name) => [
			name,
			'Ann Lee',
		]),
		...['Tenant Email', 'Member Email'].map((name) => [name, 'ann@example.com']),
		...['Product/Service', 'Task', 'Treatment', 'Item(Product/Service)'].map((name) => [
			name,
			'Chair',
		]),
		...['Unit Cost', 'Fee', '*UnitAmount', 'Item Rate', 'Sales Price'].map((name) => [
			name,
			'5.00',
		]),
	])('can have a column %s', async (name, cell) => {
		const row = { ...ANN, ...line('Chair', '5.00') };
		const others = Object.entries(row).filter(([, value]) => value !== cell);
		const { items, error } = await bill([{ ...Object.fromEntries(others), [name]: cell }]);
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({
			outcome: 'created',
			invoiceNumber: 'A1',
			customerName: 'Ann Lee',
			totalAmount: '5.00',
		});
	});

	it.each<[string, IDataObject, string]>([
		[
			'numbers that are not money',
			{ Grade: 5, Seat: 12, 'Delivery Week': 48 },
			'Grade, Seat, Delivery Week',
		],
		['an exchange rate of 1', { 'Exchange Rate': '1.00' }, 'Exchange Rate'],
		[
			'words near to those of a field',
			{ 'Customer VIP': 'Yes', 'Customer Nr': 7 },
			'Customer VIP, Customer Nr',
		],
		['a status', { Status: 'Closed', Type: 'Bill' }, 'Status (Closed), Type (Bill)'],
	])('are told if they have %s', async (_what, more, unused) => {
		const run = await bill([{ ...ANN, ...line('Chair', 5, more) }]);
		expect(jsonOf(run.items)[0]).toMatchObject({ outcome: 'created', totalAmount: '5.00' });
		expect(hintsOf(run)).toContain(`Columns that are not used: ${unused}.`);
	});

	it.each(['create', 'upsert'])('have no number in the name of a person: %s', async (operation) => {
		const row = { Customer: 'Acme', 'E-mail': 'ann@example.com', ...line('October', 10) };
		const { error } = await bill([{ ...row, Name: 'Ann Lee' }], {}, operation);
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
				{ outcome: 'failed', reason: expect.stringContaining('status: is "paid"') as string },
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

	it.each([
		['a rate in its first row', { 'Tax %': '10%' }, {}],
		['an amount in each row', { 'Tax Amount': '3.00' }, { 'Tax Amount': 3 }],
		['an amount under Tax', { Tax: 3 }, { Tax: 3 }],
		['a percentage under Tax', { Tax: 10 }, { Tax: 10 }],
	])('have a tax of the order that its total tells: %s', async (_what, first, second) => {
		const { items, error } = await bill([
			{ ...ANN, ...line('Chair', 10, { ...first, Total: '33.00' }) },
			{ 'Order Number': 'A1', ...line('Lamp', 20, second) },
		]);
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', totalAmount: '33.00' });
	});

	it('have one tax rate of which only the sum of the order gives its total', async () => {
		const rows = ['A', 'B', 'C'].map((item) => line(item, 0.33, { 'Tax %': 10, Total: 1.09 }));
		const { items, error } = await bill(rows.map((row) => ({ ...ANN, ...row })));
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', totalAmount: '1.09' });
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

	it('of an order export of a shop have the order in Name', async () => {
		const run = await bill([
			{
				Name: '#1001',
				Email: 'ann@example.com',
				'Billing Name': 'Ann Lee',
				'Lineitem name': 'Chair',
				'Lineitem quantity': 2,
				'Lineitem price': 5,
			},
		]);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run.items)[0]).toMatchObject({ invoiceNumber: '#1001', totalAmount: '10.00' });
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

		it('are refused in the currency that the form begins with', async () => {
			const { error } = await bill(input);
			expect(wordsOf(error!)).toContain(
				'Currency: 1.234,50 has a decimal comma, and USD is written with a point. Choose the currency of the sheet, or add Number Format to bill in USD',
			);
			expect(await invoicing.changes()).toEqual([]);
		});

		it.each([
			['another currency is chosen', currency('EUR'), {}, input],
			['Number Format is', currency('USD'), { numberFormat: 'comma' }, input],
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
		const rows = [{ ...ANN, ...line('Chair', 5) }, empty as IDataObject, { row_number: 4 }];
		const totals = await bill([...rows, { ...empty, Price: 5, Qty: 1 }]);
		expect(wordsOf(totals.error!)).toBe(
			'Row 4 of 4, this looks like a totals row. Remove it, for example with a Filter node before this one. If it is to be billed, give it an SKU or another name',
		);
		const billed = await bill(rows);
		expect(billed.error).toBeUndefined();
		expect(jsonOf(billed.items)).toMatchObject([{ row: 1, outcome: 'created' }]);
	});

	it('bill a product with an SKU that is named as a sum', async () => {
		const rows = [line('Oil', 10), line('Total Care', 10, { SKU: 'TC-1' })];
		const { items } = await bill(rows.map((row) => ({ ...ANN, ...row })));
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', totalAmount: '20.00' });
	});

	it.each<[string, IDataObject]>([
		...['Credit report', 'Discount brakes service', 'Security deposit', 'Balance bike'].map(
			(name): [string, IDataObject] => [name, line(name, 10, { 'Tax %': 0 })],
		),
		['a discount with an SKU', line('Discount', 10, { 'Tax %': 0, SKU: 'D-1' })],
		['what is left of an older invoice', line('Outstanding balance', 10, { 'Tax %': 0 })],
		['a book that is not taxable', line('Book', 10, { 'Tax %': 0, Taxable: 'No' })],
		['a book without a tax', line('Book', 10, { 'Tax %': '', Taxable: 'No' })],
	])('bill a line for oil and %s', async (_what, row) => {
		const oil = line('Oil', 100, { 'Tax %': 20, Taxable: 'Yes' });
		const { items, error } = await bill([oil, row].map((one) => ({ ...ANN, ...one })));
		expect(error).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ outcome: 'created', totalAmount: '130.00' });
	});

	it('have the customer as the contact of a company', async () => {
		const row = { 'Order Number': 'A1', Company: 'Acme', 'Contact Name': 'Ann Lee' };
		const { items } = await bill([{ ...row, Email: 'ann@example.com', ...line('Chair', 5) }]);
		expect(jsonOf(items)[0]).toMatchObject({ customerName: 'Ann Lee', companyName: 'Acme' });
	});

	it('have the customer as a first and a last name', async () => {
		const names = { 'First Name': 'Ann', last_name: 'Lee', Name: '#1001' };
		const row = { ...names, Email: 'ann@example.com', ...line('Chair', 5) };
		const { items } = await bill([row]);
		expect(jsonOf(items)[0]).toMatchObject({ customerName: 'Ann Lee', invoiceNumber: '#1001' });
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

	it('with a number as the item have one problem', async () => {
		const { error } = await bill([{ ...ANN, Item: 1001, Price: 5 }]);
		expect(wordsOf(error!)).toBe(
			'Item: 1001 is a number, not the name of a product. Name the column Product Name if it is one, or as what it is, such as SKU',
		);
	});

	it('are billed without those to ignore', async () => {
		const options = { ignoreColumns: 'Handling, Invoice No' };
		const row = { ...ANN, ...line('Chair', 5, { Handling: 5, 'Invoice No': 'X' }) };
		const run = await bill([row], { options });
		expect(jsonOf(run.items)[0]).toMatchObject({ invoiceNumber: 'A1', totalAmount: '5.00' });
		expect(hintsOf(run)).toEqual([]);
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

	it('fill in before the form does', async () => {
		const parameters = {
			delivery: 'draft',
			currency: { __rl: true, mode: 'code', value: 'EUR' },
			additionalFields: { companyName: 'Acme', taxRate: '10', dueInDays: 30 },
		};
		const input = [{ ...ANN, ...line('Chair', 5), Company: 'Lee Ltd' }];
		const created = await invoicing.invoice('create', parameters, { input });
		expect(created).toMatchObject({ companyName: 'Lee Ltd', currency: 'EUR', totalAmount: '5.50' });
	});

	it('count for all rows of an invoice before the form does', async () => {
		const additionalFields = { companyName: 'Acme' };
		const first = { ...ANN, ...line('Chair', '5 €'), Currency: 'EUR', Company: 'Lee Ltd' };
		const input = [first, { 'Order Number': 'A1', ...line('Lamp', '6 €') }];
		const parameters = { delivery: 'draft', additionalFields };
		const created = await invoicing.invoice('create', parameters, { input });
		expect(created).toMatchObject({
			companyName: 'Lee Ltd',
			currency: 'EUR',
			totalAmount: '11.00',
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
		const { error } = await bill([untaxed], {}, 'upsert');
		expect(wordsOf(error!)).toContain('Tax (%): has no value here, and the invoice has 10');
		expect(
			jsonOf((await bill([{ ...untaxed, 'Tax %': '' }], {}, 'upsert')).items)[0],
		).toMatchObject({
			outcome: 'updated',
			totalAmount: '6.00',
		});
	});

	it('are each an invoice if the service numbers them', async () => {
		const row = { Customer: 'Ann Lee', Email: 'ann@example.com', ...line('Chair', 5) };
		const { items } = await bill([row, row], { options: { serviceNumbers: true } });
		expect(items).toHaveLength(2);
	});

	it('in merged cells are not billed in part', async () => {
		const input = [{ ...ANN, ...line('Chair', 5) }, line('Lamp', 6)];
		const { items } = await bill(input, { continueOnFail: true });
		expect(jsonOf(items)).toMatchObject([
			{ invoiceNumber: 'A1', outcome: 'failed' },
			{ invoiceNumber: '', outcome: 'failed' },
		]);
	});
});

it.each([
	['invoicing-from-sheet', ['120.00', '59.97', '12000']],
	['invoicing-one-invoice-from-rows', ['2343.00']],
])('the example %s bills %j', async (file, totals) => {
	const { nodes } = examples().get(file)!;
	const data = nodes.find(({ type }) => type.endsWith('.set'))!.parameters.jsonOutput as string;
	const { parameters } = nodes.find(({ type }) => type.endsWith('.merchantInvoicing'))!;
	const [input] = Object.values(JSON.parse(data) as Record<string, IDataObject[]>);
	const { items } = await invoicing.run('invoice', 'create', parameters, { input });
	expect(jsonOf(items).map(({ totalAmount }) => totalAmount)).toEqual(totals);
});
