import type { INodeProperties } from 'n8n-workflow';

import type { InvoiceField } from '../../../shared/invoice/fields';

export const customerEmailField: INodeProperties = {
	displayName: 'Customer Email',
	name: 'customerEmail',
	type: 'string',
	placeholder: 'e.g. ann@example.com',
	default: '',
	description: 'Where the invoice is emailed to',
};

export const customerNameField: INodeProperties = {
	displayName: 'Customer Name',
	name: 'customerName',
	type: 'string',
	placeholder: 'e.g. Ann Lee',
	default: '',
	description: 'The name of the customer on the invoice',
};

export const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	placeholder: 'e.g. Consulting in May',
	default: '',
	description: 'What the invoice is for, as the customer reads it',
};

/** Not `description`, as an AI agent cannot fill a field of that name. */
export const requiredDescriptionField: INodeProperties = {
	...descriptionField,
	name: 'invoiceDescription',
	required: true,
};

export const dueDateField: INodeProperties = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description:
		'The day by which the customer should pay, e.g. 2026-12-31. A date and time from an expression is converted to the time zone of the workflow.',
};

/** What an invoice can carry besides the fields that every one needs, in the order of the editor. */
export const optionalFields: ReadonlyArray<
	INodeProperties & { name: InvoiceField | 'customFields' }
> = [
	{
		displayName: 'Allow Partial Payments',
		name: 'allowPartialPayments',
		type: 'boolean',
		default: false,
		description:
			'Whether the customer can pay in installments. Several customers can then pay toward one invoice.',
	},
	{
		displayName: 'Company Name',
		name: 'companyName',
		type: 'string',
		default: '',
		description: 'The company of the customer',
	},
	{
		displayName: 'Custom Field Values',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add value',
		default: {},
		description:
			'Values of custom text fields that you defined at your provider. Do not enter personal data such as names, addresses or card numbers. The service suspends merchants who do.',
		options: [
			{
				displayName: 'Value',
				name: 'field',
				values: [
					{
						displayName: 'Definition ID',
						name: 'definitionId',
						type: 'string',
						default: '',
						placeholder: 'e.g. 12',
						description: 'The number of the custom field',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'The text for this invoice. No personal data.',
					},
				],
			},
		],
	},
	{
		displayName: 'Developer ID',
		name: 'developerId',
		type: 'string',
		default: '',
		description: 'The partner developer ID that your provider gave you',
	},
	{
		displayName: 'Discount (%)',
		name: 'discountPercent',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5',
		description:
			'Discount on the whole invoice, in percent of its line items. Cannot be combined with discounts on line items.',
	},
	{
		displayName: 'Discount Amount',
		name: 'discountAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10.00',
		description:
			'Discount on the whole invoice, in its currency. Cannot be combined with discounts on line items.',
	},
	{
		displayName: 'Expiration Date',
		name: 'expirationDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The day on which the invoice expires, at 00:00 GMT',
	},
	{
		displayName: 'Freight Amount',
		name: 'freightAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 7.50',
		description: 'Cost of shipping, in the currency of the invoice',
	},
	{
		displayName: 'Freight Is Taxable',
		name: 'freightTaxable',
		type: 'boolean',
		default: false,
		description: 'Whether tax is added to the cost of shipping',
	},
	{
		displayName: 'Freight Tax (%)',
		name: 'freightTaxRate',
		type: 'string',
		default: '',
		placeholder: 'e.g. 19',
		description: 'Tax on the cost of shipping, in percent',
	},
	{
		displayName: 'Merchant Customer ID',
		name: 'merchantCustomerId',
		type: 'string',
		default: '',
		placeholder: 'e.g. C-0042',
		description: 'Your own number for the customer',
	},
	{
		displayName: 'Minimum Partial Amount',
		name: 'minimumPartialAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 50.00',
		description:
			'The smallest partial payment that you accept. Only applies with Allow Partial Payments.',
	},
	{
		displayName: 'Request Phone Number',
		name: 'requestPhone',
		type: 'boolean',
		default: false,
		description: 'Whether the payment page asks the customer for a phone number',
	},
	{
		displayName: 'Request Shipping Address',
		name: 'requestShipping',
		type: 'boolean',
		default: false,
		description: 'Whether the payment page asks the customer for a shipping address',
	},
	{
		displayName: 'Solution ID',
		name: 'solutionId',
		type: 'string',
		default: '',
		description: 'The partner solution ID, for tracking and reporting',
	},
	{
		displayName: 'Sub-Amount',
		name: 'subAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 100.00',
		description: 'The subtotal on the invoice, usually the sum of its line items',
	},
	{
		displayName: 'Tax (%)',
		name: 'taxRate',
		type: 'string',
		default: '',
		placeholder: 'e.g. 19',
		description:
			'Tax on the whole invoice, in percent. Cannot be combined with taxes on line items.',
	},
	{
		displayName: 'Tax Amount',
		name: 'taxAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 19.00',
		description:
			'Tax on the whole invoice, in its currency. Cannot be combined with taxes on line items.',
	},
	{
		displayName: 'Tax Type',
		name: 'taxType',
		type: 'options',
		allowArbitraryValues: true,
		default: 'other',
		description: 'The kind of tax on the invoice. An expression can give any other kind.',
		options: [
			{ name: 'Alternate', value: 'alternate' },
			{ name: 'Green', value: 'green' },
			{ name: 'Local', value: 'local' },
			{ name: 'National', value: 'national' },
			{ name: 'Other', value: 'other' },
			{ name: 'VAT', value: 'vat' },
		],
	},
];
