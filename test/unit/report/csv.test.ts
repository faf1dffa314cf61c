import { endNoticeOf, problemOf, rowsOf } from './read';

const HEAD = 'id,name\n';

/** Longer than what is looked at to tell the line ends. */
const LONG_NAME = 'x'.repeat(1100);

describe('A CSV report', () => {
	test.each<[string, string, Array<Record<string, string>>]>([
		['with an empty cell', 'id,name\n,Ann\n', [{ id: '', name: 'Ann' }]],
		[
			'with lines of empty cells, as no rows',
			'id,name\n,\n"",""\n1,Ann\n,\n',
			[{ id: '1', name: 'Ann' }],
		],
		['with a quote within a cell', 'id,name\n1,5" pipe\n', [{ id: '1', name: '5" pipe' }]],
		['with blanks around cells', ' id, name\n 1 , Ann\n', [{ id: ' 1 ', name: ' Ann' }]],
		['with a lone carriage return in a cell', 'id,name\n1,a\rb\n', [{ id: '1', name: 'a\rb' }]],
		[
			'with a lone carriage return in a quoted name before a long one',
			`id,"a\rb",${LONG_NAME}\n1,"c\rd",2\n`,
			[{ id: '1', 'a\rb': 'c\rd', [LONG_NAME]: '2' }],
		],
		['with blank lines', '\nid,name\n\n1,Ann\n\n\r\n', [{ id: '1', name: 'Ann' }]],
		[
			'with commas, and bars in its title and cells',
			'Daily | Report\nRequestID,Name,Amount\n1,a|b,2\n',
			[{ RequestID: '1', Name: 'a|b', Amount: '2' }],
		],
		['of one column, with a blank line', 'id\n1\n\nTotal\n', [{ id: '1' }, { id: 'Total' }]],
		['with letters beyond ASCII', 'id,name\n1,Zoë Ωμέγα 😀\n', [{ id: '1', name: 'Zoë Ωμέγα 😀' }]],
		[
			'with a replacement character of its own',
			'id,name\n1,\uFFFD\n',
			[{ id: '1', name: '\uFFFD' }],
		],
		[
			'with quotes in the last cell, after one that is in quotes',
			'id,name\n1,"A""n"\n2,B""o\n',
			[
				{ id: '1', name: 'A"n' },
				{ id: '2', name: 'B""o' },
			],
		],
		['with a header only', HEAD, []],
		['with a byte order mark', `\uFEFFid,name\n1,${LONG_NAME}\n`, [{ id: '1', name: LONG_NAME }]],
	])('%s is read as it is', async (_, report, rows) => {
		for (const chunk of [undefined, 7]) expect(await rowsOf(report, {}, { chunk })).toEqual(rows);
	});

	test('duplicate and missing column names are made unique', async () => {
		const [row] = await rowsOf('Amount,Amount,,Amount_2,Amount\n1,2,3,4,5\n');
		expect(row).toEqual({
			Amount: '1',
			Amount_2: '2',
			Column_3: '3',
			Amount_2_2: '4',
			Amount_3: '5',
		});
	});

	test.each([
		[
			'fewer',
			'id,name\n1,Ann\n2\n',
			'row 2, byte 15: the row has 1 cells, but there are 2 columns',
		],
		['more', 'id,name\n1,Ann,x\n', 'row 1, byte 9: the row has 3 cells, but there are 2 columns'],
		[
			'more, the last of them empty,',
			'id,name,note\n1,Lee, Ann,x,\n',
			'row 1, byte 14: the row has 5 cells, but there are 3 columns',
		],
	])('a row with %s cells than columns is refused by its number', async (_, report, message) => {
		expect(await problemOf(rowsOf(report))).toContain(message);
	});

	test.each([
		['semicolons and decimal commas', ';', '1.234,50'],
		['semicolons', ';', '1,234.50'],
		['tabs', '\t', '1,234.50'],
		['bars', '|', '1,234.50'],
		['commas', ',', '"1;2\t3"'],
	])('with %s is read by what separates its cells', async (_, separator, amount) => {
		const lines = [
			['Deposit Report', '1.0', '2026-03-01 to 2026-03-02', 'merchant01'],
			['RequestID', 'Name', 'Amount'],
			['0001', `"A${separator}B"`, amount],
			['0002', '', amount],
		];
		const report = lines.map((cells) => `${cells.join(separator)}\n`).join('');
		const Amount = amount.replaceAll('"', '');
		expect(await rowsOf(report)).toEqual([
			{ RequestID: '0001', Name: `A${separator}B`, Amount },
			{ RequestID: '0002', Name: '', Amount },
		]);
	});

	test.each([
		['Ref;Amount, net;Currency\nA1;10,00;USD\n', ['A1', '10,00', 'USD']],
		['Name, first|Amount|Currency\nLee, Ann|10.00|USD\n', ['Lee, Ann', '10.00', 'USD']],
		['a;b,c\n1;2,3\n', ['1', '2,3']],
		['"id"\t"name"\t"city"\n"1"\t"Lee, Ann"\t"x"\n', ['1', 'Lee, Ann', 'x']],
		['Report, daily\nRequestID;Amount\n1;2,50\n', ['1', '2,50']],
		['sep=;\nMy ref;Sum, net\n1;2,50\n', ['1', '2,50']],
	])('is separated by what is most often on each line: %j', async (report, cells) => {
		const [row] = await rowsOf(report);
		expect(Object.values(row)).toEqual(cells);
	});

	test('is told from XML and JSON by its content where the service names the wrong one', async () => {
		const read = async (report: string, mimeType: string) => await rowsOf(report, {}, { mimeType });
		expect(await read('id\n1\n', 'application/octet-stream')).toEqual([{ id: '1' }]);
		expect(await read('\n<R><Request id="1"/></R>', 'text/csv')).toEqual([{ id: '1' }]);
		expect(await problemOf(read('[1]', 'application/json'))).toBe(
			'The report came as JSON, which is not made into rows here. Choose CSV or XML as its format, or File as Output.',
		);
	});

	test.each(['', '\n'])(
		'of one long line that is a message is refused, with %j after it',
		async (end) => {
			const message = 'Le service n’est pas là. '.repeat(60);
			expect(await problemOf(rowsOf(message + end))).toMatch(
				/report\. It sent: Le service n’est pas là\. .* Try again later, or ask the service\. \(may pass\)$/,
			);
		},
	);

	test('with returns alone as line ends is refused', async () => {
		expect(await problemOf(rowsOf('RequestID,Amount\r1,2\r'))).toContain(
			'its lines end with returns alone. Choose File as Output.',
		);
	});

	test('text after a closing quote is refused', async () => {
		expect(await problemOf(rowsOf('id,name\n1,"Ann"x\n'))).toBe(
			'At row 1, byte 9: cell 2 continues after its closing quote. A quote within a cell has to be doubled. Choose File as Output to look at the report.',
		);
	});

	test('a cell of some megabytes is read', async () => {
		const long = 'x,'.repeat(1_000_000);
		expect(await rowsOf(`id,name\n1,"${long}"\n`, {}, { chunk: 65_536 })).toEqual([
			{ id: '1', name: long },
		]);
	});
});

