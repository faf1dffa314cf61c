import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { distinctRows, type Mix, USUAL } from './reportMixes';

const csvCell = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);

const csvRow = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\n`;

const xmlText = (text: string) =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** The usual columns. Real reports are indented, and deep: each group has groups of its own around its elements. */
function xmlRow(cells: readonly string[]): string {
	const element = (index: number, indent: string) => {
		const name = USUAL.columns[index].split('.').pop()!;
		return cells[index] === ''
			? `${indent}<${name} />\n`
			: `${indent}<${name}>${xmlText(cells[index])}</${name}>\n`;
	};
	const group = (name: string, from: number, to: number) => {
		let text = `${' '.repeat(18)}<${name}>\n`;
		for (let index = from; index <= to; index++) text += element(index, ' '.repeat(22));
		return `${text}${' '.repeat(18)}</${name}>\n`;
	};
	return (
		`${' '.repeat(14)}<Request RequestID="${cells[0]}" RequestDate="${cells[1]}" MerchantID="${cells[2]}" MerchantReferenceNumber="${xmlText(cells[3])}" xmlns:merchant="https://reports.example.com/merchant">\n` +
		element(4, ' '.repeat(18)) +
		group('BillTo', 5, 12) +
		group('PaymentMethod', 13, 16) +
		group('Application', 17, 20) +
		element(21, ' '.repeat(18)) +
		element(22, ' '.repeat(18)) +
		element(23, ' '.repeat(18)) +
		element(24, ' '.repeat(18)) +
		`${' '.repeat(14)}</Request>\n`
	);
}

const FORMATS = {
	csv: {
		// Without the line before it that real reports have: n8n's own node cannot read that.
		head: ({ columns }: Mix) => csvRow(columns),
		row: csvRow,
		tail: '',
	},
	xml: {
		head: () =>
			'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE Report SYSTEM "https://reports.example.com/dtd/report.dtd">\n<Report xmlns="https://reports.example.com/report.dtd" Name="Transaction Request Report" Version="1.0" MerchantID="merchant_00" ReportStartDate="2026-03-01T00:00:00Z" ReportEndDate="2026-03-29T00:00:00Z">\n  <Requests>\n',
		row: xmlRow,
		tail: '  </Requests>\n</Report>\n',
	},
};

export type Format = keyof typeof FORMATS;

/** Rows are made for so many bytes, and repeated after that: making them takes longer than reading. */
const DISTINCT_BYTES = 20_000_000;

/** Writes a report of about so many bytes and tells how many rows it has, and its bytes. */
export async function writeReport(
	path: string,
	format: Format,
	bytes: number,
	mix = USUAL,
): Promise<{ rows: number; bytes: number }> {
	const { row, tail } = FORMATS[format];
	const head = FORMATS[format].head(mix);
	const pieces: Array<{ text: Buffer; rows: number }> = [];
	const rowsToCome = distinctRows(Infinity, mix);
	let made = 0;
	for (let piece: string[] = []; made < Math.min(bytes, DISTINCT_BYTES); piece = []) {
		while (piece.length < 1000) piece.push(row(rowsToCome.next().value as string[]));
		const text = Buffer.from(piece.join(''));
		pieces.push({ text, rows: piece.length });
		made += text.length;
	}
	const file = createWriteStream(path);
	file.write(head);
	let rows = 0;
	let written = head.length;
	for (let index = 0; written < bytes; index = (index + 1) % pieces.length) {
		const { text, rows: more } = pieces[index];
		rows += more;
		written += text.length;
		if (!file.write(text)) await once(file, 'drain');
	}
	file.end(tail);
	await once(file, 'close');
	return { rows, bytes: file.bytesWritten };
}
