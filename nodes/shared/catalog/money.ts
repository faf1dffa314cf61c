import type { ReportDefinitionName } from './definitions';
import { looseName, ROW_TIME_FIELDS } from './fields';

/** What the amounts of a report are, unless a column of the row tells more. */
export type ReportSubject =
	'payments' | 'sales' | 'checks' | 'chargebacks' | 'fees' | 'deposits' | 'exceptions';

/**
 * `main`: what the report is about; `fallback`: added up if there is no `main`; `excluded`: of another payment, or
 * the same money again, and never added up.
 */
export type AmountRole = 'main' | 'fallback' | 'refund' | 'fee' | 'adjustment' | 'excluded';

/** `each`: added up on its own, as nothing tells which of several amounts counts. */
export type SummedRole = Exclude<AmountRole, 'excluded'> | 'each';

/** `count`: in summaries, the column that counts the transactions of the amount. */
type Amount = readonly [amount: string, currency: string, role?: AmountRole, count?: string];

export interface MoneyColumns {
	subject: ReportSubject;
	amounts: readonly Amount[];
	/** What tells sales from refunds, or credits from debits. The first that a row has decides. */
	kind: readonly string[];
	/** What tells accepted rows from others. The first that a row has decides, or a review in any. */
	decision: readonly string[];
}

const PAYMENT = ['PaymentData.Amount', 'PaymentData.CurrencyCode'] as const;
const EXCLUDED: readonly Amount[] = [
	['SettlementAmount', 'SettlementCurrency', 'excluded'],
	[...PAYMENT, 'excluded'],
];
const FEE_PARTS: readonly Amount[] = [
	['AssessmentAmount', 'AssessmentCurrency', 'fallback'],
	['DiscountAmount', 'DiscountCurrency', 'fallback'],
	['InterchangeAmount', 'InterchangeCurrency', 'fallback'],
	['PerItemFeeAmount', 'PerItemFeeCurrency', 'fallback'],
	['ServiceFeeAmount', 'ServiceFeeAmountCcy', 'fallback'],
	['ServiceFeeFixedAmount', 'ServiceFeeFixedAmountCcy', 'fallback'],
];

const TYPE = ['PaymentData.Type'] as const;
const REQUEST: MoneyColumns = {
	subject: 'payments',
	amounts: [PAYMENT],
	// The type of an authorization may be "Sale" too.
	kind: ['Application.Name', ...TYPE],
	decision: ['Application.Rflag', 'Application.Rcode', 'Application.ReasonCode'],
};
const BATCH: MoneyColumns = {
	subject: 'payments',
	amounts: [PAYMENT],
	kind: TYPE,
	decision: ['SuccessFlag'],
};
const FEES: MoneyColumns = {
	subject: 'fees',
	amounts: [['TotalFeeAmount', 'TotalFeeCurrency'], ...FEE_PARTS, ...EXCLUDED],
	kind: [],
	// A declined payment has a fee too.
	decision: [],
};
const DECISIONS_ONLY: MoneyColumns = {
	subject: 'payments',
	amounts: [],
	kind: REQUEST.kind,
	decision: ['NewDecision'],
};

/** On-demand reports have no definition. */
export type OnDemandName =
	'conversionDetail' | 'netFunding' | 'paymentBatchSummary' | 'purchaseRefundDetail';

