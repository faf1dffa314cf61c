import type { IDataObject } from 'n8n-workflow';
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
	const { fields, line } = rows[0];
	return { fields, line, unclear };
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
	['Parent Name', 'Customer Name'],
	['Email (Billing)', 'Customer Email'],
	['Item(Product/Service)', 'Product Name'],
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

it('every field has documented names', () => {
	expect(new Set(DOCUMENTED.map(([, field]) => field))).toEqual(new Set(Object.keys(ROW)));
});

it.each<[IDataObject, IDataObject]>([
	[{ 'Product Title': 'Chair', Description: 'Of oak' }, { productName: 'Chair' }],
	[{ Qty: '3', Net: '15' }, { unitPrice: '15' }],
	[{ 'Discount Percent': '5' }, { discountRate: '5' }],
	[{ Qty: '1,000', 'Line Total': '50.00' }, { unitPrice: '0.05' }],
	[{ 'Line Total': '50.00', Qty: '1.00' }, { unitPrice: '50.00' }],
])('a line of %j has %j', (row, line) => {
	expect(read(row).line).toMatchObject(line);
});
