import { parseDecimal, trim } from '../money';
import { RowRefusal } from './refusals';

export type CellValue = string | number;

const MOST_DIGITS = 15;
const AS_TEXT = 'Choose Text for Amounts.';

const problem = (column: string, text: string, what: string) =>
	new RowRefusal(`${column} is "${text}", ${what}`, AS_TEXT);

/** Identifiers have zeros in front, letters or many digits; amounts have none of these. */
export const isWrittenAsAmount = (text: string): boolean =>
	/^[+-]?(?:0|[1-9]\d{0,14})?(?:\.\d+)?$/.test(text.trim()) &&
	parseDecimal(text.trim()) !== undefined;

/** The number that is written the same; one that would come out different is refused. */
export function exactNumber(column: string, text: string): number {
	const decimal = parseDecimal(text.trim());
	if (decimal === undefined) throw problem(column, text, 'which is not an amount');
	const { units, scale } = trim(decimal);
	if (units.toString().replace('-', '').length > MOST_DIGITS || scale > MOST_DIGITS) {
		throw problem(column, text, 'which has more digits than a number can hold');
	}
	return Number(text);
}
