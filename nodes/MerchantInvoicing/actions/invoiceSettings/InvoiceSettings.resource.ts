import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';
import * as reset from './reset.operation';
import * as update from './update.operation';

export const operations = { get, reset, update };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'get',
		displayOptions: { show: { resource: ['invoiceSettings'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				action: 'Get invoice settings',
				description: 'Show how the payment page and the emails look and behave at present',
			},
			{
				name: 'Reset',
				value: 'reset',
				action: 'Reset invoice settings',
				description: 'Take settings back to their defaults',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update invoice settings',
				description: 'Change branding, labels, redirects, emails, language or security',
			},
		],
	},
	...get.description,
	...reset.description,
	...update.description,
];
