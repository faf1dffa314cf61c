import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { contentFields, OUTPUTS_OF_JSON_REPORTS } from '../../../shared/content/choices';
import { optionalText, read, readNumberField, readOptions } from '../../../shared/node/parameters';
import { fetchReport, onDemandResource } from './onDemand';

const firstDayOption: INodeProperties = {
	displayName: 'First Day of Week',
	name: 'startDayOfWeek',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 7, numberPrecision: 0 },
	default: 1,
	description:
		'The day on which weeks start if you split by week (startDayOfWeek): 1 to 7, as the service numbers days',
};

export const paymentBatchSummary = onDemandResource({
	name: 'Payment Batch Summary',
	value: 'paymentBatchSummary',
	about: 'Sales and refunds by payment method',
	description: 'Get sales and refunds by currency and payment method, without a report',
	fields: [
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
		...contentFields(
			{},
			{ outputs: OUTPUTS_OF_JSON_REPORTS, groupBy: 'paymentSubTypeDescription' },
		),
	],
	options: [firstDayOption],
	readChoices: (item) => {
		const breakdown = optionalText(read(item, 'breakdown', ''));
		const rollUp =
			optionalText(read(item, 'rollUp', '')) ?? (breakdown === undefined ? undefined : 'day');
		const { startDayOfWeek: day } = readOptions(item);
		const startDayOfWeek = (day ?? '') === '' ? undefined : readNumberField(firstDayOption, day);
		return { query: { rollUp, breakdown, startDayOfWeek } };
	},
	table: async (question) => {
		const { rollUp, breakdown } = question.query;
		const { paymentBatchSummaries = [] } =
			await fetchReport<Record<'paymentBatchSummaries', IDataObject[]>>(question);
		return {
			rows: paymentBatchSummaries,
			usual: [
				'paymentSubTypeDescription',
				'salesAmount',
				'creditAmount',
				'currencyCode',
				'salesCount',
				'creditCount',
				...(rollUp === undefined ? [] : ['startTime']),
				...(breakdown === undefined ? [] : ['accountId', 'merchantId']),
			],
		};
	},
});
