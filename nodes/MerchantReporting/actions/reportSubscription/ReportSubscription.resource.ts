import type { INodeProperties } from 'n8n-workflow';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as upsert from './upsert.operation';

export { del as delete, get, getAll, upsert };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'getAll',
		displayOptions: { show: { resource: ['reportSubscription'] } },
		options: [
			{
				name: 'Create or Update',
				value: 'upsert',
				action: 'Create or update a report subscription',
				description: 'Create a new record, or update the current one if it already exists (upsert)',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete a report subscription',
				description: 'Stop a recurring report and remove its subscription',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get a report subscription',
				description: 'Get one subscription by its name',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many report subscriptions',
				description: 'List the reports that are made again and again',
			},
		],
	},
	...upsert.description,
	...del.description,
	...get.description,
	...getAll.description,
];
