import { fieldsOfColumn } from '../../catalog/fields';
import { number } from '../../text';
import type { Refusal } from '../../problem';
import type { OpenReport } from '../bytes';
import { ByteWindow, CellText } from '../window';
import type { AskingSink } from '../askingSink';
import type { ReadChoices, ReportMetadata } from '../choices';
import { UniqueNames } from '../columns';
import { COMPOUND, cutOff, isHeader, type Place, placed, ReportRowRefusal } from '../refusals';
import { CsvRecords, type FilledColumn } from './records';

type CsvChoices = Pick<ReadChoices, 'columns'>;

type CsvReport = Pick<OpenReport, 'bytes' | 'separator' | 'endIsProven' | 'noReport'>;

/** Reads a CSV report to its end, or until the sink has enough. Tells whether nothing shows that its last line is whole. */
export async function readCsv(
	{ bytes, ...report }: CsvReport,
	choices: CsvChoices,
	sink: AskingSink,
): Promise<boolean> {
	const reader = new CsvReader(choices, sink, report);
	try {
		for await (const chunk of bytes) {
			if (!reader.take(chunk)) return false;
		}
		reader.finish();
		return reader.hasOpenEnd;
	} catch (error) {
		throw reader.placed(error);
	}
}

const otherLength = (cells: number, columns: number): ReportRowRefusal =>
	new ReportRowRefusal(
		`the row has ${number(cells)} cells, but there are ${number(columns)} columns`,
		'Choose File as Output to look at the report. A cell with the separator in it needs quotes.',
	);

class CsvReader {
	private readonly window = new ByteWindow();
	private readonly records = new CsvRecords(this.window);
	private readonly texts = new CellText(this.window);
	private rows = 0;
	hasOpenEnd = false;
	/** The lines before the names of the columns are known: one or two titles, or the names themselves. */
	private head: string[][] = [];
	private columns: number | undefined;
	/** Whether no value stands among the names of the columns, which may be no names then. */
	private areNamed = false;
	/** The columns to read, those that the filter needs first, and where their cells go. */
	private deciding: FilledColumn[] = [];
	private others: FilledColumn[] = [];

	constructor(
		private readonly choices: CsvChoices,
		private readonly sink: AskingSink,
		private readonly report: Omit<CsvReport, 'bytes'>,
	) {
		this.records.separator = report.separator;
	}

	/** False when no more is wanted. */
	take(chunk: Uint8Array): boolean {
		if (!this.window.append(chunk)) return true;
		const goesOn = this.readRecords(false);
		this.window.discard(this.records.position);
		this.records.position = 0;
		return goesOn;
	}

	finish(): void {
		if (!this.readRecords(true)) return;
		if (this.records.position < this.window.end) {
			throw this.cutOff('a quoted cell does not end');
		}
		const { columns, head, choices } = this;
		const [first, ...others] = head;
		if (columns !== undefined || head.length === 0) return;
		if (others.length === 0 && !isHeader(first, choices.columns)) throw this.report.noReport();
		this.begin(first);
		for (const cells of others) this.takeRow(cells);
	}

	placed(error: unknown): Error {
		return placed(error, this.place(this.records.start + 1), this.place(this.window.end));
	}

	private place(position: number): Place {
		return { row: this.rows + 1, byte: this.window.passed + position };
	}

	private cutOff(reason: string): Refusal {
		return cutOff(this.place(this.window.end), reason);
	}

	private readRecords(isLast: boolean): boolean {
		const { records, texts } = this;
		texts.look();
		while (records.next(isLast)) {
			if (!this.readRecord()) return false;
		}
		return true;
	}

	/** A last line without a line end may be cut: one that lacks cells surely is, and you get a notice about any other. */
	private acceptOpenEnd(leastCells: number) {
		if (this.report.endIsProven()) return;
		if (this.records.cells < leastCells) throw this.cutOff('its last line has no end');
		this.hasOpenEnd = true;
	}

	private readRecord(): boolean {
		if (this.columns === undefined) return this.readHead();
		const { records, sink } = this;
		if (!records.isClosed) this.acceptOpenEnd(this.columns);
		if (records.isBlank || this.isTrailer()) return true;
		if (records.cells !== this.columns && !this.isFilledUp(this.columns)) {
			throw otherLength(records.cells, this.columns);
		}
		records.fill(this.deciding, sink.cells);
		if (sink.accepts()) {
			records.fill(this.others, sink.cells);
			if (!sink.row()) return false;
		}
		this.rows++;
		return true;
	}

	private readHead(): boolean {
		const { records, texts, head } = this;
		if (!records.isClosed) this.acceptOpenEnd(1);
		if (records.isBlank) return true;
		const cells = Array.from({ length: records.cells }, (_, cell) => records.text(texts, cell));
		const [first, second] = head as Array<string[] | undefined>;
		if (first === undefined || (second === undefined && areTitles(first, cells))) {
			head.push(cells);
			return true;
		}
		const isNamed = second === undefined ? isPreamble(first, cells) : namesColumns(cells, head);
		if (!isNamed) {
			this.begin(first);
			return (second === undefined || this.takeRow(second)) && this.readRecord();
		}
		this.sink.metadata(preambleFacts(head.flat()));
		this.begin(cells);
		return true;
	}

