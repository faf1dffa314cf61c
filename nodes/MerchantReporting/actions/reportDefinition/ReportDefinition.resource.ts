import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export { get, getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'getAll',
		displayOptions: { show: { resource: ['reportDefinition'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				action: 'Get a report definition',
				description: 'Get one type of report with the fields it can have',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many report definitions',
				description: 'List the types of report that you can order',
			},
		],
	},
	...get.description,
	...getAll.description,
];
