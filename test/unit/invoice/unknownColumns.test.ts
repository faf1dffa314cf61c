import { readSheetRows } from '../../../nodes/MerchantInvoicing/invoice/columns';
import {
	isAmountText,
	isNoteOrStatusColumn,
	isSameCell,
	isDefaultCell,
	unclearInWords,
} from '../../../nodes/MerchantInvoicing/invoice/unknownColumns';

const ROW = { 'Invoice No': 'A1', Customer: 'Ann', Qty: 1, Price: 5 };
const read = (column: string, cell: unknown, kind: 'line' | 'row' = 'row') =>
	readSheetRows(kind, [
		{
			row: { ...ROW, Item: 'Chair', SKU: 'CH-1', [column]: cell },
			place: { ignored: [] },
		},
		{
			row: { ...ROW, Item: 'Lamp', SKU: 'L-1', [column]: '' },
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
			...[
				'15/30',
				'2 @ 50',
				'1 of 3',
				'2 x 25',
				'x2',
				'2x',
				'3 nights @ 50',
				'50/h',
				'10% early bird',
			],
			...['Cleaning 60.00', '100 GBP setup', '~50', '#N/A', '12,50 €', '12345678'],
			...['Fr 50', 'kr 50', 'RM 50', 'zł 50', '+ 5 Fr', '+ 5 kr', '+ 5 Rp', '+ 5 Rs', '+ 5 zł'],
			...[[{ price: 5 }], { fee: '$5' }, [5], { a: { rate: '2.5' } }, ['$5']],
			...'amount, amt, balance, charge, cost, discount, due, freight, gst, hours, qty, quantity, rent, shipping, tax, tip, total, unit, units, vat'
				.split(', ')
				.map((name) => ({ [name]: 5 })),
		].map((cell): [string, unknown] => [JSON.stringify(cell), cell]),
	)('stops with %s', (_said, cell) => {
		expect(read('Extras', cell).unclear).toHaveLength(1);
		expect(read('Items', cell, 'line').unclear).toHaveLength(1);
	});

	it.each<[string, unknown]>(
		[
			...[0, '0.00', '$0', '', 'yes', 'Room 12', '2nd', '4B', 'CTR1044', '12 Main St'],
			...['100% cotton', '2026-01-02', '05.12.2026', 'Dec 1, 2026', '10:30', '9 am', '123456789'],
			...['1st', '3RD', '4th', '10.30 am', 'at 10.30 h', 'ab 10.30 Uhr', 'at 10.30PM'],
			...['NET-30', '11/2026', '10.0.0.1', 'ann@1and1.com', 'call @ 9:30', new Date(0), [], {}],
			...[null, { id: 5, label: 'red' }, [{ id: 5, size: 12_345 }], { meta: { attempt: 2 } }],
			...[true, { address: null, tags: [null] }, ['vip', '2026']],
		].map((cell): [string, unknown] => [JSON.stringify(cell), cell]),
	)('may have %s', (_said, cell) => {
		expect(read('Extras', cell).unclear).toEqual([]);
	});

	/** Whole numbers, those beside a quantity, days and times of a spreadsheet, and notes. */
	const NEUTRAL = `
		40: Num, Work Order, Order, Customer No, Job #, taxCode, Cost Center Number, Shipping Zip, Gift Barcode, Item EAN, Fax, VAT ID, ISBN, Mobile, Steuer-Nr, Phone, PLZ, Postal, Postcode, Tax Ref, Your Reference, Rep, Other SKU, Tel, Telephone, UPC, ZIP/Postal, Zipcode, N°, P.O., Account, Acct, Age, Card Ending, Cost Center, Cost Centre, CPT, Day, Employee, GL, GL Account, GL Acct, Grade, HSN, HSN/SAC, Konto, Last 4, Line, Matter, Model, Month, MRN, Pos, Quarter, Row, SAC, Season, Seq, Serial, SL, Week, Year, Academic Year, Calendar Year, Fiscal Year, Model Year, School Year, Tax Year, Year Built
		12: Apartment, Apt, Batch, Booking, Branch, Card, Case, Class, Department, Dept, Flat, Floor, House, Lane, License, Locker, Lot, Part, Policy, Position, Project, Reservation, Room, Route, Seat, Session, Store, Table, Team, Ticket, Unit, Zone
		46357: Valid at, Check-in, Check out, Created, Tax Date, Pay Day, Departure, Rental End
		46328.4324: From, Invoiced on, Rental Start, Submitted, Timestamp, To, Last Updated
		20261101: Arrival, Arrival in Bonn, Date, Date of Birth, INVOICE_DATE
		11/2: Date, Arrival, Start
		29000: Birthday, DOB
		0.375: Start Time, Start, End, End Time
		Ask for $5: Address, calculation, Changes, Comment, Comments, Description, Error, Instructions, Memo, Message, Payment Method, Discount Name, Note, Notes, Reason, Remark, Remarks, Terms, Job Title
		20.00: Lineitem compare at price
		14: daysUntilDue, lineItemCount
	`;
	const neutral = NEUTRAL.trim()
		.split('\n')
		.map((text) => text.trim().split(': '));
	it.each(neutral)('%s may stand below any of %s', (cell, columns) => {
		const stopping = columns.split(', ').filter((column) => read(column, cell).unclear.length > 0);
		expect(stopping).toEqual([]);
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

	it('is refused as a new invoice if a cell says so, or the name above a yes', () => {
		const names =
			'Bezahlt, Billed, Canceled, Cancellation, Cancelled, Cash received, Check No, Cheque No, Date received, Invoice sent, Invoiced, Paid, Paid in full, Partially paid, pd, Prepaid, Partially refunded, Payment made, Payment received, Rcvd, Received date, Refunded, Settled, Voided, Annulé, Annulée, Anulado, Anulada, Pagado, Pagada, Payé, Payée, Storniert, Bad debt, Cancel, Chargeback, Comp, Comped, Complimentary, CR, Credit, Credit memo, Draft, Credit note, Credited, Declined, Deleted, Disputed, Duplicate, Estimate, Expired, Gutschrift, In dispute, Lost, Overpaid, Payment, Pending approval, Pro forma, Proforma, Quote, Purchase order, Quotation, Receipt, Refund, Rejected, Returned, Sales receipt, Void, Waived, Write-off, Written off';
		const said = names
			.split(', ')
			.map((name) => [name, saidOf('Outcome', name), saidOf(name, 'Yes')]);
		expect(said).toEqual(said.map(([name]) => [name, 'ifNew', 'ifNew']));
	});

	const expectSaid = (said: string, columns: string, cells: readonly unknown[]) => {
		const others = columns.split(', ').flatMap((column) => {
			return cells.filter((cell) => saidOf(column, cell) !== said).map((cell) => [column, cell]);
		});
		expect(others).toEqual([]);
	};

	it.each<[string, ...unknown[]]>([
		['Status', 'CANCELLED', 'Paid - check 1001', 'Written off 11/01', 'No charge', 'No-show'],
		['Stage', 'partially_refunded', 'Cancelled, not refunded', 'Hold', 'Not approved', 'On hold'],
		['Payment Status, Financial state, Payment', 'Captured', 'cleared', 'Closed', 'succeeded'],
		['Payment Status, Financial state, Payment', 'received', 'Completed'],
		['Type, Typ, Kind', 'Gutschrift 7', 'Credit memo 5', 'Avoir', 'Non-billable', 'Not billable'],
		['Notes, Comment, Comments, Note, Payment, State', 'Paid by Bob'],
		['Notes', 'Cancelled, do not bill', 'Do not bill', 'Do not send', 'Do not invoice'],
		['Paid?', true, 'PayPal', '100.00', '2026-01-02'],
		['Check #', 1042],
		['Cancelled at, Is paid, Date of payment, Bezahlt am, Paid by, Payé le, Paid on', '2026-11-01'],
		['Cancellation Date, Refund made, Void Date, Returned on', '2026-11-01'],
		['Paid in Full (Y/N)', 'Y'],
		['Refund', 20],
	])('is refused as a new invoice if %s is one of %j, %j, ...', (columns, ...cells) => {
		expectSaid('ifNew', columns, cells);
	});

	it.each<[string, ...unknown[]]>([
		['Billable', 'No', 'N', 'n/a', 'nein', false, 0, '-', '–', '—', '☐', '✗'],
		['Approved', 'Awaiting Bob', 'due', 'nicht', 'non', 'not yet', 'open', 'outstanding'],
		['Confirmed', 'overdue', 'pending', 'unconfirmed'],
		['Active, Charge, Bill?, Bill client, Bill customer, Bill it, Bill to client, OK', 'No'],
		['Chargeable, Include, Process, Ready to bill, Ready to invoice, Select, Send', 'No'],
		['Send invoice, To bill, To invoice', 'No'],
		['Skip', 'yes', 'y', true, 'x', 1, '✓', '✔'],
		['Archived, Do not bill, Do not invoice, Do not send, Exclude, Excluded, Free, Hold', 'x'],
		['Free of charge, Ignore, Ignored, No charge, Non-billable, Not billable, On hold', 'x'],
		['Pro bono, Removed, Test, Unbillable', 'x'],
	])('is refused if %s is one of %j, %j, ...', (columns, ...cells) => {
		expectSaid('refused', columns, cells);
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
	])('is billed if %s is one of %j, %j, ...', (columns, ...cells) => {
		expectSaid('', columns, cells);
	});

	it.each<[string, unknown, boolean]>([
		['Tax Exempt', 'Yes', true],
		['Tax Exempt', 'No', false],
		['Taxable', 'N', true],
		['Taxable', 1, false],
		['Lunch included', 'Yes', false],
		['Prices include VAT', 'true', true],
		['GST incl', 'Yes', true],
		['Price including tax', 'Yes', true],
		['Sales exempt', 'Yes', true],
		['Amounts Are', 'Tax Inclusive', true],
		['Amounts Are', 'inclusive', true],
		['Amounts Are', 'Inclusive of GST', true],
	])('is not to be taxed if %s is %j: %p', (column, cell, isSaid) => {
		expect(read(column, cell).rows[0].ifTaxed).toHaveLength(isSaid ? 1 : 0);
	});
});

it('tells columns of notes from those of what was sold, and of a status from those of a text', () => {
	const columns =
		'Kind, Outcome, Payment, Stage, Sales State, status, Type, Billable, Comment, Comments, Memo, Message, Note, Notes, Is paid, Reason, Remark, Remarks, Player, Payment ID';
	const names = columns.split(', ');
	expect(names.filter((name) => isDefaultCell(name, 'Open'))).toEqual(names.slice(0, 7));
	expect(names.filter((name) => !isNoteOrStatusColumn(name))).toEqual([
		...['Kind', 'Outcome', 'Type', 'Player', 'Payment ID'],
	]);
});

it('tells an amount, however it is written, from what else has digits', () => {
	const amounts =
		"5 | 1,200.00 | 12,34,567 | (50.00) | 1 200,00 | 1'200 | 1’200.50 | 5.- | 500/- | .50 | ,5 | -5 | +5 | \u22125 | =5 | ~5 | 5. | 1.200.000 | 5 EUR | USD 5 | kr 5 | usd5 | eur 5 | 5 kr | 5usd | 5 eur | 5 Euro | 5 Euros | 5 euro | 5 euros | 5 Dollar | 5.- Dollars | 5, dollar | 5 dollars | €5 | ５ | 12345678";
	const others = 'CTR1044 | 5 kg | 1/2 | 5% | 12-12 | 123456789 | Room 5 | 1 20 | 1,2,3 | x';
	expect(amounts.split(' | ').filter((cell) => !isAmountText(cell))).toEqual([]);
	expect(others.split(' | ').filter(isAmountText)).toEqual([]);
});

it('tells two cells that mean the same amount or text from two others', () => {
	const same = '$7.00 = 7 | € 1 200,00 = 1200 | a = a';
	const others = '7 USD = 7 EUR | 7 = 7.5 | 1.200 = 1.2 | a = b | a = 5';
	const areSame = (pair: string) => isSameCell(pair.split(' = ')[0], pair.split(' = ')[1]);
	expect(same.split(' | ').filter((pair) => !areSame(pair))).toEqual([]);
	expect(others.split(' | ').filter(areSame)).toEqual([]);
});
