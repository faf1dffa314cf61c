import { unzipSync } from 'fflate';
import { cellsOf, type Made, PIECE, type Wishes, workbookOf } from './book';

const NO_NUMBER = ['not numbers, kept as text', 'not numbers, left out of the totals'];
const NOT_NUMBERS = NO_NUMBER.map((words) => expect.stringContaining(words) as string);

const reportRows = async (csv: string, wishes: Wishes = {}) =>
	cellsOf(await workbookOf(csv, wishes), 'Report').slice(1);
const totalsOf = (made: Made): unknown[][] => {
	const cells = cellsOf(made, 'Totals');
	return cells.slice(cells.findIndex(([title]) => title === 'All rows'));
};
/** What stands above the totals. */
const notesOf = (made: Made): unknown[] => {
	const first = cellsOf(made, 'Totals').map(([cell]) => cell);
	return first.slice(0, first.indexOf(''));
};
const differences = async (csv: string, wishes: Wishes = {}) =>
	(await workbookOf(csv, wishes)).summary.differences;
/** The figures of the first line of the sheet Totals, each with its heading. */
function figuresOf(made: Made): unknown[][] {
	const cells = cellsOf(made, 'Totals');
	const at = cells.findIndex(([heading]) => heading === 'Currency');
	return cells[at].map((heading, index) => [heading, cells[at + 1][index]]);
}

const xml = ({ file }: Made, path: string) => Buffer.from(unzipSync(file)[path]).toString();

/** The labels and the sums of a chart, as cells of the sheet Totals. */
function chartedIn(made: Made, chart: number): unknown[][] {
	const rows = cellsOf(made, 'Totals');
	const ranges = xml(made, `xl/charts/chart${chart}.xml`).matchAll(
		/'Totals'!\$(\w)\$(\d+):\$\w\$(\d+)/g,
	);
	return [...ranges].map(([, letter, first, last]) =>
		rows.slice(Number(first) - 1, Number(last)).map((row) => row[letter.charCodeAt(0) - 65]),
	);
}

describe('The cells of a workbook', () => {
	test('hold amounts as numbers with the decimals of their currency', async () => {
		const csv =
			'Amount,Currency\n1234567.5,USD\n 1500 ,JPY\n1.5,KWD\n-0.0125,USD\n-123456789012345,JPY\n12345678901234.50,USD\n';
		expect(await reportRows(csv)).toEqual([
			[{ value: 1234567.5, shown: '1,234,567.50' }, 'USD'],
			[{ value: 1500, shown: '1,500' }, 'JPY'],
			[{ value: 1.5, shown: '1.500' }, 'KWD'],
			[{ value: -0.0125, shown: '-0.0125' }, 'USD'],
			[{ value: -123456789012345, shown: '-123,456,789,012,345' }, 'JPY'],
			[{ value: 12345678901234.5, shown: '12,345,678,901,234.50' }, 'USD'],
		]);
	});

	test('say whose currency an amount has where that is only likely', async () => {
		const csv = 'Amount,CurrencyCode,Amount,Currency\n5,USD,7,JPY\n';
		const made = await workbookOf(csv);
		expect(cellsOf(made, 'Report')[1][2]).toEqual({ value: 7, shown: '7' });
		expect(made.summary.differences).toEqual([
			'The report does not say where the currency of Amount is: that in CurrencyCode was taken',
			'The report does not say where the currency of Amount_2 is: that in Currency was taken',
		]);
		const kept = { options: { columns: 'FeeAmount' } };
		expect(await differences('ChargebackAmount,FeeAmount,FeeCurrency\n5,1,EUR\n', kept)).toEqual([
			expect.stringContaining('does not say the currency of ChargebackAmount'),
		]);
	});

	test('of more than 1,000 digits are no amounts', async () => {
		const made = await workbookOf(`Amount,Currency\n${'9'.repeat(1001)},USD\n5.00,USD\n`);
		expect(made.summary.differences).toEqual(NOT_NUMBERS);
		const unclassified = figuresOf(made).find(([heading]) => heading === 'Unclassified');
		expect(unclassified).toEqual(['Unclassified', { value: 5, shown: '5.00' }]);
	});

	test('hold dates and times as dates by the clock of the zone', async () => {
		const csv =
			'CaseTime,BatchDate\n2026-03-01T23:30:00Z,2026-03-01\n2026-07-01T00:00:00-05:00,20260701\n2026-03-01 08:30:00.250,\n';
		const shown = await reportRows(csv, { options: { showTimesIn: 'Europe/Berlin' } });
		expect(shown).toEqual([
			[
				{ value: expect.closeTo(46083 + 1 / 48, 9), shown: '2026-03-02 00:30:00' },
				{ value: 46082, shown: '2026-03-01' },
			],
			[
				expect.objectContaining({ shown: '2026-07-01 07:00:00' }),
				{ value: 46204, shown: '2026-07-01' },
			],
			[expect.objectContaining({ shown: '2026-03-01 08:30:00.250' }), ''],
		]);
	});
});

