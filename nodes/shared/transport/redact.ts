export type Redact = (text: string) => string;

const HIDDEN = '***';

/** Encodings of a shorter secret would be found in any text. */
const LEAST_ENCODED = 6;

/** A signature or a digest (32 bytes in base64), also with what URLs and JSON make of its characters. */
const SIGNATURE = /(?:[A-Za-z0-9+]|\\?\/|%2[BF]){43}(?:=|%3D|\\u003d)/gi;

/** What a token can go on with, in any form. */
const REST = '[\\w.~+/=%-]*';

/**
 * Hides secrets in a text: as they are, URL-encoded, in JSON escapes (also of single characters), and in base64.
 * Whoever signs also says what its tokens begin with: they are hidden to their end, and so are signatures.
 */
export function redactorOf(secrets: readonly string[], beginning?: string): Redact {
	const given = secrets.filter((secret) => secret !== '');
	const short = given.filter(({ length }) => length < LEAST_ENCODED);
	const long = given.filter(({ length }) => length >= LEAST_ENCODED);
	const patterns = [
		...(beginning === undefined ? [] : [anyFormOf(beginning, REST)]),
		...long.map((secret) => anyFormOf(secret)),
	];
	return (text) => {
		let shown = patterns.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), text);
		if (beginning !== undefined) shown = shown.replace(SIGNATURE, HIDDEN);
		return short.reduce((rest, secret) => rest.split(secret).join(HIDDEN), shown);
	};
}

/** In base64, what surrounds a secret is not told apart from it: it is hidden as well, to its end. */
function anyFormOf(secret: string, rest = ''): RegExp {
	const plain = Array.from(secret, (character) => anyFormOfCharacter(character)).join('');
	const encoded = base64Of(secret).map((text) => `${literally(text)}[\\w+/=-]*`);
	return new RegExp([`${plain}${rest}`, ...encoded].join('|'), 'gi');
}

function anyFormOfCharacter(character: string): string {
	const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
	return `(?:\\\\?${literally(character)}|%${hex}|\\\\{1,4}u00${hex})`;
}

/** What base64 makes of the secret wherever it stands in the text, without the letters that its neighbors share. */
function base64Of(secret: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(' '.repeat(before) + secret, 'latin1');
		const start = Math.ceil((before * 8) / 6);
		const end = Math.floor((bytes.length * 8) / 6);
		const inner = bytes.toString('base64').slice(start, end);
		return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
