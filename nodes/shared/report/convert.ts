import { currencyOf } from '../currencies';
import { withoutFormula } from '../formula';
import { parseDecimal, trim } from '../money';
import type { ReadChoices } from './choices';
import { RowRefusal } from './refusals';
import type { ReportTimes } from '../period/times';

export type CellValue = string | number | null;

const MOST_DIGITS = 15;
const AS_TEXT = 'Choose Text for Amounts, or name the Amount Columns without it.';

const problem = (column: string, text: string, what: string) =>
	new RowRefusal(`${column} is "${text}", ${what}`, AS_TEXT);

function decimalOf(column: string, text: string) {
	const decimal = parseDecimal(text.trim());
	if (decimal === undefined) throw problem(column, text, 'which is not an amount');
	return trim(decimal);
}

/** Identifiers have zeros in front, letters or many digits; amounts have none of these. */
export const isWrittenAsAmount = (text: string): boolean =>
	/^[+-]?(?:0|[1-9]\d{0,14})?(?:\.\d+)?$/.test(text.trim()) &&
	parseDecimal(text.trim()) !== undefined;

/** The number that is written the same; one that would come out different is refused. */
export function exactNumber(column: string, text: string): number {
	const { units, scale } = decimalOf(column, text);
	if (units.toString().replace('-', '').length > MOST_DIGITS || scale > MOST_DIGITS) {
		throw problem(column, text, 'which has more digits than a number can hold');
	}
	return Number(text);
}

/** 12.50 in USD is 1250; 12.345 in USD has no whole number of cents and is refused. */
export function minorUnits(column: string, text: string, currency: string): number {
	const { units, scale } = decimalOf(column, text);
	if (currency === '') throw problem(column, text, 'and has no currency, so no minor units');
	const digits = currencyOf(currency.toUpperCase())?.minorUnits;
	if (digits === undefined) {
		throw problem(column, text, `and the minor units of its currency "${currency}" are not known`);
	}
	if (scale > digits) {
		throw problem(column, text, `which is not a whole number of minor units of ${currency}`);
	}
	const whole = units * 10n ** BigInt(digits - scale);
	if (whole > Number.MAX_SAFE_INTEGER || whole < Number.MIN_SAFE_INTEGER) {
		throw problem(column, text, 'which has more digits than a number can hold');
	}
	return Number(whole);
}

/** ISO 8601; a time that cannot be read is refused. */
export function isoTime(column: string, text: string, times: ReportTimes): string {
	const iso = times.iso(text.trim());
	if (iso !== undefined) return iso;
	throw new RowRefusal(
		`${column} is "${text}", which is not a time that can be read`,
		'Times look like 2026-03-01T08:30:00Z or 2026-03-01 08:30. Choose Text for Times, or leave the column out of Time Columns.',
	);
}

/** A text as it comes out where nothing else is to be made of it. */
export function plainCell(
	text: string,
	{ emptyCells, formulas }: Pick<ReadChoices, 'emptyCells' | 'formulas'>,
): string | null {
	if (text === '') return emptyCells === 'null' ? null : '';
	return formulas === 'apostrophe' ? withoutFormula(text) : text;
}
