/** More significant digits than a JavaScript number is sure to keep. */
const SAFE_DIGITS = 15;

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_HOLD_INEXACT_NUMBER = /\d\.\d|\d{16}/;

/**
 * Reads JSON without losing a digit: a number that JavaScript would round, or whose last zeros it would
 * drop (12.50), stays text. (The reviver's access to the source text would do this, but Node 20 does not have it.)
 */
export function parseExactJson(text: string): unknown {
	if (!MAY_HOLD_INEXACT_NUMBER.test(text)) return JSON.parse(text) as unknown;
	const safe = text.replace(STRING_OR_NUMBER, (token) =>
		token.startsWith('"') || isExact(token) ? token : `"${token}"`,
	);
	return JSON.parse(safe) as unknown;
}

const isExact = (number: string): boolean =>
	!number.includes('.') && number.replace(/[eE].*$/, '').replace(/^-?0*/, '').length <= SAFE_DIGITS;
