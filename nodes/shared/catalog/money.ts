import { looseName, TIMES_OF_ROWS } from './fields';
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

/** Whether the bank got the money: a sale is one before that too. */
export const FUNDING_STATUS = 'Funding.Status';
export const FUNDED_AMOUNT = 'Funding.FundingAmount';

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
	// A type says "Sale" of an authorization too.
	kind: ['Application.Name', ...TYPE],
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
			[FUNDED_AMOUNT, 'Funding.FundingCurrency'],
			['Funding.FeeAmount', 'Funding.FeeCurrency'],
			...PAYMENT,
		],
		kind: TYPE,
		decision: [FUNDING_STATUS],
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

/** Amounts that say which types of report have them, and so which columns such a report can have. */
const TELLING_AMOUNTS = [
	'ChargebackAmount',
	'ExceptionAmount',
	FUNDED_AMOUNT,
	'TransactionAmount',
	...FEES.map(([amount]) => amount),
];

/** The columns that would tell what its rows are, where its amounts tell the type of a report. */
export function tellingColumns(
	amounts: ReadonlySet<string>,
): Pick<MoneyColumns, 'kind' | 'decision'> | undefined {
	const telling = TELLING_AMOUNTS.find((amount) => amounts.has(amount));
	return Object.values(MONEY).find((columns) => columns.amounts.some(([one]) => one === telling));
}

/** What the merchant pays for a transaction, whichever way its money goes. */
export const FEE_AMOUNTS: ReadonlySet<string> = new Set([
	'AssessmentAmount',
	'DiscountAmount',
	'InterchangeAmount',
]);

const ofAll = (role: 'kind' | 'decision'): string[] => [
	...new Set(Object.values(MONEY).flatMap((columns) => columns[role])),
];

/** The columns of all types of report: a report is known by what it has. */
export const KIND_COLUMNS = ofAll('kind');
export const DECISION_COLUMNS = ofAll('decision').filter((field) => field !== FUNDING_STATUS);

/** Several replies of one request are in one cell. */
const each = (value: string): string[] => value.split(/[,;|]/).map((one) => one.trim());

/** Whether a decision lets a row count; undefined where it does not say. */
export function isAccepted(column: string, value: string): boolean | undefined {
	if (value.trim() === '') return undefined;
	const answers = each(value.toUpperCase()).map((text) => isOneAccepted(column, text));
	return answers.includes(undefined) ? undefined : answers.every(Boolean);
}

