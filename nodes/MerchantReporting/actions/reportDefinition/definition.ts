import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/fields';
import { definitionNameOf, type ReportDefinition } from '../../../shared/service/reportingAnswers';

export const definitionLocator = locatorField(
	'Report Definition',
	'reportDefinitionName',
	'searchReportDefinitions',
	[{ displayName: 'Name', name: 'name', placeholder: 'e.g. TransactionRequestClass' }],
	{
		default: {
			mode: 'list',
			value: 'TransactionRequestClass',
			cachedResultName: 'Transaction Request Report',
		},
		required: true,
		description: 'The type of report',
	},
);

export const subscriptionTypeOption: INodeProperties = {
	displayName: 'Subscription Type',
	name: 'subscriptionType',
	type: 'options',
	default: 'CUSTOM',
	description: 'The family of reports. If you leave it out, the service uses Custom.',
	options: [
		{ name: 'Classic', value: 'CLASSIC' },
		{ name: 'Custom', value: 'CUSTOM' },
		{ name: 'Standard', value: 'STANDARD' },
	],
};

/** Flat, without the fields, the most used first. */
export const definitionRow = (definition: ReportDefinition): IDataObject => ({
	reportDefinitionName: definitionNameOf(definition),
	reportDefinitionId: definition.reportDefinitionId ?? null,
	description: definition.description ?? null,
	supportedFormats: definition.supportedFormats?.join(', ') ?? null,
	subscriptionType: definition.subscriptionType ?? null,
	type: definition.type ?? null,
});

export const definitionColumns = Object.keys(definitionRow({}));
