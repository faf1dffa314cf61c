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
	displayOptions: { show: { lineItemsSource: ['remove'] } },
};

/** How line items are entered that change an invoice, and what is done with them. */
export const lineChangeFields: INodeProperties[] = [
	{
		displayName: 'Change Line Items',
		name: 'lineItemsSource',
		type: 'options',
		default: 'none',
		description: 'Whether to change the lines of the invoice, and how you enter them',
		options: [
			{
				name: 'Do Not Enter Any',
				value: 'none',
				description: 'Lines stay as they are, unless you replace the whole invoice',
			},
			{
				name: 'Enter as JSON or Expression',
				value: 'json',
				description: 'For lines that come from data',
			},
			{ name: 'Enter in a Form', value: 'form', description: 'Line by line' },
			{ name: 'Remove by SKU', value: 'remove', description: 'Lines are taken off the invoice' },
		],
	},
	{
		displayName: 'How to Apply Lines',
		name: 'lineItemsMode',
		type: 'options',
		default: 'replace',
		description: 'What to do with the lines that you enter',
		displayOptions: { show: { lineItemsSource: ['form', 'json'] } },
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
						hide: { lineItemsMode: ['change'] },
					},
				}
			: field,
	),
];

export function readLineChanges(item: Item): LineChanges {
	if (read<string>(item, 'lineItemsSource', 'none') !== 'remove') {
		return { mode: read<LineChanges['mode']>(item, 'lineItemsMode', 'replace'), removed: [] };
	}
	const removed = readNames(read<unknown>(item, 'removedSkus', ''));
	if (removed.length > 0) return { mode: 'remove', removed };
	throw refusal('enter at least one', undefined, removedField.displayName);
}
