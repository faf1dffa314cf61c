import type { CellText } from '../cellText';
import { number } from '../../number';
import { RowRefusal } from '../refusals';
import type { ByteWindow } from '../window';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const MOST_CELLS = 16_384;

/**
 * Finds the cells of one record after another in a window, by RFC 4180. It works on bytes and
 * makes no text: no library that passes n8n's scan comes near its speed (docs/operate/performance.md).
 */
export class CsvRecords {
	/** Where the next record begins in the window. */
	position = 0;
	/** Where this one begins. */
	start = 0;
	/** How many cells the record has. */
	cells = 0;
	/** False for a last record without a line end. */
	isClosed = true;

	private readonly starts = new Int32Array(MOST_CELLS);
	private readonly ends = new Int32Array(MOST_CELLS);
	private readonly bits = new Uint8Array(MOST_CELLS);
	/** 0: no quotes; 1: in quotes; 2: in quotes, with doubled ones within. */
	private readonly quoting = new Uint8Array(MOST_CELLS);

	constructor(private readonly window: ByteWindow) {}

	/** True for a line with nothing in it. */
	get isBlank(): boolean {
		return this.cells === 1 && this.starts[0] === this.ends[0] && this.quoting[0] === 0;
	}

	text(texts: CellText, cell: number): string {
		const text = texts.column(cell).text(this.starts[cell], this.ends[cell], this.bits[cell]);
		return this.quoting[cell] === 2 ? text.replaceAll('""', '"') : text;
	}

	/** Moves to the next record. False where the window ends before it does. */
	next(isLast: boolean): boolean {
		const { bytes, end } = this.window;
		const { starts, ends, bits, quoting } = this;
		let at = this.position;
		let cell = 0;
		let start = at;
		this.start = at;
		let all = 0;
		if (at >= end) return false;
		bytes[end] = LINE_FEED;
		for (;;) {
			const byte = bytes[at];
			// Letters, digits and all bytes beyond ASCII are above the comma: the common way is short.
			if (byte > COMMA) {
				all |= byte;
				at++;
			} else if (byte === COMMA) {
				starts[cell] = start;
				ends[cell] = at;
				bits[cell] = all;
				quoting[cell] = 0;
				if (++cell === MOST_CELLS) this.refuseSoManyCells();
				start = ++at;
				all = 0;
			} else if (byte === LINE_FEED) {
				if (at >= end && !isLast) return false;
				starts[cell] = start;
				ends[cell] = at > start && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
				bits[cell] = all;
				quoting[cell] = 0;
				return this.close(cell + 1, at, end);
			} else if (byte === QUOTE && at === start) {
				at = this.quoted(cell, at + 1);
				if (at < 0) return false;
				cell++;
				if (bytes[at] === CARRIAGE_RETURN && at + 1 < end && bytes[at + 1] === LINE_FEED) at++;
				if (bytes[at] === LINE_FEED) {
					if (at >= end && !isLast) return false;
					return this.close(cell, at, end);
				}
				if (bytes[at] !== COMMA) {
					if (bytes[at] === CARRIAGE_RETURN && at + 1 >= end) {
						return isLast && this.close(cell, end, end);
					}
					throw new RowRefusal(
						`cell ${cell} continues after its closing quote`,
						'A quote within a cell has to be doubled. Choose File as Output to look at the report.',
					);
				}
				if (cell === MOST_CELLS) this.refuseSoManyCells();
				start = ++at;
				all = 0;
			} else {
				at++;
			}
		}
	}

	private close(cells: number, at: number, end: number): boolean {
		this.cells = cells;
		this.isClosed = at < end;
		this.position = Math.min(at + 1, end);
		return true;
	}

	/** The place after the closing quote, or -1 where the window ends before it. */
	private quoted(cell: number, start: number): number {
		const { bytes, end } = this.window;
		let at = start;
		let all = 0;
		let quoting = 1;
		for (; at < end; at++) {
			const byte = bytes[at];
			if (byte !== QUOTE) {
				all |= byte;
				continue;
			}
			if (at + 1 < end && bytes[at + 1] === QUOTE) {
				quoting = 2;
				at++;
				continue;
			}
			this.starts[cell] = start;
			this.ends[cell] = at;
			this.bits[cell] = all;
			this.quoting[cell] = quoting;
			return at + 1;
		}
		return -1;
	}

	private refuseSoManyCells(): never {
		throw new RowRefusal(
			`the line has more than ${number(MOST_CELLS)} cells`,
			'Order the report with fewer fields. If it may be no report at all, choose File as Output to look at it.',
		);
	}
}
