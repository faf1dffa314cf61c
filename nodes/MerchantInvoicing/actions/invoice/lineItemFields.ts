import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { textField } from '../../../shared/node/fields';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { LineMode } from '../../invoice/changes';
import { isBlank } from '../../invoice/values';
import { discountFields, lineItemsJsonField, taxFields } from './invoiceFields';

const lineField = (displayName: string, name: string, placeholder: string): INodeProperties =>
	textField(displayName, name, { placeholder });

/** One that the form shows without being asked. */
const shown = (field: INodeProperties): INodeProperties => ({
	...field,
	typeOptions: { showEvenWhenOptional: true },
});

/** `quantity`: the one to begin with. */
const linesField = (quantity: string, ofSku: string): INodeProperties => ({
	displayName: 'Line Items',
	name: 'lineItems',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add field',
		fixedCollection: {
			itemTitle:
				'={{ [$collection.item.value.quantity, $collection.item.value.productName].filter(Boolean).join(" × ") || "Line Item" }}',
		},
	},
	placeholder: 'Add line item',
	default: {},
	options: [
		{
			displayName: 'Line Item',
			name: 'item',
			values: [
				shown(lineField('Product Name', 'productName', 'e.g. Oak chair')),
				shown({ ...lineField('Product SKU', 'productSku', 'e.g. CH-1'), hint: ofSku }),
				shown({ ...lineField('Quantity', 'quantity', 'e.g. 2'), default: quantity }),
				shown(lineField('Unit Price', 'unitPrice', 'e.g. 49.90')),
				...discountFields('discountRate'),
				...taxFields,
			],
		},
	],
});

export const lineItemsField: INodeProperties = {
	...linesField('1', 'A short code of your own. If empty, the product name is used'),
	description:
		'At most 30. To bill one amount without lines, add Total Amount and Description in Additional Fields.',
};

export const lineChangeFields: INodeProperties[] = [
	{
		displayName: 'Change Line Items',
		name: 'lineItemsMode',
		type: 'options',
		default: 'keep',
		options: [
			{ name: 'Add Lines', value: 'add' },
			{
				name: 'Change by SKU',
				value: 'change',
				description: 'Changes only what you enter, on the line with the same SKU',
			},
			{ name: 'Keep All', value: 'keep' },
			{ name: 'Replace All', value: 'replace' },
		],
	},
	{
		...linesField('', 'Required. Any short code of your own'),
		displayOptions: { show: { lineItemsMode: ['add', 'change', 'replace'] } },
	},
];

/** The lines that were entered in the form or as data; undefined where there are none. */
export function readLineItems(item: Item, { lineItemsJson, totalAmount }: IDataObject): unknown {
	const { item: lines = [] } = read<{ item?: IDataObject[] }>(item, 'lineItems', {});
	if (lineItemsJson === undefined) return lines;
	if (lines.length > 0) {
		throw refusal(
			'enter the lines here or in Line Items, not in both',
			undefined,
			lineItemsJsonField.displayName,
		);
	}
	if (!isBlank(lineItemsJson)) return lineItemsJson;
	// An invoice of one amount.
	if (!isBlank(totalAmount)) return lines;
	throw refusal(
		'is empty. Enter a list of line items, or remove the field',
		undefined,
		lineItemsJsonField.displayName,
	);
}

export function readLineMode(item: Item, collection: IDataObject): LineMode {
	const mode = read<LineMode | 'keep'>(item, 'lineItemsMode', 'keep');
	if (mode !== 'keep') return mode;
	if (collection.lineItemsJson === undefined) return 'replace';
	throw refusal(
		'says Keep All, but there are Line Items From Data. Choose what to do with them',
		undefined,
		'Change Line Items',
	);
}
