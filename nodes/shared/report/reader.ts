import { type Refusal, refusal } from '../problem';
import { formatInteger } from '../text';
import type { Bytes } from './bytes';
import {
	cutOff,
	interruptedRefusal,
	notUtf8,
	type RowPosition,
	UnlocatedRefusal,
} from './refusals';

/** Every Node has these; `toString` calls them, and takes as long again to check its arguments. */
type SliceBuffer = Buffer &
	Record<'latin1Slice' | 'utf8Slice', (start: number, end: number) => string>;

const newBuffer = (size: number) => Buffer.allocUnsafeSlow(size) as SliceBuffer;

const FIRST_SIZE = 1 << 18;
/** One cell or tag. A longer one most likely lacks its closing quote. */
const MAX_PIECE_SIZE = 1 << 24;

/** The part of a report that is being read. An unfinished piece stays, and is read again with the bytes after it. */
export class ByteWindow {
	bytes = newBuffer(FIRST_SIZE);
	view = new DataView(this.bytes.buffer);
	end = 0;
	/** How far it was read. */
	position = 0;
	/** How many bytes of the report came before this window. */
	passed = 0;

	/** `enough`: how many bytes the next attempt needs. */
	constructor(private enough: number) {}

	/** True if there is enough for the next attempt. */
	append(chunk: Uint8Array): boolean {
		// A few more, for what stops a scan at the end.
		const needed = this.end + chunk.length + 8;
		if (needed > this.bytes.length) {
			const larger = newBuffer(2 ** Math.ceil(Math.log2(needed)));
			larger.set(this.bytes.subarray(0, this.end));
			this.bytes = larger;
			this.view = new DataView(larger.buffer);
		}
		this.bytes.set(chunk, this.end);
		this.end += chunk.length;
		return this.end >= this.enough || this.end > MAX_PIECE_SIZE;
	}

	/** Drops what was read. The rest is tried again once it has doubled, so that work stays linear. */
	discard(): void {
		const { position } = this;
		this.bytes.copyWithin(0, position, this.end);
		this.end -= position;
		this.passed += position;
		this.position = 0;
		this.enough = 2 * this.end;
		if (this.end > MAX_PIECE_SIZE) {
			throw refusal(
				`From byte ${formatInteger(this.passed + 1)} on, ${formatInteger(this.end)} bytes come without an end`,
				'A quote or a tag is most likely not closed there. Download the report again, or as a file.',
			);
		}
	}
}

/** Reads a report piece by piece, and adds the place to its errors. */
export abstract class ReportReader {
	protected readonly window: ByteWindow;
	protected rows = 0;

	/** `first`: how many bytes to wait for before the first look. */
	constructor(first = 0) {
		this.window = new ByteWindow(first);
	}

	async read(bytes: Bytes): Promise<void> {
		const { window } = this;
		/** A failure while waiting for bytes is not one of the report's content. */
		let isWaiting = true;
		try {
			for await (const chunk of bytes) {
				if (!window.append(chunk)) continue;
				isWaiting = false;
				if (!this.readOn(false)) return;
				window.discard();
				isWaiting = true;
			}
			isWaiting = false;
			if (this.readOn(true)) this.finish();
		} catch (error) {
			throw isWaiting ? interruptedRefusal(error, this.place(window.end)) : this.placed(error);
		}
	}

	/** False when no more is wanted. */
	protected abstract readOn(isLast: boolean): boolean;
	protected abstract finish(): void;

	protected get position(): number {
		return this.window.position;
	}

	protected placed(error: unknown): unknown {
		return error instanceof UnlocatedRefusal ? error.at(this.place(this.position + 1)) : error;
	}

	protected cutOff(reason: string): Refusal {
		return cutOff(this.place(this.window.end), reason);
	}

	private place(position: number): RowPosition {
		return { row: this.rows + 1, byte: this.window.passed + position };
	}
}

const MAX_WORDS = 10;
const MAX_CACHED_LENGTH = 4 * MAX_WORDS;

/** A currency has few values, a date many. `bits` number the places for them; after `trial` cells, it is judged. */
const FEW = { bits: 7, trial: 1 << 11 };
const MANY = { bits: 12, trial: 1 << 13 };

/** V8 copies shorter slices; longer ones would keep the whole block alive. */
const SLICED_FROM = 13;
/** How many bytes become text at once: the whole window would be copied by each garbage collection. */
const BLOCK = 1 << 13;

