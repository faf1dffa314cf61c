import type { ByteWindow, ColumnTextCache } from '../reader';
import { formatInteger } from '../../text';
import { UnlocatedRefusal } from '../refusals';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const MAX_CELLS = 16_384;
/** Instead of a position: the record ends with the cell, or the window ends before the cell does. */
const CLOSED = -2;
const UNFINISHED = -1;

export interface SelectedColumn {
	column: number;
	slot: number;
	texts: ColumnTextCache;
}

/**
 * Finds the cells of CSV records (RFC 4180) in a window, without making strings: no library that passes n8n's scan
 * comes near its speed (docs/operate/performance.md).
 */
export class CsvScanner {
	start = 0;
	cells = 0;
	/** False for a last record without a line end. */
	isClosed = true;

	private readonly starts = new Int32Array(MAX_CELLS);
	private readonly ends = new Int32Array(MAX_CELLS);
	/** 0: no quotes; 1: in quotes; 2: in quotes, with doubled quotes inside. */
	private readonly quoting = new Uint8Array(MAX_CELLS);

	separator = COMMA;

	constructor(private readonly window: ByteWindow) {}

	/** The number of cells if none is filled. */
	get firstFilled(): number {
		let cell = 0;
		while (cell < this.cells && this.starts[cell] === this.ends[cell]) cell++;
		return cell;
	}

	/** How many cells outside of these columns are filled. */
	filledBeside(columns: readonly boolean[]): number {
		let filled = 0;
		for (let cell = 0; cell < this.cells; cell++) {
			if (this.ends[cell] > this.starts[cell] && !columns[cell]) filled++;
		}
		return filled;
	}

	startsWithDigit(cell: number): boolean {
		const digit = this.window.bytes[this.starts[cell]] - ZERO;
		return digit >= 0 && digit <= 9;
	}

	isEmptyFrom(cell: number): boolean {
		return this.starts[cell] + this.cells - 1 - cell === this.ends[this.cells - 1];
	}

	text(cell: number, texts: ColumnTextCache): string {
		const text = texts.text(this.starts[cell], this.ends[cell]);
		return this.quoting[cell] < 2 ? text : text.replaceAll('""', '"');
	}

	/** Missing cells become empty. */
	fill(columns: readonly SelectedColumn[], cells: string[]): void {
		for (let index = 0; index < columns.length; index++) {
			const { column, slot, texts } = columns[index];
			cells[slot] = column < this.cells ? this.text(column, texts) : '';
		}
	}

	/** False if the window ends before the record does. */
	next(isLast: boolean): boolean {
		const { bytes, end } = this.window;
		const { starts, ends, quoting, separator } = this;
		// Letters, digits and all bytes beyond ASCII are above the comma.
		const above = Math.max(separator, COMMA);
		let at = this.window.position;
		let cell = 0;
		let start = at;
		this.start = at;
		if (at >= end) return false;
		bytes[end] = LINE_FEED;
		for (;;) {
			let byte = bytes[at];
			while (byte > above) byte = bytes[++at];
			if (byte === separator) {
				starts[cell] = start;
				ends[cell] = at;
				quoting[cell] = 0;
				if (++cell === MAX_CELLS) this.refuseSoManyCells();
				start = ++at;
			} else if (byte === LINE_FEED) {
				if (at >= end && !isLast) return false;
				starts[cell] = start;
				ends[cell] = at > start && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
				quoting[cell] = 0;
				return this.close(cell + 1, at, end);
			} else if (byte === QUOTE && at === start) {
				at = this.quotedCell(cell, at + 1, isLast);
				if (at < 0) return at === CLOSED;
				if (++cell === MAX_CELLS) this.refuseSoManyCells();
				start = at;
			} else {
				at++;
			}
		}
	}

	/** Where the cell after one in quotes begins, or CLOSED, or UNFINISHED. */
	private quotedCell(cell: number, start: number, isLast: boolean): number {
		const { bytes, end } = this.window;
		let at = this.quoted(cell, start);
		if (at < 0) return UNFINISHED;
		if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) at++;
		if (bytes[at] === this.separator) return at + 1;
		if (bytes[at] !== LINE_FEED) {
			throw new UnlocatedRefusal(
				`cell ${cell + 1} continues after its closing quote`,
				'A quote within a cell has to be doubled. Choose File as Output to look at the report.',
			);
		}
		if (at >= end && !isLast) return UNFINISHED;
		this.close(cell + 1, at, end);
		return CLOSED;
	}

	private close(cells: number, at: number, end: number): boolean {
		this.cells = cells;
		this.isClosed = at < end;
		this.window.position = Math.min(at + 1, end);
		return true;
	}

	/** The position after the closing quote, or -1 if the window ends before it. */
	private quoted(cell: number, start: number): number {
		const { bytes, end } = this.window;
		let quoting = 1;
		let at = bytes.indexOf(QUOTE, start);
		while (at >= 0 && at < end) {
			if (at + 1 === end || bytes[at + 1] !== QUOTE) {
				this.starts[cell] = start;
				this.ends[cell] = at;
				this.quoting[cell] = quoting;
				return at + 1;
			}
			quoting = 2;
			at = bytes.indexOf(QUOTE, at + 2);
		}
		return -1;
	}

	private refuseSoManyCells(): never {
		throw new UnlocatedRefusal(
			`the line has more than ${formatInteger(MAX_CELLS)} cells`,
			'Order the report with fewer fields. If it may be no report at all, choose File as Output to look at it.',
		);
	}
}
