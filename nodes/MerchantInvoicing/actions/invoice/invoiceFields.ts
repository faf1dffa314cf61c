import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { InvoiceField } from '../../../shared/invoice/fields';
import { readNames } from '../../../shared/text';
import { currencyField } from '../../../shared/node/currency';
import { sortedByDisplayName, flagField, textField } from '../../../shared/node/fields';
import { type Parameters, readOptions } from '../../../shared/node/parameters';
import type { Clearable } from '../../invoice/changes';
import { type Entered, isBlank } from '../../invoice/values';
import type { Writing } from '../../../shared/written';
import { ignoreColumnsOption, serviceNumbersOption, writingOptions } from '../options';

export const customerEmailField = textField('Customer Email', 'customerEmail', {
	placeholder: 'e.g. ann@example.com',
});

export const customerNameField = textField('Customer Name', 'customerName', {
	placeholder: 'e.g. Ann Lee',
});

export const dueDateField: INodeProperties = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
};

const rateField = (displayName: string, name: string, placeholder: string): INodeProperties =>
	textField(displayName, name, { placeholder, description: '19 and 19% are 19 percent' });

export const taxFields = [
	rateField('Tax (%)', 'taxRate', 'e.g. 19'),
	textField('Tax Amount', 'taxAmount', { placeholder: 'e.g. 9.48' }),
];

/** `rate`: what the request calls it. An invoice and a line have names of their own for it. */
export const discountFields = (rate: 'discountPercent' | 'discountRate'): INodeProperties[] => [
	rateField('Discount (%)', rate, 'e.g. 10'),
	textField('Discount Amount', 'discountAmount', { placeholder: 'e.g. 5.00' }),
];

export const lineItemsJsonField: INodeProperties = {
	displayName: 'Line Items From Data',
	name: 'lineItemsJson',
	type: 'json',
	default: '={{ $json.lineItems }}',
	description:
		'In place of Line Items: a list of objects with productName, productSku, quantity, unitPrice and, if you like, discountAmount, discountRate, taxAmount, taxRate, totalAmount',
};

const customFieldsField: INodeProperties = {
	displayName: 'Custom Field Values',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add value',
	default: {},
	description:
		"Don't enter personal data such as names or card numbers: the service suspends merchants who do",
	options: [
		{
			displayName: 'Value',
			name: 'field',
			values: [
				textField('Definition ID', 'definitionId', { placeholder: 'e.g. 12' }),
				textField('Value', 'value'),
			],
		},
	],
};

export const DEFAULT_CURRENCY = 'USD';

export const DEFAULT_DUE_DAYS = 14;

/** For a new invoice without a Due Date. */
export const dueInDaysField: INodeProperties = {
	displayName: 'Due in (Days)',
	name: 'dueInDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3650 },
	default: DEFAULT_DUE_DAYS,
	description: 'For new invoices without a Due Date, counted from today. 14 if you leave it out.',
};

/** What an invoice can carry besides the fields that every one needs. */
const optionalFields: INodeProperties[] = [
	flagField(
		'Allow Partial Payments',
		'allowPartialPayments',
		'Whether the customer can pay in installments',
		{ default: true },
	),
	{
		displayName: 'Ask the Customer For',
		name: 'askFor',
		type: 'multiOptions',
		default: [],
		options: [
			{ name: 'Phone Number', value: 'phone' },
			{ name: 'Shipping Address', value: 'shipping' },
		],
	},
	textField('Company Name', 'companyName'),
	customFieldsField,
	// Not `description`, as an AI agent cannot fill a field of that name.
	textField('Description', 'invoiceDescription', {
		placeholder: 'e.g. Consulting in May',
		description: 'Required for an invoice without line items',
	}),
	textField('Developer ID', 'developerId', { description: 'For partners of your provider' }),
	...discountFields('discountPercent'),
	{
		displayName: 'Expiration Date',
		name: 'expirationDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The invoice expires on this day at 00:00 GMT',
	},
	textField('Freight Amount', 'freightAmount', { placeholder: 'e.g. 7.50' }),
	flagField('Freight Is Taxable', 'freightTaxable', 'Whether to add Freight Tax (%)', {
		default: true,
	}),
	textField('Freight Tax (%)', 'freightTaxRate', { placeholder: 'e.g. 19' }),
	lineItemsJsonField,
	textField('Merchant Customer ID', 'merchantCustomerId', {
		placeholder: 'e.g. C-0042',
		description: 'Your own number for the customer',
	}),
	textField('Minimum Partial Amount', 'minimumPartialAmount', { placeholder: 'e.g. 50.00' }),
	textField('Solution ID', 'solutionId', { description: 'For partners of your provider' }),
	textField('Sub-Amount', 'subAmount', { placeholder: 'e.g. 100.00' }),
	...taxFields,
	{
		displayName: 'Tax Type',
		name: 'taxType',
		type: 'options',
		allowArbitraryValues: true,
		default: 'other',
		options: [
			{ name: 'Alternate', value: 'alternate' },
			{ name: 'Green', value: 'green' },
			{ name: 'Local', value: 'local' },
			{ name: 'National', value: 'national' },
			{ name: 'Other', value: 'other' },
			{ name: 'VAT', value: 'vat' },
		],
	},
	textField('Total Amount', 'totalAmount', {
		placeholder: 'e.g. 1234.50',
		description: 'Leave it out to add up the line items. Without line items, add Description too.',
	}),
];

