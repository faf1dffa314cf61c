import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/node/currency';
import { byDisplayName, showFor } from '../../../shared/node/fields';
import { ITEMIZED_ONLY } from '../../invoice/rules';
import type { Delivery } from '../../invoice/states';
import { amountsOption, optionsOf } from '../options';
import {
	customerEmailField,
	customerNameField,
	descriptionField,
	dueDateField,
	optionalFields,
	requiredDescriptionField,
} from './invoiceFields';
import { lineItemFields } from './lineItemFields';
import { invoiceNumberField, numberFields } from './number';
import { invoiceOutputFields } from './output';
import { basisOptions, totalsDifferOption } from './totalsOptions';

const requiredCustomer = [customerNameField, customerEmailField].flatMap((field) => [
	{ ...field, required: true, displayOptions: { show: { delivery: ['emailNow', 'emailDraft'] } } },
	{
		...field,
		required: true,
		displayOptions: { show: { delivery: ['draft'], invoiceType: ['itemized'] } },
	},
]);

export const whenDraftOption: INodeProperties = {
	displayName: 'If the Invoice Is a Draft',
	name: 'whenDraft',
	type: 'options',
	default: 'stop',
	description:
		'What to do when the invoice exists as a draft or was not emailed, and you want it published or emailed',
	options: [
		{ name: 'Continue', value: 'carryOn', description: 'Publish it or email it' },
		{ name: 'Stop With an Error', value: 'stop', description: 'Nothing is changed' },
	],
};

/** What an amount only invoice cannot carry is offered for an itemized one only. */
const ITEMIZED: readonly string[] = [...ITEMIZED_ONLY, 'customFields', 'subAmount'];

const itemizedOnly = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { '/invoiceType': ['itemized'] } },
});

/** For Create: customer and description stand above where they are required, and here where they are not. */
const additionalFields: INodeProperties[] = byDisplayName([
	...optionalFields.map((field) => (ITEMIZED.includes(field.name) ? itemizedOnly(field) : field)),
	...[customerEmailField, customerNameField].flatMap((field) => [
		{ ...field, displayOptions: { show: { '/delivery': ['share'] } } },
		{
			...field,
			displayOptions: { show: { '/delivery': ['draft'], '/invoiceType': ['amountOnly'] } },
		},
	]),
	itemizedOnly(descriptionField),
]);

/** A draft that Send can email. */
export const DEFAULT_DELIVERY: Delivery = 'emailDraft';

/** What an invoice becomes. */
export const deliveryField: INodeProperties = {
	displayName: 'What to Create',
	name: 'delivery',
	type: 'options',
	default: DEFAULT_DELIVERY,
	description: 'What to do with the invoice after creating it',
	options: [
		{
			name: 'Create and Email Now',
			value: 'emailNow',
			description: 'Publish the invoice and email it to the customer now',
		},
		{
			name: 'Publish and Share the Link Myself',
			value: 'share',
			description: 'Publish the invoice without an email. You share its payment link.',
		},
		{
			name: 'Save a Draft',
			value: 'draft',
			description: 'Only you see it. Send publishes it later, without an email.',
		},
		{
			name: 'Save a Draft for Email',
			value: 'emailDraft',
			description: 'Only you see it. Send emails it to the customer later.',
		},
	],
};

/** What an invoice is, and what it says. */
const contentFields: INodeProperties[] = [
	deliveryField,
	{
		displayName: 'Invoice Type',
		name: 'invoiceType',
		type: 'options',
		default: 'itemized',
		description: 'Whether the invoice lists what it is for',
		options: [
			{
				name: 'Amount Only',
				value: 'amountOnly',
				description:
					'A total and a description. No line items, discounts, taxes, freight, partial payments or custom fields.',
			},
			{ name: 'Itemized', value: 'itemized', description: 'Up to 30 line items' },
		],
	},
	...requiredCustomer,
	{ ...requiredDescriptionField, displayOptions: { show: { invoiceType: ['amountOnly'] } } },
	{ ...dueDateField, required: true },
	{
		...currencyField,
		required: true,
		default: { mode: 'list', value: 'USD', cachedResultName: 'USD – US Dollar' },
	},
	{
		displayName: 'Enter Line Items',
		name: 'lineItemsSource',
		type: 'options',
		default: 'form',
		description: 'How you enter what the customer is billed for',
		options: [
			{
				name: 'As JSON or Expression',
				value: 'json',
				description: 'For lines that come from data',
			},
			{ name: 'In a Form', value: 'form', description: 'Line by line' },
		],
		displayOptions: { show: { invoiceType: ['itemized'] } },
	},
	...showFor({ invoiceType: ['itemized'] }, lineItemFields),
	{
		displayName: 'Total',
		name: 'totalSource',
		type: 'options',
		default: 'computed',
		description: 'Where the total of the invoice comes from',
		options: [
			{
				name: 'Computed From Line Items',
				value: 'computed',
				description: 'Exact to the last decimal, with discounts, taxes and freight',
			},
			{
				name: 'Entered by Me',
				value: 'entered',
				description: 'Sent as you enter it, with a warning if it does not add up',
			},
		],
		displayOptions: { show: { invoiceType: ['itemized'] } },
	},
	...[{ invoiceType: ['amountOnly'] }, { invoiceType: ['itemized'], totalSource: ['entered'] }].map(
		(show): INodeProperties => ({
			displayName: 'Total Amount',
			name: 'totalAmount',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1234.50',
			description:
				'What the customer pays, in the currency of the invoice. Use a point before the decimals and no thousands separator.',
			displayOptions: { show },
		}),
	),
];

const furtherFields: INodeProperties[] = [
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: additionalFields,
	},
	...invoiceOutputFields,
	optionsOf(amountsOption, totalsDifferOption, whenDraftOption, ...basisOptions),
];

/** Create's form, from top to bottom. */
export const createFields: INodeProperties[] = [
	...contentFields,
	...numberFields,
	...furtherFields,
];

/** That of Create or Update: the number comes first, as it decides which of the two it is. */
export const upsertFields: INodeProperties[] = [
	{
		...invoiceNumberField,
		description:
			'If an invoice has this number, it is updated. Otherwise an invoice with this number is created.',
	},
	{
		displayName:
			'If the invoice exists, only what you enter is changed. What to Create applies to new invoices.',
		name: 'upsertNotice',
		type: 'notice',
		default: '',
	},
	...contentFields,
	...furtherFields,
];