describe('The line before the column names', () => {
	test('is recognized where there are no rows', async () => {
		expect(await rowsOf('Deposit Report,1.0,2026-03-01\nRequestID,Amount\n')).toEqual([]);
	});

	test('is not seen where the first line names the columns', async () => {
		expect(await rowsOf('name,city\nAnn,Leeds\n')).toEqual([{ name: 'Ann', city: 'Leeds' }]);
		expect(await rowsOf('name,city\nAnn,\n')).toEqual([{ name: 'Ann', city: '' }]);
		expect(await problemOf(rowsOf('a,b,c\nx\n'))).toContain('row 1');
		expect(await problemOf(rowsOf('a,b\nx,1,y\n'))).toContain('row 1');
	});

	test.each([
		['without a name between others', 'RequestID,Amount,,Status', '1,2,3,4', 'Column_3'],
		['without a name at the end', 'A,B,', '1,2,3', 'Column_3'],
	])('is recognized before a column %s', async (_, header, row, column) => {
		const line = 'Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01';
		const rows = await rowsOf(`${line}\n${header}\n${row}\n`);
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ [column]: '3' });
	});

	test.each([
		['2026,city\nAnn,\n', { '2026': 'Ann', city: '' }],
		['2024;2025;2026\nAnn;Bo;Cy\nDi;Ed;Flo\n', { 2024: 'Ann', 2025: 'Bo', 2026: 'Cy' }],
		['2026-03-01,2026-03-02\nopen,\n', { '2026-03-01': 'open', '2026-03-02': '' }],
		['Region,2024,2025\nNorth,good,n/a\nx,1,2\n', { Region: 'North', 2024: 'good', 2025: 'n/a' }],
	])('is not seen in years, dates or words over a row of words: %j', async (report, row) => {
		const rows = await rowsOf(report);
		expect(rows).toHaveLength(report.trim().split('\n').length - 1);
		expect(rows[0]).toEqual(row);
	});

	test('is not seen in the name of one column before a row that is too long', async () => {
		const message = 'row 1, byte 11: the row has 2 cells, but there are 1 columns';
		expect(await problemOf(rowsOf('RequestID\nabc,def\n'))).toContain(message);
		expect(await problemOf(rowsOf('id\nabc,def\n'))).toContain('2 cells');
	});

	test.each([
		['two titles', 'Daily Report\n2026-03-01 to 2026-03-02\nRequestID,Amount,Status\n1,2,A\n'],
		['two titles of words', 'Daily Report\nAll shops\nRequestID,Amount,Status\n1,2,A\n'],
		['a title of as many words', 'Daily Report,Version,Period\nRequestID,Amount,Status\n1,2,A\n'],
		[
			'two titles of as many cells',
			'Daily Report,1.0,a\nPeriod,2026-03-01,b\nRequestID,Amount,Status\n1,2,A\n',
		],
		['a title filled up with separators', 'Daily Report,,\nRequestID,Amount,Status\n1,2,A\n'],
		[
			'titles as a spreadsheet program fills them up',
			'Report: Daily,,\nFrom: 2026-11-08,,\nTo: 2026-11-09,,\n,,\nRequestID,Amount,Status\n1,2,A\n',
		],
		[
			'names and values',
			'Report Name,Daily\nStart Date,2026-11-08\nEnd Date,2026-11-09\nMerchant,m\n\nA,1\nB,1\nC,1\nD,1\nE,1\nF,1\nG,1\nRequestID,Amount,Status\n1,2,A\n',
		],
	])('may be %s', async (_, report) => {
		expect(await rowsOf(report)).toEqual([{ RequestID: '1', Amount: '2', Status: 'A' }]);
	});

	test('may stand before a column that is named by a date or a number', async () => {
		const line = 'Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01';
		expect(await rowsOf(`${line}\nRequestID,2026-03-01,30\n1,2,3\n`)).toEqual([
			{ RequestID: '1', '2026-03-01': '2', '30': '3' },
		]);
		expect(await problemOf(rowsOf('Deposits,2026-03-01,x\nab,cd,1\n1,2\n'))).toContain('row 2');
	});

	test('may be a title without any value', async () => {
		expect(await rowsOf('Deposit Report\nx,y\n1,2\n')).toEqual([{ x: '1', y: '2' }]);
	});
});