/** The highest bit of each of four bytes. */
const BEYOND_ASCII = 0x80808080 | 0;

/** An odd number whose bits are mixed well: the golden ratio of 32 bits. */
const SPREAD = 0x9e3779b1;

/** Masks for the last word of a text, by how many of its bytes belong to the text (0 if all do). */
const LAST_WORD = [-1, 0xff, 0xffff, 0xffffff];

const placesFor = ({ bits, trial }: typeof FEW) => ({
	bits,
	trial,
	words: new Int32Array(MAX_WORDS << bits),
	lengths: new Uint8Array(1 << bits),
	texts: new Array<string>(1 << bits).fill(''),
});

/**
 * Makes text of the cells of one column. Making strings is the slowest part of reading a report, so repeated values
 * are remembered by their bytes, which are compared four at a time.
 */
export class ColumnTextCache {
	private places = placesFor(FEW);
	private tries = 0;
	private hits = 0;
	/** Columns that hardly repeat aren't worth the search. */
	private pays = true;

	constructor(
		private readonly window: ByteWindow,
		private readonly made: CellDecoder,
	) {}

	text(start: number, end: number): string {
		const length = end - start;
		if (length === 0) return '';
		if (!this.pays || length > MAX_CACHED_LENGTH) return this.made.text(start, end);

		if (++this.tries === this.places.trial) this.judge();
		const { view } = this.window;
		const { bits, words, lengths, texts } = this.places;
		const lastWord = (length - 1) >> 2;
		const lastStart = start + 4 * lastWord;
		const last = view.getInt32(lastStart, true) & LAST_WORD[length & 3];
		let hash = Math.imul(last ^ length, SPREAD);
		for (let at = start; at < lastStart; at += 4) {
			hash = Math.imul((hash >>> 15) ^ hash ^ view.getInt32(at, true), SPREAD);
		}
		const place = hash >>> (32 - bits);
		const base = place * MAX_WORDS;
		if (lengths[place] === length && words[base + lastWord] === last) {
			let at = start;
			let known = base;
			while (at < lastStart && words[known] === view.getInt32(at, true)) {
				at += 4;
				known++;
			}
			if (at >= lastStart) {
				this.hits++;
				return texts[place];
			}
		}
		const text = this.made.text(start, end);
		for (let at = start, to = base; at < lastStart; at += 4, to++) {
			words[to] = view.getInt32(at, true);
		}
		words[base + lastWord] = last;
		lengths[place] = length;
		texts[place] = text;
		return text;
	}

	private judge() {
		if (this.hits * 2 <= this.tries) {
			this.pays = this.places.bits === FEW.bits;
			this.places = placesFor(this.pays ? MANY : FEW);
		}
		this.tries = 0;
		this.hits = 0;
	}
}

export class CellDecoder {
	private readonly columns: ColumnTextCache[] = [];
	private block = '';
	private blockStart = 0;
	private readonly strict = new TextDecoder('utf-8', { fatal: true });

	constructor(private readonly window: ByteWindow) {}

	/** Call it for each new content of the window, before any cell. */
	windowChanged(): void {
		this.block = '';
	}

	column(column: number): ColumnTextCache {
		return (this.columns[column] ??= new ColumnTextCache(this.window, this));
	}

	/** Not remembered. */
	text(start: number, end: number): string {
		const { bytes, view } = this.window;
		// Some of these may belong to the next text: then it only takes longer.
		let all = 0;
		for (let at = start; at < end; at += 4) all |= view.getInt32(at, true);
		if ((all & BEYOND_ASCII) !== 0) return this.utf8(start, end);
		if (end - start >= SLICED_FROM) return bytes.latin1Slice(start, end);
		const from = start - this.blockStart;
		if (from >= 0 && end - this.blockStart <= this.block.length) {
			return this.block.slice(from, end - this.blockStart);
		}
		this.block = bytes.latin1Slice(start, Math.min(start + BLOCK, this.window.end));
		this.blockStart = start;
		return this.block.slice(0, end - start);
	}

	private utf8(start: number, end: number): string {
		const { bytes } = this.window;
		const text = bytes.utf8Slice(start, end);
		if (text.includes('\uFFFD') && !this.isUtf8(bytes.subarray(start, end))) {
			throw notUtf8(`"${text.slice(0, 60)}"`);
		}
		return text;
	}

	private isUtf8(bytes: Uint8Array): boolean {
		try {
			this.strict.decode(bytes);
			return true;
		} catch {
			return false;
		}
	}
}
