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
		displayOptions: { show: { output: ['file', 'rowsAndFile'] } },
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
			'Columns to total by, separated by commas or given as a list. The currency of each amount is always told apart.',
		displayOptions: { show: { output: ['totals'] } },
	},
	{
		displayName: 'Columns to Add Up',
		name: 'sumColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. Amount, FeeAmount',
		description:
			'Columns to add up, separated by commas or given as a list. Empty for every column that is an amount by the field catalogue or by its name.',
		displayOptions: { show: { output: ['totals'] } },
	},
	{
		displayName: 'Report Options',
		name: 'rowOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: rowOptions,
		displayOptions: { show: { output: ['rows', 'rowsAndFile', 'batches', 'totals'] } },
	},
];

/** What the user gets from a downloaded report: the "Output" choice and the fields it brings up. */
export const contentFields = (show: Show = {}): INodeProperties[] => showFor(show, FIELDS);
