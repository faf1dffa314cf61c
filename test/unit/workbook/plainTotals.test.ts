import { PLAIN_LAYOUT, PlainTotal, Totals } from '../../../nodes/shared/spreadsheet/totals';
import { textColumn } from './book';

const totalOf = (...amounts: string[]): PlainTotal => {
	const total = new PlainTotal();
	for (const amount of amounts) total.add(amount);
	return total;
};

describe('A plain total', () => {
	it.each([
		[['3', '-1.50', '2'], '3.50', '-1.50', '3'],
		[['7'], '7', '7', '7'],
		[
			['12345678901234567.02', '12345678901234567.01', '12345678901234567.03'],
			'37037036703703701.06',
			'12345678901234567.01',
			'12345678901234567.03',
		],
	])(
		'of %j has its sum and both extremes, to the last digit',
		(amounts, sum, smallest, largest) => {
			const total = totalOf(...amounts);
			expect(total.figures).toEqual({ sum, smallest, largest });
			expect(PLAIN_LAYOUT.valueOf(total)).toBe(sum);
			expect(PLAIN_LAYOUT.cells(total, 'USD')).toEqual([
				{ count: amounts.length },
				...[sum, smallest, largest].map((amount) => ({ amount, currency: 'USD' })),
			]);
		},
	);

	it('takes in another one', () => {
		const total = totalOf('3', '4');
		total.addAll(totalOf('9', '1', '2'));
		expect(total.count).toBe(5);
		expect(total.figures).toEqual({ sum: '19', smallest: '1', largest: '9' });
	});
});

describe('Totals of several sheets', () => {
	const CARD = textColumn('Card', 0);
	const sheet = (
		column: string,
		...rows: Array<[card: string, currency: string, amount: string]>
	) => {
		const totals = new Totals(1, PLAIN_LAYOUT);
		totals.meet([column, 'Fee']);
		for (const [card, currency, amount] of rows) {
			totals.of(column, currency, [CARD], [card]).add(amount);
		}
		return totals;
	};
	const one = sheet('Amount', ['Visa', 'USD', '1'], ['Amex', 'USD', '2'], ['Visa', 'EUR', '4']);
	const other = sheet('Amount', ['Visa', 'USD', '8'], ['Visa', 'USD', '16']);
	const joined = (names: [string, string]) => {
		const all = new Totals(1, PLAIN_LAYOUT);
		all.addAll(one, names[0]);
		all.addAll(other, names[1]);
		return all
			.rows()
			.map(({ sheet: of, column, currency, by, total }) =>
				[of, column, currency, ...by, total.count, total.figures.sum].join(' '),
			);
	};

	it('are kept apart by their names, in the order of currencies, sheets and groups', () => {
		expect(joined(['B', 'A'])).toEqual([
			'B Amount EUR Visa 1 4',
			'A Amount USD Visa 2 24',
			'B Amount USD Amex 1 2',
			'B Amount USD Visa 1 1',
		]);
	});

	it('become one without them', () => {
		expect(joined(['', ''])).toEqual([
			' Amount EUR Visa 1 4',
			' Amount USD Amex 1 2',
			' Amount USD Visa 3 25',
		]);
	});
});
