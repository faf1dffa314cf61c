import type { ReportDefinitionName } from './definitions';
import { looseName, TIMES_OF_ROWS } from './fields';

/** What the amounts of a report are, unless a column of the row says more. */
export type ReportSubject =
	'payments' | 'sales' | 'checks' | 'chargebacks' | 'fees' | 'deposits' | 'exceptions';

/**
 * What an amount is among those of its row. `main`: what the report is about; `instead`: added up where there is no
 * `main`; `beside`: of another payment, or the same money again, and never added up.
 */
export type AmountRole = 'main' | 'instead' | 'refund' | 'fee' | 'adjustment' | 'beside';

/** `count`: the column that says how many transactions an amount is of, where rows are summaries. */
type Amount = readonly [amount: string, currency: string, role?: AmountRole, count?: string];

export interface MoneyColumns {
	are: ReportSubject;
	amounts: readonly Amount[];
	/** What tells sales from refunds, or credits from debits; the first that a row has decides. */
	kind: readonly string[];
	/** What tells accepted rows from others; the first that a row has decides, and a review in any. */
	decision: readonly string[];
}

const PAYMENT = ['PaymentData.Amount', 'PaymentData.CurrencyCode'] as const;
const BESIDE: readonly Amount[] = [
	['SettlementAmount', 'SettlementCurrency', 'beside'],
	[...PAYMENT, 'beside'],
];
const FEE_PARTS: readonly Amount[] = [
	['AssessmentAmount', 'AssessmentCurrency', 'instead'],
	['DiscountAmount', 'DiscountCurrency', 'instead'],
	['InterchangeAmount', 'InterchangeCurrency', 'instead'],
	['PerItemFeeAmount', 'PerItemFeeCurrency', 'instead'],
	['ServiceFeeAmount', 'ServiceFeeAmountCcy', 'instead'],
	['ServiceFeeFixedAmount', 'ServiceFeeFixedAmountCcy', 'instead'],
];

const TYPE = ['PaymentData.Type'] as const;
const REQUEST: MoneyColumns = {
	are: 'payments',
	amounts: [PAYMENT],
	// A type says "Sale" of an authorization too.
	kind: ['Application.Name', ...TYPE],
	decision: ['Application.Rflag', 'Application.Rcode', 'Application.ReasonCode'],
};
const BATCH: MoneyColumns = {
	are: 'payments',
	amounts: [PAYMENT],
	kind: TYPE,
	decision: ['SuccessFlag'],
};
const FEES: MoneyColumns = {
	are: 'fees',
	amounts: [['TotalFeeAmount', 'TotalFeeCurrency'], ...FEE_PARTS, ...BESIDE],
	kind: [],
	// The fee of a declined payment is charged all the same.
	decision: [],
};
const DECISIONS_ONLY: MoneyColumns = {
	are: 'payments',
	amounts: [],
	kind: REQUEST.kind,
	decision: ['NewDecision'],
};

/** The reports that the service makes on demand; they have no definition. */
type OnDemandName =
	'conversionDetail' | 'netFunding' | 'paymentBatchSummary' | 'purchaseRefundDetail';

