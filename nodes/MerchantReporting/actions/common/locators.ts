import type { INodeProperties } from 'n8n-workflow';

export const definitionLocator: INodeProperties = {
	displayName: 'Report Type',
	name: 'reportDefinitionName',
	type: 'resourceLocator',
	default: {
		mode: 'list',
		value: 'TransactionRequestClass',
		cachedResultName: 'Transaction Request Report',
	},
	required: true,
	description:
		'What kind of report (reportDefinitionName): one of the 18 types, or another one that the service lists for you',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchReportDefinitions', searchable: true },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. TransactionRequestClass',
		},
	],
};

export const subscriptionLocator: INodeProperties = {
	displayName: 'Subscription',
	name: 'reportName',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The name of the report subscription (reportName)',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchSubscriptions', searchable: true },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Daily transactions',
		},
	],
};

export const reportLocator: INodeProperties = {
	displayName: 'Report',
	name: 'report',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The generated report. By name means the newest finished one of that name, made in the last 31 days.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchReports', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 79642c43-2368-0cd5-e053-a2588e0a7b3c',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Daily transactions',
		},
	],
};
