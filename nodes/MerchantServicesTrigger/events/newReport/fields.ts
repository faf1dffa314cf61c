import type { INodeProperties } from 'n8n-workflow';

import { contentFields, contentOptions } from '../../../shared/content/fields';
import { flagField, textField } from '../../../shared/node/fields';

export const fields: INodeProperties[] = [
	{
		displayName: 'Report Names or IDs',
		name: 'pickedReportNames',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getReportNames',
			loadOptionsDependsOn: ['options.organizationId'],
		},
		default: [],
		description:
			'Only reports with one of these names: of your subscriptions, and of reports of the last 31 days. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		hint: 'Leave this and Other Report Names empty for every report',
	},
	textField('Other Report Names', 'reportNames', {
		placeholder: 'e.g. Daily Transactions, Funding *',
		description:
			'Names that are not in the list, or patterns, separated by commas. An asterisk matches any text.',
	}),
	{
		displayName: 'Report Status',
		name: 'reportStatuses',
		type: 'multiOptions',
		default: ['COMPLETED'],
		description:
			"Which reports start the workflow. Add Failed and No Data to learn about reports that won't come.",
		options: [
			{ name: 'Completed', value: 'COMPLETED', description: 'It can be downloaded' },
			{ name: 'Failed', value: 'ERROR', description: 'The service could not make it' },
			{
				name: 'No Data',
				value: 'NO_DATA',
				description: 'There were no transactions in its period',
			},
		],
	},
	flagField(
		'Download Report',
		'download',
		'Whether to download each completed report too. Rows carry the name and the ID of their report. If the content cannot be read at the moment, the event waits for it.',
	),
	...contentFields({ download: [true] }),
];

/** What Merchant Reporting offers, and the trigger does not: its form should stay short. */
const LEFT_OUT = ['rowFilter', 'spreadsheetFormat'];

export const options: INodeProperties[] = [
	textField('Organization ID', 'organizationId', {
		placeholder: 'e.g. merchant_one',
		description:
			'The merchant whose reports to watch. Only partners need it. Leave it out to use the one in the credential.',
	}),
	...contentOptions({ '/download': [true] }).filter(({ name }) => !LEFT_OUT.includes(name)),
];
