import { refusal } from '../../problem';
import { UnlocatedRefusal } from '../refusals';
import type { ByteWindow } from '../reader';

/** None: the window ends before the token does. */
export const enum Token {
	None,
	Open,
	Close,
	Text,
	CharacterData,
	Other,
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const OPEN_BRACKET = 91;

/** Much of a report is indents. */
const FOUR_SPACES = 0x20202020;

const MAX_NAME_LENGTH = 1000;
const MAX_ATTRIBUTES = 1000;
const MALFORMED = 'The report is not well-formed XML. Choose File as Output to look at it.';

export const malformed = (what: string): UnlocatedRefusal => new UnlocatedRefusal(what, MALFORMED);

export const tooLarge = (what: string): UnlocatedRefusal =>
	new UnlocatedRefusal(what, 'Choose File as Output to look at the report.');

/** The four blanks of XML; a non-breaking space is text. */
export const isBlankCode = (code: number): boolean =>
	code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;

/** It expands nothing and fetches nothing. */
export class XmlTokenizer {
	/** Of the name of a tag, or of the text. */
	start = 0;
	end = 0;
	/** Whether the text has references, line ends or control characters. */
	isRaw = false;
	isBlank = false;
	isEmpty = false;
	/** Whether more text may follow, after a comment or as character data. */
	mayGoOn = false;

	attributes = 0;
	readonly nameStarts = new Int32Array(MAX_ATTRIBUTES);
	readonly nameEnds = new Int32Array(MAX_ATTRIBUTES);
	readonly valueStarts = new Int32Array(MAX_ATTRIBUTES);
	readonly valueEnds = new Int32Array(MAX_ATTRIBUTES);
	readonly valueIsRaw = new Uint8Array(MAX_ATTRIBUTES);

	constructor(private readonly window: ByteWindow) {}

	next(): Token {
		const { bytes, end, position: at } = this.window;
		if (at >= end) return Token.None;
		bytes[end] = LESS;
		if (bytes[at] !== LESS) return this.text(at);
		if (at + 1 >= end) return Token.None;
		switch (bytes[at + 1]) {
			case SLASH:
				return this.closingTag(at + 2);
			case BANG:
				return this.declaration(at);
			case QUESTION:
				return this.passOver(at + 2, '?>');
			default:
				return this.openingTag(at + 1);
		}
	}

	private done(token: Token, position: number): Token {
		this.window.position = position;
		return token;
	}

	private text(start: number): Token {
		const { bytes, view, end } = this.window;
		let at = start;
		let isRaw = false;
		let isBlank = true;
		for (let byte = bytes[at]; byte !== LESS; byte = bytes[++at]) {
			if (byte > SPACE) {
				isBlank = false;
				if (byte === AMPERSAND) isRaw = true;
			} else if (byte === LINE_FEED) {
				while (view.getInt32(at + 1, true) === FOUR_SPACES) at += 4;
			} else if (byte < SPACE && byte !== TAB) {
				isRaw = true;
				if (byte !== CARRIAGE_RETURN) isBlank = false;
			}
		}
		// The byte after the angle bracket tells whether the text is over.
		if (at + 1 >= end) return Token.None;
		this.mayGoOn = bytes[at + 1] === BANG || bytes[at + 1] === QUESTION;
		this.start = start;
		this.end = at;
		this.isRaw = isRaw;
		this.isBlank = isBlank;
		return this.done(Token.Text, at);
	}

	private closingTag(start: number): Token {
		const { bytes, end } = this.window;
		this.start = start;
		this.end = this.nameEnd(start);
		const at = this.passBlanks(this.end);
		if (at >= end) return Token.None;
		if (bytes[at] !== GREATER) throw malformed('a closing tag has more than its name');
		return this.done(Token.Close, at + 1);
	}

	private nameEnd(start: number): number {
		const { bytes, end } = this.window;
		let at = start;
		for (; at < end; at++) {
			const byte = bytes[at];
			if (byte > GREATER) continue;
			if (byte <= SPACE || byte === GREATER || byte === SLASH || byte === EQUALS) break;
			if (byte === LESS || byte === AMPERSAND || byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) {
				throw malformed(`"${String.fromCharCode(byte)}" is not allowed in a name`);
			}
		}
		if (at - start > MAX_NAME_LENGTH)
			throw tooLarge(`a name is longer than ${MAX_NAME_LENGTH} bytes`);
		if (at === start && at < end) throw malformed('a name is missing after "<" or a space');
		return at;
	}

	private passBlanks(start: number): number {
		const { bytes, end } = this.window;
		let at = start;
		for (; at < end && bytes[at] <= SPACE; at++) {
			if (!isBlankCode(bytes[at]))
				throw malformed(`the character ${bytes[at]} is not allowed in XML`);
		}
		return at;
	}

	private openingTag(start: number): Token {
		const { bytes, end } = this.window;
		let at = this.nameEnd(start);
		const nameEnd = at;
		this.attributes = 0;
		for (;;) {
			at = this.passBlanks(at);
			if (at >= end) return Token.None;
			const byte = bytes[at];
			if (byte === GREATER || byte === SLASH) {
				if (byte === SLASH) {
					if (at + 1 >= end) return Token.None;
					if (bytes[at + 1] !== GREATER) throw malformed('"/" stands within a tag');
				}
				this.start = start;
				this.end = nameEnd;
				this.isEmpty = byte === SLASH;
				return this.done(Token.Open, at + (this.isEmpty ? 2 : 1));
			}
			at = this.attribute(at);
			if (at < 0) return Token.None;
		}
	}

	/** The place after the attribute, or -1 if the window ends before it. */
	private attribute(start: number): number {
		const { bytes, end } = this.window;
		const index = this.attributes;
		if (index === MAX_ATTRIBUTES) throw tooLarge(`a tag has over ${MAX_ATTRIBUTES} attributes`);
		let at = this.nameEnd(start);
		this.nameStarts[index] = start;
		this.nameEnds[index] = at;
		at = this.passBlanks(at);
		if (at >= end) return -1;
		if (bytes[at] !== EQUALS) throw malformed('an attribute has no value');
		at = this.passBlanks(at + 1);
		if (at >= end) return -1;
		const quote = bytes[at];
		if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) {
			throw malformed('the value of an attribute is not in quotes');
		}
		const valueStart = ++at;
		let isRaw = 0;
		for (let byte = bytes[at]; byte !== quote; byte = bytes[++at]) {
			if (at >= end) return -1;
			if (byte === AMPERSAND || byte < SPACE) isRaw = 1;
		}
		if (at >= end) return -1;
		this.valueStarts[index] = valueStart;
		this.valueEnds[index] = at;
		this.valueIsRaw[index] = isRaw;
		this.attributes = index + 1;
		return at + 1;
	}

	private declaration(at: number): Token {
		const { bytes, end } = this.window;
		const begins = (text: string) =>
			bytes.toString('latin1', at, Math.min(at + text.length, end)) === text;
		if (begins('<!--')) return this.passOver(at + 4, '-->');
		if (begins('<![CDATA[')) return this.characterData(at + 9);
		if (begins('<!DOCTYPE')) return this.documentType(at + 9);
		if (end - at < 9) return Token.None;
		throw malformed('"<!" begins neither a comment nor character data');
	}

	private find(from: number, text: string): number {
		return this.window.bytes.subarray(0, this.window.end).indexOf(text, from, 'latin1');
	}

	private passOver(from: number, ending: string): Token {
		const at = this.find(from, ending);
		return at < 0 ? Token.None : this.done(Token.Other, at + ending.length);
	}

	private characterData(start: number): Token {
		const { bytes } = this.window;
		const at = this.find(start, ']]>');
		if (at < 0) return Token.None;
		let isRaw = false;
		for (let index = start; index < at; index++) {
			if (bytes[index] < SPACE) isRaw = true;
		}
		this.start = start;
		this.end = at;
		this.isRaw = isRaw;
		return this.done(Token.CharacterData, at + 3);
	}

	/** Passes over one that names an external definition, which is never fetched. */
	private documentType(start: number): Token {
		const at = this.find(start, '>');
		if (at >= 0 && this.window.bytes.subarray(start, at).includes(OPEN_BRACKET)) {
			throw refusal(
				'The report declares entities or elements of its own, which is refused for safety',
				'Ask the service for a report without a document type, or take it as a file.',
			);
		}
		return this.passOver(start, '>');
	}
}
