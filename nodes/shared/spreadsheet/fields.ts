import type { INodeProperties } from 'n8n-workflow';
import { textField } from '../node/fields';
import type { Parameters } from '../node/parameters';
import { refusal } from '../problem';

export const WORKBOOK_CHOICE = {
	name: 'Excel Workbook',
	value: 'workbook',
	description: 'One .xlsx file with amounts as numbers, dates as dates, and totals',
};

export const fileField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output field to put the file in',
};

export const formatOption: INodeProperties = {
	displayName: 'Spreadsheet Format',
	name: 'spreadsheetFormat',
	type: 'options',
	default: 'xlsx',
	description:
		'For CSV, choose the separator and decimal mark that spreadsheets use in your country',
	options: [
		{
			name: 'CSV: Comma and Decimal Point',
			value: 'commaAndPoint',
			description: 'United States, United Kingdom, India, Japan, Mexico and others',
		},
		{
			name: 'CSV: Semicolon and Decimal Comma',
			value: 'semicolonAndComma',
			description: 'Most of Europe, Brazil, Argentina, Indonesia and others',
		},
		{
			name: 'CSV: Semicolon and Decimal Point',
			value: 'semicolonAndPoint',
			description: 'Switzerland and others',
		},
		{ name: 'Excel', value: 'xlsx', description: 'One .xlsx file with rows and totals' },
	],
};

export const groupByField: INodeProperties = textField('Group Totals By', 'groupBy', {
	description:
		'Columns to group the totals by, separated by commas or as a list. Currencies always have separate totals.',
});

export function readBinaryPropertyName(parameter: Parameters['parameter']): string {
	const name = String(parameter('binaryPropertyName', 'data')).trim();
	if (name !== '') return name;
	throw refusal(
		'is required',
		'Enter the name of the field for the file, for example data.',
		'Put Output File in Field',
	);
}
