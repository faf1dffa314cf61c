import { type ByteWindow, CellDecoder, type ColumnDecoder } from '../window';
import { malformed, type XmlTokens } from './tokens';

const NAMED = new Map([
	['lt', '<'],
	['gt', '>'],
	['amp', '&'],
	['quot', '"'],
	['apos', "'"],
]);
const REFERENCE = /&(#x[0-9a-fA-F]+|#[0-9]+|[^;&\s]*)(;?)/g;

const CHARACTER = /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;
const HIGHEST = 0x10ffff;

/** Replaces the five entities and numeric references; nothing else is expanded. */
function withoutReferences(text: string): string {
	return text.replace(REFERENCE, (reference, name: string, semicolon: string) => {
		if (semicolon === '') throw malformed(`"${reference.slice(0, 20)}" has no semicolon`);
		if (name.startsWith('#')) {
			const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
			const character = String.fromCodePoint(Math.min(code, HIGHEST));
			if (code <= HIGHEST && CHARACTER.test(character)) return character;
			throw malformed(`"${reference}" is not a character`);
		}
		const character = NAMED.get(name);
		if (character === undefined) throw malformed(`"${reference}" is not a known entity`);
		return character;
	});
}

const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');

const NO_COLUMN = -1;

/** Makes text of the tokens, as the XML standard reads it. */
export class XmlTexts {
	private readonly cells: CellDecoder;

	constructor(
		window: ByteWindow,
		private readonly tokens: XmlTokens,
	) {
		this.cells = new CellDecoder(window);
	}

	/** To be called for each new content of the window. */
	windowChanged(): void {
		this.cells.windowChanged();
	}

	/** The text that stands in an element: line ends are line feeds, whatever the file has. */
	element(slot: number): string {
		const text = this.content(slot);
		return this.tokens.isRaw ? withoutReferences(withLineFeeds(text)) : text;
	}

	/** Character data has no references. */
	characterData(): string {
		const text = this.content(NO_COLUMN);
		return this.tokens.isRaw ? withLineFeeds(text) : text;
	}

	/** The value of the attribute with this index: line ends and tabs count as spaces. */
	attribute(index: number, slot = NO_COLUMN): string {
		const { valueStarts, valueEnds, valueIsRaw } = this.tokens;
		const text = this.column(slot).text(valueStarts[index], valueEnds[index]);
		if (valueIsRaw[index] === 0) return text;
		return withoutReferences(text.replace(/\r\n|[\r\n\t]/g, ' '));
	}

	private content(slot: number): string {
		const { start, end } = this.tokens;
		return this.column(slot).text(start, end);
	}

	/** Texts that belong to no column share the first memory of repeated ones. */
	private column(slot: number): ColumnDecoder {
		return this.cells.column(slot < 0 ? 0 : slot + 1);
	}
}
