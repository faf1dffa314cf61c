import type { INodeProperties } from 'n8n-workflow';

import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { readNames } from '../../../shared/names';
import { refusal } from '../../../shared/problem';
import type { LineChanges } from '../../invoice/changes';
import { lineChangesField, lineItemFields } from './lineItemFields';

const removedField: INodeProperties = {
	displayName: 'SKUs to Remove',
	name: 'removedSkus',
	type: 'string',
	default: '',
	placeholder: 'e.g. CH-1, CH-2',
	description: 'The article numbers of the lines to remove, separated by commas, or a list',
	displayOptions: { show: { lineItemsMode: ['remove'] } },
};

/** How line items are entered that change an invoice, and what is done with them. */
export const lineChangeFields: INodeProperties[] = [
	{
		displayName: 'Enter Line Items',
		name: 'lineItemsSource',
		type: 'options',
		default: 'none',
		description: 'How you enter the line items to replace, add or change',
		options: [
			{
				name: 'As JSON or Expression',
				value: 'json',
				description: 'For lines that come from data',
			},
			{ name: 'Do Not Enter Any', value: 'none', description: 'They stay as they are' },
			{ name: 'In a Form', value: 'form', description: 'Line by line' },
		],
	},
	{
		displayName: 'Line Item Changes',
		name: 'lineItemsMode',
		type: 'options',
		default: 'replace',
		description: 'What to do with the lines of the invoice',
		options: [
			{
				name: 'Add',
				value: 'add',
				description: 'The lines that you enter are added to those of the invoice',
			},
			{
				name: 'Change by SKU',
				value: 'change',
				description: 'On the line with the same SKU, only what you enter is changed',
			},
			{ name: 'Remove by SKU', value: 'remove', description: 'Lines are taken off the invoice' },
			{
				name: 'Replace All',
				value: 'replace',
				description: 'The lines that you enter take the place of all that the invoice has',
			},
		],
	},
	removedField,
	lineChangesField,
	...lineItemFields.map((field) =>
		field.name === 'lineItems'
			? {
					...field,
					displayOptions: {
						...field.displayOptions,
						hide: { lineItemsMode: ['change', 'remove'] },
					},
				}
			: field,
	),
];

export function readLineChanges(item: Item): LineChanges {
	const mode = read<LineChanges['mode']>(item, 'lineItemsMode', 'replace');
	if (mode !== 'remove') return { mode, removed: [] };
	const removed = readNames(read<unknown>(item, 'removedSkus', ''));
	if (removed.length > 0) return { mode, removed };
	throw refusal('enter at least one', undefined, removedField.displayName);
}
