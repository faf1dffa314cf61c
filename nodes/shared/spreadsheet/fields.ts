import type { INodeProperties } from 'n8n-workflow';

/** Fields that are the same wherever a spreadsheet is made. Which choices bring them up is for the action to say. */

export const WORKBOOK_CHOICE = {
	name: 'Excel Workbook',
	value: 'workbook',
	description: 'One .xlsx file with amounts as numbers, dates as dates, and totals',
};

export const SPREADSHEET_CSV_CHOICE = {
	name: 'CSV for Spreadsheets',
	value: 'spreadsheetCsv',
	description:
		'One CSV file with the separator and decimal mark of your country, and no formulas in it',
};

export const fileField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output field to put the file in',
};

export const CSV_FORMAT_CHOICES = [
	{
		name: 'Comma and Decimal Point',
		value: 'commaAndPoint',
		description: 'United States, United Kingdom, India, Japan, Mexico and others',
	},
	{
		name: 'Semicolon and Decimal Comma',
		value: 'semicolonAndComma',
		description: 'Most of Europe, Brazil, Argentina, Indonesia and others',
	},
	{
		name: 'Semicolon and Decimal Point',
		value: 'semicolonAndPoint',
		description: 'Switzerland and others',
	},
	{ name: 'Tab and Decimal Comma', value: 'tabAndComma' },
	{ name: 'Tab and Decimal Point', value: 'tabAndPoint' },
];

export const csvFormatField: INodeProperties = {
	displayName: 'Spreadsheet Format',
	name: 'csvFormat',
	type: 'options',
	default: 'commaAndPoint',
	description:
		'The column separator and decimal mark. Choose what your spreadsheet uses in your country.',
	options: CSV_FORMAT_CHOICES,
};

export const groupByField: INodeProperties = {
	displayName: 'Group Totals By',
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. PaymentMethod.CardType, Status',
	description:
		'Columns to group the totals by, separated by commas or as a list. A workbook takes up to three. Currencies always have separate totals.',
};

export const sumColumnsField: INodeProperties = {
	displayName: 'Columns to Add Up',
	name: 'sumColumns',
	type: 'string',
	default: '',
	placeholder: 'e.g. Amount, FeeAmount',
	description:
		'Columns to add up, separated by commas or as a list. Leave empty for every column that the field catalog or its name marks as an amount.',
};

/** `output`: the field that chooses the spreadsheet; `headings`: the names of columns in two forms. */
export const spreadsheetOptionsField = (
	output: string,
	headings: Record<'name' | 'example' | 'readable', string>,
): INodeProperties => ({
	displayName: 'Spreadsheet Options',
	name: 'spreadsheetOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Byte Order Mark',
			name: 'byteOrderMark',
			type: 'boolean',
			default: true,
			description: 'Whether the file starts with the mark that tells Excel it is UTF-8',
			displayOptions: { show: { [`/${output}`]: ['spreadsheetCsv'] } },
		},
		{
			displayName: 'Chart',
			name: 'chart',
			type: 'boolean',
			default: true,
			description: 'Whether to add a chart of the sums to the Totals sheet',
			displayOptions: { show: { [`/${output}`]: ['workbook'] } },
		},
		{
			displayName: 'Column Headings',
			name: 'headings',
			type: 'options',
			default: 'readable',
			description: 'How columns are named in the first row',
			options: [
				{
					name: headings.name,
					value: 'report',
					description: `For example ${headings.example}`,
				},
				{
					name: 'Readable',
					value: 'readable',
					description: `For example ${headings.readable}`,
				},
			],
		},
	],
});
