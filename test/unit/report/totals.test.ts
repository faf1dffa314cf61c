import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalog/definitions';
import { MONEY } from '../../../nodes/shared/catalog/money';
import { Classifier } from '../../../nodes/shared/report/classifier';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalog/definitions';
import { problemOf, totaled } from './read';

const HEADER =
	'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Application.Rcode,Card';
const REPORT = `${HEADER}
10.00,USD,SALE,1,B
2.50,USD,REFUND,1,B
99.00,USD,SALE,0,B
5.00,EUR,SALE,1,A
1.00,USD,AUTHORIZATION,1,A
7.00,EUR,REFUND,0,A
3.00,USD,CHARGEBACK,1,A
4.00,USD,Void,1,A
`;
const NOTHING = {
	...{ rows: 0, sales: '0', refunds: '0', chargebacks: '0', net: '0' },
	...{ authorizedOnly: '0', notAccepted: '0', unclassified: '0', salesRows: 0, refundsRows: 0 },
	...{ chargebacksRows: 0, authorizedOnlyRows: 0, notAcceptedRows: 0, unclassifiedRows: 0 },
};

describe('Totals', () => {
	test('are the money that moved, for each currency, and beside it what did not', async () => {
		const { totals } = await totaled(REPORT);
		const column = 'PaymentData.Amount';
		const notes = ['Unclassified rows, which Net leaves out, are of these kinds: Void (1)'];
		expect(totals).toEqual([
			{
				...{ ...NOTHING, column, currency: 'EUR', notes, rows: 2 },
				...{ sales: '5.00', net: '5.00', notAccepted: '7.00', salesRows: 1, notAcceptedRows: 1 },
			},
			{
				...{ ...NOTHING, column, currency: 'USD', notes, rows: 6 },
				...{ sales: '10.00', refunds: '-2.50', chargebacks: '-3.00', net: '4.50' },
				...{ authorizedOnly: '1.00', notAccepted: '99.00', unclassified: '4.00' },
				...{ salesRows: 1, refundsRows: 1, chargebacksRows: 1, authorizedOnlyRows: 1 },
				...{ notAcceptedRows: 1, unclassifiedRows: 1 },
			},
		]);
	});

	test.each([
		['ics_auth,ics_bill,ics_dav', '1,1,0', '100', '0'],
		['ics_score,ics_auth,ics_bill', '0,1,1', '100', '0'],
		['ics_auth,ics_bill,ics_dav', '1,0,1', '0', '100'],
		['ics_score', '0', '0', '100'],
		['ics_auth,ics_bill,ics_dav', '1,0', '0', '100'],
	])('take a sale as one though a check failed: %s %s', async (names, codes, net, notAccepted) => {
		const { totals } = await totaled(
			`Currency,Amount,Application.Name,Application.Rcode\nUSD,100,"${names}","${codes}"\n`,
		);
		expect(totals).toMatchObject([{ net, notAccepted }]);
	});

	test.each([
		['100,ics_auth 100,ics_bill 30,ics_credit', '70', '100'],
		['100,ics_auth 100,ics_auth_reversal', '0', '0'],
		['100,"ics_auth,ics_bill" 30,ics_credit', '70', '0'],
		['100,ics_auth', '0', '100'],
		['100,"ics_pa_enroll,ics_auth" 100,"ics_decision,ics_auth,ics_bill"', '100', '100'],
		['100,Authorization 100,Capture 40,Reversal', '100', '60'],
		['100,Sale 100,Refund 100,Refund-Reversal', '100', '0'],
		['100,Sale 100,Chargeback 100,Chargeback-Reversal', '100', '0'],
	])('never add an authorization to a capture: %s', async (rows, net, authorizedOnly) => {
		const lines = rows.split(' ').map((row) => `USD,${row}\n`);
		const { totals } = await totaled(`Currency,Amount,Application.Name\n${lines.join('')}`);
		expect(totals).toMatchObject([{ net, authorizedOnly }]);
	});

	test.each([
		['100,ics_auth,Sale 100,ics_bill,Sale', '100', '0'],
		['100,ics_bill,Credit 50,ics_bill,Debit 50,ics_void,Sale', '150', '50'],
		['100,Web-Shop,Sale 30,,Refund', '70', '0'],
		['100,ics_auth;ics_bill, 9,ics_decision,Sale', '100', '9'],
	])('go by the application, and then by the type: %s', async (rows, net, unclassified) => {
		const lines = rows.split(' ').map((row) => `USD,${row}\n`);
		const header = 'Currency,Amount,Application.Name,PaymentData.Type';
		const { totals } = await totaled(`${header}\n${lines.join('')}`);
		expect(totals).toMatchObject([{ net, unclassified }]);
	});

	test('do not subtract twice what the report signs', async () => {
		const signed = REPORT.replace('2.50,USD,REFUND', '-2.50,USD,REFUND');
		expect(await totaled(signed)).toEqual(await totaled(REPORT));
	});

	test.each([
		[
			'Amount,Currency,Card',
			'Visa',
			'Declined and refunded transactions are included: add the fields Application.Name and Application.Rcode to the report if it offers them',
			null,
		],
		[
			'Amount,Currency,Application.Rcode',
			'1',
			'Refunded transactions are included: add the field Application.Name to the report if it offers them',
			null,
		],
		[
			'Amount,Currency,PaymentData.Type',
			'SALE',
			'Declined transactions are included: add the field Application.Rcode to the report if it offers them',
			'5',
		],
		[
			'Amount,Currency,PaymentData.Type,Application.Rcode',
			'SALE,',
			'Declined transactions are included: add the field Application.ReasonCode to the report if it offers them',
			'5',
		],
		['Amount,Currency,TransactionType', 'SALE', undefined, '5'],
		[
			'ChargebackAmount,ChargebackCurrency,Note',
			'SALE',
			'Refunded transactions are included: add the field FinancialImpactType to the report',
			null,
		],
		[
			'ExceptionAmount,ExceptionAmountCurrency,Note',
			'SALE',
			'This type of report does not tell sales from refunds',
			null,
		],
		['TotalFeeAmount,TotalFeeCurrency,PaymentData.Type', 'SALE', undefined, '5'],
	])(
		'say, with only %s, what is included and which fields to add',
		async (header, kind, words, net) => {
			const { totals, notices } = await totaled(`${header}\n5,USD,${kind}\n`);
			expect(totals).toMatchObject([{ rows: 1, net }]);
			if (net === null) expect(totals).toMatchObject([{ unclassified: '5', sales: null }]);
			expect(totals[0].notes ?? []).toEqual(words === undefined ? [] : [words]);
			expect(notices).toEqual(words === undefined ? [] : [expect.stringContaining(words)]);
		},
	);

	test('take a sale whose funding is pending for a sale, and not for money in the bank', async () => {
		const { totals } = await totaled(
			'PaymentData.Type,PaymentData.Amount,PaymentData.CurrencyCode,Funding.FundingAmount,Funding.FundingCurrency,Funding.Status\nSALE,5,USD,5,USD,P\nSALE,7,USD,7,USD,S\n',
		);
		expect(totals.map(({ column, net }) => [column, net])).toEqual([
			['PaymentData.Amount', '12'],
			['Funding.FundingAmount', '7'],
		]);
	});

	test('of authorizations alone say so', async () => {
		const { totals } = await totaled(
			'Amount,Currency,Application.Name,Application.Rcode\n5,USD,ics_auth,1\n5,USD,ics_bill,0\n',
		);
		expect(totals[0].notes).toEqual(['All accepted rows are authorizations: no money has moved']);
	});

	test('are per group, in the order of the values', async () => {
		const { totals } = await totaled(REPORT, ['Card']);
		expect(totals.map(({ Card, currency, rows, net }) => [Card, currency, rows, net])).toEqual([
			['A', 'EUR', 2, '5.00'],
			['A', 'USD', 3, '-3.00'],
			['B', 'USD', 3, '7.50'],
		]);
		expect(await problemOf(totaled(REPORT, ['Nope']))).toContain('Group Totals By');
	});

	test('add the fees of refunds too, and count a row in its first amount', async () => {
		const { totals } = await totaled(
			'TransactionType,TransactionAmount,TotalFeeAmount,FundingCurrency\nSale,100,3,USD\nRefund,,3,USD\nSale,1,,USD\n',
		);
		expect(totals.map(({ column, rows, net }) => [column, rows, net])).toEqual([
			['TransactionAmount', 3, '101'],
			['TotalFeeAmount', 2, '6'],
		]);
	});

	test('take usd and USD for one currency, and keep what has none apart', async () => {
		const { totals } = await totaled('Amount,Currency,Event\n1,USD,Sale\n2,usd,Sale\n4,,Sale\n');
		expect(totals.map(({ currency, net }) => [currency, net])).toEqual([
			['', '4'],
			['USD', '3'],
		]);
	});

	test('of a report without amounts count its rows', async () => {
		const { totals } = await totaled('id,PaymentData.Type\n1,SALE\n2,REFUND\n');
		expect(totals).toMatchObject([
			{ column: '', currency: '', rows: 2, salesRows: 1, refundsRows: 1, net: '0' },
		]);
	});

	test('have fees only where a row is one', async () => {
		const header = 'Amount,Currency,TransactionType';
		const { totals } = await totaled(`${header}\n5,USD,Sale\n2,USD,Fee\n`);
		expect(totals).toMatchObject([{ sales: '5', fees: '-2', feesRows: 1, net: '3' }]);
		expect((await totaled(`${header}\n5,USD,Sale\n`)).totals[0]).not.toHaveProperty('fees');
	});

	test.each(['id,Amount,Currency\n', '<R><Rows></Rows></R>'])(
		'of nothing are zero: %s',
		async (report) => {
			expect((await totaled(report)).totals).toEqual([{ ...NOTHING, column: '', currency: '' }]);
		},
	);

	test('leave out what is not a number, and say so', async () => {
		const { totals, notices } = await totaled('Amount,TransactionType\n1,Sale\nabc,Sale\n');
		expect(totals).toMatchObject([{ rows: 2, net: '1' }]);
		expect(notices).toEqual([
			'Cells to add up that are not numbers, left out of the totals: 1 (first in row 2, Amount).',
		]);
	});

	test('obey the filter', async () => {
		const filters = { conditions: [{ column: 'Card', comparison: 'equals', value: 'B' }] };
		expect((await totaled(REPORT, [], { filters })).totals).toMatchObject([{ rows: 3 }]);
	});

	test('add up XML reports whose columns come up late', async () => {
		const row = (amount: string, more = '') => `<r><Amount>${amount}</Amount>${more}</r>`;
		const usd = '<Currency>USD</Currency>';
		const { totals } = await totaled(`<Report>${row('1')}${row('2', usd)}${row('4')}</Report>`);
		expect(
			totals.map(({ currency, rows, unclassified }) => [currency, rows, unclassified]),
		).toEqual([
			['', 2, '5'],
			['USD', 1, '2'],
		]);
	});

	test('are exact, and their counts add up to the rows', async () => {
		const row = fc.record({
			units: fc.bigInt({ min: 0n, max: 10n ** 18n }),
			places: fc.integer({ min: 0, max: 6 }),
			currency: fc.constantFrom('USD', 'EUR', 'JPY'),
			type: fc.constantFrom('SALE', 'REFUND', 'AUTHORIZATION', 'Void'),
			code: fc.constantFrom('0', '1'),
		});
		Decimal.set({ precision: 60 });
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
				const amountOf = ({ units, places }: (typeof rows)[number]) =>
					new Decimal(`${units}e-${places}`).toFixed(places);
				const lines = rows.map(
					(one) => `${amountOf(one)},${one.currency},${one.type},${one.code},x\n`,
				);
				const { totals } = await totaled(`${HEADER}\n${lines.join('')}`);
				for (const total of totals) {
					const own = rows.filter(({ currency }) => currency === total.currency);
					const counts = Object.entries(total).filter(([key]) => key.endsWith('Rows'));
					expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(own.length);
					expect(total.rows).toBe(own.length);
					const net = own
						.filter(({ code, type }) => code === '1' && ['SALE', 'REFUND'].includes(type))
						.reduce(
							(sum, one) =>
								one.type === 'SALE' ? sum.plus(amountOf(one)) : sum.minus(amountOf(one)),
							new Decimal(0),
						);
					expect(new Decimal(total.net as string).equals(net)).toBe(true);
				}
			}),
			{ numRuns: 50 },
		);
	});
});

