import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { listFields, simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { listDefinitions, nameOf, type ReportDefinition } from '../../service/definitions';
import { readLimit } from '../common/limit';
import { optionsOf } from '../common/options';
import { given, read, readFlag, readOrganizationId } from '../common/parameters';
import { subscriptionTypeOption } from './subscriptionType';

export const description: INodeProperties[] = showFor(
	{ resource: ['reportDefinition'], operation: ['getAll'] },
	[
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Funding',
					description: 'Only report types with this text in their name or description',
				},
				subscriptionTypeOption,
			],
		},
		optionsOf(),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const filters = read<IDataObject>(run, 'filters', {});
	const definitions = await listDefinitions(run.transport, readOrganizationId(run), {
		subscriptionType: given(filters.subscriptionType),
	});
	const part = given(filters.name)?.toLowerCase() ?? '';
	const simplify = readFlag(run, 'simplify', true);
	return definitions
		.filter((definition) =>
			`${nameOf(definition)} ${definition.description ?? ''}`.toLowerCase().includes(part),
		)
		.slice(0, readLimit(run))
		.map((definition) => ({
			json: simplify ? simplified(definition) : { ...definition },
		}));
}

export const simplified = (definition: ReportDefinition): IDataObject => ({
	reportDefinitionName: nameOf(definition),
	reportDefinitionId: definition.reportDefinitionId ?? null,
	description: definition.description ?? null,
	supportedFormats: definition.supportedFormats?.join(', ') ?? null,
	subscriptionType: definition.subscriptionType ?? null,
	type: definition.type ?? null,
});
