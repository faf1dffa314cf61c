import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalog/definitions';
import { listMissingFieldsForTotals, MONEY_COLUMNS } from '../../../nodes/shared/catalog/money';
import { RowKindClassifier } from '../../../nodes/shared/report/classifier';
import { isClassifyingColumn } from '../../../nodes/shared/report/classifyingFields';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalog/definitions';
import { problemOf, rowsWithNotices, totaled } from './read';

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
const NOTHING = { count: 0, net: '0', sales: '0', refunds: '0', chargebacks: '0' };

describe('Totals', () => {
	test('are the money that moved, for each currency, and beside it what did not', async () => {
		const { totals } = await totaled(REPORT);
		const notes = [
			'The totals may include payments in review, because the report does not show whether there are any. To leave them out, add the field Application.Rflag to the report',
			'Unclassified rows, which Net leaves out, are of these kinds: Void (1)',
		];
		const others = { authorizedOnly: '0', declined: '0', unclassified: '0' };
		expect(totals).toEqual([
			{
				...{ ...NOTHING, ...others, currency: 'EUR', notes, count: 2 },
				...{ sales: '5.00', net: '5.00', declined: '7.00' },
			},
			{
				...{ ...NOTHING, ...others, currency: 'USD', notes, count: 6 },
				...{ sales: '10.00', refunds: '-2.50', chargebacks: '-3.00', net: '4.50' },
				...{ authorizedOnly: '1.00', declined: '99.00', unclassified: '4.00' },
			},
		]);
		const order = ['currency', 'count', 'net', 'sales', 'refunds', 'chargebacks'];
		expect(Object.keys(totals[0]).slice(0, 6)).toEqual(order);
	});

	test.each([
		['ics_auth,ics_bill,ics_dav', '1,1,0', '100', '0'],
		['ics_score,ics_auth,ics_bill', '0,1,1', '100', '0'],
		['ics_auth,ics_bill,ics_dav', '1,0,1', '0', '100'],
		['ics_score', '0', '0', '100'],
		['ics_auth,ics_bill,ics_dav', '1,0', '0', '100'],
	])('take a sale as one though a check failed: %s %s', async (names, codes, net, declined) => {
		const { totals } = await totaled(
			`Currency,Amount,Application.Name,Application.Rcode\nUSD,100,"${names}","${codes}"\n`,
		);
		expect(totals).toMatchObject([{ net }]);
		expect(totals[0].declined ?? '0').toBe(declined);
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
		expect([totals[0].net, totals[0].authorizedOnly ?? '0']).toEqual([net, authorizedOnly]);
	});

	test.each([
		['100,ics_auth,Sale 100,ics_bill,Sale', '100', '0'],
		['100,ics_bill,Credit 50,ics_bill,Debit 50,ics_void,Sale', '150', '50'],
		['100,Web-Shop,Sale 30,,Refund', '70', '0'],
		['100,ics_auth;ics_bill, 9,ics_decision,Sale', '100', '0'],
	])('go by the application, and then by the type: %s', async (rows, net, unclassified) => {
		const lines = rows.split(' ').map((row) => `USD,${row}\n`);
		const header = 'Currency,Amount,Application.Name,PaymentData.Type';
		const { totals } = await totaled(`${header}\n${lines.join('')}`);
		expect([totals[0].net, totals[0].unclassified ?? '0']).toEqual([net, unclassified]);
	});

	test.each([
		['Total,12.50,USD,', [{ count: 2, net: '12.50' }], []],
		['Total USD ,12.50,USD,', [{ count: 2, net: '12.50' }], []],
		['Sub-total:,12.50,USD,', [{ count: 2, net: '12.50' }], []],
		['Total Fees,12.51,USD,', [{ count: 2, net: '12.50' }], []],
		...['*** Report Total ***,12.50,,', 'Summe,12.51,USD,', 'Balance Yoga,12.50,USD,'].map(
			(last): [string, object[], unknown[]] => [
				last,
				[{ count: 2, net: '12.50' }],
				[
					expect.stringMatching(
						/left out as totals \(if one is a row, .*\): ".*" \(after row 2\)\.$/,
					),
				],
			],
		),
		...['Total,12.50,USD,Sale', 'Total USD,12.50,USD,Sale'].map(
			(last): [string, object[], unknown[]] => [
				last,
				[{ count: 3, net: '25.00' }],
				[expect.stringMatching(/count as rows \(.* with Row Filter\): "Total.*" \(row 3\)\.$/)],
			],
		),
		['Total Wine,12.51,USD,Sale', [{ count: 3, net: '25.01' }], []],
	])('count no row twice where the last one is %s', async (last, sums, told) => {
		const { totals, notices } = await totaled(
			`RequestID,Amount,Currency,TransactionType\nA,10,USD,Sale\nB,2.50,USD,Sale\n${last}\n`,
		);
		expect(totals).toMatchObject(sums);
		expect(notices.slice(0, 1)).toEqual(told);
		expect(totals[0].endNotice).toEqual(told.at(0));
	});

	test('are told about all that is uncertain', async () => {
		const shops = Array.from({ length: 7 }, (_, shop) => `Net Shop ${shop},10,USD,\n`).join('');
		const lines = `${shops}B,2.50,USD,Sale\nTotal,12.50,USD,Sale\n`;
		const { totals } = await totaled(`RequestID,Amount,Currency,TransactionType\n${lines}`);
		expect(totals[0].endNotice).toMatch(
			/: "Net Shop 0" \(after row 0\), .*"Net Shop 4" .*, and 2 more\. .* count as rows .*: "Total" \(row 2\)\.$/,
		);
	});

	test('do not subtract twice what the report signs', async () => {
		const signed = REPORT.replace('2.50,USD,REFUND', '-2.50,USD,REFUND');
		expect(await totaled(signed)).toEqual(await totaled(REPORT));
	});

	const add = (field: string) => `add the field ${field} if the report offers it`;
	const DECLINED = `Declined transactions are included: ${add('Application.Rflag')}`;
	const REFUNDED = `Refunded transactions are included: ${add('Application.Name')}`;

	test.each<[string, string, string[], string | null]>([
		['Amount,Currency,Card', 'Visa', [DECLINED, REFUNDED], null],
		['Amount,Currency,Application.Rcode', '1', [REFUNDED], null],
		['Amount,Currency,PaymentData.Type', 'SALE', [DECLINED], '5'],
		['Amount,Currency,Application.Name', 'ics_bill', [DECLINED], '5'],
		[
			'Amount,Currency,PaymentData.Type,Application.Rcode',
			'SALE,',
			['Application.Rcode has values that are not known: (none). Their rows are unclassified'],
			'0',
		],
		['Amount,Currency,TransactionType', 'SALE', [], '5'],
		['Amount,Currency,PaymentData.Type,TransactionType', 'SALE,Sale', [DECLINED], '5'],
		[
			'TransactionAmount,FundingCurrency,Note',
			'-',
			[`Refunded transactions are included: ${add('TransactionType')}`],
			null,
		],
		[
			'ChargebackAmount,ChargebackCurrency,TransactionType',
			'SALE',
			[
				`All rows count as chargebacks, retrievals and reversals too: ${add('FinancialImpactType')}`,
			],
			'-5',
		],
		['ExceptionAmount,ExceptionAmountCurrency,Note', 'SALE', ['Net leaves out exceptions'], '0'],
		['TotalFeeAmount,TotalFeeCurrency,PaymentData.Type', 'SALE', [], '-5'],
		[
			'Amount,Currency,MerchantBankName,Status',
			'Bank,S',
			[`All rows count as credits: ${add('Type')}`],
			'5',
		],
		[
			'Amount,Currency,MerchantBankName,Type',
			'Bank,CREDIT',
			[`Pending and failed deposits are included: ${add('Status')}`],
			'5',
		],
	])(
		'say, with only %s, what is included and which fields to add',
		async (header, kind, words, net) => {
			const { totals, notices } = await totaled(`${header}\n5,USD,${kind}\n`);
			expect(totals).toMatchObject([{ count: 1, net }]);
			if (net === null) expect(totals).toMatchObject([{ unclassified: '5', sales: null }]);
			expect(totals[0].notes ?? []).toEqual(words);
			expect(notices).toEqual(words.map((one) => `${one}.`));
		},
	);

	test.each([
		['100,Sale 100,Reversal', '0', '0'],
		['100,Sale 100,Authorization 100,Reversal', '100', '0'],
		['100,Reversal', '0', '-100'],
	])(
		'take a reversal as one of sales without authorizations: %s',
		async (rows, net, authorized) => {
			const lines = rows.split(' ').map((row) => `USD,SOK,${row}\n`);
			const header =
				'PaymentData.CurrencyCode,Application.Rflag,PaymentData.Amount,PaymentData.Type';
			const { totals } = await totaled(`${header}\n${lines.join('')}`);
			expect([totals[0].net, totals[0].authorizedOnly ?? '0']).toEqual([net, authorized]);
			expect(totals[0].notes).toEqual([expect.stringMatching(/they count against sales/)]);
		},
	);

	test.each([
		['Application.Rcode,Application.ReasonCode', '1,480'],
		['Application.Rcode,Application.Rflag', '1,DREVIEW'],
		['Application.Rcode,Application.ReasonCode', '0,480'],
	])('keep what is in review out of sales: %s %s', async (columns, decision) => {
		const header = `PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,${columns}`;
		const { totals } = await totaled(
			`${header}\n9,USD,SALE,${decision}\n2,USD,REFUND,${decision}\n`,
		);
		expect(totals).toMatchObject([{ count: 2, net: '0', sales: '0', inReview: '7' }]);
	});

	test.each([
		[' Odd ', 'Odd'],
		['', '(none)'],
		[' ', '(none)'],
	])('neither accept nor decline a decision that is not known: %j', async (value, shown) => {
		const { totals } = await totaled(`Amount,Currency,Application.Rflag\n5,USD,${value}\n`);
		const note = `Application.Rflag has values that are not known: ${shown}. Their rows are unclassified`;
		expect(totals).toMatchObject([{ count: 1, net: null, unclassified: '5' }]);
		expect(totals[0].notes).toContainEqual(note);
	});

	test.each([
		[['2.15', '-1.00'], '-1.15'],
		[['-2.15', '-1.00'], '-3.15'],
	])('take a negative fee for a rebate only beside positive ones: %j', async (fees, net) => {
		const lines = fees.map((one) => `${one},USD\n`).join('');
		const { totals } = await totaled(`TotalFeeAmount,TotalFeeCurrency\n${lines}`);
		expect(totals).toMatchObject([{ fees: net, net }]);
	});

	/** A report, what its totals have among others, their only note (null: none) and its type. */
	test.each<[string, string, object[], ...([string | null | undefined, string?] | [])]>([
		[
			'a sale whose funding is pending, which is no money in the bank yet',
			'PaymentData.Type,PaymentData.Amount,PaymentData.CurrencyCode,Funding.FundingAmount,Funding.FundingCurrency,Funding.FeeAmount,Funding.FeeCurrency,Funding.Status\nSALE,5,USD,5,USD,1,USD,P\nSALE,7,USD,7,USD,1,USD,S\n',
			[{ count: 2, sales: '7', net: '7', pending: '5' }],
			'Net leaves out Funding.FeeAmount, because the report does not say whether the funding amount is after fees',
		],
		[
			'a funding that shows no fee',
			'PaymentData.Type,Funding.FundingAmount,Funding.FundingCurrency,Funding.Status\nSALE,5,USD,S\n',
			[{ net: '5' }],
			null,
		],
		[
			'a payment beside the fee of its funding',
			'PaymentData.Type,PaymentData.Amount,PaymentData.CurrencyCode,Funding.FeeAmount,SuccessFlag\nSALE,5,USD,1,Y\n',
			[{ net: '5' }],
			null,
			'PaymentBatchDetailClass',
		],
		[
			'a type of fee, of which there is one in each row',
			'TotalFeeAmount,TotalFeeCurrency,FeeType\n1,USD,A\n',
			[{ net: '-1' }],
			null,
		],
		[
			'a negative fee, a rebate also where the positive ones are in another group',
			'TotalFeeAmount,TotalFeeCurrency\n2.15,USD\n-1.00,EUR\n',
			[
				{ currency: 'EUR', net: '1.00' },
				{ currency: 'USD', net: '-2.15' },
			],
		],
		[
			'single fees in a row without a total, and those of what was declined',
			'TotalFeeAmount,TotalFeeCurrency,InterchangeAmount,InterchangeCurrency,Application.Rflag\n2.00,USD,1.00,USD,SOK\n ,,3.00,USD,SOK\n9.00,USD,,,DCARDREFUSED\n',
			[{ currency: 'USD', count: 3, net: '-14.00' }],
		],
		[
			'the fees of refunds, and each row once',
			'TransactionType,TransactionAmount,TotalFeeAmount,FundingCurrency\nSale,100,3,USD\nRefund,,3,USD\nSale,1,,USD\nSale,,,USD\n',
			[{ count: 4, sales: '101', fees: '-6', net: '95' }],
		],
		[
			'each of several amounts that the catalog does not know',
			'TransactionType,Goods Amount,Tip Amount,Fee Amount,Currency\nSale,100,3,1,USD\n',
			[
				{ column: 'Goods Amount', net: '100', fees: '0' },
				{ column: 'Tip Amount', net: '3', fees: '0' },
				{ column: '', net: '-1', fees: '-1' },
			],
		],
		[
			'one amount that the catalog does not know, and its fee',
			'TransactionType,Tip Amount,Fees Amount,Currency\nSale,3,1,USD\n',
			[{ count: 1, sales: '3', fees: '-1' }],
		],
		[
			'one amount that the catalog does not know, and the fees of what was not declined',
			'TransactionType,Tip Amount,Fee Amount,Currency,Application.Rflag\nSale,3,,USD,SOK\nSale,7,1,USD,DREJECT\n',
			[{ count: 2, net: '3', fees: '0', declined: '7' }],
		],
		[
			'copies of an amount alone, and that of a second element with the first',
			'PaymentData.Amount,PaymentData.Amount_2,PaymentData.Amount_12,PaymentData.2.Amount,PaymentData.CurrencyCode,PaymentData.Type\n1,2,4,8,USD,SALE\n',
			[
				{ column: '', net: '9' },
				{ column: 'PaymentData.Amount_2', net: '2' },
				{ column: 'PaymentData.Amount_12', net: '4' },
			],
		],
		[
			'fees of zero',
			'Amount,Currency,TransactionType\n5,USD,Sale\n0,USD,Fee\n',
			[{ net: '5', fees: '0' }],
		],
		[
			'an adjustment alone, and a row without amounts in the currency that it has',
			'AdjustmentAmount,AdjustmentCurrency,FeeAmount,FeeCurrency,CaseType\n2,USD,,,Retrieval\n,,,EUR,Retrieval\n',
			[
				{ currency: 'EUR', count: 1, net: '0' },
				{ currency: 'USD', count: 1, adjustments: '2' },
			],
		],
		[
			'one amount that the catalog does not know, beside one that it does',
			'AdjustmentAmount,Tip Amount,Currency,CaseType\n2,3,USD,Chargeback\n',
			[{ net: '-3', chargebacks: '-3', adjustments: '2' }],
		],
		[
			'the fee of a chargeback without an amount',
			'FeeAmount,FeeCurrency,CaseType\n2,USD,\n',
			[{ fees: '-2', net: '-2' }],
			'Unclassified rows, which Net leaves out, are of these kinds: (none) (1)',
		],
		[
			'batches by the numbers of their transactions',
			'currencyCode,salesCount,salesAmount,creditCount,creditAmount\nUSD,3,30,1,5\nUSD,2,,x,\nEUR,,7,,\n',
			[
				{ currency: 'EUR', count: 0, sales: '7', refunds: '0' },
				{ currency: 'USD', count: 6, sales: '30', refunds: '-5', net: '25' },
			],
			null,
			'paymentBatchSummary',
		],
		[
			'net funding by the numbers of its transactions, and fees with those that they are of',
			'type,currencyCode,fundedCount,fundedAmount,conveyedAmount\nPURCHASES,USD,3,30,30\nFEES,USD,3,1,1\nREFUNDS,USD,1,5,5\nOTHER AMOUNTS,USD,0,2,2\n',
			[{ count: 4, sales: '30', refunds: '-5', fees: '-1', other: '2', net: '26' }],
			null,
			'netFunding',
		],
		[
			'usd and USD, one currency, and what has none',
			'Amount,Currency,Event\n1,USD,Sale\n2,usd,Sale\n4,,Sale\n',
			[
				{ currency: '', net: '4' },
				{ currency: 'USD', net: '3' },
			],
		],
		[
			'authorizations alone',
			'Amount,Currency,Application.Name,Application.Rcode\n5,USD,ics_auth,1\n5,USD,ics_bill,0\n',
			[{ count: 2 }],
			'All accepted rows are authorizations: no money has moved',
		],
		[
			'rows without amounts',
			'id,PaymentData.Type,Application.Rcode\n1,SALE,1\n2,REFUND,1\n',
			[{ currency: '', count: 2, net: null, sales: null }],
			'The report has no amounts: add the field PaymentData.Amount if the report offers it',
		],
		[
			'a payment whose status is not known, which is accepted',
			'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Status\n5,USD,SALE,On hold\n3,USD,SALE,Parked\n7,USD,SALE,Failed\n',
			[{ net: '8', declined: '7' }],
			'Status has values that are not known: On hold, Parked. Their rows are accepted',
			'PaymentBatchDetailClass',
		],
		[
			'payments without a status, which are accepted',
			'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Status\n5,USD,SALE,\n4,USD,SALE, \n7,USD,SALE,Failed\n',
			[{ net: '9', declined: '7' }],
			null,
			'PaymentBatchDetailClass',
		],
		[
			'payments by any Status of a report that is not known',
			'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Status\n5,USD,SALE,On hold\n7,USD,SALE,Failed\n',
			[{ net: '5', declined: '7' }],
			null,
		],
		[
			'a payment that its reason shows to be in no review',
			'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Application.Rcode,Application.ReasonCode\n5,USD,SALE,1,100\n',
			[{ net: '5' }],
			null,
		],
		[
			'authorizations of purchases that were not settled, under their currency',
			'settlement_amount,settlement_currencyCode,settlement_2_amount,settlement_2_currencyCode,settlement_transactionType,authorization_amount,authorization_currencyCode\n5,USD,,,Sale,5,USD\n ,,,,,7,USD\n,,9,USD,,9,USD\n',
			[{ currency: 'USD', count: 3, net: '5', authorizedOnly: '7', unclassified: '9' }],
			undefined,
			'purchaseRefundDetail',
		],
		[
			'authorizations alone, as there may be no settlement',
			'authorization_amount,authorization_currencyCode\n7,USD\n',
			[{ net: '0', authorizedOnly: '7' }],
			'All accepted rows are authorizations: no money has moved',
			'purchaseRefundDetail',
		],
		[
			'purchases that nobody settled or authorized',
			'requestId\n1\n',
			[{ net: '0', count: 1 }],
			null,
			'purchaseRefundDetail',
		],
		[
			'settlements that do not tell their kind',
			'settlement_amount,settlement_currencyCode\n5,USD\n',
			[{ net: null, unclassified: '5' }],
			'The report does not tell sales from refunds',
			'purchaseRefundDetail',
		],
		[
			'settlements without amounts',
			'settlement_transactionType,settlement_currencyCode\nSale,USD\n',
			[{ net: null, count: 1 }],
			'The report does not have settlement_amount',
			'purchaseRefundDetail',
		],
		[
			'the events of a payment',
			'Amount,CurrencyCode,Event\n5,USD,Captured\n5,USD,Settled\n',
			[{ net: '10' }],
			'A payment counts once for each of its events: Captured, Settled. Keep one of them with Row Filter',
			'ProcessorEventsDetailClass',
		],
		[
			'one event of payments, and another of refunds',
			'Amount,CurrencyCode,Event\n5,USD,Captured\n5,USD, Captured \n2,USD,Refunded\n',
			[{ net: '8' }],
			null,
			'ProcessorEventsDetailClass',
		],
		[
			'sales of two types',
			'Amount,Currency,TransactionType\n5,USD,Sale\n5,USD,Capture\n',
			[{ net: '10' }],
			null,
		],
		[
			'a deposit without a status',
			'Amount,Currency,Type,Status\n5,USD,CREDIT,S\n9,USD,CREDIT,\n',
			[{ net: '5', unclassified: '9' }],
			'Status has values that are not known: (none). Their rows are unclassified',
			'DepositDetailClass',
		],
		[
			'fees with rows of their own',
			'FeeType,TransactionType,TransactionAmount,TotalFeeAmount,FundingCurrency\nA,Sale,5,1,USD\nB,Sale,5,1,USD\n',
			[{ sales: '10', fees: '-2' }],
			'Sales and refunds count once for each fee that has a row. Keep one fee with Row Filter',
			'InvoiceSummaryClass',
		],
		[
			'checks of payers',
			'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type\n5,USD,SALE\n',
			[{ net: '0', sales: '0' }],
			'Checks of payers move no money: net leaves out their amounts',
			'PayerAuthDetailClass',
		],
		[
			'a chargeback that was won',
			'ChargebackAmount,ChargebackCurrency,CaseType\n5,USD,Chargeback\n3,USD,Chargeback Won\n',
			[{ net: '-2' }],
			null,
			'ChargebackAndRetrievalDetailClass',
		],
	])('count %s', async (_what, csv, sums, ...[note, definition]) => {
		const { totals } = await totaled(csv, [], { definition });
		expect(totals).toHaveLength(sums.length);
		expect(totals).toMatchObject(sums);
		if (note !== undefined) expect(totals[0].notes).toEqual(note === null ? undefined : [note]);
	});

	test('take rows without a status as accepted where a source has no others', async () => {
		const csv = 'settlement_amount,settlement_transactionType,settlement_status\n5,Sale,\n';
		const purchases = { definition: 'purchaseRefundDetail', isAcceptedOnly: true };
		expect((await totaled(csv, [], purchases)).totals).toMatchObject([{ net: '5' }]);
	});

	test('are numbers of rows in a report that never has amounts, unless it has one', async () => {
		const definition = 'ConversionDetailClass';
		const { totals } = await totaled('RequestID,NewDecision\n1,ACCEPT\n', [], { definition });
		expect(totals).toEqual([{ currency: '', count: 1 }]);
		const csv = 'Tip Amount,Currency,NewDecision,PaymentData.Type\n5,USD,ACCEPT,SALE\n';
		expect((await totaled(csv, [], { definition })).totals).toMatchObject([{ net: '5' }]);
	});

	test('leave out what is not a number, and say so', async () => {
		const { totals, notices } = await totaled(
			'Amount,Currency,TransactionType\n1,USD,Sale\nabc,USD,Sale\n',
		);
		expect(totals).toMatchObject([{ count: 2, net: '1' }]);
		expect(notices).toEqual([
			'Cells to add up that are not numbers, left out of the totals: 1 (first in row 2, Amount).',
		]);
	});

	test('say what a code alone does not tell, and a report without currencies', async () => {
		const { totals } = await totaled(
			'PaymentData.Amount,PaymentData.Type,Application.Rcode\n5,SALE,1\n',
		);
		expect(totals[0].notes).toEqual([
			'The totals may include payments in review, because the report does not show whether there are any. To leave them out, add the field Application.Rflag to the report',
			expect.stringMatching(/^The report does not say the currency of PaymentData.Amount: /),
		]);
	});

	test('come out as numbers where chosen; one with too many digits is refused', async () => {
		const report = (amount: string) => `Amount,Currency,TransactionType\n${amount},USD,Sale\n`;
		const { totals } = await totaled(report('5.50'), [], { amounts: 'number' });
		expect(totals).toMatchObject([{ count: 1, net: 5.5, sales: 5.5, refunds: 0 }]);
		const many = totaled(report('12345678901234.567'), [], { amounts: 'number' });
		expect(await problemOf(many)).toContain('more digits than a number can hold');
	});

	test('are per group, in the order of the values', async () => {
		const { totals } = await totaled(REPORT, ['Card']);
		expect(totals.map(({ Card, currency, count, net }) => [Card, currency, count, net])).toEqual([
			['A', 'EUR', 2, '5.00'],
			['A', 'USD', 3, '-3.00'],
			['B', 'USD', 3, '7.50'],
		]);
		const named = 'count,endNotice,Amount,Currency,Event\n7,x,5,USD,Sale\n';
		const counted = await totaled(named, ['count', 'endNotice']);
		expect(counted.totals).toMatchObject([{ count_2: '7', endNotice_2: 'x', count: 1 }]);
		const funding = 'paymentType,type,fundedAmount\nVisa,FEES,1\n';
		await expect(totaled(funding, ['Card Type'])).rejects.toMatchObject({
			message: 'Group Totals By: the report has no column "Card Type"',
			advice: 'Did you mean paymentType or type? Its columns are: paymentType, type, fundedAmount',
		});
	});

	test.each([
		['SuccessFlag', 'Y', 'N'],
		['Application.Rflag', 'SOK', 'DCARDREFUSED'],
		['NewDecision', 'ACCEPT', 'REJECT'],
		['Status', 'S', 'F'],
		['Status', 'Open', 'Failed'],
	])('of payments know by %s what was declined: %s, %s', async (column, accepted, declined) => {
		const report = `PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,${column}\n5,USD,SALE,${accepted}\n7,USD,SALE,${declined}\n`;
		for (const definition of ['PaymentBatchDetailClass', 'TransactionRequestClass']) {
			const { totals } = await totaled(report, [], { definition });
			expect(totals).toMatchObject([{ net: '5', declined: '7' }]);
		}
	});

	test('need a field that the report offers, and the first of those', () => {
		const fields = ['PaymentData.Amount', 'PaymentData.CurrencyCode'];
		const needs = (offered: string[]) =>
			listMissingFieldsForTotals('AgingDetailClass', fields, (field) => offered.includes(field));
		expect(needs(['PaymentData.Type'])).toEqual(['PaymentData.Type']);
		expect(needs(['PaymentData.Type', 'Application.Name'])).toEqual(['Application.Name']);
		expect(needs([])).toEqual([]);
		const lacks = (...has: string[]) =>
			listMissingFieldsForTotals('AgingDetailClass', has, () => true);
		const told = ['PaymentData.Type', 'Application.Rcode'];
		expect(lacks('paymentData_amount', ...told)).toEqual(['PaymentData.CurrencyCode']);
		expect(lacks('PaymentData.CurrencyCode')).toEqual([]);
	});

	test.each(['netFunding', 'InvoiceSummaryClass', 'FeeDetailClass', undefined])(
		'have fees where a report may have any: %s',
		async (definition) => {
			const { totals } = await totaled('id,currencyCode\n', [], { definition });
			expect(totals.map(({ fees }) => fees)).toEqual([definition && '0']);
		},
	);

	test('have other sums only where they have a value', async () => {
		const header = 'Amount,Currency,TransactionType';
		const { totals } = await totaled(`${header}\n5,USD,Sale\n2,USD,Fee\n0,USD,Auth\n`);
		expect(totals).toEqual([
			{ ...NOTHING, currency: 'USD', count: 3, sales: '5', fees: '-2', net: '3' },
		]);
	});

	test.each(['id,Amount,Currency\n', '<R><Rows></Rows></R>'])(
		'of nothing are zero: %s',
		async (report) => {
			const { totals } = await totaled(report, ['id']);
			expect(totals).toEqual([{ ...NOTHING, id: '', currency: '' }]);
		},
	);

	test('have zeros with the decimals of their currency', async () => {
		const lines = '5,USD,Sale\n5,JPY,Sale\n5,KWD,Sale\n';
		const { exact } = await totaled(`Amount,Currency,TransactionType\n${lines}`);
		expect(exact.map(({ refunds }) => refunds)).toEqual(['0', '0.000', '0.00']);
	});
});

