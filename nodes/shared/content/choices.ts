import { IANAZone } from 'luxon';
import { given, type Parameters, readInRange, readDecisive, readOptions } from '../node/parameters';
import { refusal } from '../problem';
import { isFailedExpression, readNames, textOf } from '../text';
import type { ReadChoices } from '../report/choices';
import type { RowCondition } from '../report/filter';
import { readBinaryPropertyName } from '../spreadsheet/fields';
import type { CsvFormat } from '../spreadsheet/spreadsheetCsv';
import { type Cursor, readCursor } from './cursor';
import { batchSizeField } from './fields';
import { USE_REPORT_ZONE } from './reading';

/** What the user wants of a report. What belongs to another output is as usual. */
export interface ContentChoices {
	output: 'rows' | 'file' | 'oneBatch' | 'totals' | 'workbook';
	read: ReadChoices;
	groupBy: string[];
	format: 'xlsx' | CsvFormat;
	binaryPropertyName: string;
	batchSize: number;
	/** Where the last batch ended; none for the first one. */
	cursor?: Cursor;
}

function readConditions(value: unknown): RowCondition[] {
	const { conditions = [] } = (value ?? {}) as { conditions?: Array<Partial<RowCondition>> };
	return conditions.map((condition, index) => {
		const field = `Row Filter, condition ${index + 1}`;
		const { comparison = 'equals', value: wanted = '' } = condition;
		const column = given(condition.column, field);
		const value = String(wanted);
		const refuse = (what: string, advice: string) =>
			refusal(what, `${advice}, or remove the condition.`, field);
		if (column === undefined) throw refuse('Column is required', 'Enter a name as in the report');
		if (textOf(comparison) === '') throw refuse('Comparison is required', 'Choose one');
		if (isFailedExpression(value)) {
			throw refuse(`Value is ${value}`, 'Its expression gives no value. Correct it');
		}
		return { column, comparison, value };
	});
}

function readZone(entered: unknown): string {
	const zone = textOf(entered);
	if (zone === '' || IANAZone.isValidZone(zone)) return zone;
	if (zone.toLowerCase() === USE_REPORT_ZONE) return USE_REPORT_ZONE;
	throw refusal(
		`"${zone}" is not a time zone`,
		'Enter report, UTC, or a name such as America/New_York.',
		'Show Times In',
	);
}

const PERIOD: ReadChoices['metadataColumns'] = [
	'reportName',
	'periodStart',
	'periodEnd',
	'reportCompletedTime',
];

export function readReportChoices(options: Record<string, unknown>): ReadChoices {
	const { columns, rowFilter, amounts, showTimesIn, addColumns = [] } = options;
	return {
		columns: readNames(columns, 'Columns to Keep'),
		filters: readConditions(rowFilter),
		metadataColumns: (addColumns as string[]).includes('period') ? PERIOD : [],
		addsKind: (addColumns as string[]).includes('kind'),
		amounts: amounts === 'number' ? 'number' : 'text',
		timeZone: readZone(showTimesIn),
	};
}

/** Reads what the user chose in the fields of contentFields and contentOptions, whose dropdowns were checked. */
export function readContentChoices(parameter: Parameters['parameter']): ContentChoices {
	const output = parameter('output', 'rows') as ContentChoices['output'];
	const options = readOptions({ parameter });
	const read = readReportChoices(output === 'file' ? {} : options);
	return {
		output,
		read: output === 'totals' ? { ...read, columns: [] } : read,
		groupBy: readNames(readDecisive({ parameter }, 'groupBy', ''), 'Group Totals By'),
		format: (options.spreadsheetFormat ?? 'xlsx') as ContentChoices['format'],
		binaryPropertyName: readBinaryPropertyName((name, fallback) => options[name] ?? fallback),
		batchSize: readInRange(batchSizeField, parameter('batchSize', batchSizeField.default)),
		cursor: readCursor(parameter('cursor', '')),
	};
}
