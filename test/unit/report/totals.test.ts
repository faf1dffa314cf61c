import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { notesOf, problemOf, totalsOf } from './read';
import { cases } from '../../support/long';

const REPORT =
	'id,Card,Amount,Currency,FeeAmount,FeeCurrency\n' +
	'1,Credit,0.1,USD,0.01,USD\n' +
	'2,Credit,0.2,USD,0.02,USD\n' +
	'3,MC,10,EUR,,\n' +
	'4,MC,-5.25,USD,1,USD\n';

describe('Totals', () => {
	test('count rows and add up every amount, separately for each currency', async () => {
		expect(await totalsOf(REPORT)).toEqual([
			{ Currency: 'USD', FeeCurrency: 'USD', rows: 3, Amount: '-4.95', FeeAmount: '1.03' },
			{ Currency: 'EUR', FeeCurrency: '', rows: 1, Amount: '10', FeeAmount: '0' },
		]);
	});

	test('are per group, of the columns that the user names', async () => {
		expect(await totalsOf(REPORT, { groupBy: ['Card'], sumColumns: ['Amount'] })).toEqual([
			{ Card: 'Credit', Currency: 'USD', rows: 2, Amount: '0.3' },
			{ Card: 'MC', Currency: 'EUR', rows: 1, Amount: '10' },
			{ Card: 'MC', Currency: 'USD', rows: 1, Amount: '-5.25' },
		]);
	});

	test('take two amounts of one name in the currency of each', async () => {
		const report = 'Amount,Currency,Amount,Currency\n1.00,USD,10.00,EUR\n2.00,USD,20,JPY\n';
		const sums = await totalsOf(report, {}, { amounts: 'minorUnits' });
		expect(sums).toEqual([
			{ Currency: 'USD', Currency_2: 'EUR', rows: 1, Amount: 100, Amount_2: 1000 },
			{ Currency: 'USD', Currency_2: 'JPY', rows: 1, Amount: 200, Amount_2: 20 },
		]);
	});

	test('say which currency is assumed, and which amount has none', async () => {
		const assumed = await notesOf('ccAuthReply_amount,purchaseTotals_currency\n1,USD\n');
		expect(assumed).toEqual([
			'The report does not say where the currency of ccAuthReply_amount is: that in purchaseTotals_currency was taken',
		]);
		const none = 'ChargebackAmount,FeeAmount,FeeCurrency\n1,1,USD\n';
		expect(await notesOf(none)).toEqual([
			'The report has no currency for ChargebackAmount: its sums may be of several currencies',
		]);
		expect(await notesOf(none, { currency: 'EUR' })).toEqual([]);
	});

	test('take usd and USD for one currency, however it is asked for', async () => {
		const report = 'Amount,Currency\n1,USD\n2,usd\n4,USD \n8,EUR\n';
		const sums = [
			{ Currency: 'USD', rows: 3, Amount: '7' },
			{ Currency: 'EUR', rows: 1, Amount: '8' },
		];
		expect(await totalsOf(report)).toEqual(sums);
		const asked = await totalsOf(report, { groupBy: ['currency'], acceptedOnly: true });
		expect(asked.filter(({ total }) => total === 'currency')).toEqual([
			{ total: 'currency', currency: 'EUR', rows: 1, Amount: '8' },
			{ total: 'currency', currency: 'USD', rows: 3, Amount: '7' },
		]);
	});

	test('keep groups separate whatever is in their values', async () => {
		const report = 'A,B,Amount\n"x\u0000",y,1\nx,"\u0000y",2\n';
		expect(await totalsOf(report, { groupBy: ['A', 'B'] })).toHaveLength(2);
	});

	test('in minor units are 0 where there is nothing to add up, whatever the currency', async () => {
		const report = 'Amount,Currency\n1.00,USD\n,\n0.00,\n';
		expect(await totalsOf(report, {}, { amounts: 'minorUnits' })).toEqual([
			{ Currency: 'USD', rows: 1, Amount: 100 },
			{ Currency: '', rows: 2, Amount: 0 },
		]);
		const unknown = totalsOf('Amount,Currency\n5,\n', {}, { amounts: 'minorUnits' });
		expect(await problemOf(unknown)).toContain('has no currency');
	});

	test('in minor units say how many amounts have the chosen currency', async () => {
		const minor = { amounts: 'minorUnits', currency: 'JPY' };
		expect(await notesOf('Amount,Currency\n1.5,USD\n2,\n3,\n', minor)).toEqual([
			'Amount has no currency in 2 rows: JPY from the option Currency was taken',
		]);
		expect(await notesOf('Amount,Currency\n1.5,USD\n', minor)).toEqual([]);
		expect(await notesOf('Amount,Currency\n2,\n', { currency: 'JPY' })).toEqual([]);
		expect(await notesOf('Amount,Currency\n0.00,\n', { amounts: 'minorUnits' })).toEqual([]);
	});

	test('are one empty row for a report without rows', async () => {
		expect(await totalsOf('Amount,Currency\n')).toEqual([{ Currency: '', rows: 0, Amount: '0' }]);
	});

	test('are one for rows before and after a column came up that they do not have', async () => {
		const row = (amount: string, more = '') => `<r><Amount>${amount}</Amount>${more}</r>`;
		const usd = '<Currency>USD</Currency>';
		expect(await totalsOf(`<Report>${row('1')}${row('2', usd)}${row('4')}</Report>`)).toEqual([
			{ Currency: '', rows: 2, Amount: '5' },
			{ Currency: 'USD', rows: 1, Amount: '2' },
		]);
	});

	test('come as numbers or minor units on request', async () => {
		const chosen = { sumColumns: ['Amount'] };
		expect(await totalsOf(REPORT, chosen, { amounts: 'number' })).toMatchObject([
			{ Amount: -4.95 },
			{ Amount: 10 },
		]);
		expect(await totalsOf(REPORT, chosen, { amounts: 'minorUnits' })).toMatchObject([
			{ Amount: -495 },
			{ Amount: 1000 },
		]);
	});

	test('in minor units are by the currency of each group, or the chosen one', async () => {
		const minor = { amounts: 'minorUnits', currency: 'JPY' };
		const report = 'Amount,Currency\n1.5,USD\n2,\n';
		expect(await totalsOf(report, {}, minor)).toEqual([
			{ Currency: 'USD', rows: 1, Amount: 150 },
			{ Currency: '', rows: 1, Amount: 2 },
		]);
		expect(await totalsOf('Card,Amount\nV,2\n', { groupBy: ['Card'] }, minor)).toEqual([
			{ Card: 'V', rows: 1, Amount: 2 },
		]);
	});

	test('have groups with null for empty cells and without formulas on request', async () => {
		const report = 'Name,Amount\n=1+1,1\n,2\n';
		const options = { emptyCells: 'null', formulas: 'apostrophe' };
		expect(await totalsOf(report, { groupBy: ['Name'] }, options)).toEqual([
			{ Name: "'=1+1", rows: 1, Amount: '1' },
			{ Name: null, rows: 1, Amount: '2' },
		]);
	});

	test('obey the filter and the number of first rows', async () => {
		const filters = { conditions: [{ column: 'Card', comparison: 'equals', value: 'MC' }] };
		expect(await totalsOf(REPORT, { sumColumns: ['Amount'] }, { filters })).toHaveLength(2);
		expect(await totalsOf(REPORT, {}, { firstRows: 1 })).toMatchObject([{ rows: 1 }]);
	});

	test('of nothing are nothing', async () => {
		expect(await totalsOf('')).toEqual([{ rows: 0 }]);
		expect(await totalsOf('id,Amount,Currency\n')).toEqual([
			{ Currency: '', rows: 0, Amount: '0' },
		]);
		expect(await totalsOf('Amount,x\n', {}, { amounts: 'minorUnits' })).toEqual([
			{ rows: 0, Amount: '0' },
		]);
		const xml = (row: string) => `<R><Rows>${row}</Rows></R>`;
		expect(await totalsOf(xml(''), { sumColumns: ['Nope'] })).toEqual([{ rows: 0 }]);
		const one = totalsOf(xml('<Row><Amount>1</Amount></Row>'), { sumColumns: ['Nope'] });
		expect(await problemOf(one)).toContain('"Nope"');
		const filters = { conditions: [{ column: 'id', comparison: 'equals', value: 'x' }] };
		expect(await totalsOf(REPORT, { sumColumns: ['Amount'] }, { filters })).toEqual([
			{ Currency: '', rows: 0, Amount: '0' },
		]);
	});

	test('refuse what cannot be added up, by row and column', async () => {
		expect(await problemOf(totalsOf('Amount,b\n1,\nabc,\n'))).toBe(
			'At row 2, byte 13: Amount is "abc", which cannot be added up',
		);
		expect(await problemOf(totalsOf(REPORT, { sumColumns: ['Nope'] }))).toContain('"Nope"');
		expect(await problemOf(totalsOf(REPORT, { groupBy: ['Nope'] }))).toContain('Group Totals By');
	});

	test('refuse groups without number', async () => {
		const report = `id,x\n${Array.from({ length: 100_001 }, (_, id) => `${id},\n`).join('')}`;
		expect(await problemOf(totalsOf(report, { groupBy: ['id'] }))).toContain(
			'more than 100,000 groups',
		);
	});

	test('add up XML reports whose columns come up late', async () => {
		const report =
			'<R><Rows><Row><Card>V</Card></Row><Row><Card>V</Card><Amount>1.5</Amount><Currency>USD</Currency></Row><Row><Status>x</Status><Amount>2</Amount><Currency>USD</Currency></Row></Rows></R>';
		expect(await totalsOf(report, { groupBy: ['Status', 'Card'] })).toEqual([
			{ Card: 'V', Currency: '', Status: '', rows: 1, Amount: '0' },
			{ Card: 'V', Currency: 'USD', Status: '', rows: 1, Amount: '1.5' },
			{ Card: '', Currency: 'USD', Status: 'x', rows: 1, Amount: '2' },
		]);
	});

	test('are exact, however many and long the amounts', async () => {
		const amount = fc
			.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
			.map(([units, places]) => new Decimal(`${units}e-${places}`).toFixed(places));
		Decimal.set({ precision: 60 });
		await fc.assert(
			fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 30 }), async (amounts) => {
				const [total] = await totalsOf(
					`Amount,x\n${amounts.map((text) => `${text},\n`).join('')}`,
					{},
					{ preamble: 'no' },
				);
				const expected = amounts.reduce((sum, text) => sum.plus(text), new Decimal(0));
				expect(new Decimal(total.Amount as string).equals(expected)).toBe(true);
			}),
			{ numRuns: cases(100) },
		);
	});
});
