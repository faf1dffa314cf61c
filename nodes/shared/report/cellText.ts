import { notEncoded } from './refusals';

const SLOTS = 128;
const LONGEST_CACHED = 40;
const TRIAL = 2048;
/** V8 copies shorter slices; longer ones would keep the text of the whole block alive. */
const SLICED_FROM = 13;
/** So many bytes become text at once; all of the window would be copied by each garbage collection. */
const BLOCK = 1 << 13;

/** Remembers the values that repeat in one column, by their bytes. */
class RepeatedValues {
	private readonly bytes = new Uint8Array(SLOTS * LONGEST_CACHED);
	private readonly lengths = new Uint8Array(SLOTS);
	private readonly texts = new Array<string>(SLOTS).fill('');
	private tries = 0;
	private hits = 0;
	/** Columns that hardly repeat are not worth the search. */
	pays = true;

	constructor(private readonly make: (source: Buffer, start: number, end: number) => string) {}

	text(source: Buffer, start: number, end: number): string {
		const length = end - start;
		const slot =
			(length * 7 +
				source[start] * 31 +
				source[end - 1] * 17 +
				source[start + (length >> 1)] * 5 +
				source[end - Math.min(length, 2)] * 43) &
			(SLOTS - 1);
		const base = slot * LONGEST_CACHED;
		const known = this.bytes;
		if (++this.tries === TRIAL) this.judge();
		if (this.lengths[slot] === length) {
			let index = 0;
			while (index < length && known[base + index] === source[start + index]) index++;
			if (index === length) {
				this.hits++;
				return this.texts[slot];
			}
		}
		const text = this.make(source, start, end);
		for (let index = 0; index < length; index++) known[base + index] = source[start + index];
		this.lengths[slot] = length;
		this.texts[slot] = text;
		return text;
	}

	private judge() {
		this.pays = this.hits * 2 > this.tries;
		this.tries = 0;
		this.hits = 0;
	}
}

/** Turns bytes of the window into text. Making a string is the dearest part of reading a report. */
export class CellText {
	private block = '';
	private blockStart = 0;
	private readonly columns: RepeatedValues[] = [];
	private readonly strict = new TextDecoder('utf-8', { fatal: true });

	/** To be called for each new content of the window, before its cells are asked for. */
	look(): void {
		this.block = '';
	}

	/** `allBits` has every bit that is set in any of the bytes. */
	cell(column: number, source: Buffer, start: number, end: number, allBits: number): string {
		const length = end - start;
		if (length === 0) return '';
		if (length <= LONGEST_CACHED) {
			const repeated = (this.columns[column] ??= new RepeatedValues(this.make));
			if (repeated.pays) return repeated.text(source, start, end);
		}
		return allBits < 128 ? this.plain(source, start, end) : this.utf8(source, start, end);
	}

	private readonly make = (source: Buffer, start: number, end: number): string => {
		for (let index = start; index < end; index++) {
			if (source[index] > 127) return this.utf8(source, start, end);
		}
		return this.plain(source, start, end);
	};

	private plain(source: Buffer, start: number, end: number): string {
		if (end - start >= SLICED_FROM) return source.toString('latin1', start, end);
		const from = start - this.blockStart;
		if (from >= 0 && end - this.blockStart <= this.block.length) {
			return this.block.slice(from, end - this.blockStart);
		}
		this.block = source.toString('latin1', start, start + BLOCK);
		this.blockStart = start;
		return this.block.slice(0, end - start);
	}

	private utf8(source: Buffer, start: number, end: number): string {
		const text = source.toString('utf8', start, end);
		if (text.includes('\uFFFD') && !this.isUtf8(source.subarray(start, end))) {
			throw notEncoded(`"${text.slice(0, 60)}"`, 'utf-8');
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
