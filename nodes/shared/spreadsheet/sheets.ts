import { findCurrency } from '../money';
import {
	amountStyleOf,
	columnLetters,
	XML_DECLARATION,
	EMPTY_CELL_XML,
	HEADING_STYLE,
	RIGHT_HEADING_STYLE,
	TIME_STYLES,
	MAX_CELL_CHARACTERS,
	NUMBER_CELL_STARTS,
	UNESCAPED_TEXT_CELL_START,
	ROW_END_XML,
	rowStartXml,
	rowXml,
	toXmlText,
	cutToCellLimit,
	wrapInTextCell,
	VALUE_CELL_END,
} from './cells';
import {
	currencyInColumn,
	type TableWriter,
	type TableColumn,
	type TablePlan,
	textInColumn,
} from './table';
import {
	cellAmountOrIssue,
	type CellIssue,
	type CellIssues,
	type SpreadsheetTimes,
} from './values';

const MAX_NAME_LENGTH = 31;
const NOT_IN_NAMES = /[\p{Cc}[\]:*?/\\]+/gu;

/** The second sheet is "Report 2". */
function sheetName(name: string, sheet: number): string {
	const suffix = sheet === 0 ? '' : ` ${sheet + 1}`;
	return name.replace(NOT_IN_NAMES, ' ').slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
}

export const MAX_SHEET_ROWS = 1_048_576;

/** In characters. */
const NARROWEST = 9;
const WIDEST = 60;
const BESIDE_HEADING = 4;
const BESIDE_TEXT = 2;
const MOMENT_WIDTH = 22;

export interface SheetXmlPiece {
	sheet: number;
	bytes: Uint8Array<ArrayBuffer>;
}

export interface SheetInfo {
	name: string;
	columns: number;
	/** With the heading. */
	rows: number;
}

const WORKSHEET =
	'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">';
/** As wide as a page, and as long as it takes. */
const FIT_TO_PAGE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
export const PAGE_SETUP_XML = '<pageSetup orientation="landscape" fitToHeight="0"/>';
const FROZEN =
	'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';

export const sheetStartXml = (
	widths: readonly number[],
	isFrozen: boolean,
	isActive = false,
): string => {
	const cols = widths.map(
		(width, index) =>
			`<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
	);
	return (
		`${WORKSHEET}${FIT_TO_PAGE}<sheetViews><sheetView workbookViewId="0"${isActive ? ' tabSelected="1"' : ''}>` +
		`${isFrozen ? FROZEN : ''}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
		`${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
	);
};

function sheetEnd({ columns, rows }: SheetInfo): string {
	if (columns === 0) return `</sheetData>${PAGE_SETUP_XML}</worksheet>`;
	const range = `A1:${columnLetters(columns - 1)}${rows}`;
	return (
		`</sheetData><autoFilter ref="${range}"/>${PAGE_SETUP_XML}` +
		`<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
	);
}

export const limitWidth = (characters: number): number =>
	Math.min(Math.max(characters, NARROWEST), WIDEST);

function widthOf(column: TableColumn, firstRows: ReadonlyArray<readonly string[]>): number {
	let widest = column.heading.length + BESIDE_HEADING;
	if (column.kind === 'time') widest = Math.max(widest, MOMENT_WIDTH);
	for (const cells of firstRows) {
		const { length } = textInColumn(column, cells);
		// An amount is shown with a comma after three digits each.
		const shown = column.kind === 'amount' ? Math.ceil((length * 4) / 3) + 2 : length;
		widest = Math.max(widest, shown + BESIDE_TEXT);
	}
	return limitWidth(widest);
}

export interface SheetOutput {
	/** Written since they were last taken. */
	pieces: SheetXmlPiece[];
	/** Bytes of pieces that are in the file by now. */
	done: Array<SheetXmlPiece['bytes']>;
	all: SheetInfo[];
}

/** Starts a new sheet when one is full or more columns come up. */
export class SheetWriter implements TableWriter {
	rows = 0;
	private columns: readonly TableColumn[] = [];
	private widths: number[] = [];
	private readonly out: SheetBytes;
	private rowInSheet = 0;

	constructor(
		private readonly name: string,
		private readonly list: SheetOutput,
		private readonly findings: CellIssues,
		private readonly times: SpreadsheetTimes,
	) {
		this.out = new SheetBytes(list.done, (bytes) => {
			list.pieces.push({ sheet: list.all.length - 1, bytes });
		});
	}

