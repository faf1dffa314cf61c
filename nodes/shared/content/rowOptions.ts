import type { INodeProperties } from 'n8n-workflow';

/** A spreadsheet has its own way with these. */
const notInSpreadsheets: INodeProperties['displayOptions'] = {
	hide: { '/output': ['workbook', 'spreadsheetCsv'] },
};

/** Which rows and columns of a report come out: alphabetical, as n8n lists them. */
export const rowOptions: INodeProperties[] = [
	{
		displayName: 'Column Names or IDs',
		name: 'catalogueColumns',
		type: 'multiOptions',
		allowArbitraryValues: true,
		default: [],
		description:
			'The columns to keep, out of the report fields that the service documents. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		typeOptions: { loadOptionsMethod: 'getCatalogueColumns' },
	},
	{
		displayName: 'Column Naming',
		name: 'columnNames',
		type: 'options',
		displayOptions: notInSpreadsheets,
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
		displayName: 'Columns to Keep',
		name: 'columns',
		type: 'string',
		default: '',
		placeholder: 'e.g. RequestID, BillTo.City, Amount',
		description:
			'The columns to keep, in this order, separated by commas or as a list. Leave empty for all. Fewer columns are faster and smaller.',
	},
	{
		displayName: 'First Rows Only',
		name: 'firstRows',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description:
			'How many rows to read at most, after the filter. 0 for all. The rest is not downloaded.',
	},
	{
		displayName: 'Report Details as Columns',
		name: 'metadataColumns',
		type: 'multiOptions',
		default: [],
		description: 'Facts about the report to put on each row',
		options: [
			{ name: 'End of Period', value: 'endTime' },
			{ name: 'Organization ID', value: 'organizationId' },
			{ name: 'Report Date', value: 'reportDate' },
			{ name: 'Report ID', value: 'reportId' },
			{ name: 'Report Name', value: 'reportName' },
			{ name: 'Start of Period', value: 'startTime' },
		],
	},
	{
		displayName: 'Row Filter',
		name: 'filters',
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
	},
	{
		displayName: 'Row Key',
		name: 'rowKey',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'none',
		description:
			'Adds a column rowKey that is always the same for the same row. Use it to update rows instead of adding them.',
		options: [
			{ name: 'From Chosen Columns', value: 'columns', description: 'Those of Row Key Columns' },
			{ name: 'From the Whole Row', value: 'row', description: 'Equal rows are numbered' },
			{ name: 'None', value: 'none' },
		],
	},
	{
		displayName: 'Row Key Columns',
		name: 'rowKeyColumns',
		type: 'string',
		displayOptions: notInSpreadsheets,
		default: '',
		placeholder: 'e.g. RequestID',
		description: 'Columns that identify a row, separated by commas or as a list',
	},
];
