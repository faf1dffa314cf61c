import type { Moment } from './values';

/** Every number of decimal places that an exact amount can have. */
const MOST_PLACES = 15;
/** Numbers below this are formats that every spreadsheet knows by itself. */
const FIRST_OWN_FORMAT = 164;
const AS_TEXT = 49;

const FORMATS = [
	'yyyy\\-mm\\-dd',
	'yyyy\\-mm\\-dd\\ hh:mm:ss',
	'yyyy\\-mm\\-dd\\ hh:mm:ss.000',
	...Array.from({ length: MOST_PLACES + 1 }, (_, places) =>
		places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
	),
];

/** The styles of cells, by their number in the list below. */
export const TEXT = 1;
export const HEADING = 2;
export const LABEL = 3;
export const WRAPPED = 4;
/** Of amounts and dates, which stand at the right of their cells. */
export const HEADING_RIGHT = 5;
const FIRST_FORMAT = 6;

const MOMENTS: Record<Moment['precision'], number> = {
	day: FIRST_FORMAT,
	second: FIRST_FORMAT + 1,
	millisecond: FIRST_FORMAT + 2,
};

export const momentStyle = (precision: Moment['precision']): number => MOMENTS[precision];

export const amountStyle = (places: number): number =>
	FIRST_FORMAT + 3 + Math.min(places, MOST_PLACES);

const formats = FORMATS.map(
	(code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code}"/>`,
);

const style = (format: number, alignment: string, font = 0, fill = 0) =>
	`<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment ${alignment}/></xf>`;

const TOP = 'vertical="top"';
/** Not quite at the right, where the text of the next cell begins. */
const RIGHT = `${TOP} horizontal="right" indent="1"`;

export const STYLES = [
	style(0, TOP),
	style(AS_TEXT, TOP),
	style(AS_TEXT, TOP, 1, 2),
	style(AS_TEXT, TOP, 1),
	style(AS_TEXT, `${TOP} wrapText="1"`),
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
