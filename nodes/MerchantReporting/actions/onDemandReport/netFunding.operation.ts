import type { IDataObject } from 'n8n-workflow';

import { given, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { textOf } from '../../../shared/text';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import { groupNameOption, JSON_OPTIONS, readAsked } from './asked';
import { paymentTypeInWords } from './paymentTypes';
import type { TellUnread } from './rows';
import { addUp, withExactAmounts } from './rows';
import { askForRows, readRowsOutput, rowsFields, rowsOptions } from './rowsOutput';
import { NO_TOTALS, type Summary, type SummaryKind, summaryTotals } from './summaryTotals';

export const netFunding = operation({
	name: 'Get',
	action: 'Get net funding',
	description: 'Get what reaches your bank: purchases less refunds, fees and chargebacks',
	subtitle: 'Get Net Funding',
	fields: [
		...periodFields,
		// What is left is what most people ask for.
		...rowsFields.map((field) =>
			field.name === 'output' ? { ...field, default: 'totals' } : field,
		),
		optionsOf(...JSON_OPTIONS, groupNameOption, ...rowsOptions),
	],
	prepare: (item) => ({
		...readAsked(item),
		query: { groupName: given(readOptions(item).groupName, groupNameOption.displayName) },
		...readRowsOutput(item),
	}),
	carryOut: async (plan, run) =>
		await askForRows<NetFunding>(run, plan, {
			report: 'netFunding',
			title: 'Net funding',
			join: joinNetFunding,
			rows: summaryRows,
			totals: (answers, tell) => summaryTotals(answers.map(summariesOf), tell),
			nothing: NO_TOTALS,
			usual: USUAL,
		}),
});

const USUAL = [
	'type',
	'paymentType',
	'paymentSubType',
	'fundedAmount',
	'conveyedAmount',
	'currencyCode',
	'fundedCount',
];

interface Total extends IDataObject {
	currency?: string;
	value?: string | number;
}

type TotalsList = 'totalPurchases' | 'totalRefunds' | 'totalFees' | 'totalChargebacks' | 'netTotal';

export interface NetFunding extends Partial<Record<TotalsList, Total[]>> {
	netFundingSummaries?: IDataObject[];
}

/** One answer for the whole period from those for its windows. */
export const joinNetFunding = (answers: readonly NetFunding[], tell?: TellUnread): NetFunding => {
	if (answers.length === 1) return answers[0];
	const all = answers.flatMap(({ netFundingSummaries = [] }) => netFundingSummaries);
	return { netFundingSummaries: addUp(all, tell) };
};

export const summaryRows = ({ netFundingSummaries = [] }: NetFunding): IDataObject[] =>
	netFundingSummaries.map((row) => ({
		...withExactAmounts(row),
		paymentType: paymentTypeInWords(row.paymentSubType) as IDataObject[string],
	}));

/** What each type adds to, and the list where the service has added it up. */
const TYPES: Partial<Record<string, readonly [SummaryKind, list: TotalsList]>> = {
	PURCHASES: ['sales', 'totalPurchases'],
	REFUNDS: ['refunds', 'totalRefunds'],
	CHARGEBACKS: ['chargebacks', 'totalChargebacks'],
	FEES: ['fees', 'totalFees'],
};

/** What the service has added up counts, or else the summaries of that type. */
export function summariesOf(answer: NetFunding): Summary[] {
	const { netFundingSummaries = [], netTotal = [] } = answer;
	const isAddedUp = (list: TotalsList) => (answer[list] ?? []).length > 0;
	const totals = Object.values(TYPES).flatMap((type) => {
		if (type === undefined) return [];
		const [kind, list] = type;
		return (answer[list] ?? []).map((total) => ofTotal(total, kind, list));
	});
	const summaries = netFundingSummaries.map((row): Summary => {
		const [kind, list] = TYPES[textOf(row.type).toUpperCase()] ?? ['unclassified'];
		const amount = list !== undefined && isAddedUp(list) ? undefined : row.fundedAmount;
		// A fee is one of a transaction that has its own summary.
		const count = kind === 'fees' ? 0 : row.fundedCount;
		return { currency: row.currencyCode, kind, amount, field: 'fundedAmount', count };
	});
	return [...totals, ...summaries, ...netTotal.map((total) => ofTotal(total, 'net', 'netTotal'))];
}

const ofTotal = (
	{ currency, value }: Total,
	kind: Summary['kind'],
	field: TotalsList,
): Summary => ({ currency, kind, amount: value, field });
