/** Some spreadsheets take the full-width forms for the same. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;

/** Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const withoutFormula = (text: string): string =>
	FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
