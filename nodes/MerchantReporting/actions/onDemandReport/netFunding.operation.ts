import type { IDataObject } from 'n8n-workflow';

import { given, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import { groupNameOption, JSON_OPTIONS, readAsked } from './asked';
import { paymentTypeInWords } from './paymentTypes';
import type { TellUnread } from './rows';
import { addUp, withExactAmounts } from './rows';
import { askForRows, readRowsOutput, rowsFields, rowsOptions } from './rowsOutput';

export const netFunding = operation({
	name: 'Get Net Funding',
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
			totals: (answers) => totalRows(joinNetFunding(answers)),
			nothing: { type: TOTALS.netTotal, totalAmount: '0' },
			usual: USUAL,
		}),
});

const USUAL = [
	'type',
	'paymentType',
	'paymentSubType',
	'fundedAmount',
	'conveyedAmount',
	'totalAmount',
	'currencyCode',
	'fundedCount',
];

interface Total extends IDataObject {
	currency?: string;
	value?: string | number;
}

export interface NetFunding {
	startTime?: string;
	endTime?: string;
	netFundingSummaries?: IDataObject[];
	totalPurchases?: Total[];
	totalRefunds?: Total[];
	totalFees?: Total[];
	totalChargebacks?: Total[];
	netTotal?: Total[];
}

/** The lists of totals and how a total row names each. */
const TOTALS = {
	totalPurchases: 'PURCHASES',
	totalRefunds: 'REFUNDS',
	totalFees: 'FEES',
	totalChargebacks: 'CHARGEBACKS',
	netTotal: 'NET',
} as const;

const TOTAL_LISTS = Object.keys(TOTALS) as Array<keyof typeof TOTALS>;

/** One answer for the whole period from those for its windows. */
export const joinNetFunding = (answers: readonly NetFunding[], tell?: TellUnread): NetFunding => {
	if (answers.length === 1) return answers[0];
	const all = (list: 'netFundingSummaries' | keyof typeof TOTALS, tellOf = tell) =>
		addUp(
			answers.flatMap((answer) => answer[list] ?? []),
			tellOf,
		);
	return {
		...answers[0],
		endTime: answers[answers.length - 1]?.endTime,
		netFundingSummaries: all('netFundingSummaries'),
		...Object.fromEntries(
			TOTAL_LISTS.map((list) => [list, all(list, (_field, value) => tell?.(list, value))]),
		),
	};
};

export const summaryRows = ({ netFundingSummaries = [] }: NetFunding): IDataObject[] =>
	netFundingSummaries.map((row) => ({
		...withExactAmounts(row),
		paymentType: paymentTypeInWords(row.paymentSubType) as IDataObject[string],
	}));

export const totalRows = (answer: NetFunding): IDataObject[] =>
	TOTAL_LISTS.flatMap((list) =>
		(answer[list] ?? []).map((total) => {
			const { currency, value } = withExactAmounts(total);
			return { type: TOTALS[list], currencyCode: currency, totalAmount: value };
		}),
	);
