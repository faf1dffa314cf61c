import type { INodeProperties } from 'n8n-workflow';
import { showFor, type Show } from '../node/fields';
import { groupByField, WORKBOOK_CHOICE } from '../spreadsheet/fields';

const OUTPUTS = [
	WORKBOOK_CHOICE,
	{
		name: 'File',
		value: 'file',
		description: 'The original report as a file of any size',
	},
	{
		name: 'One Batch of Rows',
		value: 'oneBatch',
		description:
			'The next rows of a report of any size. A cursor says where the next run continues.',
	},
	{
		name: 'Rows',
		value: 'rows',
		description: 'One item per row of the report, for spreadsheets and data tables',
	},
	{
		name: 'Totals',
		value: 'totals',
		description: 'Sales, refunds, chargebacks and net for each currency, without the rows',
	},
];

const outputField = (isInBatches: boolean): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'rows',
	description: 'What to return from the report',
	options: OUTPUTS.filter(({ value }) => isInBatches || value !== 'oneBatch'),
});

/** Each batch downloads the report from its beginning: many small ones take long. */
export const BATCH_SIZE = 10_000;

const BATCH_FIELDS: INodeProperties[] = [
	{
		displayName: 'Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.nextCursor }}',
		hint: 'Leave empty for the first batch',
		description:
			'Where to continue: nextCursor of the last batch. It fits the same report and the same options only. To hold one batch at a time, run each batch as its own execution.',
		displayOptions: { show: { output: ['oneBatch'] } },
	},
	{
		displayName: 'Rows per Batch',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: BATCH_SIZE,
		description: 'How many rows the item holds, in its list "rows". Split Out makes items of them.',
		displayOptions: { show: { output: ['oneBatch'] } },
	},
];

/**
 * What the user gets from a downloaded report: the "Output" choice and the fields it brings up. `isInBatches`: whether
 * the same report can be asked for again, so that a later run can continue it.
 */
export const contentFields = (show: Show = {}, { isInBatches = false } = {}): INodeProperties[] =>
	showFor(show, [
		outputField(isInBatches),
		...(isInBatches ? BATCH_FIELDS : []),
		...showFor({ output: ['totals', 'workbook'] }, [groupByField]),
	]);
