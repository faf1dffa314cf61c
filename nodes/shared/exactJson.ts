/** More significant digits than a JavaScript number is sure to keep. */
const SAFE_DIGITS = 15;

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_HOLD_FRACTION_OR_LONG_NUMBER = /\d\.\d|\d{16}/;

/**
 * Reads JSON of the service without losing a digit: a number that JavaScript would round, or whose last zeros
 * it would drop (12.50), stays text. (The reviver's access to the source text would do this, but Node 20 does
 * not have it.)
 */
export const parseExactJson = (text: string): unknown =>
	parseWith(text, (number) => !number.includes('.') && isShort(number));

/** Reads JSON that a user entered: a number that JavaScript would round stays text, all others are numbers. */
export const parseEnteredJson = (text: string): unknown => parseWith(text, isShort);

function parseWith(text: string, isNumber: (number: string) => boolean): unknown {
	if (!MAY_HOLD_FRACTION_OR_LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
	const safe = text.replace(STRING_OR_NUMBER, (token) =>
		token.startsWith('"') || isNumber(token) ? token : `"${token}"`,
	);
	return JSON.parse(safe) as unknown;
}

const isShort = (number: string): boolean =>
	number
		.replace(/[eE].*$/, '')
		.replace('.', '')
		.replace(/^-?0*/, '').length <= SAFE_DIGITS;
