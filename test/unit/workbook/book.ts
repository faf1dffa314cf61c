import type { IDataObject } from 'n8n-workflow';
import { read, type WorkBook } from 'xlsx';
import { readRowOptions } from '../../../nodes/shared/content/choices';
import {
	SpreadsheetCsv,
	type SpreadsheetCsvChoices,
} from '../../../nodes/shared/content/workbook/spreadsheetCsv';
import { Workbook, type WorkbookChoices } from '../../../nodes/shared/content/workbook/workbook';
import type { ReadChoices } from '../../../nodes/shared/report/choices';
import { type Check, readReport } from '../../../nodes/shared/report/readReport';
import type { ReportMetadata } from '../../../nodes/shared/report/rowSink';

/** The text of a report, or the pieces in which it arrives. */
export type Report = string | Iterable<string>;

async function* arriving(report: Report) {
	for (const piece of typeof report === 'string' ? [report] : report) yield Buffer.from(piece);
}

async function written(
	made: Workbook | SpreadsheetCsv,
	parts: ReadonlyArray<{ report: Report; facts: ReportMetadata }>,
	choices: ReadChoices,
): Promise<Buffer> {
	const bytes: Uint8Array[] = [];
	const file = made.bytes(async (gate) => {
		const checks: Check[] = [];
		for (const { report, facts } of parts) {
			made.sink.nextReport(facts);
			const source = { bytes: gate(arriving(report)), mimeType: 'text/csv' };
			checks.push(...(await readReport(source, choices, made.sink)).checks);
		}
		return checks;
	});
	for await (const piece of file) bytes.push(piece);
	return Buffer.concat(bytes);
}

export interface Wishes extends Partial<Omit<WorkbookChoices, 'read'>> {
	options?: IDataObject;
	facts?: ReportMetadata;
	/** What is read into the same workbook after the report. */
	next?: { report: Report; facts: ReportMetadata };
	/** Only this sheet is read back. */
	sheet?: number;
}

export interface Made {
	file: Buffer;
	book: WorkBook;
	summary: Workbook['summary'];
}

/** The workbook that is made of a report, read back by a library. */
export async function workbookOf(report: Report, wishes: Wishes = {}): Promise<Made> {
	const { options = {}, facts = {}, next, sheet, ...choices } = wishes;
	const rows = readRowOptions(options);
	const made = new Workbook({
		read: rows,
		totals: { groupBy: [], sumColumns: [] },
		headings: 'report',
		chart: true,
		...choices,
	});
	const parts = [{ report, facts }, ...(next === undefined ? [] : [next])];
	const file = await written(made, parts, rows);
	const book = read(file, { sheets: sheet, cellNF: true, cellStyles: true });
	return { file, book, summary: made.summary };
}

/** Each cell as the library reads it: text, or a number with how it is shown. */
export function cellsOf({ book }: Made, name: string): unknown[][] {
	const { [name]: sheet } = book.Sheets;
	const [, last = 'A1'] = (sheet['!ref'] ?? 'A1').split(':');
	const [, letters, rows] = /^([A-Z]+)(\d+)$/.exec(last) ?? [];
	const columns = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	return Array.from({ length: Number(rows) }, (_, row) =>
		Array.from({ length: columns }, (__, column) => {
			const cell = sheet[lettersOf(column) + String(row + 1)] as
				{ t: string; v: unknown; w?: string } | undefined;
			if (cell === undefined || cell.t === 'z') return '';
			return cell.t === 'n' ? { value: cell.v, shown: cell.w } : cell.v;
		}),
	);
}

const lettersOf = (index: number): string =>
	(index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) +
	String.fromCharCode(65 + (index % 26));

export async function csvOf(
	report: Report,
	{ options = {}, ...choices }: Partial<SpreadsheetCsvChoices> & { options?: IDataObject } = {},
): Promise<string> {
	const rows = readRowOptions(options);
	const made = new SpreadsheetCsv({
		read: rows,
		headings: 'report',
		format: 'commaAndPoint',
		byteOrderMark: false,
		...choices,
	});
	return (await written(made, [{ report, facts: {} }], rows)).toString();
}
