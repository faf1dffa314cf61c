import type { INodeProperties } from 'n8n-workflow';

import { definitionLocator } from '../reportDefinition/definition';
import { reportFormat } from './filters';

/** What every report to be made needs: its type, its fields, its format. */
export const reportFields: INodeProperties[] = [
	definitionLocator,
	{
		displayName: 'Fields',
		name: 'fieldSet',
		type: 'options',
		default: 'default',
		description: 'Which columns the report has',
		options: [
			{
				name: 'Default Fields',
				value: 'default',
				description: 'Those that the service marks as default or required for this type of report',
			},
			{
				name: 'Default Fields and More',
				value: 'defaultAndMore',
				description: 'The default fields, and others that you choose',
			},
			{ name: 'Selected Fields', value: 'selected', description: 'Only those that you choose' },
		],
	},
	{
		displayName: 'Field Names or IDs',
		name: 'reportFields',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getReportFields',
			loadOptionsDependsOn: ['reportDefinitionName.value', 'options.organizationId'],
		},
		default: [],
		description:
			'The fields to include; those of this type of report come first. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		displayOptions: { show: { fieldSet: ['defaultAndMore', 'selected'] } },
	},
	{
		displayName: 'Other Fields',
		name: 'otherFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. Request.RequestID, Request.TransactionDate',
		description: 'Names of fields that are not in the list above, separated by commas',
		displayOptions: { show: { fieldSet: ['defaultAndMore', 'selected'] } },
	},
	reportFormat(
		'The format of the report. It is had in this format only: a report cannot be downloaded in another one.',
	),
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
		displayOptions: { show: { '/reportMimeType': ['text/csv'] } },
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
							loadOptionsDependsOn: ['reportDefinitionName.value'],
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
		placeholder: '{ "Application.Name": ["ics_auth"] }',
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
		placeholder: '{ "signedAmounts": true }',
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
