import { fieldsOfColumn } from '../../catalog/fields';
import { number } from '../../text';
import type { OpenReport } from '../bytes';
import { ReportReader } from '../reader';
import { CellDecoder } from '../window';
import type { ReportSink } from '../reportSink';
import type { ReportMetadata } from '../choices';
import { isAmount, isCount, isCurrency, UniqueNames } from '../columns';
import { COMPOUND, isHeader, ReportRowRefusal } from '../refusals';
import { CsvRecords, type FilledColumn } from './records';
import { isTotalLabel, MAY_BE_TOTAL } from './totalLines';

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
	'has nothing but amounts, so it is left out as a total. If it is a row, choose File as Output.';

const FOOTNOTE =
	'has no other cell, so it is left out as a footnote. If it is a row, choose File as Output.';
/** "(6 rows affected)", "*** END ***"; not the beginning of an identifier. */
const ARE_WORDS = /\s|^[^\p{L}\d]+$/u;

type LineKind = 'none' | 'likelyNone' | 'likelyRow' | 'row';

/** Two titles may stand before the names of the columns, and more before names that are known. */
const TITLES = 2;
const HEAD_LINES = 12;

/** Reads the rows of a CSV report. `endIsProven`: whether something else than the content tells that it ended where it should. */
export class CsvReader extends ReportReader {
	private readonly records = new CsvRecords(this.window);
	private readonly texts = new CellDecoder(this.window);
	/** Whether nothing shows that its last line is whole. */
	hasOpenEnd = false;
	private header: HeadLine | undefined;
	/** The lines up to the names of the columns, where these are no values. */
	private head: readonly HeadLine[] = [];
	/** Whether no value stands among the names of the columns, which may be no names then. */
	private areNamed = false;
	/** The columns to read, those that the filter needs first, and where their cells go. */
	private deciding: FilledColumn[] = [];
	private others: FilledColumn[] = [];
	/** Which columns a line with a total has something in: amounts, currencies and counts. */
	private addable: boolean[] = [];
	private currency = -1;
	/** What is wrong with a line of one cell, unless it is the last. */
	private footnote: Error | undefined;
	/** Whether the line before was a total: footnotes may follow. */
	private isOver = false;

	constructor(
		private readonly sink: ReportSink,
		private readonly report: Pick<OpenReport, 'separator' | 'noReport'>,
		private readonly endIsProven: () => boolean,
	) {
		super();
		this.records.separator = report.separator;
	}

	protected get position(): number {
		return this.records.start;
	}

	protected take(chunk: Uint8Array): boolean {
		if (!this.window.append(chunk)) return true;
		const goesOn = this.readRecords(false);
		this.window.discard(this.records.position);
		this.records.position = 0;
		return goesOn;
	}

