import { readSheetRows } from '../../../nodes/MerchantInvoicing/invoice/columns';
import { unclearInWords } from '../../../nodes/MerchantInvoicing/invoice/unknownColumns';

const read = (column: string, cell: unknown, kind: 'line' | 'row' = 'row') =>
	readSheetRows(kind, [
		{
			row: { Item: 'Chair', SKU: 'CH-1', Customer: 'Ann', Qty: 1, Price: 5, [column]: cell },
			place: { ignored: [] },
		},
		{
			row: { Item: 'Lamp', SKU: 'L-1', Customer: 'Ann', Qty: 1, Price: 5, [column]: '' },
			place: { ignored: [] },
		},
	]);

describe('a column whose name is not known', () => {
	it.each([
		...['Weight', 'Setup', 'Registration', 'Guests', 'Number', 'Extra Day', 'Support Year'],
		...['On account', 'Member', 'Billed to date', 'Price per day', 'Rush order', 'Gift Card'],
		...['Price to customer', 'Codes', 'Charge', 'To Bill', 'Free', 'Taxable', 'Tax Name'],
		...['Items'],
	])('stops a sheet with 40 in %s', (column) => {
		expect(read(column, 40).unclear).toMatchObject([{ name: column, example: 40 }]);
	});

	it.each<[string, unknown]>(
		[
			...['.50', '1.5', 40.25, '-20', '(5.00)', '5 EUR', 'USD 5', '5,00 Euro', '5 dollars', '5.-'],
			...['3 nights', '2 kg', '90min', '1.5h', '10%', '$5', 'Engraving $5', 'Setup USD 5'],
			...['Rs. 50', 'R50', 'Rp 150.000.000', '150000000.00', '150.000.000', '500/-', '５０', '½'],
			...['15/30', '1 of 3', '2 x 25', 'x2', '2x', '3 nights @ 50', '50/h', '10% early bird'],
			...['Cleaning 60.00', '100 GBP setup', '~50', '#N/A', '12,50 €', '12345678'],
			...[[{ price: 5 }], { fee: '$5' }, [5], { a: { rate: '2.5' } }, ['$5']],
		].map((cell): [string, unknown] => [JSON.stringify(cell), cell]),
	)('stops with %s', (_said, cell) => {
		expect(read('Extras', cell).unclear).toHaveLength(1);
		expect(read('Extras', cell, 'line').unclear).toHaveLength(1);
	});

	it.each<[string, unknown]>(
		[
			...[0, '0.00', '$0', '', null, true, 'yes', 'Room 12', '2nd', '4B', 'CTR1044', '12 Main St'],
			...['100% cotton', '2026-01-02', '05.12.2026', 'Dec 1, 2026', '10:30', '9 am', '123456789'],
			...[
				new Date(0),
				[],
				{},
				{ id: 5, label: 'red' },
				[{ id: 5, size: 12_345 }],
				'NET-30',
				'11/2026',
			],
			...[
				{ address: null, tags: [null] },
				['vip', '2026'],
				{ meta: { attempt: 2 } },
				'10.0.0.1',
				'ann@1and1.com',
				'call @ 9:30',
			],
		].map((cell): [string, unknown] => [JSON.stringify(cell), cell]),
	)('may have %s', (_said, cell) => {
		expect(read('Extras', cell).unclear).toEqual([]);
	});

	it.each<[string, unknown]>([
		['Customer No', 40],
		['Job #', 77],
		['taxCode', 5],
		['Cost Center Number', 40],
		['Account', 4000],
		['Shipping Zip', 5311],
		['Tax Date', 45_000],
		['Start Time', 0.375],
		['Week', 48],
		['Notes', 'Ask for $5'],
		['Lineitem compare at price', '20.00'],
		['Num', 5],
		['Item Code', 5],
		['Terms', 30],
		['Unit', 12],
		['Class', 3],
		['GL Account', 4000],
		['N°', 1],
		['P.O.', 77],
		['Last 4', 4242],
		['ZIP/Postal', 9021],
		['Fiscal Year', 2026],
		['Check-in', 46_357],
		['Timestamp', 46_328.4324],
		['DOB', 29_000],
		['INVOICE_DATE', 20_261_101],
		['Date', '11/2'],
		['calculation', '2 x 5.00 = 10.00'],
		['daysUntilDue', 14],
	])('may be %s with %p', (column, cell) => {
		expect(read(column, cell).unclear).toEqual([]);
	});

	it.each<[string, unknown]>([
		['Route No', '40.00'],
		['Service Code', '$40'],
		['Date', 40],
		['Start', 40],
		['Week', '48.50'],
		['Tax Code', '20%'],
		['Room', '12.50'],
		['To', 20_000],
		['Billable Time', 0.5],
		['VAT at', 0.2],
		['Amount to date', 46_000],
	])('is no identifier, date or period if it is %s with %p', (column, cell) => {
		expect(read(column, cell).unclear).toHaveLength(1);
	});

	it('can be a quantity if no column is one', () => {
		const row = { Item: 'Tickets', Ticket: 4, Price: 5 };
		expect(readSheetRows('row', [{ row, place: { ignored: [] } }]).unclear).toHaveLength(1);
	});

	it.each<[string, unknown, string | undefined]>([
		['Discuont %', 5, 'Discount'],
		['Shiping Fee', 5, 'Shipping Fee'],
		['Order Tax Amont', 5, 'Order Tax Amount'],
		['Frieght', 4, 'Freight'],
		['Quanity', 3, undefined],
		['Rush (+$25)', true, undefined],
		['Gift wrap (+5.00)', 'Yes', undefined],
		['Payable by', '12/31/2030', 'Due Date'],
		['Fällig am', '31.12.2030', 'Due Date'],
		['Deu Date', '31.12.2030', 'Due Date'],
		['Store money', 'EUR', 'Currency'],
	])('%s with %p stops the sheet, and can be meant as %s', (column, cell, meant) => {
		expect(read(column, cell).unclear.map((one) => one.meant)).toEqual([meant]);
	});

	it.each([
		['Tax Date', '2030-01-02'],
		['Payable by', 'Ann'],
		['Rush (+$25)', 'no'],
		['Rush (+$25)', false],
	])('%s with %p is not meant as another one', (column, cell) => {
		expect(read(column, cell).unclear).toEqual([]);
	});

	it.each(['Price inc VAT', 'Brutto', 'Prix TTC'])('%s can include the tax', (name) => {
		const words = unclearInWords([{ name, example: 120, isInTotal: true }], []);
		expect(words).toContain('If a price includes the tax, choose Tax Calculation too.');
	});

	it('is named once, with what to enter, and not offered to be ignored if it may be misspelled', () => {
		const columns = [
			{ name: 'Weight', example: 1.5, isInTotal: true },
			{ name: 'Price, net', example: { a: 1 }, isInTotal: true },
			{ name: 'Quanity', example: 3, meant: 'Quantity', isInTotal: true },
		];
		expect(unclearInWords(columns, ['Color'])).toBe(
			'these columns are not billed, as their names are not known: Weight (1.5), Price, net ({"a":1}), Quanity (3. Did you mean Quantity?). Rename what belongs to the bill, such as Unit Price, Quantity or Freight Amount, or give it a row of its own. For the others, set Ignore Columns to: Color, Weight, "Price, net"',
		);
		expect(unclearInWords([columns[2]], [])).not.toContain('Ignore Columns');
	});
});

