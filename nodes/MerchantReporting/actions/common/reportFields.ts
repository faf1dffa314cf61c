import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { toWireNames } from '../../../shared/catalogue';
import type { ItemRun } from '../../../shared/items';
import type { Checked } from '../../../shared/period';
import { reportBody, type ReportChoices } from '../../rules/reportBody';
import { defaultFields } from './defaultFields';
import { reportFormat } from './filters';
import { definitionLocator } from './locators';
import { given, read, readPicked, readText } from './parameters';
import { checked, refuse } from './refuse';

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

const readFields = (run: ItemRun): string[] => {
	const chosen = read<string | string[]>(run, 'reportFields', []);
	return toWireNames([
		...(Array.isArray(chosen) ? chosen.map(String) : chosen.split(',')),
		...readText(run, 'otherFields').split(','),
	]);
};

export const readReportChoices = (
	run: ItemRun,
	reportName: string,
	timeZone: string | undefined,
): ReportChoices => {
	const settings = read<IDataObject>(run, 'additionalFields', {});
	const { filter = [] } = (settings.filters ?? {}) as { filter?: ReportChoices['filters'] };
	const fieldSet = read<string>(run, 'fieldSet', 'default');
	return {
		reportName,
		timeZone,
		reportDefinitionName: readPicked(run, 'reportDefinitionName'),
		withDefaultFields: fieldSet !== 'selected',
		reportFields: fieldSet === 'default' ? [] : readFields(run),
		reportMimeType: read(run, 'reportMimeType', 'text/csv'),
		selectedMerchantGroupName: given(settings.selectedMerchantGroupName),
		filters: filter.map(({ field, values }) => ({
			field: toWireNames([String(field)])[0] ?? '',
			values: String(values).trim(),
		})),
		filtersJson: settings.filtersJson,
		signedAmounts: settings.signedAmounts as boolean | undefined,
		fieldNameConvention: given(settings.fieldNameConvention),
		preferencesJson: settings.preferencesJson,
	};
};

/** The body to send: everything is checked first, and only then is the service asked for default fields. */
export const makeBody = async (
	run: ItemRun,
	choices: ReportChoices,
	...parts: Array<Checked<IDataObject>>
): Promise<IDataObject> => {
	const results = [reportBody(choices), ...parts];
	const problems = results.flatMap((result) => ('problems' in result ? result.problems : []));
	if (problems.length > 0) refuse(run, problems);

	const body = Object.assign({}, ...results.map((result) => checked(run, result))) as IDataObject;
	if (choices.withDefaultFields) {
		const defaults = await defaultFields(run, choices.reportDefinitionName);
		body.reportFields = [...new Set([...defaults, ...choices.reportFields])];
	}
	return body;
};