	protected finish(): void {
		if (!this.readRecords(true)) return;
		if (this.records.position < this.window.end) {
			throw this.cutOff('a quoted cell does not end');
		}
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
		if (this.endIsProven()) return;
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
		if (this.rows === 0 && this.isRule()) return true;
		const kind = this.kindOf(first, columns);
		this.isOver = kind === 'none' || kind === 'likelyNone';
		if (kind === 'likelyNone') this.tellTotal(first, LEFT_OUT);
		if (this.isOver) return true;
		if (records.cells !== columns && !this.isFilledUp(columns)) {
			const error = this.placed(otherLength(records.cells, columns));
			if (records.cells > 1 || !ARE_WORDS.test(this.text(0))) throw error;
			this.tellTotal(0, FOOTNOTE);
			this.footnote = error;
			return true;
		}
		if (this.footnote !== undefined) throw this.footnote;
		records.fill(this.deciding, sink.cells);
		const isWanted = sink.accepts();
		if (isWanted) records.fill(this.others, sink.cells);
		if (isWanted && kind === 'likelyRow') this.tellTotal(first, COUNTS);
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
			while (lines.length < HEAD_LINES && !areKnown(lines.at(-1)?.cells)) {
				if (!records.next(isLast)) return false;
				if (records.firstFilled === records.cells) continue;
				const cells = Array.from({ length: records.cells }, (_, cell) => this.text(cell));
				// Excel begins a file with what separates its cells.
				if (cells[0].toLowerCase() === 'sep=') continue;
				lines.push({ cells, length: records.length, end: records.position });
			}
		} catch (error) {
			// A row that cannot be read is refused by its number, once the columns are known.
			if (lines.length === 0) throw this.placed(error);
		}
		return true;
	}

	/** Whether one export was put after another. */
	private beginsAgain(): boolean {
		return this.head.some(
			({ cells, length }) =>
				this.records.length === length &&
				cells.every((name, cell) => this.text(cell).toLowerCase() === name.toLowerCase()),
		);
	}

	/** Whether a line draws a rule below the names of the columns. */
	private isRule(): boolean {
		const cells = Array.from({ length: this.records.cells }, (_, cell) => this.text(cell));
		return cells.length > 1 && cells.every((cell) => /^[-=_]+$/.test(cell));
	}

	/** The text of a cell of this line; nothing where it has none. */
	private text(cell: number): string {
		const { records, texts } = this;
		return cell >= 0 && cell < records.cells ? records.text(cell, texts.column(cell)) : '';
	}

	/** Somebody may be called Total: a date or an ID is of a row. */
	private kindOf(first: number, columns: number): LineKind {
		const { records } = this;
		if (columns === 1) return 'row';
		// A footnote after the total.
		if (records.cells === 1 && this.isOver) return 'none';
		if (first > 0 && records.filledBeside(this.addable) === 0) return 'likelyRow';
		if (records.startsWithDigit(first)) return 'row';
		const label = this.text(first).trimEnd();
		const isTotal = isTotalLabel(label, this.text(this.currency));
		const texts = records.filledBeside(this.addable);
		const filled = records.filledBeside([]);
		if (texts > 1 && (filled > 2 || columns < 4)) return isTotal ? 'likelyRow' : 'row';
		if (!isTotal && !MAY_BE_TOTAL.test(label)) return 'row';
		if (filled === columns) return isTotal ? 'likelyNone' : 'likelyRow';
		return isTotal ? 'none' : 'likelyNone';
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
		this.currency = names.findIndex(isCurrency);
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

/** Without the empty cells that fill a line up to the number of columns. */
const lengthOf = (line: string[]): number => line.findLastIndex((cell) => cell.trim() !== '') + 1;

/** A period in one cell. No column has such a name. */
const hasPeriod = (line: string[]): boolean => line.some((cell) => times(cell).length > 1);

const areNames = (cells: string[]) =>
	cells.some(isName) && cells.every((cell) => cell.trim() === '' || isName(cell));

/**
 * Whether a line tells about the report, and one below it names the columns: it has a period, words and a version, or
 * words in a single cell. One with as many cells names the columns itself, unless the other has names that are known.
 */
const isTitle = (line: string[], names: string[]): boolean => {
	const isAbout = line.some(isValue)
		? line.some(isName)
		: lengthOf(line) === 1 && /\S\s+\S/.test(line[0]);
	const isOther = areNames(names) && lengthOf(line) !== names.length;
	return hasPeriod(line) || (isAbout && (isOther || fieldsIn(names) > fieldsIn(line)));
};

/** Whether these are names of columns, and some of them known. */
const areKnown = (line: string[] = []): boolean =>
	line.length > 1 &&
	fieldsIn(line) === line.length &&
	line.some((cell) => isKnown(cell) || isAmount(cell));

/** Which of the first lines names the columns: one of known names, or the first that is no title. */
export function headerIn(lines: string[][]): number {
	const named = lines.findIndex(areKnown);
	if (named >= 0) return named;
	const first = lines.slice(0, TITLES + 1);
	return first.findIndex(
		(line, index) => !first.slice(index + 1).some((names) => isTitle(line, names)),
	);
}

/** The facts in a preamble such as: Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01 */
function preambleFacts(cells: string[]): ReportMetadata {
	const [periodStart, periodEnd] = cells.flatMap(times);
	const [reportName, ...others] = cells.filter((cell) => cell !== '' && !isValue(cell));
	return { reportName, periodStart, periodEnd, organizationId: others.at(-1) };
}
