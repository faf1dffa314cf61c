import { fieldNamesOfColumn } from '../../catalog/fields';
import { formatInteger } from '../../text';
import type { ReportWithFormat } from '../bytes';
import { CellDecoder, ReportReader } from '../reader';
import type { ReportSink } from '../reportSink';
import { isAmountColumn, isCountColumn, isCurrencyColumn, UniqueNames } from '../columns';
import { COMPOUND_NAME, areHeaderCells, UnlocatedRefusal } from '../refusals';
import { CsvScanner, type SelectedColumn } from './csvScanner';

interface HeadLine {
	cells: string[];
	/** Where the next line begins. */
	end: number;
}

const COUNTS =
	'These lines may be totals and count as rows (if one adds up others, leave it out with Row Filter)';
const LEFT_OUT =
	'These lines have cells only in columns of amounts and are left out as totals (if one is a row, choose File as Output)';

/** Titles may stand before the names of the columns. */
const HEAD_LINES = 12;

/** `endIsProven`: whether the connection shows that the report is complete. */
export class CsvReader extends ReportReader {
	private readonly scanner = new CsvScanner(this.window);
	private readonly texts = new CellDecoder(this.window);
	/** Whether the last line may be cut. */
	hasOpenEnd = false;
	/** How many; 0 until they are known. */
	private columns = 0;
	/** Whether the names of the columns have no value among them: else they may be a row. */
	private areNamed = false;
	/** The columns to read: first those that the filter needs. */
	private deciding: SelectedColumn[] = [];
	private others: SelectedColumn[] = [];
	/** The columns that a line of totals may fill: amounts, currencies and counts. */
	private addable: boolean[] = [];
	private currency = -1;
	/** Whether the line before was a total, which footnotes may follow. */
	private isOver = false;

	constructor(
		private readonly sink: ReportSink,
		private readonly report: Pick<ReportWithFormat, 'separator' | 'noReport'>,
		private readonly endIsProven: () => boolean,
	) {
		super();
		this.scanner.separator = report.separator;
	}

	protected override get position(): number {
		return this.scanner.start;
	}

	protected finish(): void {
		if (this.window.position < this.window.end) throw this.cutOff('a quoted cell does not end');
	}

	protected readOn(isLast: boolean): boolean {
		const { scanner, texts } = this;
		texts.windowChanged();
		if (this.columns === 0 && !this.readHead(isLast)) return true;
		while (scanner.next(isLast)) {
			if (!this.readRecord()) return false;
		}
		return true;
	}

	/** A last line without a line end is surely cut if it lacks cells, and may be cut if not. */
	private acceptOpenEnd(leastCells: number) {
		if (this.endIsProven()) return;
		if (this.scanner.cells < leastCells) throw this.cutOff('its last line has no end');
		this.hasOpenEnd = true;
	}

	private readRecord(): boolean {
		const { scanner, sink, columns } = this;
		if (!scanner.isClosed) this.acceptOpenEnd(columns);
		const first = scanner.firstFilled;
		// As in a spreadsheet, cells with nothing in them make no row.
		if (first === scanner.cells) return true;
		this.isOver = columns > 1 && this.isTotal(first);
		if (this.isOver) return true;
		if (scanner.cells !== columns && !this.isFilledUp()) {
			throw new UnlocatedRefusal(
				`the row has ${formatInteger(scanner.cells)} cells, but there are ${formatInteger(columns)} columns`,
				'Choose File as Output to look at the report. A cell with the separator in it needs quotes.',
			);
		}
		scanner.fill(this.deciding, sink.cells);
		const isWanted = sink.accepts();
		if (isWanted) scanner.fill(this.others, sink.cells);
		const goesOn = !isWanted || sink.row();
		this.rows++;
		return goesOn;
	}

	/** Finds the line that names the columns. False if that takes more lines. */
	private readHead(isLast: boolean): boolean {
		const { scanner, window } = this;
		const lines: HeadLine[] = [];
		const isEnough = this.readLines(isLast, lines);
		if (!isEnough && !isLast) window.position = 0;
		if (lines.length === 0 || !(isEnough || isLast)) return false;
		const all = lines.map(({ cells }) => cells);
		const isOneLine = isLast && all.length === 1 && window.position === window.end;
		if (isOneLine && !areHeaderCells(all[0])) throw this.report.noReport();
		if (isOneLine && all[0].join().includes('\r')) {
			throw new UnlocatedRefusal('its lines end with returns alone', 'Choose File as Output.');
		}
		const place = headerIn(all);
		if (place === lines.length - 1 && !scanner.isClosed) this.acceptOpenEnd(1);
		window.position = lines[place].end;
		this.begin(all[place]);
		return true;
	}

	/** Whether these lines tell which one names the columns. */
	private readLines(isLast: boolean, lines: HeadLine[]): boolean {
		const { scanner, window } = this;
		try {
			while (lines.length < HEAD_LINES && !isHead(lines.at(-1)?.cells)) {
				if (!scanner.next(isLast)) return false;
				if (scanner.firstFilled === scanner.cells) continue;
				const cells = Array.from({ length: scanner.cells }, (_, cell) => this.text(cell));
				lines.push({ cells, end: window.position });
			}
		} catch (error) {
			// A row that cannot be read is refused by its number, once the columns are known.
			if (lines.length === 0) throw this.placed(error);
		}
		return true;
	}

	private text(cell: number): string {
		const { scanner, texts } = this;
		return cell >= 0 && cell < scanner.cells ? scanner.text(cell, texts.column(cell)) : '';
	}

