import type { ReportSubject } from './money';

export type RowKind =
	| 'sale'
	| 'refund'
	| 'chargeback'
	| 'fee'
	| 'deposit'
	/** In net funding, what is none of these. */
	| 'other'
	| 'adjustment'
	| 'authorization'
	/** The row doesn't tell of what. */
	| 'reversal'
	| 'inReview'
	| 'pending'
	| 'declined'
	/** A retrieval request, or a check of the payer. */
	| 'noMoney'
	| 'unclassified';

export const KINDS_IN_NET: readonly RowKind[] = [
	...(['sale', 'refund', 'chargeback', 'fee', 'deposit', 'other'] as const),
];

/** Which way the money goes, unless its sign in the report decides. */
export type MoneyDirection = 'in' | 'out' | 'asWritten';

export interface Classification {
	kind: RowKind;
	direction: MoneyDirection;
}

const classified = (kind: RowKind, direction: MoneyDirection = 'asWritten'): Classification => ({
	kind,
	direction,
});

export const UNCLASSIFIED = classified('unclassified');
export const FEE_ROW = classified('fee', 'out');
export const REFUND_ROW = classified('refund', 'out');
export const ADJUSTMENT_ROW = classified('adjustment');
export const AUTHORIZATION_ROW = classified('authorization');
const NO_MONEY = classified('noMoney');

/** What a row is if none of its columns tells more. */
export const KIND_BY_SUBJECT: Record<ReportSubject, Classification> = {
	payments: UNCLASSIFIED,
	sales: classified('sale'),
	checks: NO_MONEY,
	chargebacks: classified('chargeback', 'out'),
	fees: FEE_ROW,
	deposits: classified('deposit'),
	exceptions: UNCLASSIFIED,
};

/** The service's decision about a row; `unknown` if its words are. */
export type RowDecision = 'accepted' | 'inReview' | 'pending' | 'declined' | 'unknown';

/** Several replies of one request are in one cell. */
const each = (value: string): string[] => value.split(/[,;|]/).map((one) => one.trim());

/** The worst of several decides. */
const WORST_FIRST: readonly RowDecision[] = ['declined', 'unknown', 'inReview', 'pending'];

export const SETTLEMENT_STATUS_COLUMN = 'settlementStatus_status';
/** Some settlements have their own. */
const SETTLEMENT_STATUSES = [SETTLEMENT_STATUS_COLUMN, 'settlement_status'];

/** Undefined if the value tells nothing. */
export function parseDecision(column: string, value: string): RowDecision | undefined {
	if (value.trim() === '') return undefined;
	const verdicts = each(value.toUpperCase()).map((text) => oneVerdict(column, text));
	if (verdicts.includes(undefined)) return undefined;
	// Nothing tells which of several settlements failed.
	if (SETTLEMENT_STATUSES.includes(column) && new Set(verdicts).size > 1) return 'unknown';
	return WORST_FIRST.find((one) => verdicts.includes(one)) ?? 'accepted';
}

const STATUSES: ReadonlyArray<readonly [RowDecision, RegExp]> = [
	['declined', /^(0|F|N|FALSE|NO|D|E)$|^UN|^NOT|FAIL|REJECT|DECLINE|ERROR|CANCEL|VOID|RETURNED/],
	['inReview', /REVIEW/],
	['pending', /^P$|PENDING|PROCESSING|QUEUED|SCHEDULED/],
	['accepted', /^(1|S|T|Y|OK|YES|TRUE)$/],
];

const ACCEPTED = new Set([
	...['SUCCESS', 'SUCCESSFUL', 'SUCCESSFULLY', 'SUCCEEDED', 'SETTLED', 'FUNDED', 'PAID', 'POSTED'],
	...['COMPLETE', 'COMPLETED', 'ACCEPT', 'ACCEPTED', 'APPROVE', 'APPROVED', 'TRANSMITTED'],
]);
/** Words that don't change an accepted status. */
const BESIDE = new Set([
	...['BATCH', 'FULLY', 'FUNDING', 'OUT', 'PAYMENT', 'SETTLEMENT', 'STATUS', 'TRANSACTION'],
]);

/** Each word counts: partially settled isn't accepted, nor is a chargeback that was paid. */
function isAccepted(text: string): boolean {
	const telling = text.split(/[^\p{L}\d]+/u).filter((word) => word !== '' && !BESIDE.has(word));
	return telling.length > 0 && telling.every((word) => ACCEPTED.has(word));
}

const statusOf = (text: string): RowDecision =>
	STATUSES.find(([, words]) => words.test(text))?.[0] ??
	(isAccepted(text) ? 'accepted' : 'unknown');

/** Flags with D are declines, those with E errors. If only a part is approved, the amount is unknown. */
function flagVerdict(text: string): RowDecision {
	if (/^D?REVIEW$/.test(text)) return 'inReview';
	if (/^SOK$|^SUCCESS/.test(text)) return 'accepted';
	return /^[DE]/.test(text) ? 'declined' : 'unknown';
}

/** 110: only a part of the amount is approved. */
const REASONS: Partial<Record<string, RowDecision>> = {
	'100': 'accepted',
	'110': 'unknown',
	'480': 'inReview',
};

function oneVerdict(column: string, text: string): RowDecision | undefined {
	switch (column) {
		case 'Application.Rcode':
			return text === '1' ? 'accepted' : /^(0|-1)$/.test(text) ? 'declined' : 'unknown';
		case 'Application.ReasonCode':
			return REASONS[text] ?? (/^\d{3}$/.test(text) ? 'declined' : 'unknown');
		case 'Application.Rflag':
			return flagVerdict(text);
		case 'Event':
			// Other events tell the kind of the row, not whether it was accepted.
			return text === 'DECLINED' ? 'declined' : undefined;
		default:
			return statusOf(text);
	}
}

