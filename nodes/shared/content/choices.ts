import { toWireNames } from '../catalogue/fields';
import { readNames } from '../names';
import { hasChoices, readChoices } from '../node/choices';
import { picked, readCount, type Parameters } from '../node/parameters';
import { refusal } from '../problem';
import { textOf } from '../record';
import {
	COMPARISONS,
	type Condition,
	type ReadChoices,
	type TotalChoices,
} from '../report/choices';
import { type Cursor, optionsKey, readCursor } from './cursor';
import { contentFields } from './fields';
import { READ_OPTIONS } from './readOptions';
import type { ReportCsvChoices, ReportWorkbookChoices } from './reportSpreadsheet';
import {
	readBinaryPropertyName,
	readSpreadsheetOptions,
	readTotals,
	refuseManyGroupColumns,
} from '../spreadsheet/choices';

export interface BatchChoices {
	output: 'oneBatch';
	batchSize: number;
	/** What the rows depend on, in short. */
	options: string;
	/** Where the last batch ended; none for the first one. */
	cursor?: Cursor;
}

export type ContentChoices = { read: ReadChoices } & (
	| { output: 'rows' }
	| { output: 'file' | 'rowsAndFile'; binaryPropertyName: string }
	| { output: 'batches'; batchSize: number }
	| BatchChoices
	| { output: 'totals'; totals: TotalChoices }
	| ({ output: 'workbook'; binaryPropertyName: string } & ReportWorkbookChoices)
	| ({ output: 'spreadsheetCsv'; binaryPropertyName: string } & ReportCsvChoices)
);

type Parameter = Parameters['parameter'];

const FIELDS_WITH_CHOICES = {
	all: contentFields({}, { isInBatches: true }).filter(hasChoices),
	usual: contentFields().filter(hasChoices),
};

const DEFAULTS = Object.fromEntries(
	READ_OPTIONS.flatMap(({ options }) => options.map((option) => [option.name, option.default])),
);

const NAME_LISTS = ['columns', 'rowKeyColumns', 'amountColumns', 'timeColumns'] as const;

function readFilters(value: unknown): Condition[] {
	const { conditions = [] } = (value ?? {}) as { conditions?: Array<Partial<Condition>> };
	return conditions.map(({ column = '', comparison = 'equals', value: wanted = '' }, index) => {
		const field = `Row Filter, condition ${index + 1}`;
		if (column === '') {
			throw refusal(
				'Column is required',
				'Enter the name of a column as in the report, or remove the condition.',
				field,
			);
		}
		if (!COMPARISONS.includes(comparison)) {
			throw refusal(
				`"${String(comparison)}" is not a comparison`,
				`Use one of: ${COMPARISONS.join(', ')}.`,
				field,
			);
		}
		return { column, comparison, value: String(wanted) };
	});
}

type RowOptions = Partial<Record<keyof ReadChoices | 'catalogueColumns', unknown>>;

export function readRowOptions(value: unknown): ReadChoices {
	const { catalogueColumns, ...given } = (value ?? {}) as RowOptions;
	const choices = { ...DEFAULTS, ...given } as ReadChoices;
	for (const list of NAME_LISTS) choices[list] = readNames(given[list]);
	choices.columns = toWireNames([...readNames(catalogueColumns), ...choices.columns]);
	choices.filters = readFilters(given.filters);
	choices.firstRows = readCount('First Rows Only', choices.firstRows, { fallback: 0, least: 0 });
	choices.currency = textOf(picked(given.currency)).toUpperCase();
	choices.rowElement = choices.rowElement.trim();
	if (choices.rowKey === 'columns' && choices.rowKeyColumns.length === 0) {
		throw refusal(
			'is required',
			'Enter the columns that identify a row, for example RequestID, or choose the whole row as Row Key.',
			'Row Key Columns',
		);
	}
	return choices;
}

const readBatchSize = (parameter: Parameter): number =>
	readCount('Rows per Batch', parameter('batchSize', 1000), { fallback: 1000, least: 1 });

/** Reads what the user chose in the fields of contentFields. */
export function readContentChoices(
	entered: Parameter,
	{ isInBatches = false } = {},
): ContentChoices {
	const fields = isInBatches ? FIELDS_WITH_CHOICES.all : FIELDS_WITH_CHOICES.usual;
	const { parameter } = readChoices(fields, { parameter: entered });
	const output = parameter('output', 'rows') as ContentChoices['output'];
	if (output === 'file') {
		return {
			output,
			read: readRowOptions({}),
			binaryPropertyName: readBinaryPropertyName(parameter),
		};
	}
	const read = readRowOptions(
		Object.assign({}, ...READ_OPTIONS.map(({ name }) => parameter(name, {}))),
	);
	switch (output) {
		case 'rows':
			return { output, read };
		case 'rowsAndFile':
			return { output, read, binaryPropertyName: readBinaryPropertyName(parameter) };
		case 'batches':
			return { output, read, batchSize: readBatchSize(parameter) };
		case 'oneBatch': {
			const options = optionsKey(read, parameter('format', ''));
			return {
				output,
				read,
				batchSize: readBatchSize(parameter),
				options,
				cursor: readCursor(parameter('cursor', ''), read, options),
			};
		}
		case 'totals':
			return {
				output,
				read,
				totals: readReportTotals(parameter),
			};
		case 'workbook':
			return {
				output,
				read,
				totals: readFewTotals(parameter),
				binaryPropertyName: readBinaryPropertyName(parameter),
				...readSpreadsheetOptions(parameter),
			};
		case 'spreadsheetCsv':
			return {
				output,
				read,
				format: parameter('csvFormat', 'commaAndPoint') as ReportCsvChoices['format'],
				binaryPropertyName: readBinaryPropertyName(parameter),
				...readSpreadsheetOptions(parameter),
			};
	}
}

const readReportTotals = (parameter: Parameter): TotalChoices => ({
	...readTotals(parameter),
	acceptedOnly: parameter('totalsCount', 'all') === 'accepted',
});

function readFewTotals(parameter: Parameter): TotalChoices {
	const totals = readReportTotals(parameter);
	refuseManyGroupColumns(totals, 'Name fewer columns, or choose Totals Only as Output.');
	return totals;
}
