import type { Classified } from '../../../nodes/shared/catalog/kinds';
import { figuresOf, MoneyTotal } from '../../../nodes/shared/spreadsheet/moneyTotal';
import { TotalsCollector, Totals } from '../../../nodes/shared/spreadsheet/totals';
import { textColumn } from './book';
import { Findings } from '../../../nodes/shared/spreadsheet/findings';
import type { TableColumn } from '../../../nodes/shared/spreadsheet/table';

const sumOf = (total: MoneyTotal) => figuresOf([]).of(total)[1];
const UNASKED: Classified = { kind: 'unclassified', direction: 'asWritten' };

describe('A plain total', () => {
	it.each([
		[['3', '-1.50', '2'], '3.50'],
		[['7'], '7'],
		[['1.0', '1.00'], '2.00'],
		[['12345678901234567.02', '12345678901234567.01'], '24691357802469134.03'],
	])('of %j has its sum, to the last digit', (amounts, sum) => {
		const total = new MoneyTotal();
		for (const amount of amounts) total.add(amount, UNASKED, 1);
		expect(figuresOf([]).of(total)).toEqual([amounts.length, sum]);
	});
});

describe('Totals by columns', () => {
	const CARD = textColumn('Card', 0);
	it('are in the order of the columns, then as people sort', () => {
		const totals = new Totals(1);
		for (const [column, currency, card] of [
			['Amount', 'EUR', 'Visa'],
			['Fee', 'USD', '10'],
			['Fee', 'USD', '9'],
			['Fee', 'USD', '36'],
			['Fee', 'USD', '036'],
			['Fee', 'EUR', '36'],
			['Net', 'USD', '1'],
		]) {
			totals.of(column, currency, [CARD], [card]).add('1', UNASKED, 1);
		}
		const inOrder = totals.rows(['Net', 'Fee', 'Amount']);
		expect(inOrder.map((row) => [row.column, row.currency, ...row.by])).toEqual([
			['Net', 'USD', '1'],
			['Fee', 'EUR', '36'],
			['Fee', 'USD', '9'],
			['Fee', 'USD', '10'],
			['Fee', 'USD', '036'],
			['Fee', 'USD', '36'],
			['Amount', 'EUR', 'Visa'],
		]);
	});

	it('are 100,000 groups at most', () => {
		const totals = new Totals(1);
		const add = (card: number) => totals.of('', '', [CARD], [String(card)]);
		for (let card = 0; card < 100_000; card++) add(card);
		add(7);
		expect(() => add(100_000)).toThrow('Group Totals By: makes more than 100,000 totals');
	});
});

describe('Totals of the rows of a table', () => {
	const AMOUNT: TableColumn = { ...textColumn('Amount', 0), kind: 'amount', currencySlot: 1 };
	const COUNT: TableColumn = { ...textColumn('Count', 2), kind: 'number' };
	const FEE: TableColumn = { ...textColumn('Fee', 2), kind: 'amount', currencySlot: 3 };
	const made = (summed: TableColumn[], ...rows: string[]) => {
		const findings = new Findings();
		const table = new TotalsCollector([0], findings);
		table.begin({ columns: [], by: [], summed });
		for (const row of rows) table.row(row.split(','));
		const [{ rows: groups }] = table.blocks;
		const totals = groups.map(({ column, currency, total }) =>
			[column, currency, total.count, sumOf(total)].join(' '),
		);
		return { totals, said: findings.inWords() };
	};
	const NOT_NUMBERS =
		'Cells to add up that are not numbers, left out of the totals: 1 (first in row 2, ';

	it.each<[string, TableColumn[], string[], string[], string[]]>([
		['blanks', [AMOUNT], ['1,USD', ',USD'], ['Amount USD 1 1'], []],
		['spaces', [AMOUNT], [' 1 ,USD', '+2,usd '], ['Amount USD 2 3'], []],
		['16 digits', [AMOUNT], [` ${'9'.repeat(16)} ,USD`], [`Amount USD 1 ${'9'.repeat(16)}`], []],
		['words', [AMOUNT], ['1,USD', 'x,USD'], ['Amount USD 1 1'], [`${NOT_NUMBERS}Amount)`]],
		[
			'words for a count',
			[COUNT],
			['1,USD,1', '1,USD,x'],
			['Count  1 1'],
			[`${NOT_NUMBERS}Count)`],
		],
		['no currency', [AMOUNT], ['1,USD', '2,'], ['Amount  1 2', 'Amount USD 1 1'], []],
		['numbers, which have none', [COUNT], ['1,,1', '1,,2'], ['Count  2 3'], []],
		['columns', [FEE, AMOUNT], ['1,EUR,2,USD'], ['Fee USD 1 2', 'Amount EUR 1 1'], []],
	])('take %s', (_, summed, rows, totals, said) => {
		expect(made(summed, ...rows)).toEqual({ totals, said });
	});

	it('are none of rows that nobody asks about where there is nothing to add up', () => {
		expect(made([], '1,USD')).toEqual({ totals: [], said: [] });
	});
});
