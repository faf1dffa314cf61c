import type { IDataObject } from 'n8n-workflow';
import type { LineOrRow } from '../../../nodes/MerchantInvoicing/invoice/columnNames';
import { readSheetRows } from '../../../nodes/MerchantInvoicing/invoice/columns';
import { textOf } from '../../package/pages';

/** A row whose columns have the names of the fields. */
const ROW: Record<string, string> = {
	'Invoice Number': 'A1',
	'Customer Name': 'Ann Lee',
	'Customer Email': 'ann@example.com',
	'Due Date': '2030-12-31',
	Currency: 'USD',
	'Freight Amount': '2',
	'Total Amount': '7',
	'Product Name': 'Chair',
	'Product SKU': 'C-1',
	Quantity: '1',
	'Unit Price': '5',
};
const read = (row: IDataObject) => {
	const { rows, unclear } = readSheetRows('row', [
		{ row, place: { ignored: [], inputFormat: { decimals: 'point' } } },
	]);
	const { fields, line, problems } = rows[0];
	return { fields, line, problems, unclear };
};

/** "Net Price, Price; otherwise Net or Name beside a customer" without the last two words. */
const namesIn = (cell: string) =>
	cell.split(/, |; otherwise | or /).map((name) => name.replace(/ beside .*/, ''));
const DOCUMENTED = textOf('docs/use/invoicing.md')
	.split('\n')
	.flatMap((line) => {
		const [, field = '', names = ''] = line.split('|').map((cell) => cell.trim());
		const [name] = field.split(',');
		return name in ROW
			? namesIn(names.replace(/; 1 if .*/, '')).map((column) => [column, name])
			: [];
	});
const OTHERS = [
	['First Name (Billing) and Last Name (Billing)', 'Customer Name'],
	['Billing First Name and Billing Last Name', 'Customer Name'],
];

it.each([...DOCUMENTED, ...OTHERS])('a sheet can have %s in place of %s', (column, field) => {
	const { [field]: cell, ...others } = ROW;
	const named = column.split(' and ');
	const words = named.length > 1 ? cell.split(' ') : [cell];
	const own = Object.fromEntries(named.map((name, index) => [name, words[index]]));
	expect(read({ ...others, ...own })).toEqual({ ...read(ROW), unclear: [] });
});

/** Lines such as "field: name, name". */
const listed = (lines: string) =>
	lines
		.trim()
		.split('\n')
		.map((text) => text.trim().split(': '));
const columnsOf = (names: readonly string[], kind: LineOrRow = 'row') => {
	const row = Object.fromEntries(names.map((name) => [name, '5%']));
	return readSheetRows(kind, [{ row, place: { ignored: [] } }]).rows[0].columns;
};

/** Of what is documented above, only the others. */
const NAMES = `
	invoice.companyName: Company
	invoice.currency: Billing Currency, Currency ISO Code, Payment Currency, Price Currency, Transaction Currency
	invoice.customerEmail: Email (Billing), Name Email, Buyer Email, Parent Email, Patient Email, Primary Email, Student Email
	invoice.customerName: Bill To Name, Buyer Name, Customer Full Name
	invoice.description: Invoice Description
	invoice.discountAmount: Order Discount Amount, Invoice Discount Amount
	invoice.discountPercent: Order Discount Percent, Invoice Discount Percent, Order Discount
	invoice.dueDate: Pay By, Payment Deadline
	invoice.expirationDate: Expires, Expires On
	invoice.freightAmount: Invoice Freight Amount, Order Shipping, Order Shipping Amount, Shipping Total
	invoice.freightTaxRate: Freight Tax Rate, Shipping Tax Rate
	invoice.freightTaxable: Freight Taxable, Shipping Taxable
	invoice.invoiceNumber: Invoice Ref, Inv Number, Bill Number, Order Ref
	invoice.merchantCustomerId: Client ID, Customer ID, Customer No, Customer Number
	invoice.subAmount: Subtotal, Invoice Subtotal, Order Subtotal
	invoice.taxAmount: Order Tax Amount, Invoice Tax Amount, Tax Total, Total Tax
	invoice.taxRate: Order Tax Rate, Invoice Tax Rate, Order Tax, Invoice Tax (%)
	invoice.totalAmount: Amount Outstanding, Amount Owed, Amount Owing, Balance, Brutto, To Pay, Balance Remaining, Gross Amount, Gross Total, Invoice Amount, Amt, Invoice Total Amount, Invoice Value, Left to Pay, Open Amount, Owed, Open Balance, Order Value, Outstanding, Outstanding Amount, Owing, Please Pay, Remaining Balance, Tot, Total Amt, Order Total Amount, Ttl, Ttl Amt, Unpaid Amount
	line.discountRate: Discount Percent, Disc, Discount, Line Discount
	line.productName: Item(Product/Service), Line Item Name
	line.productSku: Line Item SKU
	line.quantity: Duration (decimal), Item Quantity, Line Item Quantity, Product Qty, Product Quantity, Quantity Purchased
	line.taxAmount: GST Amount, GST Amt, Item Tax Amount, Sales Tax Amount, Tax Amt, VAT Amount, VAT Amt, Line Tax Amount
	line.taxRate: Tax Percent, VAT Rate, GST Rate, Sales Tax Rate, BTW, GST, HST, IVA, Moms, MVA, MwSt, PST, QST, Sales Tax, Tax, Taxes, TVA, USt, VAT, Line Tax
	line.totalAmount: Billable Amount, Ext Amount, Ext Price, Extended Amount, Extended Price, Item Amount, Item Total, Line Amount, Line Subtotal, Net Amount
	line.unitPrice: Billable Rate, Item Cost, Line Item Price, Net Unit Price, Price Per Item, Price Per Unit, Product Unit Price, Sale Price, Selling Price, Unit Rate
`;
it.each(listed(NAMES))('the field %s can have the name %s', (target, names) => {
	const kind = target.startsWith('line.') ? 'line' : 'row';
	const found = names.split(', ').map((name) => [...columnsOf([name], kind)]);
	expect(found).toEqual(names.split(', ').map((name) => [[target, name]]));
});

