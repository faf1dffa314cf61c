import { readerOf } from '../ledger/values';
import type { Layout, ReportWriter } from './writer';

const VERSION = '2.0';

/** One preamble line, the header row, then a line for each transaction. */
export function csvWriter(layout: Layout): ReportWriter {
	const { attributes, convention } = layout;
	const readers = attributes.map((attribute) => readerOf(attribute, layout.signedAmounts));
	const columns = attributes.map(({ id, columns: names }) => (convention ? names[convention] : id));
	return {
		head: () => csvLine(preamble(layout)) + csvLine(columns),
		transition: () => '',
		row: (transaction) => csvLine(readers.map((read) => read(transaction))),
		tail: () => '',
	};
}

function preamble({ definition, period, organizationId }: Layout): string[] {
	const [start, end] = [period.start, period.end].map((time) => new Date(time).toISOString());
	return [definition.title, VERSION, `${start} to ${end}`, organizationId];
}

export function csvLine(cells: readonly string[]): string {
	let line = '';
	for (let index = 0; index < cells.length; index++) {
		line += index === 0 ? csvCell(cells[index]) : `,${csvCell(cells[index])}`;
	}
	return `${line}\n`;
}

function csvCell(text: string): string {
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
