import { decoded, type Decoded } from './escapes';

export type Redact = (text: string) => string;

const HIDDEN = '***';

/** Encodings of a shorter secret would be found in any text. */
const LEAST_ENCODED = 6;

/** A longer one is known by its beginning: an expression for all of it could be too large to be made. */
const ENOUGH = 512;

/** What a token can go on with. */
const REST = '[\\w.~+/=%-]*';

/** What base64 can continue with: text around a secret looks the same as the secret there. */
const REST_OF_BASE64 = '[\\w+/=-]*';

/** What a signature and a digest are written in: base64, for addresses or not, or hexadecimal digits. */
const RUN = /([\w+/-]+)(=*)/g;

/** A signature of 32 bytes in base64, that again in base64, and both in hexadecimal digits. */
const SIGNATURE_LENGTHS = new Set([43, 58, 59]);
const HEX_LENGTHS = new Set([64, 86, 88]);
const HEX = /^[0-9a-f]+$/i;

/** Names have fewer capital letters, or are not of that length. */
const LEAST_OF_EACH_CASE = 5;

/**
 * Hides secrets in a text: as they are, with any of their characters escaped, in base64 and in hexadecimal digits.
 * Code that signs also says what the parts of its tokens begin with: they are hidden to their end, and so are signatures.
 */
export function redactorOf(secrets: readonly string[], beginnings: readonly string[] = []): Redact {
	const given = secrets.filter((secret) => secret !== '');
	const plain = [...given, ...given.flatMap(jwtPartsOf)].map((secret) => decoded(secret).text);
	const long = plain.filter(({ length }) => length >= LEAST_ENCODED);
	const short = given.filter((secret) => decoded(secret).text.length < LEAST_ENCODED);
	const forms = [
		...beginnings.flatMap((beginning) => formsOf(beginning, REST)),
		...long.flatMap((secret) =>
			secret.length > ENOUGH ? formsOf(secret.slice(0, ENOUGH), REST) : formsOf(secret),
		),
	];
	const pattern = forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gi');
	return (text) => {
		let shown = text;
		if (pattern !== undefined) {
			shown = hideIn(shown, (plainText) => [...plainText.matchAll(pattern)].map(rangeOf));
		}
		if (beginnings.length > 0) shown = hideIn(shown, signaturesIn);
		return short.reduce((rest, secret) => rest.split(secret).join(HIDDEN), shown);
	};
}

type Range = readonly [from: number, to: number];

const rangeOf = ({ 0: found, index }: RegExpExecArray): Range => [index, index + found.length];

function hideIn(text: string, find: (plainText: string) => Range[]): string {
	const { text: plainText, origins }: Decoded = decoded(text);
	let shown = '';
	let end = 0;
	for (const [from, to] of find(plainText)) {
		shown += `${text.slice(end, origins[from])}${HIDDEN}`;
		end = origins[to];
	}
	return shown + text.slice(end);
}

function signaturesIn(text: string): Range[] {
	const runs = [...text.matchAll(RUN)].filter(([, run, padding]) => {
		if (padding !== '') return run.length >= Math.min(...SIGNATURE_LENGTHS);
		if (HEX_LENGTHS.has(run.length) && HEX.test(run)) return true;
		return SIGNATURE_LENGTHS.has(run.length) && isOfBothCases(run);
	});
	return runs.map(rangeOf);
}

const isOfBothCases = (run: string): boolean =>
	[/[^A-Z]/g, /[^a-z]/g].every((others) => run.replace(others, '').length >= LEAST_OF_EACH_CASE);

/** Each part of a JWT is a secret by itself: the claims say who it is for, and the signature makes it valid. */
function jwtPartsOf(secret: string): string[] {
	return secret.startsWith('ey') ? secret.split('.').slice(0, 3) : [];
}

/** `rest`: what else to hide after it. */
function formsOf(secret: string, rest = ''): string[] {
	const bytes = Buffer.from(secret, 'latin1');
	return [
		`${literally(secret.replace(/={1,2}$/, ''))}=*${rest}`,
		`${bytes.toString('hex')}${rest === '' ? '' : '[0-9a-f]*'}`,
		...base64Of(secret).map((text) => `${literally(text)}${REST_OF_BASE64}`),
	];
}

/** What base64 makes of the secret wherever it is in the text, without the letters that its neighbors share. */
function base64Of(secret: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.from(' '.repeat(before) + secret, 'latin1');
		const start = Math.ceil((before * 8) / 6);
		const end = Math.floor((bytes.length * 8) / 6);
		return bytes.toString('base64').slice(start, end);
	});
}

/** In base64 for addresses, "-" is "+" and "_" is "/": a service may write either. */
const literally = (text: string): string =>
	text
		.replace(/[\\^$.*?()[\]{}|]/g, '\\$&')
		.replace(/[+-]/g, '[+-]')
		.replace(/[/_]/g, '[/_]');