export const MONEY: Record<ReportDefinitionName | OnDemandName, MoneyColumns> = {
	TransactionRequestClass: REQUEST,
	PaymentBatchDetailClass: BATCH,
	ExceptionDetailClass: {
		are: 'exceptions',
		amounts: [['ExceptionAmount', 'ExceptionAmountCurrency']],
		kind: [],
		decision: [],
	},
	ProcessorSettlementDetailClass: BATCH,
	ProcessorEventsDetailClass: {
		are: 'payments',
		amounts: [['Amount', 'CurrencyCode']],
		kind: ['Event'],
		decision: ['Event'],
	},
	FundingDetailClass: {
		are: 'payments',
		amounts: [
			['Funding.FundingAmount', 'Funding.FundingCurrency'],
			// It may have been taken off the funding amount.
			['Funding.FeeAmount', 'Funding.FeeCurrency', 'beside'],
			[...PAYMENT, 'instead'],
		],
		kind: TYPE,
		decision: ['Funding.Status'],
	},
	AgingDetailClass: REQUEST,
	ChargebackAndRetrievalDetailClass: {
		are: 'chargebacks',
		amounts: [
			['ChargebackAmount', 'ChargebackCurrency'],
			['FeeAmount', 'FeeCurrency', 'fee'],
			['AdjustmentAmount', 'AdjustmentCurrency', 'adjustment'],
		],
		kind: ['FinancialImpactType', 'CaseType'],
		decision: [],
	},
	DepositDetailClass: {
		are: 'deposits',
		amounts: [['Amount', 'Currency']],
		kind: ['Type'],
		decision: ['Status'],
	},
	FeeDetailClass: FEES,
	InvoiceSummaryClass: {
		are: 'payments',
		amounts: [
			['TransactionAmount', 'FundingCurrency'],
			['TotalFeeAmount', 'FundingCurrency', 'fee'],
		],
		kind: ['TransactionType'],
		decision: [],
	},
	// A payer was checked: nothing was paid.
	PayerAuthDetailClass: { ...REQUEST, are: 'checks', kind: [] },
	ConversionDetailClass: DECISIONS_ONLY,
	SubscriptionDetailClass: REQUEST,
	ServiceFeeDetailClass: FEES,
	GatewayTransactionRequestClass: REQUEST,
	FraudDecisionEventDetailClass: DECISIONS_ONLY,
	RecurringBillingDetailClass: REQUEST,
	conversionDetail: DECISIONS_ONLY,
	netFunding: {
		are: 'payments',
		amounts: [
			['fundedAmount', 'currencyCode', 'main', 'fundedCount'],
			['conveyedAmount', 'currencyCode', 'beside'],
		],
		kind: ['type'],
		decision: [],
	},
	paymentBatchSummary: {
		are: 'sales',
		amounts: [
			['salesAmount', 'currencyCode', 'main', 'salesCount'],
			['creditAmount', 'currencyCode', 'refund', 'creditCount'],
		],
		kind: [],
		decision: [],
	},
	purchaseRefundDetail: {
		are: 'payments',
		amounts: [
			['settlement_amount', 'settlement_currencyCode'],
			['authorization_amount', 'authorization_currencyCode', 'instead'],
		],
		kind: ['settlement_transactionType'],
		decision: ['settlementStatus_status', 'settlement_status'],
	},
};

const ALL = Object.values(MONEY);

export const CURRENCIES_BY_AMOUNT = new Map<string, string[]>();
for (const [amount, currency] of ALL.flatMap(({ amounts }) => amounts)) {
	CURRENCIES_BY_AMOUNT.set(amount, [...(CURRENCIES_BY_AMOUNT.get(amount) ?? []), currency]);
}

/** Fields that say which type of report has them; the first that a report has decides. */
const TELLING: ReadonlyArray<readonly [ReportDefinitionName, ...fields: string[]]> = [
	['ChargebackAndRetrievalDetailClass', 'ChargebackAmount', 'FinancialImpactType', 'CaseType'],
	['ExceptionDetailClass', 'ExceptionAmount'],
	['FundingDetailClass', 'Funding.FundingAmount'],
	['InvoiceSummaryClass', 'TransactionAmount'],
	['FeeDetailClass', 'TotalFeeAmount', ...FEE_PARTS.map(([amount]) => amount)],
	['DepositDetailClass', 'MerchantBankName', 'MerchantBankAcctLast4', 'TransferMessage'],
];

/** Each of these names is that of other things too; only a deposit has them all. */
const isDeposit = (fields: ReadonlySet<string>): boolean =>
	['Amount', 'Currency', 'Type', 'Status'].every((field) => fields.has(field)) &&
	!fields.has(PAYMENT[0]);

const isKnown = (definition: string): definition is keyof typeof MONEY =>
	Object.hasOwn(MONEY, definition);

const hasMain = ({ amounts }: MoneyColumns, fields: ReadonlySet<string>): boolean =>
	amounts.some(
		([amount, , role = 'main']) => (role === 'main' || role === 'instead') && fields.has(amount),
	);

