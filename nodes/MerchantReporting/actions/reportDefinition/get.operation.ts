import type { INodeExecutionData } from 'n8n-workflow';

import { given, read, readOptions, readPicked } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { ReportAttribute, ReportDefinition } from '../../../shared/service/reportingAnswers';
import { Reporting } from '../../../shared/service/reporting';
import { definitionNameOf, wireNameOf } from '../../../shared/service/reportingAnswers';
import { reportFormat } from '../common/list';
import { downloadOption, optionsOf, readDownload, readOrganizationId } from '../common/options';
import { definitionLocator, definitionRow, subscriptionTypeOption } from './definition';

export const get = operation({
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
				{
					name: 'One Item per Field',
					value: 'attributes',
					description: 'Each field that the report can have, as an item of its own',
				},
				{
					name: 'Raw',
					value: 'definition',
					description: 'Everything that the service returns, in one item',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The most used properties and the names of the fields, in one item',
				},
			],
		},
		optionsOf(
			downloadOption,
			reportFormat('Only fields that a report in this format can have'),
			subscriptionTypeOption,
		),
	],
	prepare: (item) => {
		const { reportMimeType, subscriptionType } = readOptions(item);
		return {
			name: readName(item),
			query: {
				download: readDownload(item),
				reportMimeType: given(reportMimeType),
				subscriptionType: given(subscriptionType),
			},
			output: read<string>(item, 'definitionOutput', 'attributes'),
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async ({ name, query, output, organizationId }, { transport }) => {
		const reporting = new Reporting(transport, organizationId);
		return shaped(await reporting.getDefinition(name, query), name, output);
	},
});

function readName(item: Item): string {
	const name = readPicked(item, 'reportDefinitionName');
	if (name === '') throw refusal('choose a report definition', undefined, 'Report Definition');
	return name;
}

function shaped(definition: ReportDefinition, name: string, output: string): INodeExecutionData[] {
	const { attributes = [] } = definition;
	switch (output) {
		case 'attributes':
			return attributes.map((attribute) => ({
				json: { reportDefinitionName: definitionNameOf(definition) || name, ...attribute },
			}));
		case 'simplified':
			return [
				{
					json: {
						...definitionRow(definition),
						fields: namesOf(attributes),
						defaultFields: namesOf(attributes.filter((field) => field.default === true)),
						requiredFields: namesOf(attributes.filter((field) => field.required === true)),
					},
				},
			];
		default:
			return [{ json: { ...definition } }];
	}
}

const namesOf = (attributes: readonly ReportAttribute[]): string =>
	attributes.map(wireNameOf).join(', ');