const IF_NO_OTHER = `
	invoice.customerName: Contact Name, Account Name, Parent, Parent Name, Tenant, Tenant Name, Guest, Guest Name, Member, Member Name, Patient, Patient Name, Student, Student Name
	invoice.invoiceNumber: Num, Work Order
	line.productName: Item Description, Product Title, Product Description, Description, Task, Activity, Treatment, Job, Memo/Description
	line.taxRate: Tax Type
	line.unitPrice: Fee, Cost, Rent, Charge, Net, Netto
`;
it.each(listed(IF_NO_OTHER))('the field %s has the first of the names %s', (target, names) => {
	for (let left = names.split(', '); left.length > 0; left = left.slice(1)) {
		const found = [...columnsOf([...left].reverse())].find(([of]) => of === target);
		expect(found?.[1]).toBe(left[0]);
	}
});

it('a first name or a last name alone is no customer', () => {
	expect([...columnsOf(['First Name']), ...columnsOf(['Last Name'])]).toEqual([]);
});

it('every field has documented names', () => {
	expect(new Set(DOCUMENTED.map(([, field]) => field))).toEqual(new Set(Object.keys(ROW)));
});

it.each<[IDataObject, IDataObject]>([
	[{ Qty: '1.00', Amount: '120.00' }, { unitPrice: '120.00' }],
	[{ Client: 'Ann', Name: 'Free' }, { productName: 'Free' }],
	[{ 'Product Name': '4001' }, { productName: '4001' }],
	[{ Item: 'Chair', 'Invoice Description': 'May', Total: '5' }, {}],
	[{ Item: '5% ale', 'Line Total': '5', Total: '5' }, { productName: '5% ale' }],
	[{ 'Line Total': '50.00', Qty: '1,000' }, { unitPrice: '0.05' }],
])('a line of %j has %j', (row, line) => {
	expect(read(row)).toMatchObject({ line, problems: [] });
});

it.each(
	listed(`
	Tax Type: exempt, Tax exempt, Zero rated income, Zero-rated, No charge, No GST, no tax, no VAT, n/a, NA, nil, no, none, Reverse charge, -, –, —
	Shipping: Free, free shipping, Free delivery, None
	`),
)('in %s, each of %s means 0', (column, cells) => {
	for (const cell of cells.split(', ')) {
		const { fields, line } = read({ [column]: cell });
		expect([cell, Object.values({ ...fields, ...line })[0]]).toEqual([cell, '0']);
	}
});

it.each(
	listed(`
	Item: #DIV/0!, #ERROR!, #N/A, #NAME?, #NULL!, #NUM!, #REF!, #VALUE!: an error of the spreadsheet
	Item: ", "", ', ″, 〃, ”, ditto, Do.: Write the value that is meant
	Item: 4001, $40: is a number, not the name of a product
	Tax %: 8.25% incl, incl. 20%, inkl. 5%, 5% gross, 5% inc, 5% brutto, 5% TTC, 5% / RC, 5% reverse, 5% exempt: can be a tax that is not added
	Tax: 19, 19.5: can be a percentage or an amount. Name the column Tax Amount or Tax %
	Order Tax: 0.19: can be a percentage or an amount. Name the column Order Tax Amount or Order Tax % and write 19
	Discount: SAVE10: it is not clear what SAVE10 means
	Hours: 0.104166666666667, 0.125, .375: can be a time such as 2:30
	unit_amount: 4990: can be in cents
	amount_due: 4990: can be in cents
	Rate: 120: is the price of one, and no column says how many
	`),
)('in %s, each of %s is refused: %s', (column, cells, message) => {
	for (const cell of cells.split(', ')) {
		const { problems } = read({ [column]: cell });
		expect(problems.map(({ field }) => field)).toEqual([column]);
		expect(problems[0].message).toContain(message);
	}
});