describe('A row is classified', () => {
	const classifier = (columns: string[], definition?: string) => {
		const made = new RowKindClassifier(definition);
		made.addColumns(
			columns,
			columns.map((_, index) => index),
		);
		made.rolesOf(['Some Amount']);
		return made;
	};
	const kindOf = (column: string, value: string, definition?: string) => {
		const { kind, direction } = classifier([column], definition).classify([value]);
		return `${{ in: '+', out: '-', asWritten: ' ' }[direction]} ${kind}`;
	};

	test.each([
		['TransactionType', 'Credit Card', '  unclassified'],
		['PaymentData.Type', 'Non-refundable sale', '  unclassified'],
		['CaseType', 'Chargeback Reversal', '+ chargeback'],
		['CaseType', 'CHARGEBACK_REVERSED', '+ chargeback'],
		['CaseType', 'Representment', '+ chargeback'],
		['CaseType', 'Charge-Back', '- chargeback'],
		['CaseType', 'Pre-Arbitration', '- chargeback'],
		['CaseType', 'Fraud Notification', '  unclassified'],
		['CaseType', '', '- chargeback'],
		['CaseType', ' ', '- chargeback'],
		['CaseType', '-', '  unclassified'],
		['CaseType', 'Retrieval', '  noMoney'],
		['FinancialImpactType', 'Credit', '+ chargeback'],
		['FinancialImpactType', 'debit', '- chargeback'],
		['FinancialImpactType', 'none', '  noMoney'],
		['FinancialImpactType', 'No Impact', '  noMoney'],
		['FinancialImpactType', 'C', '+ chargeback'],
		['FinancialImpactType', 'Credit to merchant', '+ chargeback'],
		['FinancialImpactType', 'D', '- chargeback'],
		['FinancialImpactType', 'Odd', '  unclassified'],
		['CaseType', 'Representment Rejected', '  unclassified'],
		['CaseType', 'Copy Request', '  noMoney'],
		['Chargeback.CaseType', 'Retrieval', '  noMoney'],
		['Deposit.Type', 'Debit', '- deposit', 'DepositDetailClass'],
		['SuccessFlag', 'Successful', '  unclassified'],
		['SuccessFlag', 'Failed', '+ declined'],
		['Application.Rflag', 'SPARTIALAPPROVAL', '  unclassified'],
		['Application.Rflag', 'ESYSTEM', '+ declined'],
		['Application.Rflag', 'REVIEW', '  inReview'],
		...['XOK', '', 'Odd'].map((flag) => ['Application.Rflag', flag, '  unclassified']),
		...['110', '1000'].map((code) => ['Application.ReasonCode', code, '  unclassified']),
		['SuccessFlag', 'Odd', '  unclassified', 'PaymentBatchDetailClass'],
		['Status', 'Odd', '  unclassified', 'DepositDetailClass'],
		['Status', 'Failed', '+ declined', 'DepositDetailClass'],
		['Status', 'Pending', '  pending', 'DepositDetailClass'],
		['Status', 'Success', '  deposit', 'DepositDetailClass'],
		['Status', 'Batch Transmitted', '  deposit', 'DepositDetailClass'],
		['Status', 'PAID_OUT', '  deposit', 'DepositDetailClass'],
		['Status', 'Incomplete', '  unclassified', 'DepositDetailClass'],
		['Status', 'Partially Settled', '  unclassified', 'DepositDetailClass'],
		['Status', 'Chargeback Paid', '  unclassified', 'DepositDetailClass'],
		['Status', 'Settlement', '  unclassified', 'DepositDetailClass'],
		['Funding.Status', 'Unsuccessful', '+ declined', 'FundingDetailClass'],
		['Event', 'Refund Reversal', '+ refund'],
		['Event', 'Declined', '+ declined'],
		['TransactionType', 'Pre-Authorization', '  authorization'],
		['TransactionType', 'Reversal', '- reversal'],
		['Event', 'Authorized', '  authorization'],
		['Application.Name', 'ics_ecp_debit', '  sale'],
		['Application.Name', 'ics_ecp_credit', '- refund'],
		['Application.Name', 'ics_payer_auth_enroll,ics_auth,ics_bill', '  sale'],
		['Application.Name', 'ics_void', '  unclassified'],
		['Application.Name', 'ics_decision', '  noMoney'],
		['Application.Name', 'ics_bill,ics_void', '  unclassified'],
		['application_name', 'ics_bill', '  sale'],
		['Application.12.Name', 'ics_bill', '  sale'],
		['Application_Name_2', 'ics_bill', '  sale'],
		['Application.Name', 'ics_bill,ics_credit', '  unclassified'],
		['Application.Name', 'ics_auth_reversal', '- authorization'],
		['PaymentData.Type', ' Credit ', '- refund'],
		['Application.Rcode', '0', '+ declined'],
		['Application.Rcode', '1,0', '+ declined'],
		['Application.Rcode', '1,1', '  unclassified'],
		['Application.Rflag', 'SOK', '  unclassified'],
		['Application.Rflag', 'SOK,DREVIEW', '  inReview'],
		['Application.Rflag', 'DCARDREFUSED', '+ declined'],
		['NewDecision', 'REJECT', '+ declined'],
		['Status', 'F', '+ declined'],
		['Status', 'P', '  pending'],
		['Status', 'open', '  unclassified'],
		['Funding.Status', 'P', '  unclassified'],
		['Type', 'Credit', '  unclassified'],
		['Funding.Status', 'P', '  pending', 'FundingDetailClass'],
		['settlement_status', 'Failed', '+ declined', 'purchaseRefundDetail'],
		['Type', 'CREDIT', '  deposit', 'DepositDetailClass'],
		['Type', 'Debit', '- deposit', 'DepositDetailClass'],
		['Type', '', '  deposit', 'DepositDetailClass'],
		['Type', 'Adjustment', '  unclassified', 'DepositDetailClass'],
		['PaymentData.Type', 'SALE', '- fee', 'FeeDetailClass'],
		['TransactionType', 'SALE', '- chargeback', 'ChargebackAndRetrievalDetailClass'],
	])('by %s %j as %s', (column, value, expected, ...[definition]: string[]) => {
		expect(kindOf(column, value, definition)).toBe(expected);
	});

	test('by the columns that tell, each once and where a row has them', () => {
		const made = new RowKindClassifier();
		expect(['Event', 'Card'].map(isClassifyingColumn)).toEqual([true, false]);
		for (let part = 0; part < 2; part++) made.addColumns(['Event'], [0]);
		made.rolesOf(['Amount']);
		expect([['Sale'], []].map((cells) => made.classify(cells).kind)).toEqual([
			'sale',
			'unclassified',
		]);
		made.classify(['Odd']);
		expect(made.notes()).toEqual([
			'Event has values that are not known: (none). Their rows are unclassified',
			expect.stringMatching(/: Odd \(1\)$/),
		]);
	});

	test.each([
		['Application.Rcode', '1,0'],
		['Application.Rflag', 'SOK,DFAILED'],
	])('as a sale though a check failed, by %s', (decision, value) => {
		const made = classifier(['Application.Name', decision]);
		expect(made.classify(['ics_bill,ics_dav', value]).kind).toBe('sale');
		expect(made.classify(['ics_bill,ics_auth', value]).kind).toBe('declined');
	});

	test('by the second column where the first is blank, and names that', () => {
		const made = classifier(['Application.Name', 'PaymentData.Type']);
		for (const type of ['Odd', ' ']) made.classify([' ', type]);
		expect(made.notes().at(-1)).toMatch(/: Odd \(1\), \(none\) \(1\)$/);
		const replies = classifier(['Application.Name', 'Application.2.Name']);
		expect(replies.classify(['ics_bill', '']).kind).toBe('sale');
		const purchases = classifier(
			['authorization_amount', 'settlement_amount'],
			'purchaseRefundDetail',
		);
		expect(purchases.classify(['7']).kind).toBe('authorization');
	});

	test('of a source that has accepted rows only, without a word on declined ones', () => {
		const made = new RowKindClassifier('TransactionRequestClass', true);
		made.addColumns(['PaymentData.Type', 'Application.Rflag'], [0, 1]);
		made.rolesOf(['PaymentData.Amount']);
		expect(made.classify(['SALE', '']).kind).toBe('sale');
		expect(made.notes()).toEqual([]);
		expect(made.classify(['SALE', 'Odd']).kind).toBe('unclassified');
		expect(made.notes()).toEqual([expect.stringMatching(/not known: Odd. Their rows are uncl/)]);
	});

	test('names at most 20 kinds that are not known, and 40 characters of each', () => {
		const made = classifier(['Event']);
		for (const kind of [' Odd', 'Odd ', 'x'.repeat(50)]) made.classify([kind]);
		for (let kind = 0; kind < 100; kind++) made.classify([`Kind ${kind}`]);
		expect(made.notes().at(-1)).toMatch(
			/: Odd \(2\), x{40} \(1\), .*Kind 17 \(1\), others \(82\)$/,
		);
	});
});

