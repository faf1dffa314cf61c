import type { CsvStyle } from '../reporting/files/layout';
import type { Dialect } from './dialect';

/** How this dialect writes a CSV file. */
export function csvStyle(dialect: Dialect): CsvStyle {
	return {
		forSpreadsheets: dialect.is('csvForm', 'spreadsheet'),
		preamble: !dialect.is('csvForm', 'no-preamble'),
	};
}