describe('A sheet of a workbook', () => {
	test('has a bold, frozen header that can be filtered, and columns as wide as their content', async () => {
		const long = 'a rather long name of a city';
		const made = await workbookOf(
			`BillTo.City,Time,Amount,No,Note\n${long},2026-03-01,123456789.50,1,${long}${long}${long}\n`,
		);
		const sheet = xml(made, 'xl/worksheets/sheet1.xml');
		expect(cellsOf(made, 'Report')[0]).toEqual(['Bill To: City', 'Time', 'Amount', 'No', 'Note']);
		expect(sheet).toContain(
			'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
		);
		expect(sheet).toContain('<autoFilter ref="A1:E2"/>');
		expect(sheet).toContain('<ignoredError sqref="A1:E2" numberStoredAsText="1"/>');
		const widths = [...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width));
		expect(widths).toEqual([long.length + 2, '2026-03-01 00:00:00'.length + 3, 20, 9, 60]);
		expect(xml(made, 'xl/workbook.xml')).toContain("'Report'!$A$1:$E$2");
		const totals = xml(made, 'xl/worksheets/sheet2.xml');
		expect(totals).toMatch(/ width="10".*( width="18".*){6}/);
		for (const page of [sheet, totals]) {
			expect(page).toMatch(/fitToPage="1".*<pageSetup orientation="landscape" fitToHeight="0"\/>/);
		}
		const [, styles] = xml(made, 'xl/styles.xml').split('<cellXfs');
		const styleOf = (page: string, text: string) =>
			styles.match(/<xf .*?<\/xf>/g)?.[
				Number(page.split(`>${text}<`)[0].split('<c s="').at(-1)?.[0])
			];
		const heading = 'fontId="1" fillId="2".*<alignment vertical="top"';
		for (const [style, look] of [
			[styleOf(totals, 'All rows'), 'fontId="1" fillId="0"'],
			[styleOf(sheet, 'Bill To: City'), `${heading}/>`],
			[styleOf(totals, 'Currency'), `${heading}/>`],
			[styleOf(sheet, 'Amount'), `${heading} horizontal="right" indent="1"/>`],
			[styleOf(totals, 'Net'), `${heading} horizontal="right" indent="1"/>`],
		]) {
			expect(style).toMatch(new RegExp(look as string));
		}
		expect(xml(made, 'xl/styles.xml')).toContain('</font><font><b/>');
	});

	test('has the columns of an XML report that come up late, and those that come up later have a new sheet', async () => {
		const row = (id: number, late = '') => `<Request ID="${id}">${late}</Request>`;
		const many = Array.from({ length: 1200 }, (_, id) => row(id, id === 5 ? '<Late>x</Late>' : ''));
		const later = `${row(1200, '<Later>y</Later>')}</Requests></Report>`;
		const made = await workbookOf([`<Report><Requests>${many.join('')}${PIECE}`, later]);
		const first = cellsOf(made, 'Report');
		expect([first[0], first[6], first.length]).toEqual([['ID', 'Late'], ['5', 'x'], 1201]);
		expect(cellsOf(made, 'Report 2')).toEqual([
			['ID', 'Late', 'Later'],
			['1200', '', 'y'],
		]);
		expect(made.book.Workbook?.Names).toMatchObject([{ Sheet: 0 }, { Sheet: 1 }]);
	});
});

