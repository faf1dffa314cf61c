import type { Classification } from '../../../nodes/shared/catalog/kinds';
import {
	pickShownFigures,
	SumsByKind,
	TotalsCollector,
} from '../../../nodes/shared/spreadsheet/totals';
import { textColumn } from './book';
import { CellIssues } from '../../../nodes/shared/spreadsheet/values';
import type { TableColumn } from '../../../nodes/shared/spreadsheet/table';

const sumOf = (total: SumsByKind) => pickShownFigures([]).of(total)[1];
const UNASKED: Classification = { kind: 'unclassified', direction: 'asWritten' };

it.each([
	[['3', '-1.50', '2'], '3.50'],
	[['7'], '7'],
	[['1.0', '1.00'], '2.00'],
	[['12345678901234567.02', '12345678901234567.01'], '24691357802469134.03'],
])('A plain total of %j has its sum, to the last digit', (amounts, sum) => {
	const total = new SumsByKind();
	for (const amount of amounts) total.add(amount, UNASKED, 1);
	expect(pickShownFigures([]).of(total)).toEqual([amounts.length, sum]);
});

describe('Totals by columns', () => {
	const COLUMNS = ['Net', 'Fee', 'Amount'].map((heading, index): TableColumn => ({
		...textColumn(heading, index + 2),
		...{ kind: 'amount', currencySlot: 1 },
	}));
	const start = () => {
		const table = new TotalsCollector([1, 0], new CellIssues());
		table.begin({ columns: [], by: [textColumn('Card', 0)], summed: COLUMNS });
		return table;
	};

	it('are in the order of the columns, then as people sort, and add up to those of fewer columns', () => {
		const table = start();
		for (const row of [
			'36,USD,,1,',
			'036,USD,,-5.25,',
			'Visa,EUR,,,1.50',
			'10,USD,,1,',
			'9,USD,,1,',
			'36,EUR,,1,',
			'1,USD,1,,',
		]) {
			table.row(row.split(','));
		}
		const [inOrder, all] = table.levels.map(({ rows }) =>
			rows.map(({ column, currency, by, total }) => [
				...[column, currency, ...by, total.count, sumOf(total)],
			]),
		);
		expect(inOrder).toEqual([
			['Net', 'USD', '1', 1, '1'],
			['Fee', 'EUR', '36', 1, '1'],
			['Fee', 'USD', '9', 1, '1'],
			['Fee', 'USD', '10', 1, '1'],
			['Fee', 'USD', '036', 1, '-5.25'],
			['Fee', 'USD', '36', 1, '1'],
			['Amount', 'EUR', 'Visa', 1, '1.50'],
		]);
		expect(all).toEqual([
			['Net', 'USD', 1, '1'],
			['Fee', 'EUR', 1, '1'],
			['Fee', 'USD', 4, '-2.25'],
			['Amount', 'EUR', 1, '1.50'],
		]);
	});

	it('are two groups where only their joined texts are the same', () => {
		const table = new TotalsCollector([2], new CellIssues());
		const by = [textColumn('Card', 0), textColumn('City', 3)];
		table.begin({ columns: [], by, summed: [COLUMNS[0]] });
		table.row(['Visa New', 'USD', '1', 'York']);
		table.row(['Visa', 'USD', '1', 'New York']);
		expect(table.levels[0].rows).toHaveLength(2);
	});

	it('are 100,000 groups at most', () => {
		const table = start();
		const add = (card: number) => table.row([String(card), '', '1', '', '']);
		for (let card = 0; card < 100_000; card++) add(card);
		add(7);
		const message = 'Group Totals By: makes more than 100,000 totals';
		const advice = 'Group by columns with few different values, such as CardType or Status.';
		expect(() => add(100_000)).toThrow(expect.objectContaining({ message, advice }));
	});
});

describe('Totals of the rows of a table', () => {
	const AMOUNT: TableColumn = { ...textColumn('Amount', 0), kind: 'amount', currencySlot: 1 };
	const COUNT: TableColumn = { ...textColumn('Count', 2), kind: 'number' };
	const FEE: TableColumn = { ...textColumn('Fee', 2), kind: 'amount', currencySlot: 3 };
	const made = (summed: TableColumn[], ...rows: string[]) => {
		const findings = new CellIssues();
		const table = new TotalsCollector([0], findings);
		table.begin({ columns: [], by: [], summed });
		for (const row of rows) table.row(row.split(','));
		const [{ rows: groups }] = table.levels;
		const totals = groups.map(({ column, currency, total }) =>
			[column, currency, total.count, sumOf(total)].join(' '),
		);
		return { totals, said: findings.inWords() };
	};
	const NOT_NUMBERS =
		'Cells to add up that are not numbers, left out of the totals: 1 (first in row 2, ';

	it.each<[string, TableColumn[], string[], string[], string[]]>([
		['blanks', [AMOUNT], ['1,USD', ',USD', ' ,USD'], ['Amount USD 1 1'], []],
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

	it.each(['declined', 'inReview', 'pending'] as const)('take no fee where it is %s', (kind) => {
		const classify = (): Classification => ({ kind, direction: 'asWritten' });
		const money = { classify, isNetKnown: true, hasAmounts: true, hasFees: true };
		const table = new TotalsCollector([0], new CellIssues(), money);
		table.begin({ columns: [], by: [], summed: [{ ...AMOUNT, role: 'fee' }] });
		table.row(['1', 'USD']);
		const [{ total }] = table.levels[0].rows;
		expect(pickShownFigures([total], money).of(total, ['count', 'fees'])).toEqual([1, '0']);
	});

	it('are none of rows that nobody asks about where there is nothing to add up', () => {
		expect(made([], '1,USD')).toEqual({ totals: [], said: [] });
	});
});
