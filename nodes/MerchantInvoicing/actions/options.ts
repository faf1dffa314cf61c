import type { INodeProperties } from 'n8n-workflow';

import { isAgentTool } from '../../shared/node/agent';
import { booleanField, textField } from '../../shared/node/fields';
import { concurrencyOption } from '../../shared/node/parameters';
import type { Item } from '../../shared/node/resource';

export const amountsOption: INodeProperties = {
	displayName: 'Amounts',
	name: 'amounts',
	type: 'options',
	default: 'text',
	description:
		'Spreadsheets add up only numbers. An amount with more than 15 digits stays text, so that no digit is lost.',
	options: [
		{ name: 'Numbers', value: 'number', description: 'Such as 100.5' },
		{ name: 'Text', value: 'text', description: 'Such as "100.50", with every digit' },
	],
};

export const checkOnlyField = booleanField(
	'Check Only',
	'checkOnly',
	'Whether to only check the input. The output says what would happen and what is wrong, and nothing is changed.',
);

/** Adding it turns it on. */
export const checkOnlyOption: INodeProperties = { ...checkOnlyField, default: true };

export const outputOption: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	options: [
		{ name: 'All Fields', value: 'allFields', description: 'One column for each field' },
		{ name: 'Raw', value: 'raw', description: 'Everything that the service returns' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'Number, status, customer, total, due date and payment link',
		},
	],
};

export const taxCalculationOption: INodeProperties = {
	displayName: 'Tax Calculation',
	name: 'taxCalculation',
	type: 'options',
	default: 'afterDiscount',
	description: 'What a tax rate is applied to',
	options: [
		{ name: 'After Discount', value: 'afterDiscount' },
		{ name: 'Before Discount', value: 'beforeDiscount' },
		{ name: 'Included in the Prices', value: 'included' },
	],
};

export const ignoreColumnsOption = textField('Ignore Columns', 'ignoreColumns', {
	placeholder: 'e.g. Shipping, Cost Price',
	description: 'Columns not to bill, separated by commas',
});

/** No default, as either one is wrong for some users. So for Date Order. */
const numberFormatOption: INodeProperties = {
	displayName: 'Number Format',
	name: 'numberFormat',
	type: 'options',
	default: '',
	description: 'How to read 1,200 and 1.200, which are refused otherwise',
	options: [
		{ name: 'Choose One', value: '' },
		{ name: 'Decimal Comma', value: 'comma', description: 'Such as 1.234,50' },
		{ name: 'Decimal Point', value: 'point', description: 'Such as 1,234.50' },
	],
};

const dateOrderOption: INodeProperties = {
	displayName: 'Date Order',
	name: 'dateOrder',
	type: 'options',
	default: '',
	description: 'How to read a date such as 12/01/2026, which is refused otherwise',
	options: [
		{ name: 'Choose One', value: '' },
		{ name: 'Day First', value: 'dayFirst', description: 'Such as 31/12/2026' },
		{ name: 'Month First', value: 'monthFirst', description: 'Such as 12/31/2026' },
	],
};

/** Off when added, because each run with it bills everyone again. */
export const serviceNumbersOption = booleanField(
	'Let the Service Number It',
	'serviceNumbers',
	'Whether the service gives the invoice a number. Every run then bills every row again. Not possible with Retry On Fail, or as a tool of an agent.',
);

/** What may run the node again without being asked. */
export const findRerunCause = ({ context }: Item): string | undefined => {
	if (context.getNode().retryOnFail === true) return 'Retry On Fail';
	return isAgentTool(context) ? 'an AI agent' : undefined;
};

export const commonOptions = [
	concurrencyOption,
	dateOrderOption,
	ignoreColumnsOption,
	numberFormatOption,
	outputOption,
	taxCalculationOption,
];
