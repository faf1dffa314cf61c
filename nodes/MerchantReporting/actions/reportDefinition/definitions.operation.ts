import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { limitFields } from '../../../shared/node/fields';
import { outputFieldsFor, readOutput, applyOutput } from '../../../shared/node/output';
import { optionalText, read, readLimit, readOptions } from '../../../shared/node/parameters';
import type { Resource } from '../../../shared/node/resource';
import { definitionNameOf, type ReportDefinition } from '../../../shared/service/reportResponses';
import {
	definitionLocator,
	sendDownloadFlagOption,
	limitWithHint,
	requirePicked,
	readSendDownloadFlag,
	reportFormatField,
	reportingOperation,
} from '../common/fields';

const subscriptionTypeOption: INodeProperties = {
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

/** The most used first. */
const definitionRow = (definition: ReportDefinition): IDataObject => ({
	reportDefinitionName: definitionNameOf(definition),
	reportDefinitionId: definition.reportDefinitionId ?? null,
	description: definition.description ?? null,
	supportedFormats: definition.supportedFormats?.join(', ') ?? null,
	subscriptionType: definition.subscriptionType ?? null,
	type: definition.type ?? null,
});

const definitionColumns = Object.keys(definitionRow({}));

const get = reportingOperation({
	name: 'Get',
	action: 'Get report definition',
	description: 'Get one type of report with the fields it can have',
	subtitle: 'Get Report Definition',
	fields: [
		definitionLocator,
		{
			displayName: 'Output',
			name: 'definitionOutput',
			type: 'options',
			default: 'attributes',
			options: [
				{ name: 'One Item per Field', value: 'attributes' },
				{
					name: 'Raw',
					value: 'definition',
					description: 'Everything that the service returns, in one item',
				},
			],
		},
	],
	options: [
		sendDownloadFlagOption,
		reportFormatField('Only fields that a report in this format can have'),
		subscriptionTypeOption,
	],
	prepare: (item) => {
		const { reportMimeType, subscriptionType } = readOptions(item);
		return {
			name: requirePicked(item, definitionLocator),
			query: {
				download: readSendDownloadFlag(item),
				reportMimeType: optionalText(reportMimeType),
				subscriptionType: optionalText(subscriptionType),
			},
			output: read<string>(item, 'definitionOutput', 'attributes'),
		};
	},
	carryOut: async ({ name, query, output }, { reporting }) => {
		const definition = await reporting.getDefinition(name, query);
		if (output === 'definition') return [{ json: { ...definition } }];
		const reportDefinitionName = definitionNameOf(definition) || name;
		return (definition.attributes ?? []).map((attribute) => ({
			json: { reportDefinitionName, ...attribute },
		}));
	},
});

const getAll = reportingOperation({
	name: 'Get Many',
	action: 'Get many report definitions',
	description: 'List the types of report that you can order',
	subtitle: 'Get Report Definitions',
	fields: [...limitFields, ...outputFieldsFor(definitionColumns)],
	options: [subscriptionTypeOption],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
		subscriptionType: optionalText(readOptions(item).subscriptionType),
	}),
	carryOut: async ({ limit, output, subscriptionType }, run) => {
		const definitions = await run.reporting.listDefinitions({ subscriptionType });
		return limitWithHint(run, definitions, limit, 'report definitions').map((definition) => ({
			json: applyOutput({ ...definition }, output, definitionRow),
		}));
	},
});

const operations = { get, getAll };

export const reportDefinition: Resource = {
	name: 'Report Definition',
	value: 'reportDefinition',
	description: 'The types of report, and the fields each can have',
	default: 'getAll' satisfies keyof typeof operations,
	operations,
};
