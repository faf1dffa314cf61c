import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { listFields, simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import {
	listSubscriptions,
	simplifiedSubscription,
	type Subscription,
} from '../../service/subscriptions';
import { frequencyFilter, reportFormat } from '../common/filters';
import { readLimit } from '../common/limit';
import { optionsOf } from '../common/options';
import { given, read, readFlag, readOrganizationId } from '../common/parameters';

export const description: INodeProperties[] = showFor(
	{ resource: ['reportSubscription'], operation: ['getAll'] },
	[
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			description: 'The node picks from the list of the service, which is fetched as a whole',
			options: [
				reportFormat('Only reports in this format'),
				frequencyFilter(),
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Daily',
				},
				{
					displayName: 'Report Type',
					name: 'reportDefinitionName',
					type: 'string',
					default: '',
					placeholder: 'e.g. TransactionRequestClass',
				},
			],
		},
		optionsOf(),
	],
);

const same = (value: unknown, wanted: string | undefined): boolean =>
	wanted === undefined || (given(value) ?? '').toLowerCase() === wanted.toLowerCase();

const matches = (subscription: Subscription, filters: IDataObject): boolean =>
	same(subscription.reportMimeType, given(filters.reportMimeType)) &&
	same(subscription.reportFrequency, given(filters.reportFrequency)) &&
	same(subscription.reportDefinitionName, given(filters.reportDefinitionName)) &&
	(subscription.reportName ?? '').toLowerCase().includes((given(filters.name) ?? '').toLowerCase());

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const filters = read<IDataObject>(run, 'filters', {});
	const simplify = readFlag(run, 'simplify', true);
	const subscriptions = await listSubscriptions(run.transport, readOrganizationId(run));
	return subscriptions
		.filter((subscription) => matches(subscription, filters))
		.slice(0, readLimit(run))
		.map((subscription) => ({
			json: simplify ? simplifiedSubscription(subscription) : subscription,
		}));
}
