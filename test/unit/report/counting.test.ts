import fc from 'fast-check';
import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalogue/definitions';
import { MONEY } from '../../../nodes/shared/catalogue/money';
import { Counting } from '../../../nodes/shared/report/counting';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalogue/definitions';
import { notesOf, totalsOf } from './read';
import { cases } from '../../support/long';

const HEADER =
	'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Application.Rcode,Card';
const REPORT = `${HEADER}
10.00,USD,SALE,1,B
2.50,USD,REFUND,1,B
99.00,USD,SALE,0,B
5.00,EUR,SALE,1,A
1.00,USD,SALE,1,A
7.00,EUR,REFUND,0,A
`;
const accepted = { acceptedOnly: true };
const MONEY_OF = (currency: string, amount: string) => ({
	'PaymentData.CurrencyCode': currency,
	'PaymentData.Amount': amount,
});

describe('Totals of what was accepted', () => {
	test('leave out what was not, subtract refunds, and say both', async () => {
		expect(await totalsOf(REPORT, { ...accepted, groupBy: ['Card'] })).toEqual([
			{ total: 'group', Card: 'A', rows: 1, ...MONEY_OF('EUR', '5.00') },
			{ total: 'group', Card: 'A', rows: 1, ...MONEY_OF('USD', '1.00') },
			{ total: 'group', Card: 'B', rows: 2, ...MONEY_OF('USD', '7.50') },
			{ total: 'currency', Card: '', rows: 1, ...MONEY_OF('EUR', '5.00') },
			{ total: 'currency', Card: '', rows: 3, ...MONEY_OF('USD', '8.50') },
			{ total: 'leftOut', rows: 2, reason: 'not accepted' },
		]);
	});

	test('do not subtract twice what the report signs', async () => {
		const signed = REPORT.replace('2.50,USD,REFUND', '-2.50,USD,REFUND');
		expect(await totalsOf(signed, accepted)).toEqual(await totalsOf(REPORT, accepted));
	});

	test('count all rows as they are unless asked', async () => {
		expect(await totalsOf(REPORT, {})).toEqual([
			{ rows: 4, ...MONEY_OF('USD', '112.50') },
			{ rows: 2, ...MONEY_OF('EUR', '12.00') },
		]);
	});

	test('have one sum for each currency, whatever the currency of another amount', async () => {
		const report =
			'Amount,Currency,FeeAmount,FeeCurrency\n10,USD,1,EUR\n20,USD,2,GBP\n5,usd,4,USD\n3,USD,,\n';
		const totals = await totalsOf(report, accepted);
		const ofCurrency = (currency: string) => ({ Currency: currency, FeeCurrency: currency });
		expect(totals.filter(({ total }) => total === 'currency')).toEqual([
			{ total: 'currency', ...ofCurrency('EUR'), rows: 1, Amount: '0', FeeAmount: '1' },
			{ total: 'currency', ...ofCurrency('GBP'), rows: 1, Amount: '0', FeeAmount: '2' },
			{ total: 'currency', ...ofCurrency('USD'), rows: 4, Amount: '38', FeeAmount: '4' },
		]);
	});

	test('of a currency are those of every amount in it, also of one whose currency was chosen', async () => {
		const report = 'ChargebackAmount,FeeAmount,FeeCurrency\n5,1,USD\n';
		const totals = await totalsOf(report, accepted, { currency: 'usd' });
		expect(totals.filter(({ total }) => total === 'currency')).toEqual([
			{ total: 'currency', FeeCurrency: 'USD', rows: 1, ChargebackAmount: '5', FeeAmount: '1' },
		]);
	});

	test.each([
		['5,', '', '5'],
		[',EUR', 'EUR', '0'],
		[',', '', '0'],
	])('have one row for a report of %j alone', async (row, currency, sum) => {
		const totals = await totalsOf(`Amount,Currency\n${row}\n`, accepted);
		expect(totals.filter(({ total }) => total === 'currency')).toEqual([
			{ total: 'currency', Currency: currency, rows: 1, Amount: sum },
		]);
	});

	test('add the fees of refunds, and say so', async () => {
		const report =
			'TransactionType,TransactionAmount,TotalFeeAmount,FundingCurrency\nSale,100,3,USD\nRefund,100,3,USD\n';
		expect((await totalsOf(report, accepted))[0]).toMatchObject({
			TransactionAmount: '0',
			TotalFeeAmount: '6',
		});
		const note =
			'Fees are added as they are in the report, also for refunds and chargebacks: TotalFeeAmount';
		expect(await notesOf(report, {}, accepted)).toContain(note);
		const amounts = { ...accepted, sumColumns: ['TransactionAmount'] };
		expect(await notesOf(report, {}, amounts)).not.toContain(note);
		const sales = report.replace('Refund', 'Sale');
		expect(await notesOf(sales, {}, accepted)).not.toContain(note);
	});

	test.each([
		['Status', 'S,P,F,open,', '25'],
		['Funding.Status', 'S,P,F,open,', '17'],
		['Event', 'Settled,Declined,DECLINED,Other,', '25'],
	])('leave out rows whose %s says that they failed', async (column, values, sum) => {
		const rows = values.split(',').map((value, index) => `${2 ** index},USD,${value}\n`);
		const report = `Amount,Currency,${column}\n${rows.join('')}`;
		const [{ Amount }] = await totalsOf(report, accepted);
		expect(Amount).toBe(sum);
	});

	test('find the columns in the other naming conventions', async () => {
		const header =
			'payment_data_amount,payment_data_currency_code,application_name,application_rcode';
		const report = `${header}\n10,USD,ics_bill,1\n4,USD,ics_credit,1\n9,USD,ics_bill,0\n`;
		expect((await totalsOf(report, accepted))[0]).toMatchObject({
			rows: 2,
			payment_data_amount: '6',
		});
	});

	test('of chargebacks go by their impact', async () => {
		const report =
			'ChargebackAmount,ChargebackCurrency,FinancialImpactType\n5,USD,debit\n2,USD,credit\n9,USD,none\n';
		expect(await totalsOf(report, accepted)).toEqual([
			{ total: 'group', ChargebackCurrency: 'USD', rows: 2, ChargebackAmount: '-3' },
			{ total: 'currency', ChargebackCurrency: 'USD', rows: 2, ChargebackAmount: '-3' },
			{ total: 'leftOut', rows: 1, reason: 'no financial impact' },
		]);
	});

	test.each([
		['TransactionType', 'Credit Card', 'in'],
		['TransactionType', 'Credit Card Sale', 'in'],
		['PaymentData.Type', 'Non-refundable sale', 'in'],
		['CaseType', 'Chargeback Reversal', 'in'],
		['CaseType', 'CHARGEBACK_REVERSED', 'in'],
		['Event', 'Refund Reversal', 'in'],
		['FinancialImpactType', 'Credit', 'in'],
		['Application.Name', 'ics_auth,ics_bill', 'in'],
		['PaymentData.Type', 'REFUND', 'back'],
		['PaymentData.Type', ' Credit ', 'back'],
		['CaseType', 'Charge-Back', 'back'],
	])('know the kind %s %j as a whole: %s', async (column, kind, direction) => {
		const report = `Amount,Currency,${column}\n5,USD,"${kind}"\n`;
		const [{ Amount }] = await totalsOf(report, accepted);
		expect(Amount).toBe(direction === 'in' ? '5' : '-5');
	});

	test.each([
		['100,ics_auth 100,ics_bill 30,ics_credit', '70'],
		['100,ics_auth 100,ics_auth_reversal', '0'],
		['100,"ics_auth,ics_bill" 30,ics_credit', '70'],
		['100,ics_auth', '0'],
		['100,"ics_auth,ics_auth_reversal"', '0'],
		['100,Authorization 100,Capture 100,Reversal', '100'],
	])('add no authorization to a capture: %s is %s', async (rows, net) => {
		const lines = rows.split(' ').map((row) => `USD,${row}\n`);
		const report = `Currency,Amount,Application.Name\n${lines.join('')}`;
		const totals = await totalsOf(report, accepted);
		const usd = totals.find(({ total }) => total === 'currency');
		expect(usd?.Amount ?? '0').toBe(net);
	});

	test('name the kinds that may be refunds or not, with their counts', () => {
		const counting = new Counting();
		counting.meet(['Application.Name'], [0]);
		const kinds = ['Void', 'ics_void', 'Void', 'ics_bill', 'ics_bill,ics_credit', ''];
		expect(kinds.map((kind) => counting.signOf([kind]))).toEqual([1, 1, 1, 1, 1, 1]);
		expect(counting.notes().at(-1)).toBe(
			'The report does not say of 5 rows whether they are refunds: they are added. ' +
				'Kinds that are not known: Void (2), ics_void (1), ics_bill,ics_credit (1)',
		);
		expect(new Set(['Sale', 'Refund'].map((kind) => counting.signOf([kind])))).toEqual(
			new Set([1, -1]),
		);
	});

	test('name a kind without the blanks around it, and at most 40 characters of it', () => {
		const counting = new Counting();
		counting.meet(['Event'], [0]);
		for (const kind of [' Odd', 'Odd ', 'x'.repeat(50)]) counting.signOf([kind]);
		expect(counting.notes().at(-1)).toMatch(/: Odd \(2\), x{40} \(1\)$/);
	});

	test('name only some of many kinds', () => {
		const counting = new Counting();
		counting.meet(['Event'], [0]);
		for (let kind = 0; kind < 100; kind++) counting.signOf([`Kind ${kind}`]);
		const [note] = counting.notes().slice(-1);
		expect(note).toMatch(/Kind 0 \(1\), .*Kind 19 \(1\), others \(80\)$/);
	});

	test('of each currency are those of its groups, to the last digit', async () => {
		const row = fc.record({
			amount: fc.integer({ min: 0, max: 10 ** 9 }),
			currency: fc.constantFrom('USD', 'EUR', 'JPY'),
			type: fc.constantFrom('SALE', 'REFUND'),
			code: fc.constantFrom('0', '1'),
			card: fc.constantFrom('A', 'B', 'C'),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
				const lines = rows.map(
					({ amount, currency, type, code, card }) =>
						`${(amount / 100).toFixed(2)},${currency},${type},${code},${card}`,
				);
				const totals = await totalsOf(`${HEADER}\n${lines.join('\n')}\n`, {
					...accepted,
					groupBy: ['Card'],
				});
				const expected = new Map<string, bigint>();
				for (const { amount, currency, type, code } of rows) {
					if (code === '0') continue;
					const cents = BigInt(amount) * (type === 'SALE' ? 1n : -1n);
					expected.set(currency, (expected.get(currency) ?? 0n) + cents);
				}
				const found = totals
					.filter(({ total }) => total === 'currency')
					.map((total): [string, bigint] => [
						total['PaymentData.CurrencyCode'] as string,
						BigInt((total['PaymentData.Amount'] as string).replace('.', '')),
					]);
				expect(new Map(found)).toEqual(expected);
				const left = rows.filter(({ code }) => code === '0').length;
				expect(totals.find(({ total }) => total === 'leftOut')?.rows ?? 0).toBe(left);
			}),
			{ numRuns: cases(50) },
		);
	});
});

