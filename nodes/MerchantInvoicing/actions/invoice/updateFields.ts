import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/node/currency';
import { byDisplayName } from '../../../shared/node/fields';
import {
	customerEmailField,
	customerNameField,
	descriptionField,
	dueDateField,
	optionalFields,
} from './invoiceFields';

const deliveryField: INodeProperties = {
	displayName: 'Delivery',
	name: 'deliveryMode',
	type: 'options',
	default: 'email',
	description: 'How the invoice reaches the customer when it is sent',
	options: [
		{ name: 'Email', value: 'email', description: 'The service emails it' },
		{ name: 'None', value: 'none', description: 'You share its payment link' },
	],
};

const changes: Omit<INodeProperties, 'displayName' | 'name'> = {
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description:
		'What to change. Empty fields do not change. To clear a field, choose it in Fields to Clear.',
};

const fieldsOfBoth: INodeProperties[] = [
	...optionalFields,
	currencyField,
	customerNameField,
	descriptionField,
];

export const fieldsToUpdate: INodeProperties = {
	...changes,
	displayName: 'Update Fields',
	name: 'updateFields',
	options: byDisplayName([
		...fieldsOfBoth,
		{
			...customerEmailField,
			description:
				'Where the invoice is emailed to. A new address gives the invoice a new payment link, and the old one no longer works.',
		},
		deliveryField,
		dueDateField,
	]),
};

/** What a copy of an invoice says otherwise than the original. */
export const fieldsOfCopy: INodeProperties = {
	...changes,
	displayName: 'Fields to Change',
	name: 'copyFields',
	options: byDisplayName([
		...fieldsOfBoth,
		customerEmailField,
		{
			displayName: 'Total Amount',
			name: 'totalAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1234.50',
			description:
				'What the customer pays. If you leave it out, it is the total of the original, or recalculated if you change line items or amounts.',
		},
	]),
};

export const fieldsToClear: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	default: [],
	description: 'Fields to remove from the invoice',
	options: [
		{ name: 'Allow Partial Payments', value: 'allowPartialPayments' },
		{ name: 'Company Name', value: 'companyName' },
		{ name: 'Custom Field Values', value: 'customFields' },
		{ name: 'Customer Email', value: 'customerEmail' },
		{ name: 'Customer Name', value: 'customerName' },
		{ name: 'Description', value: 'description' },
		{ name: 'Discount (%)', value: 'discountPercent' },
		{ name: 'Discount Amount', value: 'discountAmount' },
		{ name: 'Expiration Date', value: 'expirationDate' },
		{ name: 'Freight Amount', value: 'freightAmount' },
		{ name: 'Freight Is Taxable', value: 'freightTaxable' },
		{ name: 'Freight Tax (%)', value: 'freightTaxRate' },
		{ name: 'Merchant Customer ID', value: 'merchantCustomerId' },
		{ name: 'Minimum Partial Amount', value: 'minimumPartialAmount' },
		{ name: 'Request Phone Number', value: 'requestPhone' },
		{ name: 'Request Shipping Address', value: 'requestShipping' },
		{ name: 'Sub-Amount', value: 'subAmount' },
		{ name: 'Tax (%)', value: 'taxRate' },
		{ name: 'Tax Amount', value: 'taxAmount' },
		{ name: 'Tax Type', value: 'taxType' },
	],
};