	/**
	 * Whether a line adds up others, or says that they end: it begins with such a word, and has only amounts beside it or
	 * another number of cells than a row. Customers may be called Total, so a notice tells what is not certain.
	 */
	private isTotal(first: number): boolean {
		const { scanner } = this;
		// A footnote after the total.
		if (scanner.cells === 1 && this.isOver) return true;
		if (first === 0 && scanner.startsWithDigit(0)) return false;
		const label = this.text(first).trimEnd();
		const isLabel = isTotalLabel(label, this.text(this.currency));
		const isNamed = !this.addable[first];
		const hasOnlyAmounts = this.hasOnlyAmounts(isNamed);
		if (isLabel && (hasOnlyAmounts || scanner.cells !== this.columns)) return true;
		const mayBeOne = hasOnlyAmounts && (!isNamed || MAY_BE_TOTAL.test(label));
		// Of a row, a reference may be missing.
		const isOne = mayBeOne && (isNamed || this.addable.filter((is) => !is).length > 1);
		if (mayBeOne || isLabel) this.noteTotalLine(label, isOne);
		return isOne;
	}

	private noteTotalLine(label: string, isTotal: boolean): void {
		if (isTotal)
			this.sink.addNotice(LEFT_OUT, `"${label}" (after row ${formatInteger(this.rows)})`);
		else this.sink.addNotice(COUNTS, `"${label}" (row ${formatInteger(this.rows + 1)})`);
	}

	/** Beside the name. A line without one begins where rows have no amount. */
	private hasOnlyAmounts(isNamed: boolean): boolean {
		const others = this.scanner.filledBeside(this.addable);
		return others === Number(isNamed) && (isNamed || !this.addable[0]);
	}

	/** At the end of a row, cells may be missing or empty, but not most of them. */
	private isFilledUp(): boolean {
		const { scanner, columns } = this;
		return scanner.cells > columns
			? scanner.isEmptyFrom(columns)
			: this.areNamed && scanner.cells > 1 && scanner.cells * 2 >= columns;
	}

	private begin(header: string[]) {
		const unique = new UniqueNames();
		const names = header.map((name, index) => unique.give(name.trim() || `Column_${index + 1}`));
		this.columns = names.length;
		this.areNamed = !header.some(isValue);
		const slots = this.sink.columns(names);
		this.sink.columnsAreComplete();
		const selected = slots
			.map((slot, column) => ({ column, slot, texts: this.texts.column(column) }))
			.filter(({ slot }) => slot >= 0);
		const decides = ({ slot }: SelectedColumn) => this.sink.decides(slot);
		this.deciding = selected.filter(decides);
		this.others = selected.filter((column) => !decides(column));
		this.addable = names.map(
			(name) => isAmountColumn(name) || isCurrencyColumn(name) || isCountColumn(name),
		);
		this.currency = names.findIndex(isCurrencyColumn);
	}
}

/** "Total", "Grand total:", "Records: 3", "End of report", and no name that begins so: "Total-77", "Records Ltd". */
const END_MARK =
	/^(?:[*=-]+ ?)?(?:(?:(?:grand|sub)[ -]?)?totals?(?: (?:amount|count|sales|refunds|credits|debits|fees|chargebacks|deposits|(?:number of )?(?:records|rows|transactions)))?(?: \([a-z]{3}\))?|sum|summary|trailer|eof|end of (?:the )?(?:\w+ )?(?:report|file|data|records|rows|transactions)|count|(?:number of )?(?:records|rows|transactions)|(?:record|row|transaction) count)(?: ?[:=]\s*|\s+|(?=\.?$))[\d.,]*[*=-]*$/i;

/** Also in other languages. "Total Fitness" may be a customer. */
const MAY_BE_TOTAL =
	/(?<![\p{L}-])(?:(?:sub)?totals?|totaal|totale|sum|summe|somme|suma|gesamt|gesamtsumme|insgesamt|celkem|итого|合計|net|balance)(?![\p{L}\p{N}-])/iu;

const isTotalLabel = (text: string, currency: string): boolean =>
	END_MARK.test(text.endsWith(` ${currency}`) ? text.slice(0, -1 - currency.length) : text);

const TIME = /\d{4}-?\d{2}-?\d{2}/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)*$/;

const times = (text: string): number => text.match(TIME)?.length ?? 0;
const isValue = (cell: string) => NUMBER.test(cell) || times(cell) > 0;
const isKnown = (cell: string) => fieldNamesOfColumn(cell.trim()).length > 0;

/** How many names of fields a line has; 0 if it has anything else. */
function namesIn(line: readonly string[]): number {
	const cells = line.map((cell) => cell.trim()).filter(Boolean);
	const areNames = cells.every((cell) => /\p{L}/u.test(cell) && !isValue(cell));
	return areNames && cells.some((cell) => isKnown(cell) || isAmountColumn(cell))
		? cells.filter((cell) => isKnown(cell) || COMPOUND_NAME.test(cell)).length
		: 0;
}

/** Whether a line surely names the columns. */
const isHead = (line: readonly string[] = []): boolean =>
	line.length > 1 && namesIn(line) === line.length;

/** A period in one cell, or words in the only one. */
const isTitle = (line: readonly string[]): boolean =>
	line.some((cell) => times(cell) > 1) ||
	(line.filter((cell) => cell.trim() !== '').length === 1 && /\S\s+\S|=$/.test(line[0]));

/** The line with the most names of fields, or else the first that is no title. */
function headerIn(lines: ReadonlyArray<readonly string[]>): number {
	const names = lines.map(namesIn);
	const most = Math.max(...names);
	if (most > 0) return names.indexOf(most);
	return Math.max(
		0,
		lines.findIndex((line) => !isTitle(line)),
	);
}
