import type { INodeProperties } from 'n8n-workflow';
import * as cancel from './cancel.operation';
import * as create from './create.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as publish from './publish.operation';
import * as send from './send.operation';
import * as update from './update.operation';

export const operations = { cancel, create, get, getAll, publish, send, update };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'create',
		displayOptions: { show: { resource: ['invoice'] } },
		options: [
			{
				name: 'Cancel',
				value: 'cancel',
				action: 'Cancel an invoice',
				description: 'Cancel an invoice on which nothing has been paid',
			},
			{
				name: 'Create',
				value: 'create',
				action: 'Create an invoice',
				description: 'Save a draft, or publish an invoice and email it or share its payment link',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get an invoice',
				description: 'Get one invoice with its line items, payment link and history',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many invoices',
				description: 'List invoices by status, due date or customer, or those that are overdue',
			},
			{
				name: 'Publish',
				value: 'publish',
				action: 'Publish an invoice',
				description: 'Publish a draft without an email, to share its payment link yourself',
			},
			{
				name: 'Send',
				value: 'send',
				action: 'Send an invoice',
				description: 'Send an invoice, or send it again',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update an invoice',
				description: 'Change an invoice on which nothing has been paid',
			},
		],
	},
	...cancel.description,
	...create.description,
	...get.description,
	...getAll.description,
	...publish.description,
	...send.description,
	...update.description,
];
