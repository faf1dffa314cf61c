import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';
import { setAttempts } from '../../support/patience';
import { json as answerJson, startServer } from '../../support/server';
import { byId, json, useBench } from './harness';
import {
	CURRENCIES,
	type Entry,
	inTotals,
	inWorkbook,
	ledgerOf,
	type Part,
	partOf,
	type Row,
	type Sums,
	sumsOf,
} from './sums';

const bench = useBench();
beforeEach(() => setAttempts(1));

const feeOf = ({ currency, fee }: Entry): Part => ['fees', currency, new Decimal(fee).negated()];

interface Kind {
	/** What its rows may be, and what they then say. */
	says: Record<string, Row>;
	/** The columns of the amount and its currency. */
	money: readonly [amount: string, currency: string];
	/** Those of a fee beside it. */
	fee?: readonly [amount: string, currency: string];
}

const name = (application: string, flag = 'SOK'): Row => ({
	...{ 'Application.Name': application, 'Application.Rflag': flag },
});
const PAID = ['PaymentData.Amount', 'PaymentData.CurrencyCode'] as const;
const REQUEST: Kind = {
	says: {
		sale: name('ics_auth,ics_bill', 'SOK,SOK'),
		refund: name('ics_credit'),
		authorization: name('ics_auth'),
		authReversal: name('ics_auth_reversal'),
		review: name('ics_auth,ics_bill', 'DREVIEW'),
		declined: name('ics_bill', 'DCARDREFUSED'),
	},
	money: PAID,
};
const type = (kind: string, SuccessFlag = 'Y'): Row => ({ 'PaymentData.Type': kind, SuccessFlag });
const BATCH: Kind = {
	says: { sale: type('SALE'), refund: type('REFUND'), declined: type('SALE', 'N') },
	money: PAID,
};
const FEE: Kind = { says: { fee: {} }, money: ['TotalFeeAmount', 'TotalFeeCurrency'] };
const funded = (kind: string, status: string): Row => ({
	...{ 'PaymentData.Type': kind, 'Funding.Status': status },
});
const deposit = (Type: string, Status: string): Row => ({ Type, Status, MerchantBankName: 'Bank' });
const impact = (FinancialImpactType: string): Row => ({ FinancialImpactType });

const REPORTS: Record<string, Kind> = {
	TransactionRequestClass: REQUEST,
	GatewayTransactionRequestClass: REQUEST,
	RecurringBillingDetailClass: REQUEST,
	SubscriptionDetailClass: REQUEST,
	AgingDetailClass: REQUEST,
	PaymentBatchDetailClass: BATCH,
	ProcessorSettlementDetailClass: BATCH,
	ProcessorEventsDetailClass: {
		says: {
			...{ sale: { Event: 'Captured' }, refund: { Event: 'Refunded' } },
			...{ authorization: { Event: 'Authorized' }, declined: { Event: 'Declined' } },
		},
		money: ['Amount', 'CurrencyCode'],
	},
	FundingDetailClass: {
		says: {
			...{ sale: funded('SALE', 'S'), refund: funded('REFUND', 'S') },
			...{ pendingSale: funded('SALE', 'P'), pendingRefund: funded('REFUND', 'P') },
			failed: funded('SALE', 'F'),
		},
		money: ['Funding.FundingAmount', 'Funding.FundingCurrency'],
	},
	ChargebackAndRetrievalDetailClass: {
		says: { chargeback: impact('debit'), won: impact('credit'), retrieval: impact('none') },
		money: ['ChargebackAmount', 'ChargebackCurrency'],
		fee: ['FeeAmount', 'FeeCurrency'],
	},
	DepositDetailClass: {
		says: {
			...{ credit: deposit('CREDIT', 'S'), debit: deposit('DEBIT', 'S') },
			...{ pendingCredit: deposit('CREDIT', 'P'), failed: deposit('CREDIT', 'F') },
		},
		money: ['Amount', 'Currency'],
	},
	FeeDetailClass: FEE,
	ServiceFeeDetailClass: FEE,
	InvoiceSummaryClass: {
		says: { sale: { TransactionType: 'SALE' }, refund: { TransactionType: 'REFUND' } },
		money: ['TransactionAmount', 'FundingCurrency'],
		fee: ['TotalFeeAmount', 'FundingCurrency'],
	},
	ExceptionDetailClass: {
		says: { exception: {} },
		money: ['ExceptionAmount', 'ExceptionAmountCurrency'],
	},
	PayerAuthDetailClass: {
		says: { check: { 'PayerAuth.TransactionType': 'ics_pa_enroll' } },
		money: PAID,
	},
};

const rowOf = ({ says, money, fee }: Kind, entry: Entry): Row => ({
	...{ RequestID: entry.id, [money[0]]: entry.amount, [money[1]]: entry.currency },
	...(fee && { [fee[0]]: entry.fee, [fee[1]]: entry.currency }),
	...says[entry.is],
});