describe('What a row adds to net', () => {
	const kinds = async (csv: string, options = {}) => {
		const { rows, notices } = await rowsWithNotices(csv, { addColumns: ['kind'], ...options });
		return { signed: rows.map(({ signedAmount }) => signedAmount), notices };
	};

	test.each([
		[
			['2.15', '-1.00'],
			['-2.15', '1.00'],
		],
		[
			['-2.15', '-1.00'],
			['-2.15', '-1.00'],
		],
	])('of fees %j is %j, as in totals', async (fees, signed) => {
		const csv = `TotalFeeAmount,TotalFeeCurrency\n${fees.map((fee) => `${fee},USD\n`).join('')}`;
		expect((await kinds(csv)).signed).toEqual(signed);
		expect((await kinds(csv, { amounts: 'number' })).signed).toEqual(signed.map(Number));
	});

	test('is empty where the amount has zeros in front, as totals leave it out', async () => {
		const csv = 'Application.Name,PaymentData.Amount\nics_bill,00012.50\nics_bill, 0.50 \n';
		expect((await kinds(csv)).signed).toEqual(['', '0.50']);
	});

	test('is 0 where no money moved, also without an amount, and empty for what may be reversed', async () => {
		const csv =
			'Application.Name,PaymentData.Amount\nics_auth,\nics_bill,5\nics_credit,0\nReversal,5\nics_bill,\n';
		const columns = 'PaymentData.Amount';
		for (const options of [{}, { columns }, { amounts: 'number' }]) {
			const { signed } = await kinds(csv, options);
			expect(signed.map(String)).toEqual(['0', '5', '0', '', '']);
		}
	});

	test('stands beside columns that the report calls so', async () => {
		const { rows } = await rowsWithNotices('kind,Event\nx,Sale\n', { addColumns: ['kind'] });
		expect(rows).toEqual([{ kind_2: 'x', Event: 'Sale', kind: 'sale', signedAmount: '' }]);
	});

	test('is known by columns that come up in a later row', async () => {
		const sale = '<PaymentData><Type>SALE</Type><Amount>5</Amount></PaymentData>';
		const xml = `<R><Request ID="1"/><Request>${sale}</Request></R>`;
		expect((await kinds(xml)).signed).toEqual(['', '5']);
	});

	test.each([
		['TransactionAmount,TotalFeeAmount', '5', 'TransactionAmount alone. Net also has Total'],
		['salesAmount,creditAmount', '5', 'salesAmount alone. Net also has creditAmount.'],
		['PaymentData.Amount,PaymentData.2.Amount', '5', 'alone. Net also has PaymentData.2.Amount.'],
		['ChargebackAmount,FeeAmount,AdjustmentAmount', '-5', 'alone. Net also has FeeAmount.'],
		['Goods Amount,Tip Amount', '', 'nothing tells which amount counts: Goods Amount, Tip Amount.'],
	])('is of one amount, and says which others count: %s', async (amounts, first, words) => {
		const csv = `${amounts},TransactionType\n${amounts
			.split(',')
			.map((_, place) => 5 - place)
			.join()},Sale\n`;
		const definition = amounts.startsWith('sales') ? 'paymentBatchSummary' : '';
		const { signed, notices } = await kinds(csv, { definition });
		expect([signed, notices.at(-1)]).toEqual([[first], expect.stringContaining(words)]);
	});

	test('is told with the notes of totals, and with what is no number', async () => {
		const lines = 'SALE,5\nSALE,"1,000"\nVoid,3\n';
		expect(await kinds(`PaymentData.Type,PaymentData.Amount\n${lines}`)).toEqual({
			signed: ['5', '', ''],
			notices: [
				'Declined transactions are included: add the field Application.Rflag if the report offers it.',
				'Unclassified rows, which Net leaves out, are of these kinds: Void (1).',
				'signedAmount is empty where PaymentData.Amount is not a number: 1 (first: 1,000).',
			],
		});
		const fees = 'TotalFeeAmount,TotalFeeCurrency,InterchangeAmount\n3.50,USD,1\n,USD,2\n,USD,\n';
		expect(await kinds(fees)).toEqual({
			signed: ['-3.50', '', ''],
			notices: [expect.stringMatching(/^signedAmount is empty .* 1 \(first: empty\)\.$/)],
		});
		const purchases = 'settlement_amount,settlement_transactionType,authorization_amount\n,,7\n';
		expect(await kinds(purchases, { definition: 'purchaseRefundDetail' })).toEqual({
			signed: ['0'],
			notices: ['All accepted rows are authorizations: no money has moved.'],
		});
	});
});

