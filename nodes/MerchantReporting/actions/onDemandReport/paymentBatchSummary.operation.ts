import type { IDataObject } from 'n8n-workflow';

import { JSON_OUTPUTS } from '../../../shared/content/fields';
import { given, read, readCount, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { contentFields } from '../common/download';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import { ask, ON_DEMAND_OPTIONS, readAsked } from './asked';
import { withExactAmounts } from './rows';
import { receiveTable } from './table';

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
		...contentFields({}, { outputs: JSON_OUTPUTS, groupBy: 'paymentSubTypeDescription' }),
		optionsOf(...ON_DEMAND_OPTIONS, {
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
			asked: () => readAsked(item),
			startDayOfWeek: () => readStartDay(item),
		});
		return { asked, query: { rollUp, breakdown, startDayOfWeek } };
	},
	carryOut: async ({ asked, query }, run) => {
		const { rollUp, breakdown } = query;
		const answer = await ask<BatchSummary>(run, asked, 'paymentBatchSummary', query);
		const { paymentBatchSummaries = [] } = answer;
		return await receiveTable(run, asked, {
			title: 'Payment batch summary',
			definition: 'paymentBatchSummary',
			rows: paymentBatchSummaries.map(withExactAmounts),
			usual: [
				...USUAL,
				...(rollUp === undefined ? [] : ['startTime']),
				...(breakdown === undefined ? [] : ['accountId', 'merchantId']),
			],
		});
	},
});

const USUAL = [
	'paymentSubTypeDescription',
	'salesAmount',
	'creditAmount',
	'currencyCode',
	'salesCount',
	'creditCount',
];

function readStartDay(item: Item): number | undefined {
	const day = readOptions(item).startDayOfWeek;
	if (day === undefined || day === null || day === '') return undefined;
	return readCount('First Day of Week', day, { fallback: 1, least: 1, most: 7 });
}

interface BatchSummary {
	paymentBatchSummaries: IDataObject[];
}