const csv =
	(separator: string, before = '') =>
	(rows: readonly Row[]) => {
		const line = (cells: string[]) =>
			cells.map((cell) => (/[,;|\t]/.test(cell) ? `"${cell}"` : cell)).join(separator);
		return `${before}${[Object.keys(rows[0]), ...rows.map(Object.values)].map(line).join('\n')}\n`;
	};
const element = (name: string, inner: string) => `<${name}>${inner}</${name}>`;
/** PaymentData.Amount and PaymentData.Type are in one element. */
const xmlRow = (row: Row): string => {
	const groups = new Map<string, string>();
	for (const [column, text] of Object.entries(row)) {
		const [group, field] = column.split('.') as [string, string | undefined];
		const inner = field === undefined ? text : element(field, text);
		groups.set(group, (groups.get(group) ?? '') + inner);
	}
	return element('Request', [...groups].map(([group, inner]) => element(group, inner)).join(''));
};
const xml = (rows: readonly Row[]) =>
	element('Report', element('Requests', rows.map(xmlRow).join('')));
/** The ways in which the same rows are written, each service in its own. */
const STYLES: Array<[string, string, (rows: readonly Row[]) => string]> = [
	['commas', 'text/csv', csv(',')],
	['semicolons', 'text/csv', csv(';')],
	['tabs', 'text/csv', csv('\t')],
	['bars', 'text/csv', csv('|')],
	['a title', 'text/csv', csv(',', 'Daily Report,1.0,2026-11-02 to 2026-11-03,merchant01\n')],
	['XML', 'application/xml', xml],
];

/** What the three outputs of an action say. */
async function outputs(
	act: (output: string, options: IDataObject) => ReturnType<typeof bench.act>,
	hasAmounts = true,
): Promise<{ totals: Sums; count: number; workbook: Sums; rows: IDataObject[] }> {
	const totals = json(await act('totals', {}));
	const workbook = await act('workbook', {});
	return {
		totals: inTotals(totals),
		count: totals.reduce((sum, { count }) => sum + Number(count), 0),
		workbook: inWorkbook(await workbook.binary(workbook.items[0])),
		rows: json(await act('rows', hasAmounts ? { addColumns: ['kind'] } : {})),
	};
}

const netOf = (sums: Sums): Sums =>
	Object.fromEntries(Object.entries(sums).filter(([key]) => key.endsWith(' net')));

const signedNet = (rows: readonly IDataObject[], currency: string): Sums =>
	netOf(
		sumsOf(
			rows.map((row): Part => [
				'sales',
				row[currency] as string,
				new Decimal((row.signedAmount as string) || 0),
			]),
		),
	);

test.each(
	Object.entries(REPORTS).map(([definition, kind], index) => {
		const [style, mimeType, write] = STYLES[index % STYLES.length];
		return { definition, style, kind, mimeType, write, seed: index + 1 };
	}),
)(
	'$definition with $style says what its ledger says',
	async ({ definition, kind, mimeType, write, seed }) => {
		const ledger = ledgerOf(seed, Object.keys(kind.says));
		const written = ledger.map((entry) => rowOf(kind, entry));
		const server = await startServer(({ url, headers }, response) => {
			if (String(headers.accept).includes('json') || !url.includes('/reports')) {
				return answerJson(response, url.includes('/reports') ? 200 : 404, {
					...{ reportId: 'r1', reportName: 'Daily', reportDefinitionName: definition },
					...{ reportMimeType: mimeType, reportStatus: 'COMPLETED', timezone: 'UTC' },
					...{ reportStartTime: '2026-11-02T00:00:00Z', reportEndTime: '2026-11-03T00:00:00Z' },
				});
			}
			return response.writeHead(200, { 'content-type': mimeType }).end(write(written));
		});
		const made = await outputs(
			async (output, options) =>
				await bench.act(
					'report',
					'fetch',
					{ report: byId('r1'), output, options },
					{ address: server.address },
				),
		);
		await server.stop();
		const fees = kind.fee === undefined ? [] : ledger.map(feeOf);
		const expected = sumsOf([...ledger.map(partOf), ...fees]);
		expect(made.totals).toEqual(expected);
		expect(made.workbook).toEqual(expected);
		expect(made.count).toBe(ledger.length);
		expect(made.rows).toEqual(written.map((row) => expect.objectContaining(row) as Row));
		expect(signedNet(made.rows, kind.money[1])).toEqual(netOf(sumsOf(ledger.map(partOf))));
	},
);

const totalOf = (entries: readonly Entry[]): string =>
	entries.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toString();

const inCurrencies = (
	entries: readonly Entry[],
	make: (currency: string, own: Entry[]) => object,
) =>
	CURRENCIES.flatMap((currency) => {
		const own = entries.filter((entry) => entry.currency === currency);
		return own.length === 0 ? [] : [make(currency, own)];
	});