describe('A row is classified', () => {
	const classOf = (column: string, value: string) => {
		const made = new Classifier();
		made.meet([column], [0]);
		const { rowClass, sign } = made.classOf([value]);
		return `${sign > 0 ? '+' : '-'} ${rowClass}`;
	};

	test.each([
		['TransactionType', 'Credit Card', '+ unclassified'],
		['PaymentData.Type', 'Non-refundable sale', '+ unclassified'],
		['CaseType', 'Chargeback Reversal', '+ chargebacks'],
		['CaseType', 'CHARGEBACK_REVERSED', '+ chargebacks'],
		['CaseType', 'Charge-Back', '- chargebacks'],
		['Event', 'Refund Reversal', '+ refunds'],
		['Event', 'Declined', '+ notAccepted'],
		['FinancialImpactType', 'Credit', '+ chargebacks'],
		['FinancialImpactType', 'debit', '- chargebacks'],
		['FinancialImpactType', 'none', '+ unclassified'],
		['CaseType', 'Retrieval', '+ unclassified'],
		['TransactionType', 'Pre-Authorization', '+ authorizedOnly'],
		['Event', 'Authorized', '+ authorizedOnly'],
		['Application.Name', 'ics_ecp_debit', '+ sales'],
		['Application.Name', 'ics_ecp_credit', '- refunds'],
		['Application.Name', 'ics_void', '+ unclassified'],
		['Application.Name', 'ics_decision', '+ unclassified'],
		['Application.Name', 'ics_bill,ics_void', '+ unclassified'],
		['Application.Name', 'ics_auth,ics_bill', '+ sales'],
		['application_name', 'ics_bill', '+ sales'],
		['Application.12.Name', 'ics_bill', '+ sales'],
		['Application_Name_2', 'ics_bill', '+ sales'],
		['Application.Name', 'ics_bill,ics_credit', '+ unclassified'],
		['Application.Name', 'ics_auth_reversal', '- authorizedOnly'],
		['PaymentData.Type', ' Credit ', '- refunds'],
		['Application.Rcode', '0', '+ notAccepted'],
		['Application.Rcode', '1,0', '+ notAccepted'],
		['Application.Rcode', '1,1', '+ unclassified'],
		['Application.Rflag', 'SOK', '+ unclassified'],
		['Application.Rflag', 'DCARDREFUSED', '+ notAccepted'],
		['Status', 'F', '+ notAccepted'],
		['Status', 'open', '+ unclassified'],
		['Funding.Status', 'P', '+ unclassified'],
	])('by %s %j as %s', (column, value, expected) => {
		expect(classOf(column, value)).toBe(expected);
	});

	test('by the columns that tell, each once and where a row has them', () => {
		const made = new Classifier();
		expect(['Event', 'Card'].map((column) => made.wants(column))).toEqual([true, false]);
		for (let part = 0; part < 2; part++) made.meet(['Event'], [0]);
		expect([['Sale'], []].map((cells) => made.classOf(cells).rowClass)).toEqual([
			'sales',
			'unclassified',
		]);
		expect(made.notes()).toEqual([]);
		made.classOf(['Odd']);
		expect(made.notes()).toEqual([expect.stringMatching(/: Odd \(1\)$/)]);
	});

	test.each([
		['Application.Rcode', '1,0'],
		['Application.Rflag', 'SOK,DFAILED'],
	])('as a sale though a check failed, by %s', (decision, value) => {
		const made = new Classifier();
		made.meet(['Application.Name', decision], [0, 1]);
		expect(made.classOf(['ics_bill,ics_dav', value]).rowClass).toBe('sales');
		expect(made.classOf(['ics_bill,ics_auth', value]).rowClass).toBe('notAccepted');
	});

	test('names at most 20 kinds that are not known, and 40 characters of each', () => {
		const made = new Classifier();
		made.meet(['Event'], [0]);
		for (const kind of [' Odd', 'Odd ', 'x'.repeat(50)]) made.classOf([kind]);
		for (let kind = 0; kind < 100; kind++) made.classOf([`Kind ${kind}`]);
		expect(made.notes().at(-1)).toMatch(
			/: Odd \(2\), x{40} \(1\), .*Kind 17 \(1\), others \(82\)$/,
		);
	});

	test.each([
		['ics_auth', '1', 'ics_bill', '1', 'sales'],
		['ics_auth', '1', 'ics_bill', '0', 'notAccepted'],
		['ics_auth', '1', '', '', 'authorizedOnly'],
	])(
		'by all replies of a request in XML: %s %s, %s %s',
		async (first, ok, second, also, expected) => {
			const reply = (name: string, code: string) =>
				name === ''
					? ''
					: `<ApplicationReply><Name>${name}</Name><Rcode>${code}</Rcode></ApplicationReply>`;
			const replies = `<ApplicationReplies>${reply(first, ok)}${reply(second, also)}</ApplicationReplies>`;
			const other = '<Request><Amount>1</Amount></Request>';
			const { totals } = await totaled(
				`<Report><Requests><Request><Amount>5</Amount>${replies}</Request>${other}</Requests></Report>`,
			);
			expect(totals).toMatchObject([{ rows: 2, [`${expected}Rows`]: 1, unclassifiedRows: 1 }]);
		},
	);
});

test.each(REPORT_DEFINITIONS.map(({ value }) => value))(
	'The catalog names columns of money that a %s has',
	(name) => {
		const { amounts, kind, decision } = MONEY[name];
		const known = DEFINITION_BY_NAME.get(name)?.byId;
		const unknown = [...amounts.flat(), ...kind, ...decision].filter((field) => !known?.has(field));
		expect(unknown).toEqual([]);
	},
);
