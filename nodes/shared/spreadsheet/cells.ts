import { type Currency, findCurrency } from '../money';
import { type CellAmount, cellAmountOrIssue, type CellTime } from './values';

const MAX_PLACES = 15;
/** Lower numbers are built-in formats. */
const FIRST_OWN_FORMAT = 164;
const AS_TEXT = 49;

const FORMATS = [
	'yyyy\\-mm\\-dd',
	'yyyy\\-mm\\-dd\\ hh:mm:ss',
	'yyyy\\-mm\\-dd\\ hh:mm:ss.000',
	...Array.from({ length: MAX_PLACES + 1 }, (_, places) =>
		places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
	),
];

/** Styles, by their index in STYLES. */
const TEXT = 1;
export const HEADING_STYLE = 2;
export const LABEL_STYLE = 3;
/** For amounts and dates. */
export const RIGHT_HEADING_STYLE = 4;
const FIRST_FORMAT = 5;

export const TIME_STYLES: Record<CellTime['precision'], number> = {
	day: FIRST_FORMAT,
	second: FIRST_FORMAT + 1,
	millisecond: FIRST_FORMAT + 2,
};

const amountStyle = (places: number): number => FIRST_FORMAT + 3 + Math.min(places, MAX_PLACES);

const formats = FORMATS.map(
	(code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code}"/>`,
);

const style = (format: number, alignment: string, font = 0, fill = 0) =>
	`<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment ${alignment}/></xf>`;

const TOP = 'vertical="top"';
/** Indented, to keep a distance from the next cell. */
const RIGHT = `${TOP} horizontal="right" indent="1"`;

const STYLES = [
	style(0, TOP),
	style(AS_TEXT, TOP),
	style(AS_TEXT, TOP, 1, 2),
	style(AS_TEXT, TOP, 1),
	style(AS_TEXT, RIGHT, 1, 2),
	...FORMATS.map((_, index) => style(FIRST_OWN_FORMAT + index, RIGHT)),
];

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

export const stylesXml =
	'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
	`<numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
	`<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
	'<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
	'<fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF2"/><bgColor indexed="64"/></patternFill></fill></fills>' +
	'<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
	'<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
	`<cellXfs count="${STYLES.length}">${STYLES.join('')}</cellXfs>` +
	'<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
	'</styleSheet>';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Excel's limit. */
export const MAX_CELL_CHARACTERS = 32_767;

const SUSPECT = /[\p{Cc}\p{Cs}&<>\ufffe\uffff]|_x/iu;

/** Excel reads _x0041_ as A, so the underscore of such a text is escaped. */
const ESCAPED_LOOK = /_(?=x[0-9a-f]{4}_)/gi;
/** Characters that XML doesn't allow, such as control and half characters. */
const NOT_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/gu;
const MARKUP = /[&<>\r]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const REPLACEMENT = '\ufffd';

/** Replaces what XML can't hold. */
export function toXmlText(text: string): { xml: string; hasBadCharacters: boolean } {
	if (!SUSPECT.test(text)) return { xml: text, hasBadCharacters: false };
	const known = text.replace(NOT_XML, REPLACEMENT);
	return {
		xml: known.replace(ESCAPED_LOOK, '_x005F_').replace(MARKUP, (character) => ENTITIES[character]),
		hasBadCharacters: known !== text,
	};
}

/** Also for attributes, where a quote would end the value and a line feed become a space. */
export const escapeXml = (text: string): string =>
	toXmlText(text).xml.replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** Never leaves half a character at the end. */
export function cutToCellLimit(text: string): string {
	const end = text.charCodeAt(MAX_CELL_CHARACTERS - 1);
	return text.slice(
		0,
		end >= 0xd800 && end < 0xdc00 ? MAX_CELL_CHARACTERS - 1 : MAX_CELL_CHARACTERS,
	);
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
	const before = Math.floor(index / 26);
	return (before === 0 ? '' : columnLetters(before - 1)) + String.fromCharCode(65 + (index % 26));
}

// Cells have no reference (r="B7"), which would make the file half as large again. So empty ones must be written.
export const EMPTY_CELL_XML = '<c/>';

const BLANK_AROUND = /^\s|\s$/;
// Texts are in the cells, because a shared list of them would have to be held in memory.
/** Makes the file a third smaller. LibreOffice reads no escapes in it, so it's for text without any. */
export const UNESCAPED_TEXT_CELL_START = `<c s="${TEXT}" t="str"><v>`;
export const VALUE_CELL_END = '</v></c>';

export function wrapInTextCell(xml: string, style = TEXT): string {
	const space = BLANK_AROUND.test(xml) ? ' xml:space="preserve"' : '';
	return `<c s="${style}" t="inlineStr"><is><t${space}>${xml}</t></is></c>`;
}

export const NUMBER_CELL_STARTS = STYLES.map((_, style) => `<c s="${style}"><v>`);

const numberCell = (digits: string | number, style: number): string =>
	NUMBER_CELL_STARTS[style] + digits + VALUE_CELL_END;

/** With the decimals of its currency, or more if the amount has more. */
export const amountStyleOf = ({ places }: CellAmount, currency: Currency | undefined): number =>
	amountStyle(Math.max(currency?.minorUnits ?? 0, places));

/** For headings and the sheet Totals. Rows of data have a faster way. */
export type Cell =
	{ text: string; style?: number } | { amount: string; currency: string } | { count: number };

function cellXml(cell: Cell): string {
	const inWords = (text: string, style?: number) =>
		wrapInTextCell(toXmlText(cutToCellLimit(text)).xml, style);
	if ('text' in cell) return inWords(cell.text, cell.style);
	if ('count' in cell) return numberCell(cell.count, amountStyle(0));
	const amount = cellAmountOrIssue(cell.amount);
	return typeof amount === 'string'
		? inWords(cell.amount)
		: numberCell(amount.digits, amountStyleOf(amount, findCurrency(cell.currency)));
}

/** `row` starts at 1. */
export const rowStartXml = (row: number): string => `<row r="${row}">`;
export const ROW_END_XML = '</row>';

export const rowXml = (row: number, cells: readonly Cell[]): string =>
	rowStartXml(row) + cells.map(cellXml).join('') + ROW_END_XML;