function isOneAccepted(column: string, text: string): boolean | undefined {
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

/** What a row is to the merchant. The first four are money that moved. */
export const ROW_CLASSES = [
	'sales',
	'refunds',
	'chargebacks',
	'fees',
	'authorizedOnly',
	'notAccepted',
	'unclassified',
] as const;

export type RowClass = (typeof ROW_CLASSES)[number];

export interface Classified {
	rowClass: RowClass;
	/** -1 where its money goes away from the merchant. */
	sign: 1 | -1;
	/** Where the bank does not have the money, or not yet. */
	isUnfunded?: true;
}

/**
 * The kinds that are known, each as a whole: "Credit Card" is no credit, and the reversal of a refund gives its money
 * back to the merchant.
 */
const KINDS: ReadonlyArray<readonly [RowClass, 1 | -1, ...kinds: string[]]> = [
	['sales', 1, 'sale', 'sales', 'purchase', 'purchases', 'payment', 'payments', 'debit', 'charge'],
	['sales', 1, 'capture', 'captured', 'bill', 'settlement', 'settled', 'ics_bill', 'ics_auth_bill'],
	['sales', 1, 'ics_ecp_debit'],
	['sales', -1, 'sale reversal', 'purchase reversal', 'payment reversal'],
	['refunds', -1, 'refund', 'refunds', 'refunded', 'credit', 'credits', 'ics_credit'],
	['refunds', -1, 'ics_ecp_credit'],
	['refunds', 1, 'refund reversal', 'reversal of refund', 'refund reversed', 'credit reversal'],
	['chargebacks', -1, 'chargeback', 'chargebacks', 'first chargeback', 'second chargeback'],
	['chargebacks', 1, 'chargeback reversal', 'reversal of chargeback', 'chargeback reversed'],
	['chargebacks', 1, 'representment'],
	['fees', -1, 'fee', 'fees'],
	['authorizedOnly', 1, 'auth', 'authorization', 'authorized'],
	['authorizedOnly', 1, 'pre-authorization', 'pre-auth', 'ics_auth', 'ics_credit_auth'],
	['authorizedOnly', -1, 'reversal', 'auth reversal', 'authorization reversal'],
	['authorizedOnly', -1, 'ics_auth_reversal'],
	['unclassified', 1, 'retrieval', 'retrieval request'],
];

/** "Charge-Back Reversal" and CHARGEBACK_REVERSAL are the same kind. */
const looseKind = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const CLASSES = new Map<string, Classified>(
	KINDS.flatMap(([rowClass, sign, ...kinds]) =>
		kinds.map((kind) => [looseKind(kind), { rowClass, sign }] as const),
	),
);

/** It may have moved money. */
export const UNKNOWN: Classified = { rowClass: 'unclassified', sign: 1 };
const NO_MONEY: Classified = { rowClass: 'unclassified', sign: 1 };

/** From the merchant's side: a debit takes money away. One without impact is a question, and no money. */
const IMPACTS = new Map<string, Classified>([
	['debit', { rowClass: 'chargebacks', sign: -1 }],
	['credit', { rowClass: 'chargebacks', sign: 1 }],
	['none', NO_MONEY],
]);

/** An application that the service names; one that is not known may take back money, as a void does. */
const IS_APPLICATION = /^ics_/i;
/** Those that move no money: checks of the payer, of fraud, of addresses, taxes, tokens. */
const MOVES_NOTHING = /^ics_(pa_|decision|risk|score|dav|export|tax|dcc|pay_subscription)/i;

/**
 * Whether a decision that refuses a row is about checks alone: a sale that was captured is one, though its address
 * could not be checked. The replies to a request are in the same order in both columns.
 */
export function refusesChecksOnly(column: string, decision: string, applications: string): boolean {
	const [answers, names] = [each(decision), each(applications)];
	const telling = answers.filter((_, index) => !MOVES_NOTHING.test(names[index] ?? ''));
	const isPaired = answers.length === names.length && telling.length > 0;
	return isPaired && isAccepted(column, telling.join()) === true;
}

/** What a row of this kind is; undefined where it does not say. Kinds that disagree leave it unclassified. */
export function classOf(column: string, value: string): Classified | undefined {
	const known = column === 'FinancialImpactType' ? IMPACTS : CLASSES;
	const kinds = each(value);
	const telling = kinds.filter((kind) => !MOVES_NOTHING.test(kind));
	if (telling.length === 0) return NO_MONEY;
	const all = telling.map((kind) => known.get(looseKind(kind)));
	// A capture in the same row uses up its authorization.
	const moved = all.filter((one) => one?.rowClass !== 'authorizedOnly');
	const [first, ...others] = moved.length > 0 ? moved : all;
	const agree = others.every(
		(one) => one?.rowClass === first?.rowClass && one?.sign === first?.sign,
	);
	if (first !== undefined && agree) return first;
	return kinds.some((kind) => IS_APPLICATION.test(kind)) ? UNKNOWN : undefined;
}

const DECISIONS = ['OriginalDecision', 'NewDecision'];
const CARD = ['PaymentMethod.CardType', 'PaymentMethod.AccountSuffix', 'CardType'];

const isKnown = (definition: string): definition is ReportDefinitionName =>
	Object.hasOwn(MONEY, definition);

/**
 * What people look for in a report: ID, time, type, decision, amount, currency, reference and card, as far as the
 * report offers them.
 */
export function usualFields(definition: string, offered: readonly string[]): string[] {
	const { amounts, kind, decision } =
		MONEY[isKnown(definition) ? definition : 'TransactionRequestClass'];
	const usual = [
		'Request.RequestID',
		'Request.TransactionDate',
		...TIMES_OF_ROWS,
		...kind,
		...decision,
		...DECISIONS,
		...amounts.flat(),
		'Request.MerchantReferenceNumber',
		...CARD,
	];
	const spelled = new Map(offered.map((name) => [looseName(name), name]));
	return [...new Set(usual.flatMap((name) => spelled.get(looseName(name)) ?? []))];
}
