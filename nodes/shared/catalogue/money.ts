import type { ReportDefinitionName } from './definitions';

/** What a type of report says about money. */
interface MoneyColumns {
	/** Each amount with its currency. */
	amounts: ReadonlyArray<readonly [amount: string, currency: string]>;
	/** What tells sales from refunds and chargebacks; the first that a report has decides. */
	kind: readonly string[];
	/** What tells accepted rows from others; the first that a report has decides. */
	decision: readonly string[];
}

const PAYMENT = [['PaymentData.Amount', 'PaymentData.CurrencyCode']] as const;
const FEES = [
	['AssessmentAmount', 'AssessmentCurrency'],
	['DiscountAmount', 'DiscountCurrency'],
	['InterchangeAmount', 'InterchangeCurrency'],
	['PerItemFeeAmount', 'PerItemFeeCurrency'],
	['ServiceFeeAmount', 'ServiceFeeAmountCcy'],
	['ServiceFeeFixedAmount', 'ServiceFeeFixedAmountCcy'],
	['SettlementAmount', 'SettlementCurrency'],
	['TotalFeeAmount', 'TotalFeeCurrency'],
] as const;

const TYPE = ['PaymentData.Type'] as const;
const REQUEST = {
	amounts: PAYMENT,
	kind: [...TYPE, 'Application.Name'],
	decision: ['Application.Rcode', 'Application.ReasonCode', 'Application.Rflag'],
} as const;
const BATCH = { amounts: PAYMENT, kind: TYPE, decision: ['SuccessFlag'] } as const;
const PAYMENTS_ONLY = { amounts: PAYMENT, kind: TYPE, decision: [] } as const;
const DECISIONS_ONLY = { amounts: [], kind: [], decision: ['NewDecision'] } as const;

export const MONEY: Record<ReportDefinitionName, MoneyColumns> = {
	TransactionRequestClass: REQUEST,
	PaymentBatchDetailClass: BATCH,
	ExceptionDetailClass: {
		amounts: [['ExceptionAmount', 'ExceptionAmountCurrency']],
		kind: [],
		decision: [],
	},
	ProcessorSettlementDetailClass: BATCH,
	ProcessorEventsDetailClass: {
		amounts: [['Amount', 'CurrencyCode']],
		kind: ['Event'],
		decision: ['Event'],
	},
	FundingDetailClass: {
		amounts: [
			['Funding.FundingAmount', 'Funding.FundingCurrency'],
			['Funding.FeeAmount', 'Funding.FeeCurrency'],
			...PAYMENT,
		],
		kind: TYPE,
		decision: ['Funding.Status'],
	},
	AgingDetailClass: PAYMENTS_ONLY,
	ChargebackAndRetrievalDetailClass: {
		amounts: [
			['ChargebackAmount', 'ChargebackCurrency'],
			['FeeAmount', 'FeeCurrency'],
			['AdjustmentAmount', 'AdjustmentCurrency'],
		],
		kind: ['FinancialImpactType', 'TransactionType', 'CaseType'],
		decision: [],
	},
	DepositDetailClass: { amounts: [['Amount', 'Currency']], kind: [], decision: ['Status'] },
	FeeDetailClass: { amounts: [...FEES, ...PAYMENT], kind: TYPE, decision: [] },
	InvoiceSummaryClass: {
		amounts: [
			['TransactionAmount', 'FundingCurrency'],
			['TotalFeeAmount', 'FundingCurrency'],
		],
		kind: ['TransactionType'],
		decision: [],
	},
	PayerAuthDetailClass: PAYMENTS_ONLY,
	ConversionDetailClass: DECISIONS_ONLY,
	SubscriptionDetailClass: PAYMENTS_ONLY,
	ServiceFeeDetailClass: { amounts: [...FEES, ...PAYMENT], kind: TYPE, decision: [] },
	GatewayTransactionRequestClass: REQUEST,
	FraudDecisionEventDetailClass: DECISIONS_ONLY,
	RecurringBillingDetailClass: PAYMENTS_ONLY,
};