/** Each is compared as a whole: "Credit Card" is no credit, and the reversal of a refund gives money to the merchant. */
const PAYMENTS: ReadonlyArray<readonly [RowKind, MoneyDirection, ...kinds: string[]]> = [
	['sale', 'asWritten', 'sale', 'sales', 'purchase', 'purchases', 'payment', 'payments', 'debit'],
	['sale', 'asWritten', 'charge', 'capture', 'captured', 'bill', 'settlement', 'settled'],
	['sale', 'asWritten', 'ics_bill', 'ics_auth_bill', 'ics_ecp_debit', 'ics_direct_debit'],
	['sale', 'asWritten', 'ics_pinless_debit'],
	['sale', 'out', 'sale reversal', 'purchase reversal', 'payment reversal'],
	['refund', 'out', 'refund', 'refunds', 'refunded', 'credit', 'credits', 'ics_credit'],
	['refund', 'out', 'ics_ecp_credit'],
	['refund', 'in', 'refund reversal', 'reversal of refund', 'refund reversed', 'credit reversal'],
	['chargeback', 'out', 'chargeback', 'chargebacks', 'first chargeback', 'second chargeback'],
	['chargeback', 'in', 'chargeback reversal', 'reversal of chargeback', 'chargeback reversed'],
	['chargeback', 'in', 'representment'],
	['fee', 'out', 'fee', 'fees'],
	['other', 'asWritten', 'other amounts'],
	['authorization', 'asWritten', 'auth', 'authorization', 'authorized', 'pre-authorization'],
	['authorization', 'asWritten', 'pre-auth', 'ics_auth', 'ics_credit_auth'],
	['authorization', 'out', 'auth reversal', 'authorization reversal', 'ics_auth_reversal'],
	['reversal', 'out', 'reversal', 'reversed'],
	['noMoney', 'asWritten', 'retrieval', 'retrieval request'],
];

/** "Charge-Back Reversal" is CHARGEBACK_REVERSAL. */
const looseKind = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const PAYMENT_KINDS = new Map(
	PAYMENTS.flatMap(([kind, direction, ...kinds]) =>
		kinds.map((one) => [looseKind(one), classified(kind, direction)] as const),
	),
);

/** An unknown application may take back money, as a void does. */
const IS_APPLICATION = /^ics_/i;
/** Checks of payers, fraud and addresses, taxes, tokens. */
const MOVES_NOTHING =
	/^ics_(pa_|payer_auth|decision|risk|score|dav|export|tax|dcc|pay_subscription)/i;

/**
 * Whether a decision declines only checks: a captured sale is a sale, even if its address couldn't be checked. The
 * replies to a request are in the same order in both columns.
 */
export function declinesOnlyChecks(
	column: string,
	decision: string,
	applications: string,
): boolean {
	const [answers, names] = [each(decision), each(applications)];
	const telling = answers.filter((_, index) => !MOVES_NOTHING.test(names[index] ?? ''));
	const isPaired = answers.length === names.length && telling.length > 0;
	return isPaired && parseDecision(column, telling.join()) === 'accepted';
}

function paymentKind(value: string): Classification | undefined {
	const kinds = each(value);
	const telling = kinds.filter((kind) => !MOVES_NOTHING.test(kind));
	if (telling.length === 0) return NO_MONEY;
	const all = telling.map((kind) => PAYMENT_KINDS.get(looseKind(kind)));
	// A capture in the same row uses up its authorization.
	const moved = all.filter((one) => one?.kind !== 'authorization');
	const [first, ...others] = moved.length > 0 ? moved : all;
	const agree = others.every(
		(one) => one?.kind === first?.kind && one?.direction === first?.direction,
	);
	if (first !== undefined && agree) return first;
	return kinds.some((kind) => IS_APPLICATION.test(kind)) ? UNCLASSIFIED : undefined;
}

/** From the merchant's side: a debit takes money away. */
function impactKind(impact: string): Classification {
	if (/^(none|no|n|na|no(financial)?impact)$/.test(impact)) return NO_MONEY;
	if (/^(c|cr)$|^credit/.test(impact)) return classified('chargeback', 'in');
	return /^(d|dr)$|^debit/.test(impact) ? KIND_BY_SUBJECT.chargebacks : UNCLASSIFIED;
}

function caseKind(type: string): Classification {
	if (/retrieval|inquiry|copy.?request|information.?request/.test(type)) return NO_MONEY;
	if (!/revers|presentment|won/.test(type)) {
		return /chargeback|dispute|arbitration/.test(type) ? KIND_BY_SUBJECT.chargebacks : UNCLASSIFIED;
	}
	// The money stays where it is or goes back again.
	return /reject|decline|lost/.test(type) ? UNCLASSIFIED : classified('chargeback', 'in');
}

function depositKind(type: string): Classification {
	if (['credit', 'cr', 'deposit'].includes(type)) return KIND_BY_SUBJECT.deposits;
	return ['debit', 'dr', 'withdrawal'].includes(type) ? classified('deposit', 'out') : UNCLASSIFIED;
}

/** Undefined if the column doesn't tell. */
export function classifyByColumn(
	are: ReportSubject,
	column: string,
	value: string,
): Classification | undefined {
	const loose = looseKind(value);
	if (column === 'FinancialImpactType') return loose === '' ? undefined : impactKind(loose);
	if (column === 'CaseType') return loose === '' ? undefined : caseKind(loose);
	if (are !== 'deposits') return paymentKind(value);
	return loose === '' ? undefined : depositKind(loose);
}
