import { formatInteger } from '../text';
import { refusal } from '../problem';
import {
	streamWhileReading,
	type Throttle,
	type TableColumn,
	type FileWriter,
	type TablePlan,
	textInColumn,
} from './table';
import {
	cellAmountOrIssue,
	formatCellTime,
	type CellIssue,
	CellIssues,
	type SpreadsheetTimes,
} from './values';
import type { ByteChunks } from './zip';

/** Some spreadsheets accept full-width signs too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;

/** An apostrophe keeps a spreadsheet from running text as a formula. */
const withoutFormula = (text: string): string =>
	FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

/** How a spreadsheet reads CSV depends on the country. */
const CSV_FORMATS = {
	commaAndPoint: { separator: ',', decimalMark: '.' },
	semicolonAndComma: { separator: ';', decimalMark: ',' },
	semicolonAndPoint: { separator: ';', decimalMark: '.' },
} as const;

export type CsvFormat = keyof typeof CSV_FORMATS;

/** Without it, Excel assumes a local encoding. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/;
const PIECE = 1 << 16;

const quoted = (text: string): string =>
	NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** What isn't a number to us may be one to a spreadsheet: 1,000 is 1 with a decimal comma. */
const asText = (text: string): string => (/\d/.test(text) ? `'${text}` : withoutFormula(text));

export class SpreadsheetCsv implements FileWriter {
	readonly mimeType = 'text/csv';
	rows = 0;
	readonly findings = new CellIssues();
	private readonly pieces: Array<Uint8Array<ArrayBuffer>> = [];
	private columns: readonly TableColumn[] = [];
	private text = BYTE_ORDER_MARK;

	/** `zone`: the time zone in the headings of times. */
	constructor(
		private readonly times: SpreadsheetTimes,
		private readonly settings: { format: CsvFormat; zone?: string },
	) {}

	async *bytes(read: (throttle: Throttle) => Promise<void>): ByteChunks {
		yield* streamWhileReading(this.pieces, async (throttle) => {
			await read(throttle);
			this.passOn();
		});
	}

	begin({ columns }: TablePlan): void {
		const isFirst = this.columns.length === 0;
		// A column that comes up later would have no heading.
		if (!isFirst && columns.length > this.columns.length) {
			const names = columns.slice(this.columns.length).map(({ name }) => name);
			throw refusal(
				`The columns ${names.join(', ')} came up only after the first ${formatInteger(this.rows)} rows`,
				'Name the Columns to Keep in the options, or choose Excel as Spreadsheet Format.',
			);
		}
		this.columns = columns;
		if (isFirst) this.write(columns.map((column) => withoutFormula(this.headingOf(column))));
	}

	get summary(): FileWriter['summary'] {
		return { rows: this.rows, differences: this.findings.inWords() };
	}

	private headingOf({ heading, kind }: TableColumn): string {
		const { zone } = this.settings;
		return kind === 'time' && zone ? `${heading} (${zone})` : heading;
	}

	row(cells: readonly string[]): void {
		this.rows++;
		this.write(this.columns.map((column) => this.cell(column, textInColumn(column, cells))));
	}

	private cell(column: TableColumn, text: string): string {
		const { kind } = column;
		if (text === '') return text;
		if (kind === 'amount' || kind === 'number') {
			const amount = cellAmountOrIssue(text);
			const { decimalMark } = CSV_FORMATS[this.settings.format];
			if (typeof amount !== 'string') return amount.digits.replace('.', decimalMark);
			// Leading zeros, or more digits than a spreadsheet keeps: the file has every digit.
			if (DECIMAL.test(text)) {
				if (amount === 'tooLong') this.found('rounded', column);
				return text.trim().replace('.', decimalMark);
			}
			this.found('notANumber', column);
			return asText(text);
		}
		if (kind === 'time') {
			const moment = this.times.momentOf(text, column.otherZone);
			if (typeof moment !== 'string') return formatCellTime(moment);
			this.found(moment, column);
		}
		return withoutFormula(text);
	}

	private found(finding: CellIssue, { heading }: TableColumn) {
		this.findings.add(finding, this.rows, heading);
	}

	private write(cells: readonly string[]) {
		const { separator } = CSV_FORMATS[this.settings.format];
		this.text += cells.map(quoted).join(separator) + LINE_END;
		if (this.text.length > PIECE) this.passOn();
	}

	private passOn() {
		this.pieces.push(Buffer.from(this.text));
		this.text = '';
	}
}