const FUNDING: Row = {
	sale: 'PURCHASES',
	refund: 'REFUNDS',
	fee: 'FEES',
	chargeback: 'CHARGEBACKS',
};
const SETTLED: Row = {
	sale: 'SETTLED',
	refund: 'SETTLED',
	failed: 'FAILED',
	pendingSale: 'PENDING',
};

/** What the service answers of the entries of a period; `counted`: those that are transactions. */
const ON_DEMAND: Record<
	string,
	{ kinds: string[]; currency?: string; answer: (entries: Entry[]) => object; counted?: string[] }
> = {
	purchaseRefundDetail: {
		kinds: Object.keys(SETTLED),
		currency: 'settlement_currencyCode',
		answer: (entries) => ({
			requestDetails: entries.map(({ id }) => ({ requestId: id })),
			settlements: entries.map(({ is, id, amount, currency }) => ({
				...{ requestId: id, amount, currencyCode: currency },
				transactionType: is === 'refund' ? 'REFUND' : 'PURCHASE',
			})),
			// A service may give it only to what is not simply settled.
			settlementStatuses: entries
				.filter(({ is }) => is !== 'sale')
				.map(({ is, id }) => ({ requestId: id, status: SETTLED[is] })),
		}),
	},
	netFunding: {
		kinds: Object.keys(FUNDING),
		currency: 'currencyCode',
		counted: ['sale', 'refund', 'chargeback'],
		answer: (entries) => ({
			netFundingSummaries: Object.entries(FUNDING).flatMap(([kind, funding]) =>
				inCurrencies(
					entries.filter(({ is }) => is === kind),
					(currencyCode, own) => ({
						...{ type: funding, paymentSubType: 'VI', currencyCode, fundedCount: own.length },
						fundedAmount: totalOf(own),
					}),
				),
			),
		}),
	},
	paymentBatchSummary: {
		kinds: ['sale', 'refund'],
		answer: (entries) => ({
			paymentBatchSummaries: inCurrencies(entries, (currencyCode, own) => {
				const [sales, credits] = ['sale', 'refund'].map((kind) =>
					own.filter(({ is }) => is === kind),
				);
				return {
					...{ currencyCode, paymentSubTypeDescription: 'Visa' },
					...{ salesAmount: totalOf(sales), salesCount: sales.length },
					...{ creditAmount: totalOf(credits), creditCount: credits.length },
				};
			}),
		}),
	},
	conversionDetail: {
		kinds: ['check'],
		answer: (entries) => ({
			conversionDetails: entries.map(({ id }, index) => ({
				...{ requestId: id, originalDecision: 'REVIEW' },
				newDecision: index % 2 === 0 ? 'ACCEPT' : 'REJECT',
			})),
		}),
	},
};

const DAYS = [
	{ day: '2026-11-02', hours: 24, quiet: false },
	{ day: '2026-03-08', hours: 23, quiet: false },
	{ day: '2026-11-01', hours: 25, quiet: false },
	{ day: '2026-11-03', hours: 24, quiet: true },
];

test.each(
	Object.keys(ON_DEMAND).flatMap((report, index) =>
		DAYS.map((day, seed) => ({ report, ...day, seed: 100 + index * 10 + seed })),
	),
)(
	'$report of a day of $hours hours says what its ledger says, quiet: $quiet',
	async ({ report, day, hours, quiet, seed }) => {
		const { kinds, answer, currency, counted = kinds } = ON_DEMAND[report];
		const before = new Date(Date.parse(day) - 86_400_000).toISOString();
		const ledger = quiet ? [] : ledgerOf(seed, kinds, before, 3);
		let asked: Entry[] = [];
		const server = await startServer(({ url }, response) => {
			const query = new URL(url, 'http://service').searchParams;
			const [start, end] = ['startTime', 'endTime'].map((one) => Date.parse(query.get(one) ?? ''));
			expect((end - start) / 3_600_000).toBe(hours);
			asked = ledger.filter(({ time }) => Date.parse(time) >= start && Date.parse(time) < end);
			const isBeyond = Number(query.get('offset') ?? 0) > 0;
			return answerJson(response, 200, asked.length === 0 || isBeyond ? {} : answer(asked));
		});
		const period = { period: 'custom', periodStart: day, periodEnd: day, returnAll: true };
		const made = await outputs(
			async (output, options) =>
				await bench.act(
					report,
					'get',
					{ ...period, periodTimeZone: 'America/New_York', output, options },
					{ address: server.address },
				),
			report !== 'conversionDetail',
		);
		await server.stop();
		expect(asked.length > 0).toBe(!quiet);
		const expected = sumsOf(asked.map(partOf));
		expect(made.totals).toEqual(expected);
		expect(made.workbook).toEqual(expected);
		expect(made.count).toBe(asked.filter(({ is }) => counted.includes(is)).length);
		if (currency !== undefined) expect(signedNet(made.rows, currency)).toEqual(netOf(expected));
	},
);
