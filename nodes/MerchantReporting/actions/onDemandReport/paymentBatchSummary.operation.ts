import type { IDataObject } from 'n8n-workflow';

import { given, read, readCount, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refusal } from '../../../shared/problem';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import { JSON_OPTIONS, readAsked, splitOption } from './asked';
import type { TellUnread } from './rows';
import { addUp, withExactAmounts } from './rows';
import { askForRows, readRowsOutput, rowsFields, rowsOptions } from './rowsOutput';
import { NO_TOTALS, type Summary, summaryTotals } from './summaryTotals';

export const paymentBatchSummary = operation({
	name: 'Get',
	action: 'Get payment batch summary',
	description: 'Get sales and refunds by currency and payment method, without a report',
	subtitle: 'Get Payment Batch Summary',
	fields: [
		...periodFields,
		{
			displayName: 'Split by Merchant',
			name: 'breakdown',
			type: 'options',
			default: '',
			options: [
				{
					name: 'All Merchants',
					value: 'all_merchant',
					description: 'Every merchant of your organization',
				},
				{
					name: 'By Account',
					value: 'account_rollup',
					description: 'The merchants of an account together',
				},
				{ name: 'None', value: '' },
				{
					name: 'Selected Merchant',
					value: 'selected_merchant',
					description: 'The merchant in Organization ID',
				},
			],
		},
		{
			displayName: 'Split by Time',
			name: 'rollUp',
			type: 'options',
			default: '',
			description: 'The time span of each row. If you split by merchant, the default is a day.',
			options: [
				{ name: 'Day', value: 'day' },
				{ name: 'Month', value: 'month' },
				{ name: 'None', value: '' },
				{ name: 'Week', value: 'week' },
			],
		},
		...rowsFields,
		optionsOf(...JSON_OPTIONS, ...rowsOptions, {
			displayName: 'First Day of Week',
			name: 'startDayOfWeek',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 7, numberPrecision: 0 },
			default: 1,
			description:
				'The day on which weeks start if you split by week (startDayOfWeek): 1 to 7, as the service numbers days',
		}),
	],
	prepare: (item) => {
		const breakdown = given(read(item, 'breakdown', ''));
		const rollUp = given(read(item, 'rollUp', '')) ?? (breakdown === undefined ? undefined : 'day');
		const { asked, startDayOfWeek } = readAll({
			asked: () => readUncut(item, rollUp),
			startDayOfWeek: () => readStartDay(item),
		});
		return {
			...asked,
			query: { rollUp, breakdown, startDayOfWeek },
			...readRowsOutput(item),
		};
	},
	carryOut: async (plan, run) =>
		await askForRows<BatchSummary>(run, plan, {
			report: 'paymentBatchSummary',
			title: 'Payment batch summary',
			join: (answers, tell) => joinBatchSummaries(answers, plan.query.rollUp === 'day', tell),
			rows: summaryRows,
			totals: totalRows,
			nothing: NO_TOTALS,
			usual: [
				...USUAL,
				...(plan.query.rollUp === undefined ? [] : ['startTime']),
				...(plan.query.breakdown === undefined ? [] : ['accountId', 'merchantId']),
			],
			lines: salesAndCredits,
		}),
});

const USUAL = [
	'paymentSubTypeDescription',
	'salesAmount',
	'creditAmount',
	'currencyCode',
	'salesCount',
	'creditCount',
];

function readUncut(item: Item, rollUp: string | undefined): ReturnType<typeof readAsked> {
	const asked = readAsked(item);
	if (asked.windows.length === 1 || rollUp === undefined || rollUp === 'day') return asked;
	throw refusal(
		`windows would cut a ${rollUp} in two. Choose Day as Roll-Up by Time, or do not split`,
		undefined,
		splitOption.displayName,
	);
}

function readStartDay(item: Item): number | undefined {
	const day = readOptions(item).startDayOfWeek;
	if (day === undefined || day === null || day === '') return undefined;
	return readCount('First Day of Week', day, { fallback: 1, least: 1, most: 7 });
}

export interface BatchSummary {
	startTime?: string;
	endTime?: string;
	paymentBatchSummaries?: IDataObject[];
}

/**
 * One answer for the whole period from those for its windows. Rows of days stay apart; rows of a whole
 * window are added up to rows of the whole period.
 */
export const joinBatchSummaries = (
	answers: readonly BatchSummary[],
	byDay: boolean,
	tell?: TellUnread,
): BatchSummary => {
	if (answers.length === 1) return answers[0];
	const { startTime } = answers[0] ?? {};
	const endTime = answers[answers.length - 1]?.endTime;
	const rows = answers.flatMap((answer) => answer.paymentBatchSummaries ?? []);
	const ofWholePeriod = (row: IDataObject): IDataObject => ({
		...row,
		...('startTime' in row ? { startTime } : {}),
		...('endTime' in row ? { endTime } : {}),
	});
	return {
		...answers[0],
		startTime,
		endTime,
		paymentBatchSummaries: addUp(byDay ? rows : rows.map(ofWholePeriod), tell),
	};
};

export const summaryRows = ({ paymentBatchSummaries = [] }: BatchSummary): IDataObject[] =>
	paymentBatchSummaries.map((row) => withExactAmounts(row));

/** One line each, so that a file adds up to what is left of the sales. */
function salesAndCredits(row: IDataObject): IDataObject[] {
	const { paymentSubTypeDescription, currencyCode, ...figures } = row;
	const { salesAmount, salesCount, creditAmount, creditCount, ...rest } = figures;
	const line = (transactionType: string, amount: unknown, count: unknown) =>
		({
			transactionType,
			paymentSubTypeDescription,
			amount,
			currencyCode,
			count,
			...rest,
		}) as IDataObject;
	return [line('SALES', salesAmount, salesCount), line('CREDITS', creditAmount, creditCount)];
}

/**
 * The service gives no totals for this report. They are of the answers themselves: the joined one does not show that a
 * part of a sum could not be read.
 */
export const totalRows = (answers: readonly BatchSummary[], tell?: TellUnread): IDataObject[] =>
	summaryTotals(
		answers.map(({ paymentBatchSummaries = [] }) => paymentBatchSummaries.flatMap(summariesOf)),
		tell,
	);

const summariesOf = (row: IDataObject): Summary[] => [
	{
		currency: row.currencyCode,
		kind: 'sales',
		amount: row.salesAmount,
		field: 'salesAmount',
		count: row.salesCount,
	},
	{
		currency: row.currencyCode,
		kind: 'refunds',
		amount: row.creditAmount,
		field: 'creditAmount',
		count: row.creditCount,
	},
];
