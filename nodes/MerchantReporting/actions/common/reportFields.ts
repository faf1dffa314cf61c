import type { INodeProperties } from 'n8n-workflow';

import { definitionLocator } from '../reportDefinition/definition';
import { reportFormat } from './filters';

const DEFAULT_SETS = [
	{
		name: 'Default Fields',
		value: 'default',
		description: 'The fields that the service marks as default or required for this report',
	},
	{
		name: 'Default Fields and More',
		value: 'defaultAndMore',
		description: 'The default fields, and others that you choose',
	},
];

const SELECTED = {
	name: 'Selected Fields',
	value: 'selected',
	description: 'Only those that you choose',
};

const fieldSetField: INodeProperties = {
	displayName: 'Fields',
	name: 'fieldSet',
	type: 'options',
	default: 'default',
	description: 'Which columns the report has',
	options: [...DEFAULT_SETS, SELECTED],
};

const WITH_CHOSEN = ['keepAndMore', 'defaultAndMore', 'selected'];

const CHOSEN_FIELDS: INodeProperties[] = [
	{
		displayName: 'Field Names or IDs',
		name: 'reportFields',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getReportFields',
			loadOptionsDependsOn: [
				'reportDefinitionName.value',
				'options.organizationId',
				'showUnlistedFields',
			],
		},
		default: [],
		description:
			'The fields to include: those that this type of report has. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		displayOptions: { show: { fieldSet: WITH_CHOSEN } },
	},
	{
		displayName: 'Show Unlisted Fields',
		name: 'showUnlistedFields',
		type: 'boolean',
		default: false,
		description:
			'Whether to also list fields that this report does not list. They are marked, and the service may refuse them.',
		displayOptions: { show: { fieldSet: WITH_CHOSEN } },
	},
	{
		displayName: 'Other Fields',
		name: 'otherFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. Request.RequestID, Request.TransactionDate',
		description: 'Names of fields that are not in the list above, separated by commas',
		displayOptions: { show: { fieldSet: WITH_CHOSEN } },
	},
];

const format = reportFormat(
	'The format of the report. You can download the report in this format only.',
);

/** What every report to be made needs: its type, its fields, its format. */
export const reportFields: INodeProperties[] = [
	definitionLocator,
	fieldSetField,
	...CHOSEN_FIELDS,
	format,
];

/** The same for a subscription, which may have all that already. */
export const subscriptionFields: INodeProperties[] = [
	{
		...definitionLocator,
		description: `${definitionLocator.description}. A subscription that exists keeps its type: choose that one.`,
	},
	{
		...fieldSetField,
		default: 'keep',
		options: [
			...DEFAULT_SETS,
			{
				name: 'Keep, or Default Fields If New',
				value: 'keep',
				description: 'The fields of the subscription. A new one gets the default fields.',
			},
			{
				name: 'Keep, or Default Fields If New, and More',
				value: 'keepAndMore',
				description: 'The same, and others that you choose',
			},
			SELECTED,
		],
	},
	...CHOSEN_FIELDS,
	{
		...format,
		default: 'keep',
		options: [...(format.options ?? []), { name: 'Keep, or CSV If New', value: 'keep' }],
	},
];

/** Further settings of a report to be made, in the order of their names. */
export const reportSettings: INodeProperties[] = [
	{
		displayName: 'Field Name Convention',
		name: 'fieldNameConvention',
		type: 'options',
		default: 'SOAPI',
		description: 'How the columns of a CSV report are named',
		options: [
			{ name: 'SCMP', value: 'SCMP' },
			{ name: 'Simple Order API (SOAPI)', value: 'SOAPI' },
		],
		displayOptions: { hide: { '/reportMimeType': ['application/xml'] } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add filter',
		default: {},
		description: 'Only transactions whose fields have one of these values',
		options: [
			{
				displayName: 'Filter',
				name: 'filter',
				values: [
					{
						displayName: 'Field Name or ID',
						name: 'field',
						type: 'options',
						typeOptions: {
							loadOptionsMethod: 'getReportFields',
							loadOptionsDependsOn: ['reportDefinitionName.value', 'showUnlistedFields'],
						},
						default: '',
						description:
							'The field to look at. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
					{
						displayName: 'Values',
						name: 'values',
						type: 'string',
						default: '',
						placeholder: 'e.g. ics_auth, ics_bill',
						description: 'The values to keep, separated by commas',
					},
				],
			},
		],
	},
	{
		displayName: 'Filters (JSON)',
		name: 'filtersJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. { "Application.Name": ["ics_auth"] }',
		description: 'Filters as JSON (reportFilters), instead of the form: an object or a list',
	},
	{
		displayName: 'Merchant Group Name',
		name: 'selectedMerchantGroupName',
		type: 'string',
		default: '',
		description: 'The name of the merchant group that the report is about',
	},
	{
		displayName: 'Preferences (JSON)',
		name: 'preferencesJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. { "signedAmounts": true }',
		description:
			'Preferences as JSON (reportPreferences), for those that have no field of their own here',
	},
	{
		displayName: 'Signed Amounts',
		name: 'signedAmounts',
		type: 'boolean',
		default: true,
		description: 'Whether amounts of refunds have a minus sign',
	},
];