describe('A report is known by its columns', () => {
	test.each([
		[
			'a deposit',
			'2838,USD,CREDIT,S\n900,USD,CREDIT,F\n3843.60,USD,DEBIT,S\n',
			{ net: '-1005.60', declined: '900' },
		],
		['no deposit', '5,USD,Visa,S\n7,USD,Sale,S\n', { net: '0', unclassified: '12' }],
	])('as %s, where nobody says its type', async (_, rows, sums) => {
		const { totals } = await totaled(`Amount,Currency,Type,Status\n${rows}`);
		expect(totals).toMatchObject([sums]);
	});

	test('where the number of its type is that of another one', async () => {
		const report =
			'PaymentData.Amount,PaymentData.CurrencyCode,PaymentData.Type,Application.Rflag\n5,USD,SALE,SOK\n2,USD,SALE,DREJECT\n';
		for (const definition of ['ChargebackAndRetrievalDetailClass', 'DepositDetailClass']) {
			const { totals } = await totaled(report, [], { definition });
			expect(totals).toMatchObject([{ net: '5', sales: '5', declined: '2' }]);
		}
	});

	test.each([
		['ChargebackAmount', '-5', { chargebacks: '-5' }],
		['AssessmentAmount', '-5', { fees: '-5' }],
		['TransactionAmount,TransactionType', '5', { sales: '5' }],
	])('where its type is not known, or is another: %s', async (columns, net, sums) => {
		const report = `${columns.split(',')[0]},Currency,TransactionType\n5,USD,SALE\n`;
		for (const definition of [undefined, 'DepositDetailClass']) {
			const { totals } = await totaled(report, [], { definition });
			expect(totals).toMatchObject([{ net, ...sums }]);
		}
	});
});

test.each(REPORT_DEFINITIONS.map(({ value }) => value))(
	'The catalog names amounts that a %s has, and the columns that classify them',
	(name) => {
		const { amounts, kind } = MONEY_COLUMNS[name];
		const has = (field: string) => DEFINITION_BY_NAME.get(name)?.byId.has(field) === true;
		expect(
			amounts.flatMap(([amount, currency]) => [amount, currency]).filter((field) => !has(field)),
		).toEqual([]);
		if (amounts.length > 0 && kind.length > 0) expect(kind.some(has)).toBe(true);
	},
);
