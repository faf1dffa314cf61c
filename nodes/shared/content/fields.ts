import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { showFor, type Show } from '../node/fields';
import {
	csvFormatField,
	fileField,
	groupByField,
	SPREADSHEET_CSV_CHOICE,
	spreadsheetOptionsField,
	sumColumnsField,
	WORKBOOK_CHOICE,
} from '../spreadsheet/fields';
import { READ_OPTIONS } from './readOptions';

const HEADINGS = {
	name: 'As in the Report',
	example: 'BillTo.City',
	readable: 'Bill To: City',
};

const shownFor = (field: INodeProperties, output: string[]): INodeProperties =>
	showFor({ output }, [field])[0];

const ONE_BATCH_CHOICE = {
	name: 'One Batch of Rows',
	value: 'oneBatch',
	description: 'The next rows of a report of any size. A cursor says where the next run continues.',
};

const outputField = (...more: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'rows',
	description: 'What to return from the report',
	options: [
		SPREADSHEET_CSV_CHOICE,
		WORKBOOK_CHOICE,
		{
			name: 'File',
			value: 'file',
			description: 'The original report as a file of any size',
		},
		...more,
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
			description:
				'Items that hold many rows each. n8n keeps all of them in memory: 2.4 GB for a report of 1 GB.',
		},
		{
			name: 'Totals Only',
			value: 'totals',
			description: 'Count the rows and add up amounts per group, without keeping the rows',
		},
	],
});

const cursorField: INodeProperties = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.nextCursor }}',
	hint: 'Leave empty for the first batch',
	description:
		'Where to continue: nextCursor of the last batch. It fits the same report and the same options only. To hold one batch at a time, run each batch as its own execution.',
	displayOptions: { show: { output: ['oneBatch'] } },
};

const FIELDS: INodeProperties[] = [
	shownFor(fileField, ['file', 'rowsAndFile', 'workbook', 'spreadsheetCsv']),
	shownFor(csvFormatField, ['spreadsheetCsv']),
	{
		displayName: 'Rows per Batch',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1000,
		description:
			'How many rows each item holds, in its list "rows". Pass the items to a sub-workflow or to Split Out.',
		displayOptions: { show: { output: ['batches', 'oneBatch'] } },
	},
	shownFor(groupByField, ['totals', 'workbook']),
	shownFor(sumColumnsField, ['totals', 'workbook']),
	{
		displayName: 'Rows to Count',
		name: 'totalsCount',
		type: 'options',
		default: 'all',
		description: 'What the totals add up. The rows themselves stay as they are.',
		options: [
			{
				name: 'Accepted, Refunds Subtracted',
				value: 'accepted',
				description:
					'Only accepted rows, with refunds and chargebacks negative. The output says what was left out.',
			},
			{ name: 'All, as They Are', value: 'all' },
		],
		displayOptions: { show: { output: ['totals', 'workbook'] } },
	},
	shownFor(spreadsheetOptionsField('output', HEADINGS), ['workbook', 'spreadsheetCsv']),
	...READ_OPTIONS.map((group) => ({
		...group,
		displayOptions: {
			show: {
				output: [
					'rows',
					'rowsAndFile',
					'batches',
					'oneBatch',
					'totals',
					'workbook',
					'spreadsheetCsv',
				],
			},
		},
	})),
];

/**
 * What the user gets from a downloaded report: the "Output" choice and the fields it brings up. `isInBatches`: whether
 * the same report can be asked for again, so that a later run can continue it.
 */
export const contentFields = (show: Show = {}, { isInBatches = false } = {}): INodeProperties[] =>
	showFor(
		show,
		isInBatches
			? [outputField(ONE_BATCH_CHOICE), cursorField, ...FIELDS]
			: [outputField(), ...FIELDS],
	);
