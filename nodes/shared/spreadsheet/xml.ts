export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** What Excel takes in one cell. */
export const MOST_CHARACTERS = 32_767;

const SUSPECT = /[\p{Cc}\p{Cs}&<>\ufffe\uffff]|_x/iu;

/** Excel reads _x0041_ as A, so that the text itself has its underscore written that way. */
const ESCAPED_LOOK = /_(?=x[0-9a-f]{4}_)/gi;
/** Control characters but tab, line feed, carriage return and those from DEL on, and half characters. */
const NOT_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/gu;
const MARKUP = /[&<>\r]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const REPLACEMENT = '\ufffd';

export interface SafeText {
	/** Ready for an element. */
	xml: string;
	hasBadCharacters: boolean;
}

/** Text as it can be in a cell. What XML cannot hold at all is replaced. */
export function safeText(text: string): SafeText {
	if (!SUSPECT.test(text)) return { xml: text, hasBadCharacters: false };
	const known = text.replace(NOT_XML, REPLACEMENT);
	return {
		xml: known.replace(ESCAPED_LOOK, '_x005F_').replace(MARKUP, (character) => ENTITIES[character]),
		hasBadCharacters: known !== text,
	};
}

/** For our own words, and for attributes. */
export const escaped = (text: string): string =>
	safeText(text).xml.replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** At most what a cell takes, without half of a character at its end. */
export function shortened(text: string): string {
	const end = text.charCodeAt(MOST_CHARACTERS - 1);
	return text.slice(0, end >= 0xd800 && end < 0xdc00 ? MOST_CHARACTERS - 1 : MOST_CHARACTERS);
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
	const before = Math.floor(index / 26);
	return (before === 0 ? '' : columnLetters(before - 1)) + String.fromCharCode(65 + (index % 26));
}
