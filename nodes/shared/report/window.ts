import { refusal } from '../problem';
import { number } from '../number';

/** All versions of Node have it. `toString` calls it, and takes as long again to look at its arguments. */
type SliceBuffer = Buffer &
	Record<'latin1Slice' | 'utf8Slice', (start: number, end: number) => string>;

const newBuffer = (size: number) => Buffer.allocUnsafeSlow(size) as SliceBuffer;

const FIRST_SIZE = 1 << 18;
/** One cell or one tag; a service that sends more has most likely not closed a quote. */
const LARGEST_PIECE = 1 << 24;

/**
 * The part of a report that is being looked at. What was not understood to its end stays and is
 * looked at again with the bytes that follow it.
 */
export class ByteWindow {
	bytes = newBuffer(FIRST_SIZE);
	view = new DataView(this.bytes.buffer);
	end = 0;
	/** How many bytes of the report stood before this window. */
	passed = 0;
	private enough = 0;

	/** True when there is enough to make another attempt worth while. */
	append(chunk: Uint8Array): boolean {
		// Some bytes more, for what stops a scan at the end.
		const needed = this.end + chunk.length + 8;
		if (needed > this.bytes.length) {
			const larger = newBuffer(2 ** Math.ceil(Math.log2(needed)));
			larger.set(this.bytes.subarray(0, this.end));
			this.bytes = larger;
			this.view = new DataView(larger.buffer);
		}
		this.bytes.set(chunk, this.end);
		this.end += chunk.length;
		return this.end >= this.enough || this.end > LARGEST_PIECE;
	}

	/** Drops what was understood. The rest is tried again once it has doubled, so work stays linear. */
	discard(used: number): void {
		this.bytes.copyWithin(0, used, this.end);
		this.end -= used;
		this.passed += used;
		this.enough = 2 * this.end;
		if (this.end > LARGEST_PIECE) {
			throw refusal(
				`From byte ${number(this.passed + 1)} on, ${number(this.end)} bytes come without an end`,
				'A quote or a tag is most likely not closed there. Download the report again, or as a file.',
			);
		}
	}
}