/** The currencies that an amount may have, by its field. */
export const CURRENCIES_BY_AMOUNT = new Map<string, string[]>();
for (const [amount, currency] of Object.values(MONEY).flatMap(({ amounts }) => amounts)) {
	CURRENCIES_BY_AMOUNT.set(amount, [...(CURRENCIES_BY_AMOUNT.get(amount) ?? []), currency]);
}

/** What the merchant pays for a transaction, whichever way its money goes. */
export const FEE_AMOUNTS: ReadonlySet<string> = new Set([
	'AssessmentAmount',
	'DiscountAmount',
	'InterchangeAmount',
]);

const each = (role: 'kind' | 'decision'): string[] => [
	...new Set(Object.values(MONEY).flatMap((columns) => columns[role])),
];

/** The columns of all types of report: a report is known by what it has. */
export const KIND_COLUMNS = each('kind');
export const DECISION_COLUMNS = each('decision');

/** Whether a decision lets a row count; undefined where it does not say. */
export function isAccepted(column: string, value: string): boolean | undefined {
	const text = value.trim().toUpperCase();
	if (text === '') return undefined;
	switch (column) {
		case 'Application.Rcode':
			return text === '1';
		case 'Application.ReasonCode':
			return text === '100';
		case 'Application.Rflag':
			return text === 'SOK';
		case 'NewDecision':
			return text === 'ACCEPT' || text === 'ACCEPTED';
		case 'SuccessFlag':
			return ['1', 'S', 'T', 'TRUE', 'Y', 'YES', 'SUCCESS'].includes(text);
		case 'Event':
			// Other events say what the row is, not whether it was accepted.
			return text === 'DECLINED' ? false : undefined;
		case 'Status':
			// Other groups have a Status too, with other values.
			return ['S', 'P', 'F'].includes(text) ? text === 'S' : undefined;
		default:
			return text === 'S';
	}
}

/** Which way money goes; `hold`: an authorization or its reversal, which moves none. */
export type Direction = 'in' | 'back' | 'hold' | 'none';

/**
 * The kinds whose direction is known, each as a whole: "Credit Card" is no credit, and the reversal of a refund
 * gives its money back to the merchant.
 */
const KINDS: Record<Exclude<Direction, 'none'>, readonly string[]> = {
	in: [
		...['sale', 'sales', 'purchase', 'purchases', 'payment', 'payments', 'debit', 'charge'],
		...['capture', 'bill', 'settlement', 'settled', 'ics_bill', 'ics_auth_bill'],
		...['chargeback reversal', 'reversal of chargeback', 'chargeback reversed', 'representment'],
		...['refund reversal', 'reversal of refund', 'refund reversed', 'credit reversal'],
	],
	back: [
		...['refund', 'refunds', 'refunded', 'credit', 'credits', 'ics_credit'],
		...['chargeback', 'chargebacks', 'first chargeback', 'second chargeback'],
		...['sale reversal', 'purchase reversal', 'payment reversal'],
	],
	hold: [
		...['auth', 'authorization', 'ics_auth', 'ics_credit_auth'],
		...['reversal', 'auth reversal', 'authorization reversal', 'ics_auth_reversal'],
	],
};

/** "Charge-Back Reversal" and CHARGEBACK_REVERSAL are the same kind. */
const looseKind = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const DIRECTIONS = new Map<string, Direction>(
	(['in', 'back', 'hold'] as const).flatMap((direction) =>
		KINDS[direction].map((kind) => [looseKind(kind), direction] as const),
	),
);

/** From the merchant's side: a debit takes money away. */
const IMPACTS = new Map<string, Direction>([
	['debit', 'back'],
	['credit', 'in'],
	['none', 'none'],
]);

/** Which way money of this kind goes; undefined where it does not say, or several kinds disagree. */
export function directionOf(column: string, value: string): Direction | undefined {
	const known = column === 'FinancialImpactType' ? IMPACTS : DIRECTIONS;
	const all = value.split(',').map((kind) => known.get(looseKind(kind)));
	// A capture in the same row uses up its authorization.
	const [first = all[0], ...others] = all.filter((direction) => direction !== 'hold');
	return others.every((other) => other === first) ? first : undefined;
}
