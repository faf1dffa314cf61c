import { looseName } from './columns';
import type { ReportDefinitionName } from './definitions';
import { MONEY } from './money';

const TIMES = [
	'Request.TransactionDate',
	'BatchDate',
	'CaseTime',
	'ChargebackTime',
	'ConversionDate',
	'EventDate',
	'ExceptionDate',
	'Funding.FundingDate',
	'SettlementTime',
	'Time',
];
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
		...TIMES,
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
