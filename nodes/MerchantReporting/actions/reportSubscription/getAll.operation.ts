import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import { listFields, readLimit, simplifyField } from '../common/list';
import { optionsOf } from '../common/options';
import { given, read, readFlag, readOrganizationId } from '../common/parameters';
import { showFor } from '../common/show';
import {
	listSubscriptions,
	simplifiedSubscription,
	type Subscription,
} from '../../service/subscriptions';

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
				{
					displayName: 'Format',
					name: 'reportMimeType',
					type: 'options',
					default: 'text/csv',
					options: [
						{ name: 'CSV', value: 'text/csv' },
						{ name: 'XML', value: 'application/xml' },
					],
				},
				{
					displayName: 'Frequency',
					name: 'reportFrequency',
					type: 'options',
					default: 'DAILY',
					options: [
						{ name: 'Custom Interval', value: 'USER_DEFINED' },
						{ name: 'Daily', value: 'DAILY' },
						{ name: 'Monthly', value: 'MONTHLY' },
						{ name: 'Weekly', value: 'WEEKLY' },
					],
				},
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
