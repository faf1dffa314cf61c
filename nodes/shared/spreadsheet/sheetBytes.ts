import { PLAIN_START, VALUE_END } from './cells';

const PIECE = 1 << 17;
/** The platform may look at the last pieces still when it has already taken them. */
const KEPT_BACK = 3;
/** What UTF-8 takes for a UTF-16 code unit at most. */
const BYTES_PER_CODE_UNIT = 3;

const SPACE = 0x20;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const SMALL_X = 0x78;
/** A letter with this bit is small. */
const SMALL = 0x20;
/** From here on there are other blanks, halves of characters and what is none. */
const BEYOND_ASCII = 0x7f;

/** What stands around each text, four bytes at a time: it is most of a sheet. */
const wordsOf = (xml: string): Int32Array =>
	new Int32Array(new Uint8Array(Buffer.from(xml)).buffer);
const START_WORDS = wordsOf(PLAIN_START);
const END_WORDS = wordsOf(VALUE_END);

/**
 * Writes the XML of a sheet as bytes. To join texts first takes longer, and leaves so much behind that V8 enlarges
 * its heap by 70 MB.
 */
export class SheetBytes {
	private piece: Buffer<ArrayBuffer>;
	private view: DataView;
	private used = 0;

	/** `done` is where pieces come back to be filled again: new memory for each makes V8 collect all garbage often. */
	constructor(
		private readonly done: Array<Uint8Array<ArrayBuffer>>,
		private readonly taker: (bytes: Uint8Array<ArrayBuffer>) => void,
	) {
		this.piece = this.newPiece(PIECE);
		this.view = new DataView(this.piece.buffer);
	}

	write(xml: string): void {
		this.makeRoom(xml.length * BYTES_PER_CODE_UNIT);
		this.used += this.piece.write(xml, this.used);
	}

	ascii(text: string): void {
		this.makeRoom(text.length);
		this.copy(text);
	}

	/** Writes a cell of text that may surely stand there just as it is. False, and nothing is written, for other text. */
	plainCell(text: string): boolean {
		const last = text.length - 1;
		this.makeRoom(PLAIN_START.length + text.length + VALUE_END.length);
		const start = this.used;
		this.copyWords(START_WORDS);
		const { piece } = this;
		let at = this.used;
		for (let index = 0; index <= last; index++) {
			const code = text.charCodeAt(index);
			const isPlain =
				code <= SPACE
					? code === SPACE && index > 0 && index < last
					: code < BEYOND_ASCII &&
						code !== AMPERSAND &&
						code !== LESS &&
						code !== GREATER &&
						(code !== UNDERSCORE || (text.charCodeAt(index + 1) | SMALL) !== SMALL_X);
			if (!isPlain) {
				this.used = start;
				return false;
			}
			piece[at++] = code;
		}
		this.used = at;
		this.copyWords(END_WORDS);
		return true;
	}

	/** To be called at the end, too. */
	passOn(room = PIECE): void {
		this.taker(this.piece.subarray(0, this.used));
		this.piece = this.newPiece(room);
		this.view = new DataView(this.piece.buffer);
		this.used = 0;
	}

	private newPiece(room: number): Buffer<ArrayBuffer> {
		const old = this.done.length > KEPT_BACK ? this.done.shift() : undefined;
		return room <= PIECE && old?.buffer.byteLength === PIECE
			? Buffer.from(old.buffer)
			: Buffer.allocUnsafeSlow(Math.max(room, PIECE));
	}

	private makeRoom(room: number) {
		if (this.used + room > this.piece.length) this.passOn(room);
	}

	private copyWords(words: Int32Array) {
		for (let index = 0; index < words.length; index++) {
			this.view.setInt32(this.used, words[index], true);
			this.used += 4;
		}
	}

	private copy(text: string) {
		const { piece, used } = this;
		const { length } = text;
		for (let index = 0; index < length; index++) piece[used + index] = text.charCodeAt(index);
		this.used = used + length;
	}
}
