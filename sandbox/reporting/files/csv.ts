import { readerOf } from '../ledger/values';
import type { CsvStyle, Layout, ReportWriter } from './layout';

const VERSION = '2.0';
const BYTE_ORDER_MARK = '\uFEFF';
const USUAL: CsvStyle = { forSpreadsheets: false, preamble: true };

/** One preamble line, the header row, then a line for each transaction. */
export function csvWriter(layout: Layout): ReportWriter {
	const { attributes, convention, csvStyle = USUAL } = layout;
	const readers = attributes.map((attribute) => readerOf(attribute, layout.signedAmounts));
	const columns = attributes.map(({ id, columns: names }) => (convention ? names[convention] : id));
	const [start, cell, lineEnd] = csvStyle.forSpreadsheets
		? [BYTE_ORDER_MARK, quoted, '\r\n']
		: ['', csvCell, '\n'];
	const line = (cells: readonly string[]): string => csvLine(cells, cell) + lineEnd;
	return {
		head: () => start + (csvStyle.preamble ? line(preamble(layout)) : '') + line(columns),
		transition: () => '',
		row: (transaction) => line(readers.map((read) => read(transaction))),
		tail: () => '',
	};
}

function preamble({ definition, period, organizationId }: Layout): string[] {
	const [start, end] = [period.start, period.end].map((time) => new Date(time).toISOString());
	return [definition.title, VERSION, `${start} to ${end}`, organizationId];
}

function csvLine(cells: readonly string[], cell: (text: string) => string): string {
	let line = '';
	for (let index = 0; index < cells.length; index++) {
		line += index === 0 ? cell(cells[index]) : `,${cell(cells[index])}`;
	}
	return line;
}

function csvCell(text: string): string {
	return /[",\r\n]|^\s|\s$/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}
