import type { INodeProperties } from 'n8n-workflow';
import * as createOneTime from './createOneTime.operation';
import * as downloadById from './downloadById.operation';
import * as downloadByName from './downloadByName.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export { createOneTime, downloadById, downloadByName, get, getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'downloadByName',
		displayOptions: { show: { resource: ['report'] } },
		options: [
			{
				name: 'Create One-Time',
				value: 'createOneTime',
				action: 'Create a one time report',
				description: 'Order a report for a period, wait until it is ready if wanted, and get it',
			},
			{
				name: 'Download by ID',
				value: 'downloadById',
				action: 'Download a report by ID',
				description: 'Get a generated report as rows, totals or a file, by its identifier',
			},
			{
				name: 'Download by Name and Date',
				value: 'downloadByName',
				action: 'Download a report by name and date',
				description: 'Get the report of a subscription for a day, as rows, totals or a file',
			},
			{
				name: 'Get Details',
				value: 'get',
				action: 'Get the details of a report',
				description: 'Get the status, period and settings of a generated report',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many reports',
				description: 'List the reports that were generated',
			},
		],
	},
	...createOneTime.description,
	...downloadById.description,
	...downloadByName.description,
	...get.description,
	...getAll.description,
];
