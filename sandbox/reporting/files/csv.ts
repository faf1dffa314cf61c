import { readerOf } from '../ledger/values';
import type { CsvStyle, Layout, ReportWriter } from './layout';

const VERSION = '2.0';
const BYTE_ORDER_MARK = '\uFEFF';
const USUAL: CsvStyle = {
	byteOrderMark: false,
	lineEnd: '\n',
	lastLineEnds: true,
	preamble: true,
	quoteAll: false,
};

/** One preamble line, the header row, then a line for each transaction. */
export function csvWriter(layout: Layout): ReportWriter {
	const { attributes, convention, csvStyle = USUAL } = layout;
	const readers = attributes.map((attribute) => readerOf(attribute, layout.signedAmounts));
	const columns = attributes.map(({ id, columns: names }) => (convention ? names[convention] : id));
	const cell = csvStyle.quoteAll ? quoted : csvCell;
	const { lineEnd, lastLineEnds } = csvStyle;
	const [before, after] = lastLineEnds ? ['', lineEnd] : [lineEnd, ''];
	const line = (cells: readonly string[]): string => csvLine(cells, cell) + after;
	return {
		head: () =>
			(csvStyle.byteOrderMark ? BYTE_ORDER_MARK : '') +
			(csvStyle.preamble ? line(preamble(layout)) + before : '') +
			line(columns),
		transition: () => '',
		row: (transaction) => before + line(readers.map((read) => read(transaction))),
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
