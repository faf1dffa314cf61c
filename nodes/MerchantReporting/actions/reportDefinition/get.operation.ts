import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { getDefinition, nameOf } from '../../service/definitions';
import { reportFormat } from '../common/filters';
import { definitionLocator } from '../common/locators';
import { downloadOption, optionsOf } from '../common/options';
import { given, read, readOptions, readOrganizationId, readPicked } from '../common/parameters';
import { refuse } from '../common/refuse';
import { simplified } from './getAll.operation';
import { subscriptionTypeOption } from './subscriptionType';

export const description: INodeProperties[] = showFor(
	{ resource: ['reportDefinition'], operation: ['get'] },
	[
		definitionLocator,
		{
			displayName: 'Output Definition As',
			name: 'definitionOutput',
			type: 'options',
			default: 'definition',
			description: 'What to return',
			options: [
				{
					name: 'One Item per Field',
					value: 'attributes',
					description: 'Each field that the report can have, as an item of its own',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The main facts and the names of the fields, flat',
				},
				{
					name: 'Whole Object',
					value: 'definition',
					description: 'Everything that the service returns, in one item',
				},
			],
		},
		optionsOf(
			downloadOption,
			reportFormat('Only fields that a report in this format can have'),
			subscriptionTypeOption,
		),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const name = readPicked(run, 'reportDefinitionName');
	if (name === '') refuse(run, ['Report Type: choose the type of report']);
	const { download, reportMimeType, subscriptionType } = readOptions(run);
	const definition = await getDefinition(run.transport, name, readOrganizationId(run), {
		download: download === true ? true : undefined,
		reportMimeType: given(reportMimeType),
		subscriptionType: given(subscriptionType),
	});

	const { attributes = [] } = definition;
	switch (read<string>(run, 'definitionOutput', 'definition')) {
		case 'attributes':
			return attributes.map((attribute) => ({
				json: { reportDefinitionName: nameOf(definition) || name, ...attribute },
			}));
		case 'simplified': {
			const named = (wanted: typeof attributes) =>
				wanted.map(({ id, name: of }) => id ?? of).join(', ');
			return [
				{
					json: {
						...simplified(definition),
						fields: named(attributes),
						defaultFields: named(attributes.filter((field) => field.default === true)),
						requiredFields: named(attributes.filter((field) => field.required === true)),
					},
				},
			];
		}
		default:
			return [{ json: { ...definition } }];
	}
}
