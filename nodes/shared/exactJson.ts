/** More significant digits than a JavaScript number is sure to keep. */
const SAFE_DIGITS = 15;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAY_HOLD_FRACTION_OR_LONG_NUMBER = /\d\.\d|\d{16}/;

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

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
	const isPlain = !MAY_HOLD_FRACTION_OR_LONG_NUMBER.test(text);
	return JSON.parse(isPlain ? text : withLongNumbersAsText(text, isNumber)) as unknown;
}

/** One walk over the text: a regular expression would start again at every quote of a string that does not end. */
function withLongNumbersAsText(text: string, isNumber: (number: string) => boolean): string {
	let safe = '';
	let copied = 0;
	for (let at = 0; at < text.length;) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at + 1);
		else if (code !== MINUS && (code < ZERO || code > NINE)) at++;
		else {
			NUMBER.lastIndex = at;
			const number = NUMBER.exec(text)?.[0] ?? '-';
			const end = at + number.length;
			if (number !== '-' && !isNumber(number)) {
				safe += `${text.slice(copied, at)}"${number}"`;
				copied = end;
			}
			at = end;
		}
	}
	return safe + text.slice(copied);
}

function endOfString(text: string, start: number): number {
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return text.length;
}

const isShort = (number: string): boolean =>
	number
		.replace(/[eE].*$/, '')
		.replace('.', '')
		.replace(/^-?0*/, '').length <= SAFE_DIGITS;
