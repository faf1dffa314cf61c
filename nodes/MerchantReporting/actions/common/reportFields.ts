import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { sortedByDisplayName, flagField, textField } from '../../../shared/node/fields';
import { definitionLocator } from '../reportDefinition/definition';
import { reportFormat } from './list';

const SETS: INodePropertyOptions[] = [
	{ name: 'Selected Fields', value: 'selected' },
	{
		name: 'Usual Fields',
		value: 'usual',
		description: 'ID, time, type, decision, amount, currency, reference and card',
	},
];

const fieldSetField: INodeProperties = {
	displayName: 'Fields',
	name: 'fieldSet',
	type: 'options',
	default: 'usual',
	description:
		'The columns of the report. To add more, use More Field Names or IDs in Additional Fields.',
	options: SETS,
};

const FIELDS_OF_REPORT = {
	loadOptionsMethod: 'getReportFields',
	loadOptionsDependsOn: ['reportDefinitionName.value', 'options.organizationId'],
};

const fieldsOfReport: INodeProperties = {
	displayName: 'Field Names or IDs',
	name: 'reportFields',
	type: 'multiOptions',
	typeOptions: FIELDS_OF_REPORT,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const chosenFields: INodeProperties = {
	...fieldsOfReport,
	displayOptions: { show: { fieldSet: ['selected'] } },
};

/** What every report to be made needs: its type and its fields. */
export const reportFields: INodeProperties[] = [definitionLocator, fieldSetField, chosenFields];

/** The same for a subscription, which may have fields already. */
export const subscriptionFields: INodeProperties[] = [
	{
		...definitionLocator,
		description: "The type of report. It can't be changed after creation.",
	},
	{
		...fieldSetField,
		default: 'keep',
		options: [{ name: 'Current, or Usual Fields If New', value: 'keep' }, ...SETS],
	},
	chosenFields,
];

const SETTINGS: INodeProperties[] = [
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
						typeOptions: FIELDS_OF_REPORT,
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
					textField('Values', 'values', {
						placeholder: 'e.g. ics_auth, ics_bill',
						description: 'The values to keep, separated by commas',
					}),
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
		description: 'An object or a list (reportFilters), instead of Filters',
	},
	reportFormat('You can download the report in this format only'),
	textField('Merchant Group Name', 'selectedMerchantGroupName', {
		description: 'The group of merchants to report on',
	}),
	{
		...fieldsOfReport,
		displayName: 'More Field Names or IDs',
		name: 'moreFields',
	},
	flagField('Signed Amounts', 'signedAmounts', 'Whether amounts of refunds have a minus sign', {
		default: true,
	}),
];

/** For a report without a period of its own, which has a zone. */
export const timeZoneField: INodeProperties = {
	displayName: 'Time Zone Name or ID',
	name: 'timeZone',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getTimeZones' },
	default: '',
	description:
		'The time zone of the report. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const additionalFields = (...own: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: sortedByDisplayName([...SETTINGS, ...own]),
});
