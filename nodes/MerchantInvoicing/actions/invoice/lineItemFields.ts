import type { INodeProperties } from 'n8n-workflow';

import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import { isBlank } from '../../invoice/values';

const REQUIRED_VALUES: INodeProperties[] = [
	{
		displayName: 'Product Name',
		name: 'productName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Oak chair',
		description: 'What it is, as the customer reads it',
	},
	{
		displayName: 'Product SKU',
		name: 'productSku',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. CH-1',
		description: 'Your product code',
	},
	{
		displayName: 'Quantity',
		name: 'quantity',
		type: 'string',
		required: true,
		default: '1',
		placeholder: 'e.g. 2',
		description: 'How many, above zero',
	},
	{
		displayName: 'Unit Price',
		name: 'unitPrice',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 49.90',
		description: 'The price of one, in the currency of the invoice',
	},
];

const ADJUSTMENTS: INodeProperties = {
	displayName: 'Discount, Tax and Total',
	name: 'adjustments',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [
		{
			displayName: 'Discount (%)',
			name: 'discountRate',
			type: 'string',
			default: '',
			placeholder: 'e.g. 10',
			description: 'Discount on the whole line, in percent',
		},
		{
			displayName: 'Discount Amount',
			name: 'discountAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5.00',
			description:
				'Discount on the whole line, in the currency of the invoice. Takes precedence over Discount (%).',
		},
		{
			displayName: 'Tax (%)',
			name: 'taxRate',
			type: 'string',
			default: '',
			placeholder: 'e.g. 19',
			description: 'Tax on the line after its discount, in percent',
		},
		{
			displayName: 'Tax Amount',
			name: 'taxAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 9.48',
			description:
				'Tax on the whole line, in the currency of the invoice. Takes precedence over Tax (%).',
		},
		{
			displayName: 'Total Amount',
			name: 'totalAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 99.80',
			description:
				'The total of the line. Leave empty to let the node compute it: unit price × quantity − discount + tax.',
		},
	],
};

/** What a line item consists of, by form or as JSON. */
export const lineItemFields: INodeProperties[] = [
	{
		displayName: 'Line Items',
		name: 'lineItems',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add line item',
		default: {},
		description: 'What the customer is billed for, at most 30 lines',
		displayOptions: { show: { lineItemsSource: ['form'] } },
		options: [
			{
				displayName: 'Line Item',
				name: 'item',
				values: [...REQUIRED_VALUES, ADJUSTMENTS],
			},
		],
	},
	{
		displayName: 'Line Items (JSON)',
		name: 'lineItemsJson',
		type: 'json',
		default:
			'[\n  {\n    "productName": "Oak chair",\n    "productSku": "CH-1",\n    "quantity": 2,\n    "unitPrice": "49.90"\n  }\n]',
		description:
			'A list of objects with productName, productSku, quantity, unitPrice and, if you like, discountAmount, discountRate, taxAmount, taxRate, totalAmount. To put all input items on one invoice, collect them with an expression over $input.all(). Then turn on Execute Once in the settings of the node.',
		displayOptions: { show: { lineItemsSource: ['json'] } },
	},
];

/** To change a line, nothing is filled in: what is left empty stays as it is. */
export const lineChangesField: INodeProperties = {
	displayName: 'Changes by SKU',
	name: 'lineItemChanges',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add change',
	default: {},
	description:
		'What to change on the line with this SKU. Fields that you leave empty do not change.',
	displayOptions: { show: { lineItemsSource: ['form'], lineItemsMode: ['change'] } },
	options: [
		{
			displayName: 'Change',
			name: 'item',
			values: [
				...REQUIRED_VALUES.map((value) => ({
					...value,
					required: value.name === 'productSku',
					default: '',
				})),
				ADJUSTMENTS,
			],
		},
	],
};

/** A line as the form gives it. */
interface FormLine {
	adjustments?: object;
}

/** The line items as they were entered; undefined where there are none to read. */
export function readLineItems(item: Item): unknown {
	const source = read<string>(item, 'lineItemsSource', '');
	if (source === 'form') {
		const isChange = read<string>(item, 'lineItemsMode', '') === 'change';
		const name = isChange ? lineChangesField.name : 'lineItems';
		return read<{ item?: FormLine[] }>(item, name, {}).item?.map(({ adjustments, ...line }) => ({
			...line,
			...adjustments,
		}));
	}
	if (source !== 'json') return undefined;
	const entered = read<unknown>(item, 'lineItemsJson', '');
	if (!isBlank(entered)) return entered;
	throw refusal('is empty. Enter a list of line items', undefined, 'Line Items (JSON)');
}