test.each(REPORT_DEFINITIONS.map(({ value }) => value))(
	'The catalogue names columns of money that a %s has',
	(name) => {
		const { amounts, kind, decision } = MONEY[name];
		const known = DEFINITION_BY_NAME.get(name)?.byId;
		const unknown = [...amounts.flat(), ...kind, ...decision].filter((field) => !known?.has(field));
		expect(unknown).toEqual([]);
	},
);

describe('What counts, row by row', () => {
	const counting = (...columns: string[]) => {
		const made = new Counting();
		made.meet(
			columns,
			columns.map((_column, slot) => slot),
		);
		return made;
	};

	test('wants the columns that decide, and no others', () => {
		const wants = ['Application.Rcode', 'PaymentData.Type', 'Card'].map((column) =>
			new Counting().wants(column),
		);
		expect(wants).toEqual([true, true, false]);
	});

	test('says nothing where every row is decided', () => {
		const counted = counting('Application.Rcode', 'PaymentData.Type');
		expect(counted.signOf(['1', 'SALE'])).toBe(1);
		expect(counted.signOf(['1', 'REFUND'])).toBe(-1);
		expect(counted.notes()).toEqual([]);
	});

	test('says how many rows are left out, and of how many nothing is known', () => {
		const counted = counting('Application.Rcode', 'PaymentData.Type');
		expect(counted.signOf(['0', 'SALE'])).toBe(0);
		expect(counted.notes()).toEqual(['1 row is left out of the totals: not accepted']);
		expect(counted.signOf(['0', 'SALE'])).toBe(0);
		expect(counted.signOf(['', 'SALE'])).toBe(1);
		expect(counted.signOf(['1', ''])).toBe(1);
		expect(counted.signOf(['1', ''])).toBe(1);
		expect(counted.notes()).toEqual([
			'2 rows are left out of the totals: not accepted',
			'The report does not say of 1 row whether it was accepted: it counts',
			'The report does not say of 2 rows whether they are refunds: they are added',
		]);
	});

	test('says "all" where no row is decided', () => {
		const counted = counting('Card');
		for (let row = 0; row < 3; row++) {
			expect(counted.signOf(['A'])).toBe(1);
			expect(counted.notes()).toEqual([
				'The report does not say of all rows whether they were accepted: they count',
				'The report does not say of all rows whether they are refunds: they are added',
			]);
		}
	});

	test('keeps to the first column of a name, also in the first place', () => {
		const counted = counting('Application.Rcode', 'Application.Rcode');
		expect(counted.signOf(['0', '1'])).toBe(0);
		expect(counted.signOf(['1', '0'])).toBe(1);
	});
});
