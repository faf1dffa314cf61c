import { type Currency, currencyOf } from '../money';
import { amountStyle, STYLES, TEXT } from './styles';
import { type Amount, amountOf } from './values';
import { safeText, shortened } from './xml';

// Cells come without their place (r="B7"), which may be left out: with it, the file is half as large
// again. So empty ones have to stand in the row too.
export const EMPTY_CELL = '<c/>';

const BLANK_AROUND = /^\s|\s$/;
// Text is in the cell itself: a list of all texts would have to be held in memory. There are two ways
// to write that. This one makes the file a third shorter, but LibreOffice reads no escapes in it.
/** For text that has nothing in it to escape, and no blanks around it. */
export const PLAIN_START = `<c s="${TEXT}" t="str"><v>`;
export const VALUE_END = '</v></c>';

export function textCell(xml: string, style = TEXT): string {
	const space = BLANK_AROUND.test(xml) ? ' xml:space="preserve"' : '';
	return `<c s="${style}" t="inlineStr"><is><t${space}>${xml}</t></is></c>`;
}

const NUMBER_STARTS = STYLES.map((_, style) => `<c s="${style}"><v>`);

export const numberStart = (style: number): string => NUMBER_STARTS[style];

const numberCell = (digits: string | number, style: number): string =>
	numberStart(style) + digits + VALUE_END;

/** With the decimals of its currency, or with more where it has more. */
export const amountStyleOf = ({ places }: Amount, currency: Currency | undefined): number =>
	amountStyle(Math.max(currency?.minorUnits ?? 0, places));

/** What is in a cell of the sheets that we word ourselves. */
export type Cell =
	{ text: string; style?: number } | { amount: string; currency: string } | { count: number };

function cellXml(cell: Cell): string {
	const inWords = (text: string, style?: number) => textCell(safeText(shortened(text)).xml, style);
	if ('text' in cell) return inWords(cell.text, cell.style);
	if ('count' in cell) return numberCell(cell.count, amountStyle(0));
	const amount = amountOf(cell.amount);
	return typeof amount === 'string'
		? inWords(cell.amount)
		: numberCell(amount.digits, amountStyleOf(amount, currencyOf(cell.currency)));
}

/** The number of the row, from 1, stands between the two. */
export const ROW_START = '<row r="';
export const ROW_START_END = '">';
export const ROW_END = '</row>';

export const rowXml = (row: number, cells: readonly Cell[]): string =>
	ROW_START + row + ROW_START_END + cells.map(cellXml).join('') + ROW_END;