	/** A line that was taken for a title, and is a row after all. */
	private takeRow(texts: readonly string[]): boolean {
		const { sink, columns = 0 } = this;
		if (texts.length !== columns) throw otherLength(texts.length, columns);
		for (const { column, slot } of [...this.deciding, ...this.others]) {
			sink.cells[slot] = texts[column];
		}
		this.rows++;
		return !sink.accepts() || sink.row();
	}

	/** A line that adds rows up, or says that they end: no row has such a word alone and is nearly empty. */
	private isTrailer(): boolean {
		const { records, texts, columns = 0 } = this;
		if (!records.startsWithLetter) return false;
		return (
			records.filled * 2 <= columns && TRAILER.test(records.text(texts, 0).trimEnd()) && columns > 1
		);
	}

	/** Cells may be missing or empty at the end of a row, but not most of them. */
	private isFilledUp(columns: number): boolean {
		const { records } = this;
		return records.cells > columns
			? records.isEmptyFrom(columns)
			: this.areNamed && records.cells > 1 && records.cells * 2 >= columns;
	}

	/** `header`: the names of the columns. */
	private begin(header: string[]) {
		const unique = new UniqueNames('report');
		const names = header.map((name, index) => unique.give(name.trim() || `Column_${index + 1}`));
		this.columns = names.length;
		this.areNamed = !header.some(isValue);
		const slots = this.sink.columns(names);
		this.sink.columnsAreComplete();
		const asked = slots
			.map((slot, column) => ({ column, slot, texts: this.texts.column(column) }))
			.filter(({ slot }) => slot >= 0);
		const decides = ({ slot }: FilledColumn) => this.sink.decides(slot);
		this.deciding = asked.filter(decides);
		this.others = asked.filter((column) => !decides(column));
	}
}

const TIME =
	/\d{4}-?\d{2}-?\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)*$/;

const times = (text: string): string[] => text.match(TIME) ?? [];
const isValue = (cell: string) => NUMBER.test(cell) || times(cell).length > 0;
const isName = (cell: string) => /\p{L}/u.test(cell) && !isValue(cell);

const isKnown = (cell: string) => fieldsOfColumn(cell.trim()).length > 0;

/** RequestID and settlement_amount are names of fields, whether the catalog has them or not. */
const fieldsIn = (cells: string[]): number =>
	cells.filter((cell) => isKnown(cell) || (isName(cell) && COMPOUND.test(cell.trim()))).length;

/** A column may have no name; but then something else has to show that these are names. */
const areNames = (cells: string[], line: string[]) =>
	cells.every(isName) ||
	(cells.some(isName) &&
		cells.every((cell) => cell.trim() === '' || isName(cell)) &&
		(cells.some(isKnown) || line.flatMap(times).length > 1));

/** Without the empty cells that fill a line up to the number of columns. */
const lengthOf = (line: string[]): number => line.findLastIndex((cell) => cell.trim() !== '') + 1;

/** A line that only is shorter may name the columns of rows that are too long. */
const isTitle = (line: string[], names: string[]) =>
	lengthOf(line) < names.length &&
	!line.every(isKnown) &&
	(names.some(isKnown) || line.some((cell) => /\S\s+\S/.test(cell)));

/**
 * Whether the first record tells about the report and the second one names the columns. Column
 * names are words; the line before them has a version or a period in it, or is a shorter title.
 */
export const isPreamble = (first: string[], second: string[]): boolean =>
	(areNames(second, first) || fieldsIn(second) > fieldsIn(first)) &&
	(first.some(isValue) || isTitle(first, second));

/** Words in one cell, or a period. */
const isTitleLine = (line: string[]): boolean =>
	!line.some(isKnown) &&
	((lengthOf(line) === 1 && /\S\s+\S/.test(line[0])) || line.flatMap(times).length > 1);

/** Whether two lines may both be titles: the next one tells. */
const areTitles = (first: string[], second: string[]): boolean =>
	isTitleLine(first) && isTitleLine(second) && !isPreamble(first, second);

/** Whether a line under two titles names the columns. */
const namesColumns = (names: string[], titles: string[][]): boolean =>
	names.length > 2 && titles.every((title) => isPreamble(title, names));

/** "Total", "Grand total:", "Records: 3", "End of report", and no name that begins so: "Total-77", "Records Ltd". */
const TRAILER =
	/^(?:(?:(?:grand|sub)[ -]?)?totals?(?: (?:amount|count|(?:number of )?(?:records|rows|transactions)))?(?: \([a-z]{3}\))?|sum|summary|trailer|eof|end of (?:the )?(?:\w+ )?(?:report|file|data|records|rows|transactions)|(?:number of )?(?:records|rows|transactions)|(?:record|row|transaction) count)(?: ?[:=]\s*|\s+|(?=\.?$))[\d.,]*$/i;

/** The facts in a preamble such as: Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01 */
function preambleFacts(cells: string[]): ReportMetadata {
	const [periodStart, periodEnd] = cells.flatMap(times);
	const [reportName, ...others] = cells.filter((cell) => cell !== '' && !isValue(cell));
	return { reportName, periodStart, periodEnd, organizationId: others.at(-1) };
}
