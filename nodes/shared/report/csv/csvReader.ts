import { fieldsOfColumn } from '../../catalog/fields';
import { number } from '../../text';
import type { Refusal } from '../../problem';
import type { OpenReport } from '../bytes';
import { ByteWindow, CellText } from '../window';
import type { AskingSink } from '../askingSink';
import type { ReportMetadata } from '../choices';
import { isAmount, isCount, isCurrency, UniqueNames } from '../columns';
import { COMPOUND, cutOff, isHeader, type Place, placed, ReportRowRefusal } from '../refusals';
import { CsvRecords, type FilledColumn } from './records';
import { type LineKind, LONGEST_WORD, TotalLines } from './totalLines';

interface CsvReport extends Pick<OpenReport, 'bytes' | 'separator' | 'noReport'> {
	/** Whether something else than the content tells that it ended where it should. */
	endIsProven: () => boolean;
}

/** Reads a CSV report to its end, or until the sink has enough. Tells whether nothing shows that its last line is whole. */
export async function readCsv({ bytes, ...report }: CsvReport, sink: AskingSink): Promise<boolean> {
	const reader = new CsvReader(sink, report);
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

/** A line that the names of the columns may be in. */
interface HeadLine {
	cells: string[];
	/** In bytes. */
	length: number;
	/** Where the next line begins. */
	end: number;
}

const COUNTS = 'counts as a row. If it adds up the others, leave it out with Row Filter.';
const LEFT_OUT =
	'has the sum of the rows before it and is left out. If it is a row, choose File as Output.';

/** Two titles may stand before the names of the columns. */
const HEAD_LINES = 3;

class CsvReader {
	private readonly window = new ByteWindow();
	private readonly records = new CsvRecords(this.window);
	private readonly texts = new CellText(this.window);
	private rows = 0;
	hasOpenEnd = false;
	private header: HeadLine | undefined;
	/** The lines up to the names of the columns, where these are no values. */
	private head: readonly HeadLine[] = [];
	/** Whether no value stands among the names of the columns, which may be no names then. */
	private areNamed = false;
	/** The columns to read, those that the filter needs first, and where their cells go. */
	private deciding: FilledColumn[] = [];
	private others: FilledColumn[] = [];
	/** The first columns with amounts and currencies, to recognize a line with a total. */
	private amount = -1;
	private currency = -1;
	private currencySlot = -1;
	private readonly totals = new TotalLines();
	/** Which columns a line with a total has something in. */
	private addable: boolean[] = [];
	/** Whether the line before was a total: footnotes may follow. */
	private isOver = false;

	constructor(
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
		const header = (this.header ??= this.readHead(isLast));
		if (header === undefined) return true;
		while (records.next(isLast)) {
			if (!this.readRecord(header)) return false;
		}
		return true;
	}

	/** A last line without a line end may be cut: one that lacks cells surely is, and you get a notice about any other. */
	private acceptOpenEnd(leastCells: number) {
		if (this.report.endIsProven()) return;
		if (this.records.cells < leastCells) throw this.cutOff('its last line has no end');
		this.hasOpenEnd = true;
	}

	private readRecord(header: HeadLine): boolean {
		const { records, sink } = this;
		const columns = header.cells.length;
		if (!records.isClosed) this.acceptOpenEnd(columns);
		const first = records.firstFilled;
		// As in a spreadsheet, cells with nothing in them make no row.
		if (first === records.cells || this.beginsAgain()) return true;
		const kind = this.kindOf(first, columns);
		this.isOver = kind === 'none' || kind === 'likelyNone';
		if (kind === 'likelyNone') this.tellTotal(first, LEFT_OUT);
		if (this.isOver) return true;
		if (records.cells !== columns && !this.isFilledUp(columns)) {
			throw otherLength(records.cells, columns);
		}
		records.fill(this.deciding, sink.cells);
		const isWanted = sink.accepts();
		if (isWanted) records.fill(this.others, sink.cells);
		if (isWanted && kind === 'likelyRow') this.tellTotal(first, COUNTS);
		if (this.amount >= 0) {
			const isThere = isWanted && this.currencySlot >= 0;
			const currency = isThere ? sink.cells[this.currencySlot] : this.text(this.currency);
			records.addTo(this.totals.sumsIn(currency), this.amount);
		}
		const goesOn = !isWanted || sink.row();
		this.rows++;
		return goesOn;
	}

	/**
	 * Begins with the line that names the columns, and goes on after it. Undefined where more lines have to come to tell
	 * which one it is.
	 */
	private readHead(isLast: boolean): HeadLine | undefined {
		const { records, window } = this;
		const lines: HeadLine[] = [];
		const isEnough = this.readLines(isLast, lines);
		if (!isEnough && !isLast) records.position = 0;
		if (lines.length === 0 || !(isEnough || isLast)) return undefined;
		const all = lines.map(({ cells }) => cells);
		const isWhole = records.position === window.end;
		if (isLast && isWhole && all.length === 1 && !isHeader(all[0])) {
			throw this.report.noReport();
		}
		const place = headerIn(all);
		if (place === lines.length - 1 && !records.isClosed) this.acceptOpenEnd(1);
		if (place > 0) this.sink.metadata(preambleFacts(all.slice(0, place).flat()));
		records.position = lines[place].end;
		this.begin(all[place]);
		if (this.areNamed) this.head = lines.slice(0, place + 1);
		return lines[place];
	}

	/** Whether there are lines enough to tell which one names the columns. */
	private readLines(isLast: boolean, lines: HeadLine[]): boolean {
		const { records } = this;
		try {
			while (lines.length < HEAD_LINES) {
				if (!records.next(isLast)) return false;
				if (records.firstFilled === records.cells) continue;
				const cells = Array.from({ length: records.cells }, (_, cell) => this.text(cell));
				lines.push({ cells, length: records.length, end: records.position });
			}
		} catch (error) {
			// A row that cannot be read is refused by its number, once the columns are known.
			if (lines.length === 0) throw this.placed(error);
		}
		return true;
	}

	/** Where one export was put after another, what its total adds up begins again. */
	private beginsAgain(): boolean {
		const isAgain = this.head.some(
			({ cells, length }) =>
				this.records.length === length &&
				cells.every((name, cell) => this.text(cell).toLowerCase() === name.toLowerCase()),
		);
		if (isAgain) this.totals.forget();
		return isAgain;
	}

	/** The text of a cell of this line; nothing where it has none. */
	private text(cell: number): string {
		const { records, texts } = this;
		return cell >= 0 && cell < records.cells ? records.text(cell, texts.column(cell)) : '';
	}

	private kindOf(first: number, columns: number): LineKind {
		const { records } = this;
		if (columns === 1) return 'row';
		// A footnote after the total.
		if (records.cells === 1 && this.isOver) return 'none';
		// Nothing but an amount, and maybe its currency.
		const isUnnamed = first > 0 && records.filled <= 2;
		if (records.startsWithDigit(first) && !isUnnamed) return 'row';
		const isShort = records.isShort(first, LONGEST_WORD) || records.filled * 2 <= columns;
		const word = isShort ? this.text(first).trimEnd() : '';
		if (word === '' || !(this.totals.isSuspect(word) || isUnnamed)) return 'row';
		const { filled } = records;
		const isBare =
			filled < columns &&
			this.addable.every((is, cell) => is || cell === first || this.text(cell) === '');
		return this.totals.kindOf({
			word,
			isBare,
			isSparse: first === 0 && filled * 2 <= columns && (filled <= 2 || isBare),
			amount: this.text(this.amount),
			currency: this.text(this.currency),
		});
	}

	private tellTotal(first: number, what: string): void {
		const word = this.text(first).trimEnd();
		this.sink.tell(what, `Row ${number(this.rows + 1)} begins with "${word}" and ${what}`);
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
		const unique = new UniqueNames();
		const names = header.map((name, index) => unique.give(name.trim() || `Column_${index + 1}`));
		this.areNamed = !header.some(isValue);
		const slots = this.sink.columns(names);
		this.sink.columnsAreComplete();
		const asked = slots
			.map((slot, column) => ({ column, slot, texts: this.texts.column(column) }))
			.filter(({ slot }) => slot >= 0);
		const decides = ({ slot }: FilledColumn) => this.sink.decides(slot);
		this.deciding = asked.filter(decides);
		this.others = asked.filter((column) => !decides(column));
		this.addable = names.map((name) => isAmount(name) || isCurrency(name) || isCount(name));
		this.amount = names.findIndex(isAmount);
		this.currency = names.findIndex(isCurrency);
		this.currencySlot = slots[this.currency] ?? -1;
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

/** A period in one cell. No column has such a name. */
const hasPeriod = (line: string[]): boolean => line.some((cell) => times(cell).length > 1);

/**
 * Whether the first record tells about the report and the second one names the columns. Column names are words; the
 * line before them has words and a version or a period, or is a shorter title. One with as many cells as the next names
 * the columns itself, unless the next has names that are known.
 */
export const isPreamble = (first: string[], second: string[]): boolean => {
	const isKnownBetter = fieldsIn(second) > fieldsIn(first);
	const isAbout = first.some(isValue) && (first.some(isName) || hasPeriod(first));
	return (
		(isKnownBetter || areNames(second, first)) &&
		(isAbout || isTitle(first, second)) &&
		(isKnownBetter || first.length !== second.length || hasPeriod(first))
	);
};

/** Words in one cell, or a period. */
const isTitleLine = (line: string[]): boolean =>
	!line.some(isKnown) &&
	((lengthOf(line) === 1 && /\S\s+\S/.test(line[0])) || line.flatMap(times).length > 1);

/** Which of the first lines names the columns: one of known names, or the first, unless one or two titles stand above. */
function headerIn(lines: string[][]): number {
	const [first, second, third] = lines;
	const named = lines.findIndex(
		(line) =>
			fieldsIn(line) === line.length && line.some((cell) => isKnown(cell) || isAmount(cell)),
	);
	if (named >= 0 && lines[named].length > 1) return named;
	if (lines.length > 1 && isPreamble(first, second)) return 1;
	const areTitles =
		lines.length > 2 &&
		third.length > 2 &&
		[first, second].every((title) => isTitleLine(title) && isPreamble(title, third));
	return areTitles ? 2 : 0;
}

/** The facts in a preamble such as: Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01 */
function preambleFacts(cells: string[]): ReportMetadata {
	const [periodStart, periodEnd] = cells.flatMap(times);
	const [reportName, ...others] = cells.filter((cell) => cell !== '' && !isValue(cell));
	return { reportName, periodStart, periodEnd, organizationId: others.at(-1) };
}