describe('Bad input has a stated outcome', () => {
	test.each([
		['an amount that is no number', 'Amount,Currency\nabc,USD\n', 'abc', ...NO_NUMBER],
		['an amount with zeros in front', 'Amount,Currency\n007,USD\n', '007', ...NO_NUMBER],
		['17 digits', 'Amount,Currency\n1234567890123456.5,USD\n', '1234567890123456.5', '15 digits'],
		['a date before 1900', 'Time\n1899-12-31\n', '1899-12-31', 'could not be read'],
		['a date that never was', 'Time\n2026-02-30\n', '2026-02-30', 'could not be read'],
		[
			'a time whose zone another cell names',
			'SettlementTime,SettlementTimeZone\n2026-03-01T08:30:00,Asia/Tokyo\n',
			'2026-03-01T08:30:00',
			'could not be read',
		],
		['a control character', 'A\na\u0001b\n', 'a\ufffdb', 'replaced by'],
		['a character that XML lacks', 'A\na\uffffb\n', 'a\ufffdb', 'replaced by'],
	])('%s', async (_, csv, cell, ...told) => {
		expect((await reportRows(csv))[0][0]).toBe(cell);
		const all = (words: string[]) => words.map((one) => expect.stringContaining(one) as string);
		expect(await differences(csv)).toEqual(all(told));
		expect(await differences(csv)).toEqual(all(told.map(() => ': 1 (first in row 1, ')));
	});

	test('a currency that is missing in a row', async () => {
		const csv = 'Amount,Currency\n5.5,USD\n5.5,\n5.5,XXX\n';
		expect((await reportRows(csv)).map(([amount]) => amount)).toEqual([
			{ value: 5.5, shown: '5.50' },
			{ value: 5.5, shown: '5.5' },
			{ value: 5.5, shown: '5.5' },
		]);
		expect(await differences(csv)).toEqual([]);
	});

	test('a cell of 40,000 characters, and one that ends in the middle of a character', async () => {
		const emoji = '漢'.repeat(32_766) + '😀';
		const [[long], [split]] = await reportRows(`A\n${'y'.repeat(40_000)}\n${emoji}\n`);
		expect([long, split]).toEqual(['y'.repeat(32_767), '漢'.repeat(32_766)]);
		expect(await differences(`A\n${'y'.repeat(32_767)}\n`)).toEqual([]);
	});

	test('an empty report', async () => {
		const empty = await workbookOf('A,Amount\n');
		expect(cellsOf(empty, 'Report')[0]).toEqual(['A', 'Amount']);
		expect(cellsOf(empty, 'Totals').at(-1)?.[0]).toBe('No transactions');
		expect(cellsOf(empty, 'Report')[1][0]).toBe('No transactions');
	});
});