	begin({ columns }: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void {
		const goesOn = this.list.all.length > 0 && columns.length === this.columns.length;
		this.columns = columns;
		if (goesOn) return;
		this.widths = columns.map((column) => widthOf(column, firstRows));
		this.startSheet();
	}

	row(cells: readonly string[]): void {
		const { out, columns } = this;
		if (this.rowInSheet === MAX_SHEET_ROWS) this.startSheet();
		this.rowInSheet++;
		this.rows++;
		out.ascii(rowStartXml(this.rowInSheet));
		for (let index = 0; index < columns.length; index++) {
			const column = columns[index];
			const cell = textInColumn(column, cells);
			if (cell === '') out.ascii(EMPTY_CELL_XML);
			else if (column.kind === 'text') this.text(column, cell);
			else if (column.kind === 'time') this.time(column, cell);
			else this.number(column, cell, cells);
		}
		out.ascii(ROW_END_XML);
	}

	/** Call it at the end. `empty`: the text of the first sheet if there are no rows. */
	finish(empty = ''): void {
		if (this.rows === 0 && empty !== '') {
			if (this.list.all.length === 0) this.startSheet();
			this.rowInSheet++;
			this.out.write(rowXml(this.rowInSheet, [{ text: empty }]));
		}
		this.endSheet();
	}

	private number(column: TableColumn, text: string, cells: readonly string[]) {
		const amount = cellAmountOrIssue(text);
		if (typeof amount === 'string') return this.asText(amount, column, text);
		const currency =
			column.kind === 'amount' ? findCurrency(currencyInColumn(column, cells)) : undefined;
		this.value(amount.digits, amountStyleOf(amount, currency));
	}

	private time(column: TableColumn, text: string) {
		const moment = this.times.momentOf(text, column.otherZone);
		if (typeof moment === 'string') return this.asText(moment, column, text);
		this.value(String(moment.serial), TIME_STYLES[moment.precision]);
	}

	private value(digits: string, style: number) {
		const { out } = this;
		out.ascii(NUMBER_CELL_STARTS[style]);
		out.ascii(digits);
		out.ascii(VALUE_CELL_END);
	}

	private asText(why: CellIssue, column: TableColumn, text: string) {
		this.found(why, column);
		this.text(column, text);
	}

	private text(column: TableColumn, text: string) {
		const isTooLong = text.length > MAX_CELL_CHARACTERS;
		if (!isTooLong && this.out.plainCell(text)) return;
		if (isTooLong) this.found('tooMuchText', column);
		const safe = toXmlText(isTooLong ? cutToCellLimit(text) : text);
		if (safe.hasBadCharacters) this.found('badCharacters', column);
		this.out.write(wrapInTextCell(safe.xml));
	}

	private found(finding: CellIssue, { heading }: TableColumn) {
		this.findings.add(finding, this.rows, heading);
	}

	private startSheet() {
		this.endSheet();
		const columns = this.columns.length;
		const { all } = this.list;
		all.push({ name: sheetName(this.name, all.length), columns, rows: 0 });
		this.rowInSheet = 0;
		this.out.write(XML_DECLARATION + sheetStartXml(this.widths, columns > 0));
		if (columns === 0) return;
		this.rowInSheet = 1;
		const headings = this.columns.map(({ heading, kind }) => ({
			text: heading,
			style: kind === 'text' ? HEADING_STYLE : RIGHT_HEADING_STYLE,
		}));
		this.out.write(rowXml(1, headings));
	}

	private endSheet() {
		const sheet = this.list.all.at(-1);
		if (sheet === undefined) return;
		sheet.rows = this.rowInSheet;
		this.out.write(sheetEnd(sheet));
		this.out.passOn();
	}
}

const PIECE = 1 << 17;
/** The platform may still read the last pieces after it took them. */
const KEPT_BACK = 3;
/** The most that UTF-8 takes. */
const BYTES_PER_CODE_UNIT = 3;

const SPACE = 0x20;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const SMALL_X = 0x78;
/** Lower-case letters have this bit. */
const SMALL = 0x20;
/** From here on there are other blanks, half characters and what is none. */
const BEYOND_ASCII = 0x7f;

/** What stands around each text is most of a sheet: it is copied four bytes at a time. */
const wordsOf = (xml: string): Int32Array =>
	new Int32Array(new Uint8Array(Buffer.from(xml)).buffer);
const START_WORDS = wordsOf(UNESCAPED_TEXT_CELL_START);
const END_WORDS = wordsOf(VALUE_CELL_END);

/** Writes the XML of a sheet as bytes. Joining texts first takes longer, and makes V8 enlarge its heap by 70 MB. */
class SheetBytes {
	private piece: Buffer<ArrayBuffer>;
	private view: DataView;
	private used = 0;

	/** Pieces come back in `done`, to be filled again: with new memory for each, V8 often collects all garbage. */
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
		const { piece, used } = this;
		const { length } = text;
		for (let index = 0; index < length; index++) piece[used + index] = text.charCodeAt(index);
		this.used = used + length;
	}

	/** Writes text that needs no escapes. False, and nothing is written, for other text. */
	plainCell(text: string): boolean {
		const last = text.length - 1;
		this.makeRoom(UNESCAPED_TEXT_CELL_START.length + text.length + VALUE_CELL_END.length);
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

	/** Call it at the end, too. */
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
}