export const MONEY_COLUMNS: Record<ReportDefinitionName | OnDemandName, MoneyColumns> = {
	TransactionRequestClass: REQUEST,
	PaymentBatchDetailClass: BATCH,
	ExceptionDetailClass: {
		subject: 'exceptions',
		amounts: [['ExceptionAmount', 'ExceptionAmountCurrency']],
		kind: [],
		decision: [],
	},
	ProcessorSettlementDetailClass: BATCH,
	ProcessorEventsDetailClass: {
		subject: 'payments',
		amounts: [['Amount', 'CurrencyCode']],
		kind: ['Event'],
		decision: ['Event'],
	},
	FundingDetailClass: {
		subject: 'payments',
		amounts: [
			['Funding.FundingAmount', 'Funding.FundingCurrency'],
			// It may be taken off the funding amount.
			['Funding.FeeAmount', 'Funding.FeeCurrency', 'excluded'],
			[...PAYMENT, 'fallback'],
		],
		kind: TYPE,
		decision: ['Funding.Status'],
	},
	AgingDetailClass: REQUEST,
	ChargebackAndRetrievalDetailClass: {
		subject: 'chargebacks',
		amounts: [
			['ChargebackAmount', 'ChargebackCurrency'],
			['FeeAmount', 'FeeCurrency', 'fee'],
			['AdjustmentAmount', 'AdjustmentCurrency', 'adjustment'],
		],
		kind: ['FinancialImpactType', 'CaseType'],
		decision: [],
	},
	DepositDetailClass: {
		subject: 'deposits',
		amounts: [['Amount', 'Currency']],
		kind: ['Type'],
		decision: ['Status'],
	},
	FeeDetailClass: FEES,
	InvoiceSummaryClass: {
		subject: 'payments',
		amounts: [
			['TransactionAmount', 'FundingCurrency'],
			['TotalFeeAmount', 'FundingCurrency', 'fee'],
		],
		kind: ['TransactionType'],
		decision: [],
	},
	// Nothing was paid.
	PayerAuthDetailClass: { ...REQUEST, subject: 'checks', kind: [] },
	ConversionDetailClass: DECISIONS_ONLY,
	SubscriptionDetailClass: REQUEST,
	ServiceFeeDetailClass: FEES,
	GatewayTransactionRequestClass: REQUEST,
	FraudDecisionEventDetailClass: DECISIONS_ONLY,
	RecurringBillingDetailClass: REQUEST,
	conversionDetail: DECISIONS_ONLY,
	netFunding: {
		subject: 'payments',
		amounts: [
			['fundedAmount', 'currencyCode', 'main', 'fundedCount'],
			['conveyedAmount', 'currencyCode', 'excluded'],
		],
		kind: ['type'],
		decision: [],
	},
	paymentBatchSummary: {
		subject: 'sales',
		amounts: [
			['salesAmount', 'currencyCode', 'main', 'salesCount'],
			['creditAmount', 'currencyCode', 'refund', 'creditCount'],
		],
		kind: [],
		decision: [],
	},
	purchaseRefundDetail: {
		subject: 'payments',
		amounts: [
			['settlement_amount', 'settlement_currencyCode'],
			['authorization_amount', 'authorization_currencyCode', 'fallback'],
		],
		kind: ['settlement_transactionType'],
		decision: ['settlementStatus_status', 'settlement_status'],
	},
};

const ALL = Object.values(MONEY_COLUMNS);

export const CURRENCY_FIELDS_BY_AMOUNT = new Map<string, string[]>();
for (const [amount, currency] of ALL.flatMap(({ amounts }) => amounts)) {
	CURRENCY_FIELDS_BY_AMOUNT.set(amount, [
		...(CURRENCY_FIELDS_BY_AMOUNT.get(amount) ?? []),
		currency,
	]);
}

/** Fields that only this type of report has. The first match decides. */
const TYPE_INDICATORS: ReadonlyArray<readonly [ReportDefinitionName, ...fields: string[]]> = [
	['ChargebackAndRetrievalDetailClass', 'ChargebackAmount', 'FinancialImpactType', 'CaseType'],
	['ExceptionDetailClass', 'ExceptionAmount'],
	['FundingDetailClass', 'Funding.FundingAmount'],
	['InvoiceSummaryClass', 'TransactionAmount'],
	['FeeDetailClass', 'TotalFeeAmount', ...FEE_PARTS.map(([amount]) => amount)],
	['DepositDetailClass', 'MerchantBankName', 'MerchantBankAcctLast4', 'TransferMessage'],
];