describe('The end of a CSV row', () => {
	const HEADER = 'RequestID,Amount,Currency,Note\n';

	test.each([
		['lacks empty cells', '1,2,USD\n3,4\n', ['1', '3']],
		['has more empty cells', '1,2,USD,x,\n', ['1']],
		['is the last row before a total', '1,2,USD,x\nTotal,2\n', ['1']],
		['is before a total that is filled up', '1,2,USD,x\nTotal,2,,\n', ['1']],
		['is before the number of rows', '1,2,USD,x\nRecords: 1\n', ['1']],
		['is before a trailer', '1,2,USD,x\nEnd of report\n', ['1']],
		['belongs to a row that only begins like a total', 'Total 7,2,USD,x\n', ['Total 7']],
		['is before a total and empty lines', '1,2,USD,x\nGrand Total: 1,2\n\n,,,\n', ['1']],
		['is before a subtotal', 'Total,2,,\n\n,,,\n1,2,USD,x\n', ['1']],
		['is before several totals', '1,2,USD,x\nTotal,2,,\nRecords: 1\n', ['1']],
		[
			'is before totals by currency',
			'1,2,USD,x\n3,4,EUR,x\nTotal USD,2,USD\nTotal EUR,4,EUR,\n',
			['1', '3'],
		],
		['is before a total and a footnote', '1,2,USD,x\nTotal,2,,\n\nMade on March 1\n', ['1']],
		['is before a total of something else', '1,2,USD,x\nTotal,5,,\n3,4,USD,x\n', ['1', '3']],
		['is before what is most likely a total', '1,2,USD,x\nNet Sales,0,USD,\n', ['1']],
	])('%s', async (_, lines, ids) => {
		const rows = await rowsOf(HEADER + lines);
		expect(rows.map(({ RequestID }) => RequestID)).toEqual(ids);
		const inFull = lines.split('\n').map((line) => line.padEnd(20, ',').split(',', 4));
		for (const row of rows) expect(inFull).toContainEqual(Object.values(row));
	});

	test.each([
		[
			'is before a line that may be a row called Total',
			'1,2,USD,x\nTotal,2,USD,1\n',
			['1', 'Total'],
		],
		['is before a total after an empty cell', '1,2,USD,x\n3,4,USD,x\n,6,SUM:,2\n', ['1', '3', '']],
	])('%s, though lines are filled', async (_, lines, ids) => {
		const rows = await rowsOf(HEADER + lines);
		expect(rows.map(({ RequestID }) => RequestID)).toEqual(ids);
	});

	test.each([
		['NET-2', '2026-03-02,2,USD,,,,,'],
		['Total 77', '2026-03-02,2,USD,,,,,'],
		['Balance Yoga', '2026-03-02,2,USD,,,,,'],
		['Sum', '2026-03-02,5,USD,,,,,'],
	])('is before a row of %s as high as it, which has a date', async (name, cells) => {
		const header = 'Reference,Date,Amount,Currency,Note,City,State,Zip,Country\n';
		const rows = await rowsOf(`${header}NET-1,2026-03-01,2,USD,,,,,\n${name},${cells}\n`);
		expect(rows.map(({ Reference }) => Reference)).toEqual(['NET-1', name]);
	});

	test.each([
		...['Total', 'TOTALS:', 'Sub-total', 'Sum', 'Total records', 'Total (USD)', 'Records 5'],
		...['"Records: 1,200"', 'Number of rows = 5', 'Record count: 5', 'EOF', 'End of the report.'],
		...['*** END OF REPORT ***', 'TRAILER,1,2026-03-01', 'Grand total', 'Total amount', 'Summary'],
		...[
			'Total count',
			'Total sales',
			'Total refunds',
			'Total credits',
			'Total debits',
			'Total fees',
		],
		...['Total chargebacks', 'Total deposits', 'Total number of records', 'Total rows', 'Count'],
		...['Total transactions', 'End of file', 'End of data', 'End of records', 'End of the rows'],
		...['End of transactions', 'End of daily report', 'Rows', 'Transactions', 'Number of records'],
		...[
			'Number of transactions',
			'Row count',
			'Transaction count',
			'SubTotal',
			'--- Total ---',
			'=== EOF',
		],
	])('is before a last line that begins with %s', async (word) => {
		const csv = `${HEADER}1,2,USD,x\n${word}\n`;
		expect(await rowsOf(csv)).toHaveLength(1);
		expect(await endNoticeOf(csv)).toBeUndefined();
	});

	test.each([
		...['Total-77', 'SUM-2026-1', 'Total77', 'Records Ltd', 'Summary Inc'],
		...['End of Line Studio', 'Transactions-5', 'Cabernet', 'Balanced', 'Inter-Net', 'Net2Go'],
	])('belongs to the last row, whose first cell is %s', async (name) => {
		expect(await rowsOf(`${HEADER}1,2,USD,x\n${name},5.00,,\n`)).toHaveLength(2);
	});

	test.each([
		...['Subtotal', 'Totals', 'Totaal', 'Totale', 'Sum', 'Summe', 'Somme', 'Suma', 'Gesamt', 'Net'],
		...['Gesamtsumme', 'Insgesamt', 'Celkem', 'Итого', '合計', 'Balance'],
	])('is before a line of amounts whose name has the word %s', async (word) => {
		expect(await rowsOf(`${HEADER}1,2,USD,x\nOur ${word} EU,0,USD,\n`)).toHaveLength(1);
	});

	test('may lack the reference, where it is the only other column', async () => {
		const notice = /may be totals and count as rows .*: "5.00" \(row 2\)\.$/;
		const csv = 'MerchantReference,Amount,Currency\nA,1,USD\n,5.00,USD\n';
		expect(await rowsOf(csv)).toHaveLength(2);
		expect(await endNoticeOf(csv)).toMatch(notice);
	});

	test('is before a trailer with other cells than a row has', async () => {
		const trailer = 'RequestID,Note,Amount,City\n1,x,2,y\nTRAILER,1 row,2\n';
		expect(await rowsOf(trailer)).toHaveLength(1);
	});

	test.each([
		['one of four', `${HEADER}1,2,USD,x\n3\n`],
		['a footnote', `${HEADER}1,2,USD,x\n(1 rows affected)\n`],
		['two of five', 'RequestID,Amount,Currency,Note,City\n1,2,USD,x,y\n3,4\n'],
		['some of two, at an open end', 'RequestID,Note,City\n1,2,3\n4,5'],
		['one, in a row after a total', `${HEADER}Total,0,,\n1,2,USD,x\n3\n`],
	])('is an error where it has only %s cells', async (_, report) => {
		expect(await problemOf(rowsOf(report))).toMatch(/[Aa]t row 2/);
	});
});
