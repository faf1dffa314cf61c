import { IANAZone } from 'luxon';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readableName } from '../catalog/fields';
import { type ShowConditions, addShow, textField } from '../node/fields';
import {
	optionalText,
	type Parameters,
	readNonNull,
	readNumberField,
	readOptions,
} from '../node/parameters';
import { refusal } from '../problem';
import type { RowChoices } from '../report/choices';
import type { RowCondition } from '../report/filter';
import {
	fileField,
	formatOption,
	groupByField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../spreadsheet/fields';
import type { CsvFormat } from '../spreadsheet/spreadsheetCsv';
import { isFailedExpression, parseNames, trimText } from '../text';
import { type BatchCursor, decodeCursor } from './cursor';
import { USE_REPORT_ZONE } from './reading';

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

const IN_FILES = ['workbook', 'file', 'rows', 'totals'];
/** Reports that come as JSON only have no original file. */
export const OUTPUTS_OF_JSON_REPORTS = ['workbook', 'rows', 'totals'];

const batchSizeField: INodeProperties = {
	displayName: 'Rows per Batch',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 10_000,
	description:
		'How many rows the item holds, in its list "rows" (Split Out makes items of them). Each batch downloads the report again.',
	displayOptions: { show: { output: ['oneBatch'] } },
};

const BATCH_FIELDS: INodeProperties[] = [
	textField('Cursor', 'cursor', {
		placeholder: 'e.g. {{ $json.nextCursor }}',
		hint: 'Leave empty for the first batch',
		description:
			'The nextCursor of the last batch. It fits only the same report. To hold one batch at a time, run each batch as its own execution.',
		displayOptions: { show: { output: ['oneBatch'] } },
	}),
	batchSizeField,
];

/** `isInBatches`: whether a later run can get the same report. `groupBy`: an example. */
export const contentFields = (
	show: ShowConditions = {},
	{
		isInBatches = false,
		outputs = IN_FILES,
		output = 'rows',
		groupBy = 'PaymentMethod.CardType',
	} = {},
): INodeProperties[] =>
	addShow(show, [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			default: output,
			options: OUTPUTS.filter(({ value }) =>
				value === 'oneBatch' ? isInBatches : outputs.includes(value),
			),
		},
		...(isInBatches ? BATCH_FIELDS : []),
		...addShow({ output: ['totals', 'workbook'] }, [
			{ ...groupByField, placeholder: `e.g. ${readableName(groupBy)}` },
		]),
	]);

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
				textField('Column', 'column', {
					placeholder: 'e.g. Status',
					description: 'As the report names it',
				}),
				{
					displayName: 'Comparison',
					name: 'comparison',
					type: 'options',
					default: 'equals',
					options: [
						{ name: 'Contains', value: 'contains' },
						{ name: 'Does Not Contain', value: 'notContains' },
						{ name: 'Equals', value: 'equals' },
						{ name: 'Is Empty', value: 'empty' },
						{ name: 'Is Not Empty', value: 'notEmpty' },
						{ name: 'Is One Of', value: 'oneOf' },
						{ name: 'Not Equal', value: 'notEquals' },
						{ name: 'Starts With', value: 'startsWith' },
					],
				},
				textField('Value', 'value', {
					placeholder: 'e.g. TRANSMITTED',
					description:
						'As the report writes it. Amounts may have other decimals: 12.5 is 12.50. Separate the values of Is One Of with commas. Put a value with a comma in quotes.',
					displayOptions: { hide: { comparison: ['empty', 'notEmpty'] } },
				}),
			],
		},
	],
};

const KIND = {
	name: 'Kind and Signed Amount',
	value: 'kind',
	description:
		'What the row is (kind: sale, refund, chargeback and so on) and what it adds to net (signedAmount)',
};
const PERIOD = {
	name: 'Report Name and Period',
	value: 'period',
	description:
		'Also when the report was made: reportName, periodStart, periodEnd, reportCompletedTime',
};
const ALL_COLUMNS = {
	name: 'All Columns',
	value: 'all',
	description: 'All that the service gives. Without them, rows have the usual columns.',
};

const shownFor = (outputs: readonly string[], ...fields: INodeProperties[]): INodeProperties[] =>
	addShow({ '/output': [...outputs] }, fields);

const AS_ROWS = ['oneBatch', 'rows'];

