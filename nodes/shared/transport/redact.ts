const HIDDEN = '***';

/** Encodings of a shorter secret would be found in any text. */
const LEAST_ENCODED = 6;

/** Hides a secret in a text: as it is, URL-encoded, in JSON escapes (also of single characters), and in base64. */
export function redactorOf(secret: string): (text: string) => string {
	if (secret === '') return (text) => text;
	if (secret.length < LEAST_ENCODED) return (text) => text.split(secret).join(HIDDEN);
	const characters = Array.from(secret, (character) => anyFormOf(character)).join('');
	const forms = new RegExp([characters, ...base64Of(secret).map(literally)].join('|'), 'gi');
	return (text) => text.replace(forms, HIDDEN);
}

function anyFormOf(character: string): string {
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