describe('a row that says that nobody is to pay', () => {
	const saidOf = (column: string, cell: unknown) => {
		const { rows, unclear } = read(column, cell);
		const [{ ifNew, problems }] = rows;
		return [ifNew && 'ifNew', problems.length > 0 && 'refused', unclear.length > 0 && 'stopped']
			.filter(Boolean)
			.join();
	};

	it.each<[string, ...unknown[]]>([
		['Status', 'Paid', 'CANCELLED', 'Paid - check 1001', 'Written off 11/01', 'No-show', 'Quote'],
		['Stage', 'Draft', 'partially_refunded', 'Cancelled, not refunded', 'bezahlt', 'anulado'],
		['Payment Status', 'Completed', 'Closed', 'succeeded'],
		['Type', 'Credit Memo', 'Payment', 'Sales Receipt', 'Estimate', 'Sales credit note'],
		['Typ', 'Gutschrift 7'],
		['Notes', 'paid', 'Cancel', 'Do not bill', 'Cancelled, do not bill'],
		['Payment', 'received'],
		['Paid?', 'Yes', true, 'PayPal', '100.00', '2026-01-02'],
		['Check #', 1042],
		...['Cancelled at', 'Cancellation Date', 'Date of payment', 'Bezahlt am', 'Date received'].map(
			(column): [string, unknown] => [column, '2026-11-01'],
		),
		['Paid on', '2026-11-01'],
		['Paid in Full (Y/N)', 'Y'],
		['Refund', 'Yes', 20],
	])('is refused as a new invoice if %s is one of %j, %j, ...', (column, ...cells) => {
		expect(cells.map((cell) => saidOf(column, cell))).toEqual(cells.map(() => 'ifNew'));
	});

	it.each<[string, ...unknown[]]>([
		['Billable', 'No', false],
		['Approved', 'pending', 'not yet'],
		...['Bill?', 'Approved', 'Send', 'Include'].map((column): [string, unknown] => [column, 'No']),
		...['Skip', 'Exclude', 'Non-billable', 'On hold'].map((column): [string, unknown] => [
			column,
			'x',
		]),
	])('is refused if %s is %j', (column, ...cells) => {
		expect(cells.map((cell) => saidOf(column, cell))).toEqual(cells.map(() => 'refused'));
	});

	it.each<[string, ...unknown[]]>([
		['Status', 'Unpaid', 'Not paid', 'to be paid', 'Open', 'Closed', 'Quote accepted', 'failed'],
		['Paid', false, 'No', '$0.00', 'unpaid', 'not yet', 'Overdue', 'nein', ''],
		['Order Status', 'on-hold', 'processing'],
		['To be paid', 'Yes'],
		['Payment Terms', 'Prepaid'],
		['Payment Method', 'Credit'],
		['Quote', 'Q-1001'],
		['Payment', 'Card'],
		['Billable', 'Yes', 1],
		['Skip', 'No'],
		['Invoiced to', 'Ann'],
		['Outcome', 'failed', 'created'],
	])('is billed if %s is one of %j, %j, ...', (column, ...cells) => {
		expect(cells.map((cell) => saidOf(column, cell))).toEqual(cells.map(() => ''));
	});

	it.each<[string, unknown, boolean]>([
		['Tax Exempt', 'Yes', true],
		['Tax Exempt', 'No', false],
		['Taxable', 'N', true],
		['Taxable', 1, false],
		['Prices include VAT', 'true', true],
		['Lunch included', 'Yes', false],
		['Amounts Are', 'Tax Inclusive', true],
	])('is not to be taxed if %s is %j: %p', (column, cell, isSaid) => {
		expect(read(column, cell).rows[0].ifTaxed).toHaveLength(isSaid ? 1 : 0);
	});
});
