import type { INodeProperties } from 'n8n-workflow';
import { showFor, type Show } from '../node/fields';
import { CSV_FORMAT_CHOICES, fileField } from '../spreadsheet/fields';

const READ = ['totals', 'workbook', 'oneBatch', 'rows'];
const AS_ROWS = ['oneBatch', 'rows'];

/** Shown for these outputs. */
const shownFor = (output: readonly string[], ...fields: INodeProperties[]): INodeProperties[] =>
	showFor({ '/output': [...output] }, fields);

const rowFilter: INodeProperties = {
	displayName: 'Row Filter',
	name: 'rowFilter',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add condition',
	default: {},
	description: 'Keep only rows that meet all of these conditions',
	options: [
		{
			displayName: 'Condition',
			name: 'conditions',
			values: [
				{
					displayName: 'Column',
					name: 'column',
					type: 'string',
					default: '',
					placeholder: 'e.g. Status',
					description: 'The name of the column in the report',
				},
				{
					displayName: 'Comparison',
					name: 'comparison',
					type: 'options',
					default: 'equals',
					options: [
						{ name: 'Contains', value: 'contains' },
						{ name: 'Does Not Contain', value: 'notContains' },
						{ name: 'Ends With', value: 'endsWith' },
						{ name: 'Equals', value: 'equals' },
						{ name: 'Is at Least', value: 'atLeast' },
						{ name: 'Is at Most', value: 'atMost' },
						{ name: 'Is Empty', value: 'empty' },
						{ name: 'Is Greater Than', value: 'greater' },
						{ name: 'Is Less Than', value: 'less' },
						{ name: 'Is Not Empty', value: 'notEmpty' },
						{ name: 'Is One Of', value: 'oneOf' },
						{ name: 'Not Equal', value: 'notEquals' },
						{ name: 'Starts With', value: 'startsWith' },
					],
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. TRANSMITTED',
					description:
						'Amounts are compared as amounts, times as times, everything else as text. Separate the values of Is One Of with commas. Put a value with a comma in quotes.',
					displayOptions: { hide: { comparison: ['empty', 'notEmpty'] } },
				},
			],
		},
	],
};

const fileFormat: INodeProperties = {
	displayName: 'File Format',
	name: 'fileFormat',
	type: 'fixedCollection',
	placeholder: 'Add file format',
	default: {},
	description: 'How to read a file of an unusual form',
	options: [
		{
			displayName: 'File Format',
			name: 'values',
			values: [
				{
					displayName: 'First Line of a CSV Report',
					name: 'preamble',
					type: 'options',
					default: 'auto',
					description:
						'Whether a line with the report name, its period and the organization comes before the column names',
					options: [
						{ name: 'Column Names', value: 'no' },
						{ name: 'Detect Automatically', value: 'auto' },
						{ name: 'Report Details', value: 'yes' },
					],
				},
				{
					displayName: 'Include Wrapper Attributes',
					name: 'wrapperAttributes',
					type: 'boolean',
					default: false,
					description:
						'Whether the attributes of the elements around a row of an XML report, such as Batch.BatchID, become columns of each row',
				},
				{
					displayName: 'Repeated Elements',
					name: 'repeated',
					type: 'options',
					default: 'number',
					description:
						'What to do with elements that repeat within a row of an XML report, such as line items',
					options: [
						{
							name: 'Number Them',
							value: 'number',
							description: 'Columns LineItem.Quantity, LineItem.2.Quantity, LineItem.3.Quantity',
						},
						{
							name: 'One Row Each',
							value: 'rows',
							description:
								'Repeats the row for each of them, with the same values in the other columns',
						},
					],
				},
				{
					displayName: 'Row Element',
					name: 'rowElement',
					type: 'string',
					default: '',
					placeholder: 'e.g. Request',
					description: 'The XML element that makes a row. Leave empty to find it.',
				},
				{
					displayName: 'Short Rows',
					name: 'shortRows',
					type: 'options',
					default: 'error',
					description:
						'What to do with a row of a CSV report that has fewer cells than columns, or more',
					options: [
						{
							name: 'Fill With Empty Cells',
							value: 'pad',
							description: 'Extra cells are an error',
						},
						{ name: 'Stop With an Error', value: 'error', description: 'The error names the row' },
					],
				},
			],
		},
	],
};

const OPTIONS: INodeProperties[] = [
	...shownFor(READ, rowFilter, fileFormat),
	...shownFor(
		['workbook', 'oneBatch', 'rows'],
		{
			displayName: 'Columns to Keep',
			name: 'columns',
			type: 'string',
			default: '',
			placeholder: 'e.g. RequestID, BillTo.City, Amount',
			description: 'The columns to keep, in this order, separated by commas or as a list',
		},
		{
			displayName: 'Show Times In',
			name: 'showTimesIn',
			type: 'string',
			default: 'report',
			placeholder: 'e.g. America/New_York',
			description:
				"The time zone of the times in the output: report for the report's own, UTC, or a name. Without this option, spreadsheets use the report's zone, and rows have times as in the report.",
		},
	),
	...shownFor(
		AS_ROWS,
		{
			displayName: 'Amounts',
			name: 'amounts',
			type: 'options',
			default: 'text',
			description: 'How to return amounts',
			options: [
				{
					name: 'Numbers',
					value: 'number',
					description: 'Numbers to calculate with. More than 15 digits is an error.',
				},
				{ name: 'Text', value: 'text', description: 'Exactly as in the report' },
			],
		},
		{
			displayName: 'Column Naming',
			name: 'columnNames',
			type: 'options',
			default: 'report',
			description: 'How columns are named',
			options: [
				{ name: 'As in the Report', value: 'report', description: 'For example BillTo.City' },
				{
					name: 'Safe for Data Tables',
					value: 'safe',
					description:
						'Letters, digits and underscores, at most 63, each name once: for example BillTo_City',
				},
			],
		},
		{
			displayName: 'Row Key',
			name: 'rowKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. RequestID',
			description:
				'Columns that identify a row, or * for the whole row. Adds a column rowKey that is always the same for the same row. Use it to update rows instead of adding them.',
		},
	),
	...shownFor(['rows'], {
		displayName: 'Attach the File',
		name: 'attachFile',
		type: 'boolean',
		default: false,
		description: 'Whether to attach the report as a file to its first row, from the same download',
	}),
	...shownFor(['workbook'], {
		displayName: 'Spreadsheet Format',
		name: 'spreadsheetFormat',
		type: 'options',
		default: 'xlsx',
		description:
			'The kind of file. For CSV, choose the separator and decimal mark that your spreadsheet uses in your country.',
		options: [
			...CSV_FORMAT_CHOICES.map((choice) => ({ ...choice, name: `CSV: ${choice.name}` })),
			{ name: 'Excel', value: 'xlsx', description: 'One .xlsx file with rows, totals and a chart' },
		],
	}),
	...shownFor(['file', 'workbook'], { ...fileField, required: undefined }),
];

/** The options of a downloaded report, for the list of an action or event. `show`: what brings them up. */
export const contentOptions = (show: Show = {}): INodeProperties[] => showFor(show, OPTIONS);
