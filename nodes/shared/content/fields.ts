import type { INodeProperties } from 'n8n-workflow';
import { showFor, type Show } from '../node/fields';
import { rowOptions } from './rowOptions';

const FIELDS: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'rows',
		description: 'What to make of the report',
		options: [
			{
				name: 'CSV for Spreadsheets',
				value: 'spreadsheetCsv',
				description:
					'One CSV file with the separator and decimal mark of your country, and no formulas in it',
			},
			{
				name: 'Excel Workbook',
				value: 'workbook',
				description: 'One .xlsx file with amounts as numbers, dates as dates, and totals',
			},
			{
				name: 'File',
				value: 'file',
				description: 'The report as it is, streamed to a file whatever its size',
			},
			{
				name: 'Rows',
				value: 'rows',
				description: 'One item per row of the report, for spreadsheets and data tables',
			},
			{
				name: 'Rows and File',
				value: 'rowsAndFile',
				description: 'One item per row, with the file attached to the first, from one download',
			},
			{
				name: 'Rows in Batches',
				value: 'batches',
				description: 'Items that hold many rows each, for reports of hundreds of thousands of rows',
			},
			{
				name: 'Totals Only',
				value: 'totals',
				description: 'Count the rows and add up amounts per group, without keeping the rows',
			},
		],
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output field to put the file in',
		displayOptions: { show: { output: ['file', 'rowsAndFile', 'workbook', 'spreadsheetCsv'] } },
	},
	{
		displayName: 'Spreadsheet Format',
		name: 'csvFormat',
		type: 'options',
		default: 'commaAndPoint',
		description:
			'What separates columns and what marks decimals: it depends on the country that your spreadsheet is set up for',
		options: [
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
		],
		displayOptions: { show: { output: ['spreadsheetCsv'] } },
	},
	{
		displayName: 'Rows per Batch',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1000,
		description:
			'How many rows each item holds, in its list "rows". Pass the items to a sub-workflow or to Split Out.',
		displayOptions: { show: { output: ['batches'] } },
	},
	{
		displayName: 'Group Totals By',
		name: 'groupBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. PaymentMethod.CardType, Status',
		description:
			'Columns to total by, separated by commas or given as a list; up to three in a workbook. The currency of each amount is always told apart.',
		displayOptions: { show: { output: ['totals', 'workbook'] } },
	},
	{
		displayName: 'Columns to Add Up',
		name: 'sumColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. Amount, FeeAmount',
		description:
			'Columns to add up, separated by commas or given as a list. Empty for every column that is an amount by the field catalogue or by its name.',
		displayOptions: { show: { output: ['totals', 'workbook'] } },
	},
	{
		displayName: 'Rows That Count',
		name: 'totalsCount',
		type: 'options',
		default: 'all',
		description: 'What the totals add up. The rows themselves stay as they are.',
		options: [
			{
				name: 'Accepted, Refunds Subtracted',
				value: 'accepted',
				description:
					'Only accepted rows, with refunds and chargebacks negative whether the report signs them or not. Says what was left out, and what the report does not tell.',
			},
			{ name: 'All, as They Are', value: 'all' },
		],
		displayOptions: { show: { output: ['totals', 'workbook'] } },
	},
	{
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
				description: 'Whether the file begins with the mark by which Excel tells that it is UTF-8',
				displayOptions: { show: { '/output': ['spreadsheetCsv'] } },
			},
			{
				displayName: 'Chart',
				name: 'chart',
				type: 'boolean',
				default: true,
				description:
					'Whether the sheet Totals has a chart of the sums by the first column to total by',
				displayOptions: { show: { '/output': ['workbook'] } },
			},
			{
				displayName: 'Column Headings',
				name: 'headings',
				type: 'options',
				default: 'readable',
				description: 'How columns are named in the first row',
				options: [
					{ name: 'As in the Report', value: 'report', description: 'For example BillTo.City' },
					{ name: 'Readable', value: 'readable', description: 'For example Bill To: City' },
				],
			},
		],
		displayOptions: { show: { output: ['workbook', 'spreadsheetCsv'] } },
	},
	{
		displayName: 'Report Options',
		name: 'rowOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: rowOptions,
		displayOptions: {
			show: {
				output: ['rows', 'rowsAndFile', 'batches', 'totals', 'workbook', 'spreadsheetCsv'],
			},
		},
	},
];

/** What the user gets from a downloaded report: the "Output" choice and the fields it brings up. */
export const contentFields = (show: Show = {}): INodeProperties[] => showFor(show, FIELDS);
