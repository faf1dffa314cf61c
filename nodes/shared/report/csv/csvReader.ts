import type { OpenReport } from '../bytes';
import { CellText } from '../cellText';
import type { ReadChoices } from '../choices';
import type { Refusal } from '../../problem';
import { UniqueNames } from '../columnNames';
import { isHeader } from '../notAReport';
import { number } from '../../number';
import { cutOff, placed, type Place, RowRefusal } from '../refusals';
import type { RowSink } from '../rowSink';
import { ByteWindow } from '../window';
import { isPreamble, preambleFacts } from './preamble';
import { CsvRecords, type FilledColumn } from './records';

export type CsvChoices = Pick<ReadChoices, 'columns'>;

/** Reads a CSV report to its end, or until the sink has enough. Tells whether nothing shows that its last line is whole. */
export async function readCsv(
	{ bytes, endIsProven, noReport }: Pick<OpenReport, 'bytes' | 'endIsProven' | 'noReport'>,
	choices: CsvChoices,
	sink: RowSink,
): Promise<boolean> {
	const reader = new CsvReader(choices, sink, { endIsProven, noReport });
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
		'Choose File as Output to look at the report. A cell with a comma needs quotes.',
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
		private readonly report: Pick<OpenReport, 'noReport' | 'endIsProven'>,
	) {}

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

	placed(error: unknown): Refusal {
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
