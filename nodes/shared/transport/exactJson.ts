/** More significant digits than a JavaScript number is sure to keep. */
const SAFE_DIGITS = 15;

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_HOLD_LONG_NUMBER = /\d[\d.]{15}/;

/**
 * Reads JSON without losing a digit: a number that JavaScript would round stays text.
 * (The reviver's access to the source text would do this, but Node 20 does not have it.)
 */
export function parseExactJson(text: string): unknown {
	if (!MAY_HOLD_LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
	const safe = text.replace(STRING_OR_NUMBER, (token) =>
		token.startsWith('"') || significantDigits(token) <= SAFE_DIGITS ? token : `"${token}"`,
	);
	return JSON.parse(safe) as unknown;
}

function significantDigits(number: string): number {
	const mantissa = number.replace(/[eE].*$/, '').replace(/[-.]/g, '');
	return mantissa.replace(/^0+/, '').length;
}
