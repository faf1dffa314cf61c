import { csvOf, madeCsv, PIECE } from './book';

const CSV =
	'BillTo.City,Amount,Time,Note\nZürich,-1234.5,2026-03-01T23:00:00Z,"a;b, ""c"""\n=1+1,abc,never,@x\n';

describe('A CSV file for spreadsheets', () => {
	test('has the separator and the decimal mark of the country', async () => {
		expect(await csvOf(CSV, { format: 'semicolonAndComma' })).toBe(
			'Bill To: City;Amount;Time (UTC);Note\r\nZürich;"-1234,5";2026-03-01 23:00:00;"a;b, ""c"""\r\n' +
				"'=1+1;abc;never;'@x\r\n",
		);
		expect(await csvOf('A,Amount\nx,1.50\n', { format: 'commaAndPoint' })).toBe(
			'A,Amount\r\nx,1.50\r\n',
		);
	});

	test.each([
		['more digits than a spreadsheet keeps', '1234567890123456.78', '"1234567890123456,78"'],
		['nothing before the point', '.5', '",5"'],
		['a sign and nothing before the point', '-.5', '"-,5"'],
		['zeros in front', '00012.50', '"00012,50"'],
	])('turns the decimal mark of an amount with %s, if it is a number', async (_, amount, cell) => {
		expect(await csvOf(`A,Amount\nx,${amount}\n`, { format: 'semicolonAndComma' })).toBe(
			`A;Amount\r\nx;${cell}\r\n`,
		);
		expect(await csvOf(`A,Amount\nx,${amount}\n`, { format: 'semicolonAndPoint' })).toBe(
			`A;Amount\r\nx;${amount}\r\n`,
		);
	});

	test.each(['1,000', '1,000.00', '12,50', '(5.00)', '1e3', '1.2.3', '1.5 USD', '5%'])(
		'keeps %s as text, which is no amount here but a number to some spreadsheets',
		async (amount) => {
			const { text, summary } = await madeCsv(`A,Amount\nx,"${amount}"\n`, {
				format: 'semicolonAndComma',
			});
			expect(text.replaceAll('"', '')).toBe(`A;Amount\r\nx;'${amount}\r\n`);
			expect(summary.differences).toEqual([
				'Amounts that are not numbers, kept as text: 1 (first in row 1, Amount)',
			]);
		},
	);

	test('says what a spreadsheet does not read as it is in the report', async () => {
		const report = 'Amount,Time\nabc,yesterday\n1234567890123456.78,1899-12-31\n2.50,2026-03-01\n';
		const { text, summary } = await madeCsv(report);
		expect(text).toBe(
			'Amount,Time (UTC)\r\nabc,yesterday\r\n1234567890123456.78,1899-12-31\r\n2.50,2026-03-01\r\n',
		);
		expect(summary.differences).toEqual([
			'Amounts that are not numbers, kept as text: 1 (first in row 1, Amount)',
			'Times that could not be read, kept as text: 2 (first in row 1, Time)',
			'Amounts of more than 15 digits, which a spreadsheet program rounds when it opens the file: 1 (first in row 2, Amount)',
		]);
	});

	test('has readable headings with the zone of the times, and no formulas in them', async () => {
		const csv = await csvOf('BillTo.City,Time,=A1\nx,2026-03-01T23:30:00Z,"-1,5"\n', {
			options: { showTimesIn: 'Asia/Tokyo' },
		});
		expect(csv).toBe('Bill To: City,Time (Asia/Tokyo),\'=A1\r\nx,2026-03-02 08:30:00,"-1,5"\r\n');
	});

	test.each(['＝1+1', '＋1', '－1', '＠x', '\t=1+1'])(
		'has no formula in %s, which some spreadsheets take for one',
		async (text) => {
			const csv = await csvOf(`Note\n"${text}"\n`);
			expect(csv.replaceAll('"', '')).toBe(`Note\r\n'${text}\r\n`);
		},
	);

	test('writes times by the clock of the zone, to the millisecond', async () => {
		const report = 'EventDate\n2026-03-01T08:30:00.123456\n2026-03-01T08:30:00.500Z\n';
		const options = { showTimesIn: 'Europe/Berlin' };
		const { text, summary } = await madeCsv(report, { options });
		expect(text).toBe(
			'Event Date (Europe/Berlin)\r\n2026-03-01 09:30:00.123\r\n2026-03-01 09:30:00.500\r\n',
		);
		expect(summary).toEqual({ rows: 2, differences: [] });
	});

	test('refuses columns for which there is no heading any more', async () => {
		const rows = Array.from({ length: 1100 }, (_, id) => `<Request ID="${id}"/>`).join('');
		const late = '<Request ID="x"><Late>y</Late></Request></Requests></Report>';
		const report = [`<Report><Requests>${rows}${PIECE}`, late];
		await expect(csvOf(report)).rejects.toMatchObject({
			message: 'The columns Late came up only after the first 1,100 rows',
			advice: expect.stringMatching(
				/^Name the Columns to Keep in the options, or choose Excel/,
			) as string,
		});
		const kept = await csvOf(report, { options: { columns: 'Late,ID' } });
		expect(kept).toMatch(/^Late,ID\r\n,0\r\n[^]*\r\ny,x\r\n$/);
	});
});
