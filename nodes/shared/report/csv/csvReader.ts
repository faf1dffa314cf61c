import { fieldsOfColumn } from '../../catalog/fields';
import { number } from '../../text';
import type { Refusal } from '../../problem';
import type { OpenReport } from '../bytes';
import { ByteWindow, CellText } from '../window';
import type { ReadChoices } from '../choices';
import { UniqueNames } from '../columns';
import { cutOff, isHeader, type Place, placed, RowRefusal } from '../refusals';
import type { ReportMetadata, RowSink } from '../rowSink';
import { CsvRecords, type FilledColumn } from './records';

type CsvChoices = Pick<ReadChoices, 'columns'>;

type CsvReport = Pick<OpenReport, 'bytes' | 'separator' | 'endIsProven' | 'noReport'>;

/** Reads a CSV report to its end, or until the sink has enough. Tells whether nothing shows that its last line is whole. */
export async function readCsv(
	{ bytes, ...report }: CsvReport,
	choices: CsvChoices,
	sink: RowSink,
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

const otherLength = (cells: number, columns: number): RowRefusal =>
	new RowRefusal(
		`the row has ${number(cells)} cells, but there are ${number(columns)} columns`,
		'Choose File as Output to look at the report. A cell with the separator in it needs quotes.',
	);

class CsvReader {
	private readonly window = new ByteWindow();
	private readonly records = new CsvRecords(this.window);
	private readonly texts = new CellText(this.window);
	private rows = 0;
	hasOpenEnd = false;
	private first: string[] | undefined;
	private columns: number | undefined;
	/** The columns to read, those that the filter needs first, and where their cells go. */
	private deciding: FilledColumn[] = [];
	private others: FilledColumn[] = [];

	constructor(
		private readonly choices: CsvChoices,
		private readonly sink: RowSink,
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
		const { columns, first, choices } = this;
		if (columns !== undefined || first === undefined) return;
		if (!isHeader(first, choices.columns)) throw this.report.noReport();
		this.begin(first);
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
		if (records.cells !== this.columns) {
			if (records.isBlank) return true;
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
		const { records, texts, first } = this;
		if (!records.isClosed) this.acceptOpenEnd(1);
		if (records.isBlank) return true;
		const cells = Array.from({ length: records.cells }, (_, cell) => records.text(texts, cell));
		if (first === undefined) {
			this.first = cells;
			return true;
		}
		if (!isPreamble(first, cells)) {
			this.begin(first);
			return this.readRecord();
		}
		this.sink.metadata(preambleFacts(first));
		this.begin(cells);
		return true;
	}

	/** `header`: the names of the columns. */
	private begin(header: string[]) {
		const unique = new UniqueNames('report');
		const names = header.map((name, index) => unique.give(name.trim() || `Column_${index + 1}`));
		this.columns = names.length;
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

/** A column may have no name; but then something else has to show that these are names. */
const areNames = (cells: string[], line: string[]) =>
	cells.every(isName) ||
	(cells.some(isName) &&
		cells.every((cell) => cell.trim() === '' || isName(cell)) &&
		(cells.some(isKnown) || line.flatMap(times).length > 1));

/** A line that only is shorter may name the columns of rows that are too long. */
const isTitle = (line: string[], names: string[]) =>
	line.length < names.length &&
	!line.every(isKnown) &&
	(names.some(isKnown) || line.some((cell) => /\S\s+\S/.test(cell)));

/**
 * Whether the first record tells about the report and the second one names the columns. Column
 * names are words; the line before them has a version or a period in it, or is a shorter title.
 */
export const isPreamble = (first: string[], second: string[]): boolean =>
	areNames(second, first) && (first.some(isValue) || isTitle(first, second));

/** The facts in a preamble such as: Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01 */
function preambleFacts(cells: string[]): ReportMetadata {
	const [periodStart, periodEnd] = cells.flatMap(times);
	const [reportName, ...others] = cells.filter((cell) => cell !== '' && !isValue(cell));
	return { reportName, periodStart, periodEnd, organizationId: others.at(-1) };
}
