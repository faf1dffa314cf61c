import fc from 'fast-check';
import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalogue/definitions';
import { MONEY } from '../../../nodes/shared/catalogue/money';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalogue/definitions';
import { totalsOf } from './read';

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
			{ numRuns: 50 },
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