describe('The sheet Totals', () => {
	const CSV =
		'Status,CardType,Amount,Currency,TransactionType\nA,Visa,10.10,USD,Sale\nA,Amex,0.20,USD,Sale\nB,Visa,3,USD,Refund\nA,Visa,500,JPY,Sale\nB,Visa,oops,USD,Sale\n';
	const total = (value: number, shown: string) => ({ value, shown });

	test('has the money that moved, for each currency, and beside it what did not', async () => {
		const [, headings, jpy, usd] = totalsOf(await workbookOf(CSV));
		expect(headings).toEqual([...['Currency', 'Count', 'Net', 'Sales', 'Refunds', 'Chargebacks']]);
		expect(jpy.slice(0, 3)).toEqual(['JPY', total(1, '1'), total(500, '500')]);
		expect(usd).toEqual([
			...['USD', total(4, '4'), total(7.3, '7.30'), total(10.3, '10.30'), total(-3, '-3.00')],
			...[total(0, '0.00')],
		]);
	});

	test('says before the figures what a report does not tell', async () => {
		const made = await workbookOf('Amount,Currency\n10,USD\n');
		const notes = ['Declined', 'Refunded'].map(
			(what) => expect.stringContaining(`${what} transactions are included: add `) as string,
		);
		expect(notesOf(made)).toEqual(expect.arrayContaining(notes));
		expect(made.summary.totalsNotes).toEqual(notes);
		expect(figuresOf(made).slice(1)).toEqual([
			['Count', total(1, '1')],
			...['Net', 'Sales', 'Refunds', 'Chargebacks'].map((heading) => [heading, '']),
			['Unclassified', total(10, '10.00')],
		]);
	});

	test('has them by columns too', async () => {
		const made = await workbookOf(CSV, { groupBy: ['Status', 'CardType'] });
		const rows = totalsOf(made).map((row) => row.slice(0, 3).concat(row[4]));
		expect(rows.slice(4)).toEqual([
			['', '', '', ''],
			['By Status', '', '', ''],
			['Status', 'Card Type', 'Currency', 'Net'],
			['A', 'All', 'JPY', total(500, '500')],
			['A', 'All', 'USD', total(10.3, '10.30')],
			['B', 'All', 'USD', total(-3, '-3.00')],
			['', '', '', ''],
			['By Status, Card Type', '', '', ''],
			['Status', 'Card Type', 'Currency', 'Net'],
			['A', 'Visa', 'JPY', total(500, '500')],
			['A', 'Amex', 'USD', total(0.2, '0.20')],
			['A', 'Visa', 'USD', total(10.1, '10.10')],
			['B', 'Visa', 'USD', total(-3, '-3.00')],
		]);
		await expect(workbookOf(CSV, { groupBy: ['Nothing'] })).rejects.toThrow(
			'Group Totals By: the report has no column "Nothing"',
		);
	});

	test('is exact where numbers are not', async () => {
		const csv = `Amount,Currency,Event\n${'0.10,USD,Sale\n'.repeat(10)}9007199254740993.01,EUR,Sale\n9007199254740993.02,EUR,Sale\n`;
		const [, , eur, usd] = totalsOf(await workbookOf(csv));
		expect(eur[2]).toBe('18014398509481986.03');
		expect(usd[2]).toEqual(total(1, '1.00'));
	});

	test('has a chart for each currency where there are groups', async () => {
		const groupBy = ['Status'];
		const charts = (made: Made) =>
			Object.keys(unzipSync(made.file)).filter((path) => path.includes('chart'));
		const made = await workbookOf(CSV, { groupBy: ['Status', 'CardType'] });
		expect(charts(made)).toEqual(['xl/charts/chart1.xml', 'xl/charts/chart2.xml']);
		const dollars = xml(made, 'xl/charts/chart2.xml');
		expect(dollars).toContain('Net by Status, USD');
		const fromZero = '<c:min val="0"/>';
		expect(dollars).not.toContain(fromZero);
		expect(xml(made, 'xl/charts/chart1.xml')).toContain(fromZero);
		expect(chartedIn(made, 2)).toEqual([
			['A', 'B'],
			[total(10.3, '10.30'), total(-3, '-3.00')],
		]);
		const places = xml(made, 'xl/drawings/drawing1.xml').matchAll(/<xdr:(?:col|row)>(\d+)</g);
		const below = [9, 19, 17, 37];
		expect([...places].map(([, at]) => Number(at))).toEqual([9, 0, 17, 18, ...below]);
		expect(charts(await workbookOf('Amount,Currency\n10,USD\n'))).toEqual([]);
		const unclassified = await workbookOf('Status,Amount,Currency\nA,5,USD\n', { groupBy });
		expect(xml(unclassified, 'xl/charts/chart1.xml')).toContain('Unclassified by Status, USD');
		const bars = Array.from({ length: 51 }, (_, bar) => `${bar},5,USD\n`).join('');
		expect(charts(await workbookOf(`Status,Amount,Currency\n${bars}`, { groupBy }))).toEqual([]);
		const seven = [...'ABCDEFG'].map((letter) => `A,5,X${letter}X\n`).join('');
		const most = await workbookOf(`Status,Amount,Currency\n${seven}`, { groupBy });
		expect(charts(most)).toHaveLength(6);
	});

	test('has charts of the first of several amounts', async () => {
		const csv =
			'Status,Goods Amount,Tip Amount,Currency,TransactionType\nA,5,1,USD,Sale\nB,7,2,USD,Sale\n';
		expect(Object.keys(unzipSync((await workbookOf(csv)).file)).join()).not.toContain('chart');
		expect(chartedIn(await workbookOf(csv, { groupBy: ['Status'] }), 1)).toEqual([
			['A', 'B'],
			[total(5, '5.00'), total(7, '7.00')],
		]);
	});

	test('opens, and has a chart of all sums for each currency where there are no groups', async () => {
		const made = await workbookOf(CSV);
		const dollars = xml(made, 'xl/charts/chart2.xml');
		expect(dollars).toContain('Net 7.30 USD');
		expect(dollars).not.toContain('<c:min ');
		const [labels, sums] = [...dollars.matchAll(/<c:f>'Totals'!\$(\w)\$(\d+):\$(\w)\$\2</g)].map(
			([, left, row, right]) => {
				const column = (letter: string) => letter.charCodeAt(0) - 65;
				const cells = cellsOf(made, 'Totals')[Number(row) - 1];
				return cells.slice(column(left), column(right) + 1);
			},
		);
		expect(labels).toEqual(['Net', 'Sales', 'Refunds', 'Chargebacks']);
		expect(sums.slice(0, 2)).toEqual([total(7.3, '7.30'), total(10.3, '10.30')]);
		expect(xml(made, 'xl/workbook.xml')).toContain('activeTab="1"');
	});
});

