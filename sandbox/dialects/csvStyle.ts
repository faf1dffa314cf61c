import type { CsvStyle } from '../reporting/files/layout';
import type { Dialect } from './dialect';

const LINE_ENDS = { lf: '\n', crlf: '\r\n', cr: '\r' };

/** How this dialect writes a CSV file. */
export function csvStyle(dialect: Dialect): CsvStyle {
	return {
		byteOrderMark: dialect.is('csvBom', 'bom'),
		lineEnd: LINE_ENDS[dialect.reading('csvLineEnds')],
		lastLineEnds: dialect.is('csvEnd', 'line-end'),
		preamble: dialect.is('csvPreamble', 'line'),
		quoteAll: dialect.is('csvQuotes', 'all'),
	};
}
