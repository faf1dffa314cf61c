import type { INodeProperties } from 'n8n-workflow';

import { contentFields } from '../../../shared/content/choices';
import { limitFields, addShow } from '../../../shared/node/fields';
import {
	optionalText,
	readNumberField,
	readLimit,
	readOptions,
} from '../../../shared/node/parameters';
import { readAll } from '../../../shared/problem';
import { showLimitHint } from '../common/fields';
import { groupNameOption, onDemandResource, PAYMENT_TYPE_OPTIONS } from './onDemand';
import {
	fetchUnmergedRequests,
	fetchFilePages,
	requestRows,
	USUAL_COLUMNS,
} from './purchaseRefundPages';

const startOption: INodeProperties = {
	displayName: 'Start At',
	name: 'offset',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: 'How many results to skip (offset). After the last one, the result is empty.',
};

export const purchaseRefundDetail = onDemandResource({
	name: 'Purchase and Refund Detail',
	value: 'purchaseRefundDetail',
	about: 'Purchases and refunds one by one',
	description: 'Get the purchases and refunds that were submitted to the processor',
	subtitle: 'Get Purchases and Refunds',
	// Everything was submitted to the processor.
	isAcceptedOnly: true,
	fields: [
		...contentFields({}, { groupBy: 'settlement_paymentMethod' }),
		...addShow({ output: ['rows'] }, limitFields),
	],
	options: [
		groupNameOption,
		{
			displayName: 'Payment Subtype',
			name: 'paymentSubtype',
			type: 'options',
			default: 'ALL',
			description: 'Only payments of this type',
			options: PAYMENT_TYPE_OPTIONS,
		},
		startOption,
		{
			displayName: 'View By',
			name: 'viewBy',
			type: 'options',
			default: 'requestDate',
			description: 'Which date of a transaction must lie in the period',
			options: [
				{ name: 'Request Date', value: 'requestDate' },
				{ name: 'Submission Date', value: 'submissionDate' },
			],
		},
	],
	readChoices: (item) => {
		const { paymentSubtype, viewBy, groupName, offset } = readOptions(item);
		return readAll({
			query: () => ({
				paymentSubtype: optionalText(paymentSubtype, 'Payment Subtype'),
				viewBy: optionalText(viewBy),
				groupName: optionalText(groupName, groupNameOption.displayName),
			}),
			limit: () => readLimit(item),
			offset: () => readNumberField(startOption, offset),
		});
	},
	table: async ({ run, output, hintOnce, ...question }) => {
		const limit = output === 'rows' ? question.limit : Infinity;
		// One more shows whether there are more.
		const rows = requestRows(
			await fetchUnmergedRequests({ ...question, limit: limit + 1 }, hintOnce),
		);
		return {
			rows: rows.slice(0, limit),
			usual: USUAL_COLUMNS,
			endNotice: rows.length > limit ? showLimitHint(run, limit, 'requests') : undefined,
		};
	},
	files: ({ fileFormat, hintOnce, ...question }) => fetchFilePages(question, fileFormat, hintOnce),
});
