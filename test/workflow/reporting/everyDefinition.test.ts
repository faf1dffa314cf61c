import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { usualFields } from '../../../nodes/shared/catalog/money';
import { DEFINITIONS } from '../../../sandbox/reporting/catalog/definitions';
import { byId, json, useBench } from './harness';
import { decimal, IN_NET, inTotals, inWorkbook, type Part, type Row, sumsOf } from './sums';

const bench = useBench();

beforeAll(async () => {
	await bench.sandbox.control.traffic({ perDay: 400, from: '2026-11-01T00:00:00Z' });
});

/** What the specification says of a row, and nothing from the nodes. */
const byType = (type: string): [sum: string, sign: 1 | -1] =>
	type === 'REFUND' || type === 'Refunded' ? ['refunds', -1] : ['sales', 1];

const payment = (row: Row, state = ''): Part[] => {
	const [sum, sign] = byType(row['PaymentData.Type']);
	const amount = decimal(row['PaymentData.Amount']);
	const currency = row['PaymentData.CurrencyCode'];
	return [[state || sum, currency, state === '' ? amount.times(sign) : amount]];
};

const REVIEWED: Row = { SOK: '', DREVIEW: 'inReview', DREJECT: 'declined' };
const request = (row: Row) => payment(row, REVIEWED[row['Application.Rflag']]);
const batch = (row: Row) => payment(row, row.SuccessFlag === 'Y' ? '' : 'declined');
const fee = (row: Row): Part[] => [
	['fees', row.TotalFeeCurrency, decimal(row.TotalFeeAmount).negated()],
];

const FUNDED: Row = { S: '', P: 'pending', F: 'declined' };

const ORACLE: Partial<Record<string, (row: Row) => Part[]>> = {
	TransactionRequestClass: request,
	GatewayTransactionRequestClass: request,
	RecurringBillingDetailClass: request,
	SubscriptionDetailClass: request,
	PaymentBatchDetailClass: batch,
	ProcessorSettlementDetailClass: batch,
	AgingDetailClass: (row) => payment(row),
	PayerAuthDetailClass: (row) => [['noMoney', row['PaymentData.CurrencyCode'], decimal('0')]],
	FeeDetailClass: fee,
	ServiceFeeDetailClass: fee,
	ExceptionDetailClass: (row) => [
		['unclassified', row.ExceptionAmountCurrency, decimal(row.ExceptionAmount)],
	],
	ProcessorEventsDetailClass: (row) => {
		const other = { Declined: 'declined', Authorized: 'authorizedOnly' }[row.Event];
		const [sum, sign] = byType(row.Event);
		return [[other ?? sum, row.CurrencyCode, decimal(row.Amount).times(other ? 1 : sign)]];
	},
	FundingDetailClass: (row) => {
		const [sum, sign] = byType(row['PaymentData.Type']);
		const state = FUNDED[row['Funding.Status']];
		const amount = decimal(row['Funding.FundingAmount']).times(state === 'declined' ? 1 : sign);
		return [[state || sum, row['Funding.FundingCurrency'], amount]];
	},
	ChargebackAndRetrievalDetailClass: (row) => {
		const amount = { debit: -1, credit: 1, none: 0 }[row.FinancialImpactType] ?? -1;
		return [
			['chargebacks', row.ChargebackCurrency, decimal(row.ChargebackAmount).times(amount)],
			['fees', row.FeeCurrency, decimal(row.FeeAmount).negated()],
		];
	},
	DepositDetailClass: (row) => {
		const sign = row.Type === 'DEBIT' ? -1 : 1;
		const state = FUNDED[row.Status];
		const amount = decimal(row.Amount).times(state === 'declined' ? 1 : sign);
		return [[state || 'deposits', row.Currency, amount]];
	},
	InvoiceSummaryClass: (row) => {
		const [sum, sign] = byType(row.TransactionType);
		return [
			[sum, row.FundingCurrency, decimal(row.TransactionAmount).times(sign)],
			['fees', row.FundingCurrency, decimal(row.TotalFeeAmount).negated()],
		];
	},
};

const SUM_OF_KIND: Row = {
	...{ sale: 'sales', refund: 'refunds', chargeback: 'chargebacks', fee: 'fees' },
	...{ deposit: 'deposits' },
};

const CASES = DEFINITIONS.flatMap(({ name, attributes }) => {
	const offered = attributes.map(({ id }) => id);
	return [
		[name, 'usual', usualFields(name, offered)] as const,
		[
			name,
			'default',
			attributes.filter(({ group }) => group === 'request').map(({ id }) => id),
		] as const,
	];
});

test.each(CASES)(
	'The totals of a %s with its %s fields are those of its rows',
	async (reportDefinitionName, set, reportFields) => {
		const { reportId } = await bench.sandbox.control.makeReport({
			...{ reportName: `${reportDefinitionName} ${set}`, reportDefinitionName, reportFields },
		});
		const get = async (output: string, options: IDataObject = {}) =>
			await bench.act('report', 'fetch', { report: byId(reportId), output, options });
		const file = await get('file');
		const [, ...lines] = (await file.binary(file.items[0])).toString().split('\n');
		const rows = parse<Row>(lines.join('\n'), { columns: true });
		const oracle = set === 'usual' ? ORACLE[reportDefinitionName] : undefined;
		const expected = sumsOf(rows.flatMap((row) => oracle?.(row) ?? []));
		const totals = json(await get('totals'));
		expect(rows.length).toBeGreaterThan(4);
		expect(totals.reduce((sum, { count }) => sum + Number(count), 0)).toBe(rows.length);
		expect(inTotals(totals)).toEqual(expected);
		if (oracle === undefined) return expect(totals).toMatchObject([{ net: null }]);
		const net = totals.map((total): Part => ['net', total.currency as string, decimal(total.net)]);
		expect(sumsOf(net)).toEqual(
			Object.fromEntries(Object.entries(expected).filter(([key]) => key.endsWith(' net'))),
		);
		const workbook = await get('workbook');
		expect(inWorkbook(await workbook.binary(workbook.items[0]))).toEqual(expected);
		const kinds = json(await get('rows', { addColumns: ['kind'] }));
		expect(kinds).toEqual(rows.map((row) => expect.objectContaining(row) as Row));
		const signed = kinds.flatMap(({ kind, signedAmount }, index): Part[] => {
			const [[, currency]] = oracle(rows[index]);
			return [[SUM_OF_KIND[kind as string] ?? 'none', currency, decimal(signedAmount)]];
		});
		const main = sumsOf(rows.flatMap((row) => oracle(row).slice(0, 1)));
		const ofMoney = ([key]: [string, string]) => IN_NET.some((name) => key.endsWith(` ${name}`));
		expect(Object.entries(sumsOf(signed)).filter(ofMoney)).toEqual(
			Object.entries(main).filter(ofMoney),
		);
	},
);