export const contentOptions = (
	show: ShowConditions = {},
	added: INodePropertyOptions[] = [KIND, PERIOD],
): INodeProperties[] =>
	addShow(show, [
		...shownFor([...AS_ROWS, 'totals', 'workbook'], rowFilter),
		...shownFor(
			[...AS_ROWS, 'workbook'],
			textField('Columns to Keep', 'columns', {
				placeholder: 'e.g. RequestID, BillTo.City, Amount',
				description: 'In this order and with these names, separated by commas or as a list',
			}),
			textField('Show Times In', 'showTimesIn', {
				default: 'report',
				placeholder: 'e.g. America/New_York',
				description:
					"The time zone of the times in the output: report for the report's own, UTC, or a name. Without this option, spreadsheets use the report's zone, and rows have times as in the report.",
			}),
		),
		...shownFor([...AS_ROWS, 'totals'], {
			displayName: 'Amounts',
			name: 'amounts',
			type: 'options',
			default: 'text',
			options: [
				{
					name: 'Numbers',
					value: 'number',
					description: 'Numbers to calculate with. Fails for amounts of more than 15 digits.',
				},
				{ name: 'Text', value: 'text', description: 'Exactly as in the report' },
			],
		}),
		...shownFor(AS_ROWS, {
			displayName: 'Add Columns',
			name: 'addColumns',
			type: 'multiOptions',
			default: ['period'],
			options: added,
		}),
		...shownFor(['workbook'], formatOption),
		...shownFor(['file', 'workbook'], { ...fileField, required: undefined }),
	]);

export const onDemandOptions = (hasAmounts: boolean): INodeProperties[] =>
	contentOptions({}, [ALL_COLUMNS, ...(hasAmounts ? [KIND] : []), PERIOD]);

export interface ContentChoices {
	output: 'rows' | 'file' | 'oneBatch' | 'totals' | 'workbook';
	read: RowChoices;
	groupBy: string[];
	format: 'xlsx' | CsvFormat;
	binaryPropertyName: string;
	batchSize: number;
	/** Undefined for the first batch. */
	cursor?: BatchCursor;
}

function readConditions(value: unknown): RowCondition[] {
	const { conditions = [] } = (value ?? {}) as { conditions?: Array<Partial<RowCondition>> };
	return conditions.map((condition, index) => {
		const field = `Row Filter, condition ${index + 1}`;
		const { comparison = 'equals', value: wanted = '' } = condition;
		const column = optionalText(condition.column, field);
		const value = String(wanted);
		const refuse = (what: string, advice: string) =>
			refusal(what, `${advice}, or remove the condition.`, field);
		if (column === undefined) throw refuse('Column is required', 'Enter a name as in the report');
		if (trimText(comparison) === '') throw refuse('Comparison is required', 'Choose one');
		if (isFailedExpression(value)) {
			throw refuse(`Value is ${value}`, 'Its expression gives no value. Correct it');
		}
		return { column, comparison, value };
	});
}

function readZone(entered: unknown): string {
	const zone = trimText(entered);
	if (zone === '' || IANAZone.isValidZone(zone)) return zone;
	if (zone.toLowerCase() === USE_REPORT_ZONE) return USE_REPORT_ZONE;
	throw refusal(
		`"${zone}" is not a time zone`,
		'Enter report, UTC, or a name such as America/New_York.',
		'Show Times In',
	);
}

const PERIOD_COLUMNS: RowChoices['metadataColumns'] = [
	'reportName',
	'periodStart',
	'periodEnd',
	'reportCompletedTime',
];

export function readRowChoices(options: Record<string, unknown>): RowChoices {
	const { columns, rowFilter, amounts, showTimesIn, addColumns = [] } = options;
	return {
		columns: parseNames(columns, 'Columns to Keep'),
		filters: readConditions(rowFilter),
		metadataColumns: (addColumns as string[]).includes('period') ? PERIOD_COLUMNS : [],
		addsKind: (addColumns as string[]).includes('kind'),
		amounts: amounts === 'number' ? 'number' : 'text',
		timeZone: readZone(showTimesIn),
	};
}

/** Of contentFields and contentOptions, whose dropdowns are already checked. */
export function readContentChoices(parameter: Parameters['parameter']): ContentChoices {
	const output = parameter('output', 'rows') as ContentChoices['output'];
	const options = readOptions({ parameter });
	const read = readRowChoices(output === 'file' ? {} : options);
	return {
		output,
		read: output === 'totals' ? { ...read, columns: [] } : read,
		groupBy: parseNames(readNonNull({ parameter }, 'groupBy', ''), 'Group Totals By'),
		format: (options.spreadsheetFormat ?? 'xlsx') as ContentChoices['format'],
		binaryPropertyName: readBinaryPropertyName((name, fallback) => options[name] ?? fallback),
		batchSize: readNumberField(batchSizeField, parameter('batchSize', batchSizeField.default)),
		cursor: decodeCursor(parameter('cursor', '')),
	};
}
