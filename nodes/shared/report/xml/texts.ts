import { type ByteWindow, CellDecoder, type ColumnDecoder } from '../window';
import { malformed, type XmlTokens } from './tokens';

const NAMED = new Map([
	['lt', '<'],
	['gt', '>'],
	['amp', '&'],
	['quot', '"'],
	['apos', "'"],
]);
const REFERENCE = /&(?:#(x[0-9a-fA-F]+|[0-9]+)|([^;&\s]*))(;?)/g;

const CHARACTER = /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;
const HIGHEST = 0x10ffff;

/** Replaces the five entities and numeric references; nothing else is expanded. */
const withoutReferences = (text: string): string =>
	text.replace(REFERENCE, (reference, digits: string | undefined, name: string, end: string) => {
		if (end === '') throw malformed(`"${reference.slice(0, 20)}" has no semicolon`);
		if (digits === undefined) {
			const character = NAMED.get(name);
			if (character !== undefined) return character;
			throw malformed(`"${reference}" is not a known entity`);
		}
		const code = Number(digits.replace('x', '0x'));
		const character = code <= HIGHEST ? String.fromCodePoint(code) : '';
		if (CHARACTER.test(character)) return character;
		throw malformed(`"${reference}" is not a character`);
	});

/** Makes text of the tokens, as the XML standard reads it. */
export class XmlTexts {
	private readonly cells: CellDecoder;

	constructor(
		window: ByteWindow,
		private readonly tokens: XmlTokens,
	) {
		this.cells = new CellDecoder(window);
	}

	windowChanged(): void {
		this.cells.windowChanged();
	}

	/** The text that stands in an element: line ends are line feeds, whatever the file has. */
	element(slot: number): string {
		const text = this.characterData(slot);
		return this.tokens.isRaw ? withoutReferences(text) : text;
	}

	/** It has no references. */
	characterData(slot: number): string {
		const { start, end, isRaw } = this.tokens;
		const text = this.column(slot).text(start, end);
		return isRaw ? text.replace(/\r\n?/g, '\n') : text;
	}

	/** The value of the attribute with this index: line ends and tabs count as spaces. */
	attribute(index: number, slot: number): string {
		const { valueStarts, valueEnds, valueIsRaw } = this.tokens;
		const text = this.column(slot).text(valueStarts[index], valueEnds[index]);
		if (valueIsRaw[index] === 0) return text;
		return withoutReferences(text.replace(/\r\n|[\r\n\t]/g, ' '));
	}

	/** Texts that belong to no column share the first memory of repeated ones. */
	private column(slot: number): ColumnDecoder {
		return this.cells.column(slot < 0 ? 0 : slot + 1);
	}
}
