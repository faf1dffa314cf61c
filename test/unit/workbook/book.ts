import type { IDataObject } from 'n8n-workflow';
import { XMLValidator } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { read, type WorkBook } from 'xlsx';
import { createSpreadsheetWriter } from '../../../nodes/shared/content/spreadsheet';
import type { RowChoices, ReportMetadata } from '../../../nodes/shared/report/choices';
import { readReport } from '../../../nodes/shared/report/readReport';
import type { TableColumn, FileWriter, TablePlan } from '../../../nodes/shared/spreadsheet/table';
import { Workbook } from '../../../nodes/shared/spreadsheet/workbook';
import type { CsvFormat } from '../../../nodes/shared/spreadsheet/spreadsheetCsv';
import { choicesOf } from '../report/read';

/** The text of a report, or the pieces in which it arrives. */
export type Report = string | Iterable<string>;

/** An XML report is read from where so much of it has arrived. */
export const PIECE = `<!--${' '.repeat(2 ** 18)}-->`;

async function* arriving(report: Report) {
	for (const piece of typeof report === 'string' ? [report] : report) yield Buffer.from(piece);
}

async function written(
	{ table, sink }: ReturnType<typeof createSpreadsheetWriter>,
	parts: ReadonlyArray<{ report: Report; facts: ReportMetadata }>,
): Promise<Buffer> {
	const bytes: Uint8Array[] = [];
	const file = table.bytes(async (throttle) => {
		for (const { report, facts } of parts) {
			sink.nextReport(facts);
			const bytes = sink.paced(throttle(arriving(report)));
			await readReport({ bytes, mimeType: 'text/csv' }, sink);
		}
		await sink.finish();
	});
	for await (const piece of file) bytes.push(piece);
	return Buffer.concat(bytes);
}

export interface Wishes {
	groupBy?: string[];
	definition?: string;
	options?: IDataObject;
	facts?: ReportMetadata;
	/** What is read into the same workbook after the report. */
	next?: { report: Report; facts: ReportMetadata };
}

/** Times come out in UTC, unless another zone is chosen. */
const inZone = (options: IDataObject): RowChoices => choicesOf({ showTimesIn: 'UTC', ...options });

export interface Made {
	file: Buffer;
	book: WorkBook;
	summary: IDataObject;
}

/** Excel repairs or refuses a file where anything of this is wrong. The library that reads it here does not notice. */
function expectSound(file: Buffer): void {
	const parts = unzipSync(file);
	const paths = Object.keys(parts);
	const matchesIn = (name: string, pattern: RegExp) =>
		[...strFromU8(parts[name]).matchAll(pattern)].map(([, found]) => found);
	const typed = matchesIn('[Content_Types].xml', / PartName="\/([^"]*)"/g);
	const others = paths.filter((name) => name.endsWith('.rels') || name.startsWith('[Content'));
	expect([...typed, ...others].sort()).toEqual([...paths].sort());
	let entry = file.readUInt32LE(file.length - 6);
	for (const name of paths) {
		expect(file.readUInt32LE(entry + 16)).toBe(crc32(parts[name]));
		entry += 46 + file.readUInt16LE(entry + 28) + file.readUInt16LE(entry + 30);
		expect(XMLValidator.validate(strFromU8(parts[name]))).toBe(true);
		// It would drop the blanks.
		expect(matchesIn(name, /<[tv]>(\s[^<]*|[^<]*\s)</g)).toEqual([]);
		const folder = path.posix.dirname(path.posix.dirname(name));
		const targets = matchesIn(name, / Target="([^"]*)"/g);
		expect(paths).toEqual(
			expect.arrayContaining(targets.map((target) => path.posix.join(folder, target))),
		);
	}
}

/** The workbook that is made of a report, read back by a library. */
export async function workbookOf(report: Report, wishes: Wishes = {}): Promise<Made> {
	const { options = {}, facts = {}, next, groupBy = [], definition } = wishes;
	const about = { metadata: {}, definition };
	const made = createSpreadsheetWriter({ read: inZone(options), format: 'xlsx', groupBy }, about);
	const parts = [{ report, facts }, ...(next === undefined ? [] : [next])];
	const file = await written(made, parts);
	expectSound(file);
	const book = read(file, { cellNF: true, cellStyles: true });
	const totalsNotes = made.classifier?.notes() ?? [];
	return { file, book, summary: { ...made.table.summary, totalsNotes } };
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

type CsvWishes = { format?: CsvFormat; options?: IDataObject };

export const csvOf = async (report: Report, wishes?: CsvWishes): Promise<string> =>
	(await madeCsv(report, wishes)).text;

export async function madeCsv(
	report: Report,
	{ options = {}, format = 'commaAndPoint' }: CsvWishes = {},
): Promise<{ text: string; summary: IDataObject }> {
	const made = createSpreadsheetWriter({ read: inZone(options), format, groupBy: [] });
	const bytes = await written(made, [{ report, facts: {} }]);
	// The mark at its beginning tells Excel that it is UTF-8.
	const [, text = ''] = /^\ufeff([^]*)$/.exec(bytes.toString()) ?? [];
	return { text, summary: { ...made.table.summary } };
}

export const textColumn = (name: string, slot: number): TableColumn => ({
	...{ name, heading: name, kind: 'text', slot, currencySlot: -1 },
});

export async function tableOf(
	fill: (table: Workbook) => void,
): Promise<{ file: Buffer; summary: FileWriter['summary'] }> {
	const workbook = new Workbook({
		...{ name: 'One', groupColumns: 0, zone: '' },
		notes: () => [],
	});
	const pieces: Uint8Array[] = [];
	const bytes = workbook.bytes(async () => fill(workbook));
	for await (const piece of bytes) pieces.push(piece);
	const file = Buffer.concat(pieces);
	expectSound(file);
	return { file, summary: workbook.summary };
}

export const plan = (...columns: TableColumn[]): TablePlan => ({ columns, by: [], summed: [] });
