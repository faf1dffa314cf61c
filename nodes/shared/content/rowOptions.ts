import type { INodeProperties } from 'n8n-workflow';
import { CATALOGUE_FIELDS } from '../catalogue/fields';

/** A spreadsheet has its own way with these. */
const notInSpreadsheets: INodeProperties['displayOptions'] = {
	hide: { '/output': ['workbook', 'spreadsheetCsv'] },
};

/** How a report is read into rows: alphabetical, as n8n lists them. */
export const rowOptions: INodeProperties[] = [
	{
		displayName: 'Amount Columns',
		name: 'amountColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. Amount, FeeAmount',
		description:
			'Columns to read as amounts, separated by commas or given as a list. Empty for those that are amounts by the field catalogue or by their name, such as FeeAmount or ccAuthReply_amount.',
	},
	{
		displayName: 'Amounts',
		name: 'amounts',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'text',
		description: 'How amounts come out',
		options: [
			{
				name: 'Minor Units',
				value: 'minorUnits',
				description:
					'Whole numbers in cents, pence or yen, with the currency in a column beside: 12.50 is 1250',
			},
			{
				name: 'Numbers',
				value: 'number',
				description: 'Numbers to calculate with. More than 15 digits are an error.',
			},
			{ name: 'Text', value: 'text', description: 'Exactly as in the report' },
		],
	},
	{
		displayName: 'Carry Wrapper Attributes',
		name: 'wrapperAttributes',
		type: 'boolean',
		default: false,
		description:
			'Whether the attributes of the elements around a row of an XML report, such as Batch.BatchID, become columns of each row',
	},
	{
		displayName: 'Column Names',
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
			'Columns to keep, in this order, separated by commas or given as a list. Empty for all. Fewer columns are faster and smaller.',
	},
	{
		displayName: 'Columns to Keep From the Catalogue',
		name: 'catalogueColumns',
		type: 'multiOptions',
		allowArbitraryValues: true,
		default: [],
		description: 'Columns to keep, picked from the report fields that the service documents',
		options: CATALOGUE_FIELDS.map(({ label, value }) => ({ name: label, value })),
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: '',
		placeholder: 'e.g. USD',
		description:
			'The currency of amounts that have no currency column, as three letters. Needed only for amounts in minor units, and for the decimals and totals of a workbook.',
	},
	{
		displayName: 'Empty Cells',
		name: 'emptyCells',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'text',
		description: 'What stands for a cell with nothing in it',
		options: [
			{ name: 'Empty Text', value: 'text' },
			{ name: 'Null', value: 'null' },
		],
	},
	{
		displayName: 'First Line of a CSV Report',
		name: 'preamble',
		type: 'options',
		default: 'auto',
		description:
			'Whether a line with the report name, its period and the organization stands before the column names',
		options: [
			{ name: 'Find Out', value: 'auto' },
			{ name: 'Column Names', value: 'no' },
			{ name: 'Report Details', value: 'yes' },
		],
	},
	{
		displayName: 'First Rows Only',
		name: 'firstRows',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description:
			'How many rows to read at most, counted after the filter. 0 for all. What follows them is not downloaded.',
	},
	{
		displayName: 'Last Line Without a Line End',
		name: 'openEnd',
		type: 'options',
		default: 'error',
		description:
			'What to do where the last line of a CSV report has no line end and the service did not announce its size',
		options: [
			{ name: 'Accept', value: 'accept', description: 'The service never ends the last line' },
			{ name: 'Stop with an Error', value: 'error', description: 'The report may be cut off' },
		],
	},
	{
		displayName: 'Repeated Elements',
		name: 'repeated',
		type: 'options',
		default: 'number',
		description:
			'What becomes of elements that repeat within a row of an XML report, such as line items',
		options: [
			{
				name: 'Number Them',
				value: 'number',
				description: 'Columns LineItem.Quantity, LineItem.2.Quantity, LineItem.3.Quantity',
			},
			{
				name: 'One Row Each',
				value: 'rows',
				description: 'The row is repeated for each of them; the other columns stay the same',
			},
		],
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
		displayName: 'Row Element',
		name: 'rowElement',
		type: 'string',
		default: '',
		placeholder: 'e.g. Request',
		description: 'The XML element that makes a row. Empty to find it.',
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
							'Amounts compare as amounts, times by time, all else as text. Separate several values of Is One Of with commas; put a value that has a comma in quotes.',
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
			'A column rowKey that stays the same for the same row each time it is read, to update instead of add',
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
		description: 'Columns that tell rows apart, separated by commas or given as a list',
	},
	{
		displayName: 'Short Rows',
		name: 'shortRows',
		type: 'options',
		default: 'error',
		description: 'What to do with a row of a CSV report that has fewer cells than columns, or more',
		options: [
			{ name: 'Fill Up With Empty Cells', value: 'pad', description: 'Extra cells are an error' },
			{ name: 'Stop with an Error', value: 'error', description: 'The error names the row' },
		],
	},
	{
		displayName: 'Spreadsheet Formulas',
		name: 'formulas',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'keep',
		description:
			'What to do with text that a spreadsheet would run as a formula: it begins with =, +, -, @, a tab or a line break. Amounts are left alone.',
		options: [
			{ name: 'Keep', value: 'keep', description: 'Exactly as in the report' },
			{ name: 'Neutralise', value: 'apostrophe', description: 'Put an apostrophe before it' },
		],
	},
	{
		displayName: 'Time Columns',
		name: 'timeColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. LocalizedRequestDate',
		description:
			'Columns to read as times, separated by commas or given as a list. Empty for those that are times by the field catalogue or by their name, such as ChargebackTime or request_date.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: 'UTC',
		placeholder: 'e.g. America/New_York',
		description: 'The zone of times that do not name their own, and of the dates in a spreadsheet',
	},
	{
		displayName: 'Times',
		name: 'times',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'text',
		description: 'How times come out',
		options: [
			{
				name: 'ISO 8601',
				value: 'iso',
				description: 'For example 2026-03-01T08:30:00+01:00; a date stays a date',
			},
			{ name: 'Text', value: 'text', description: 'Exactly as in the report' },
		],
	},
];
