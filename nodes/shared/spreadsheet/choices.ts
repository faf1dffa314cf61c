import { readNames } from '../names';
import type { Parameters } from '../node/parameters';
import { refusal } from '../problem';
import type { SpreadsheetCsvChoices } from './spreadsheetCsv';
import type { Headings } from './table';

type Parameter = Parameters['parameter'];

export const MOST_GROUP_COLUMNS = 3;

/** The names of the columns to total by, and of those to add up. */
export interface TotalColumns {
	groupBy: string[];
	sumColumns: string[];
}

export const readTotals = (parameter: Parameter): TotalColumns => ({
	groupBy: readNames(parameter('groupBy', '')),
	sumColumns: readNames(parameter('sumColumns', '')),
});

export function refuseManyGroupColumns(
	{ groupBy }: Pick<TotalColumns, 'groupBy'>,
	advice: string,
): void {
	if (groupBy.length <= MOST_GROUP_COLUMNS) return;
	throw refusal(
		`takes up to ${MOST_GROUP_COLUMNS} columns in a workbook`,
		advice,
		'Group Totals By',
	);
}

export interface SpreadsheetOptions extends Pick<SpreadsheetCsvChoices, 'byteOrderMark'> {
	chart: boolean;
	headings: Headings;
}

export function readSpreadsheetOptions(parameter: Parameter): SpreadsheetOptions {
	const given = parameter('spreadsheetOptions', {}) as Partial<SpreadsheetOptions>;
	return { byteOrderMark: true, chart: true, headings: 'readable', ...given };
}

export function readBinaryPropertyName(parameter: Parameter): string {
	const name = String(parameter('binaryPropertyName', 'data')).trim();
	if (name !== '') return name;
	throw refusal(
		'is required',
		'Enter the name of the field for the file, for example data.',
		'Put Output File in Field',
	);
}