describe('Above its totals, a workbook', () => {
	test('says what it was made from, and how', async () => {
		const made = await workbookOf('RequestID,Time,Amount\n1,2026-03-01T00:00:00Z,x\n', {
			facts: {
				reportName: 'Daily',
				periodStart: '2026-03-01T00:00:00Z',
				periodEnd: '2026-03-02T00:00:00Z',
			},
			options: {
				showTimesIn: 'America/New_York',
				filters: { conditions: [{ column: 'RequestID', comparison: 'equals', value: '1' }] },
			},
		});
		expect(notesOf(made)).toEqual([
			'Daily, 2026-02-28 19:00:00 to 2026-03-01 19:00:00, America/New_York',
			'Row filter: RequestID equals 1',
			expect.stringContaining('Declined transactions are included'),
			expect.stringContaining('Refunded transactions are included'),
			...NOT_NUMBERS,
			expect.stringContaining('does not say the currency of Amount'),
		]);
	});
});

test('Parts of a report become one workbook', async () => {
	const next = {
		report: 'A,Amount\n2,5\n',
		facts: { reportId: 'second', periodStart: '2026-03-02', periodEnd: '2026-03-03' },
	};
	const made = await workbookOf('A,Amount\n1,2\n', {
		facts: { reportId: 'first', periodStart: '2026-03-01', periodEnd: '2026-03-02' },
		next,
	});
	expect(cellsOf(made, 'Report').slice(1)).toEqual([
		['1', { value: 2, shown: '2' }],
		['2', { value: 5, shown: '5' }],
	]);
	expect(figuresOf(made)[0]).toEqual(['Currency', '(none)']);
	expect(figuresOf(made)).toContainEqual(['Unclassified', { value: 7, shown: '7' }]);
	expect(notesOf(made)).toContain('2026-03-01 to 2026-03-03, UTC');
});

test('Totals by an element that an XML report never has are refused, as is a column of it', async () => {
	const report =
		'<Report><Requests><Request ID="1"><Amount>5</Amount></Request></Requests></Report>';
	for (const [wishes, field] of [
		[{ groupBy: ['Status'] }, 'Group Totals By'],
		[{ options: { columns: 'Status' } }, 'Columns to Keep'],
	] as const) {
		const words = `${field}: the report has no column "Status"`;
		await expect(workbookOf(report, wishes as Wishes)).rejects.toThrow(words);
	}
});

test('A report that cannot be read leaves no workbook', async () => {
	await expect(workbookOf('A,B\n1\n')).rejects.toThrow('At row 1, byte 5: the row has 1 cells');
	const rows = `A,B\n${'1,2\n'.repeat(50_000)}1\n`;
	await expect(workbookOf(rows.match(/[^]{1,65536}/g) ?? [])).rejects.toThrow('row 50,001');
});