/** Only a deposit has all of these. */
const isDeposit = (fields: ReadonlySet<string>): boolean =>
	['Amount', 'Currency', 'Type', 'Status'].every((field) => fields.has(field)) &&
	!fields.has(PAYMENT[0]);

const isKnown = (definition: string): definition is keyof typeof MONEY_COLUMNS =>
	Object.hasOwn(MONEY_COLUMNS, definition);

const hasMain = ({ amounts }: MoneyColumns, fields: ReadonlySet<string>): boolean =>
	amounts.some(
		([amount, , role = 'main']) => (role === 'main' || role === 'fallback') && fields.has(amount),
	);

/**
 * By the type of the report; undefined if nothing tells it. The fields decide if it isn't known, or if they are those
 * of another type: services may number their types differently.
 */
export function moneyColumnsOf(
	definition: string | undefined,
	fields: ReadonlySet<string>,
): MoneyColumns | undefined {
	const ofType =
		definition !== undefined && isKnown(definition) ? MONEY_COLUMNS[definition] : undefined;
	if (ofType !== undefined && hasMain(ofType, fields)) return ofType;
	const found = TYPE_INDICATORS.find(([, ...indicators]) =>
		indicators.some((field) => fields.has(field)),
	);
	if (found !== undefined) return MONEY_COLUMNS[found[0]];
	if (ofType === undefined && isDeposit(fields)) return MONEY_COLUMNS.DepositDetailClass;
	const hasPayments = fields.has(PAYMENT[0]);
	const isOfIt = ofType?.amounts.some(([amount]) => amount === PAYMENT[0]) === true;
	return hasPayments && !isOfIt ? undefined : ofType;
}

const ofAll = (role: 'kind' | 'decision'): string[] => [
	...new Set(ALL.flatMap((columns) => columns[role])),
];

/** In an unknown report, Type may be that of a card, and a funding is no decision. */
const AMBIGUOUS = ['Type', 'type', 'Funding.Status'];

export const UNKNOWN_REPORT_COLUMNS: MoneyColumns = {
	subject: 'payments',
	amounts: [PAYMENT],
	kind: ofAll('kind').filter((field) => !AMBIGUOUS.includes(field)),
	decision: ofAll('decision').filter((field) => !AMBIGUOUS.includes(field)),
};

/** A report of payments may have the decisions of any other. */
export const decisionColumnsOf = (money: MoneyColumns): readonly string[] =>
	money === REQUEST || money === BATCH
		? [...new Set([...money.decision, ...UNKNOWN_REPORT_COLUMNS.decision])]
		: money.decision;

export const KIND_AND_DECISION_FIELDS: readonly string[] = [...ofAll('kind'), ...ofAll('decision')];

/** Fields that totals need beside these and that are offered; none for a report without amounts. */
export function listMissingFieldsForTotals(
	definition: string,
	fields: readonly string[],
	isOffered: (field: string) => boolean,
): string[] {
	if (!isKnown(definition)) return [];
	const { amounts, kind, decision } = MONEY_COLUMNS[definition];
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

/** What people look for in a report, as far as it offers them. */
export function listUsualFields(definition: string, offered: readonly string[]): string[] {
	const { amounts, kind, decision } =
		MONEY_COLUMNS[isKnown(definition) ? definition : 'TransactionRequestClass'];
	const money = amounts.flatMap(([amount, currency]) => [amount, currency]);
	const request = ['Request.RequestID', 'Request.TransactionDate'];
	const reference = 'Request.MerchantReferenceNumber';
	// The service doesn't list the fields: only those for totals are sure.
	if (offered.length === 0)
		return [...new Set([...request, ...kind, ...decision, ...money, reference])];
	const usual = [
		...request,
		...ROW_TIME_FIELDS,
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