/**
 * What a report says about money, by its type; undefined where nothing tells the type. The fields decide where it is
 * not known, or where they are those of another type: services may number their types differently.
 */
export function moneyColumnsOf(
	definition: string | undefined,
	fields: ReadonlySet<string>,
): MoneyColumns | undefined {
	const known = definition !== undefined && isKnown(definition) ? MONEY[definition] : undefined;
	if (known !== undefined && hasMain(known, fields)) return known;
	const told = TELLING.find(([, ...telling]) => telling.some((field) => fields.has(field)));
	if (told !== undefined) return MONEY[told[0]];
	if (known === undefined && isDeposit(fields)) return MONEY.DepositDetailClass;
	const hasPayments = fields.has(PAYMENT[0]);
	const isOfIt = known?.amounts.some(([amount]) => amount === PAYMENT[0]) === true;
	return hasPayments && !isOfIt ? undefined : known;
}

const ofAll = (role: 'kind' | 'decision'): string[] => [
	...new Set(ALL.flatMap((columns) => columns[role])),
];

/** In a report of another type, Type may be that of a card, and a funding is no decision. */
const NOT_TELLING = ['Type', 'type', 'Funding.Status'];

export const UNKNOWN_REPORT: MoneyColumns = {
	are: 'payments',
	amounts: [PAYMENT],
	kind: ofAll('kind').filter((field) => !NOT_TELLING.includes(field)),
	decision: ofAll('decision').filter((field) => !NOT_TELLING.includes(field)),
};

/** The decisions of a report; one of payments may have those of any other. */
export const decisionsOf = (money: MoneyColumns): readonly string[] =>
	money === REQUEST || money === BATCH
		? [...new Set([...money.decision, ...UNKNOWN_REPORT.decision])]
		: money.decision;

export const TELLING_FIELDS: readonly string[] = [...ofAll('kind'), ...ofAll('decision')];

/** What totals of a report with these fields need, it lacks and is offered; nothing where it has no amounts at all. */
export function missingFieldsForTotals(
	definition: string,
	fields: readonly string[],
	isOffered: (field: string) => boolean = () => true,
): string[] {
	if (!isKnown(definition)) return [];
	const { amounts, kind, decision } = MONEY[definition];
	const has = new Set(fields.map(looseName));
	const lacks = (names: readonly string[]) =>
		names.length > 0 && !names.some((name) => has.has(looseName(name)));
	const currencies = amounts
		.filter(([amount]) => has.has(looseName(amount)))
		.map(([, currency]) => currency);
	if (currencies.length === 0) return [];
	const missing = [kind, decision, currencies].filter(lacks);
	return [...new Set(missing.flatMap((names) => names.find(isOffered) ?? []))];
}

const DECISIONS = ['OriginalDecision', 'NewDecision'];
const CARD = ['PaymentMethod.CardType', 'PaymentMethod.AccountSuffix', 'CardType'];

/**
 * What people look for in a report: ID, time, type, decision, amount, currency, reference and card, as far as the
 * report offers them.
 */
export function usualFields(definition: string, offered: readonly string[]): string[] {
	const { amounts, kind, decision } =
		MONEY[isKnown(definition) ? definition : 'TransactionRequestClass'];
	const money = amounts.flatMap(([amount, currency]) => [amount, currency]);
	const request = ['Request.RequestID', 'Request.TransactionDate'];
	const reference = 'Request.MerchantReferenceNumber';
	// Where the service does not list the fields of a type, the catalog says which ones the totals need.
	if (offered.length === 0)
		return [...new Set([...request, ...kind, ...decision, ...money, reference])];
	const usual = [
		...request,
		...TIMES_OF_ROWS,
		...kind,
		...decision,
		...DECISIONS,
		...money,
		reference,
		...CARD,
	];
	const spelled = new Map(offered.map((name) => [looseName(name), name]));
	return [...new Set(usual.flatMap((name) => spelled.get(looseName(name)) ?? []))];
}