/** What counts only beside another field. A new invoice is asked for it once that is added. */
const BESIDE: Record<string, string> = {
	freightTaxRate: 'freightAmount',
	freightTaxable: 'freightAmount',
	minimumPartialAmount: 'allowPartialPayments',
	subAmount: 'totalAmount',
};

const besideOther = (field: INodeProperties): INodeProperties => {
	const other = BESIDE[field.name] as string | undefined;
	if (other === undefined) return field;
	return { ...field, displayOptions: { show: { [other]: [{ _cnd: { exists: true } }] } } };
};

/** For a new invoice: the one list of its form, with its options. */
export const additionalFields = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: sortedByDisplayName([...optionalFields, ...options].map(besideOther)),
});

const OPTIONS = [...writingOptions, serviceNumbersOption].map(({ name }) => name);

export const readInvoiceOptions = (fields: Parameters): IDataObject => readOptions(fields, OPTIONS);

/** The columns of Line Items From Data that are not billed. */
export const readIgnoredColumns = (fields: Parameters): string[] =>
	readNames(readInvoiceOptions(fields)[ignoreColumnsOption.name]);

/** How the sheet writes amounts and dates, as far as somebody chose. */
export function readWriting(fields: Parameters): Omit<Writing, 'currency'> {
	const { numberFormat, dateOrder } = readInvoiceOptions(fields);
	return {
		decimals: numberFormat === '' ? undefined : (numberFormat as Writing['decimals']),
		dates: dateOrder === '' ? undefined : (dateOrder as Writing['dates']),
	};
}

const clearField: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	default: [],
	options: [
		{ name: 'Allow Partial Payments', value: 'allowPartialPayments' },
		{ name: 'Ask the Customer For', value: 'askFor' },
		{ name: 'Company Name', value: 'companyName' },
		{ name: 'Custom Field Values', value: 'customFields' },
		{ name: 'Customer Email', value: 'customerEmail' },
		{ name: 'Customer Name', value: 'customerName' },
		{ name: 'Description', value: 'description' },
		{ name: 'Discount', value: 'discount' },
		{ name: 'Expiration Date', value: 'expirationDate' },
		{ name: 'Freight Amount', value: 'freightAmount' },
		{ name: 'Freight Is Taxable', value: 'freightTaxable' },
		{ name: 'Freight Tax (%)', value: 'freightTaxRate' },
		{ name: 'Merchant Customer ID', value: 'merchantCustomerId' },
		{ name: 'Minimum Partial Amount', value: 'minimumPartialAmount' },
		{ name: 'Sub-Amount', value: 'subAmount' },
		{ name: 'Tax', value: 'tax' },
		{ name: 'Tax Type', value: 'taxType' },
	],
};

/** For an invoice that exists. */
export const changesField = (...own: INodeProperties[]): INodeProperties => ({
	displayName: 'Fields to Change',
	name: 'changes',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description:
		"Fields that you leave empty don't change. To clear one, add Fields to Clear. Enter custom field values and partner IDs again, as the service may not keep them.",
	options: sortedByDisplayName([
		...optionalFields,
		clearField,
		currencyField,
		customerEmailField,
		customerNameField,
		...own,
	]),
});

/** What is cleared as one: the amount and the rate, or two switches. */
const TWO_IN_ONE: Record<string, InvoiceField[]> = {
	askFor: ['requestPhone', 'requestShipping'],
	discount: ['discountAmount', 'discountPercent'],
	tax: ['taxAmount', 'taxRate'],
};

/** The parts that the user wants to clear. */
export const readCleared = ({ clearFields = [] }: IDataObject): Clearable[] =>
	readNames(clearFields).flatMap((name) => TWO_IN_ONE[name] ?? (name as Clearable));

/** What a collection of the form says, by the names of the request. */
export function readInvoiceFields(collection: IDataObject): Entered<InvoiceField> {
	const { askFor, invoiceDescription, ...fields } = collection;
	return {
		...fields,
		...(isBlank(invoiceDescription) ? {} : { description: invoiceDescription }),
		...(isBlank(askFor) ? {} : askedFor([askFor].flat())),
	};
}

const askedFor = (list: unknown[]): Entered<InvoiceField> => ({
	requestPhone: list.includes('phone'),
	requestShipping: list.includes('shipping'),
});

export const readCustomFields = ({ customFields }: IDataObject): unknown =>
	(customFields as { field?: unknown } | undefined)?.field;
