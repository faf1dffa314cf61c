import { malformed } from './tokens';

const NAMED = new Map([
	['lt', '<'],
	['gt', '>'],
	['amp', '&'],
	['quot', '"'],
	['apos', "'"],
]);
/** Those that a document may not even refer to. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
const REFERENCE = /&(#x[0-9a-fA-F]+|#[0-9]+|[^;&\s]*)(;?)/g;

const isCharacter = (code: number) =>
	code === 9 ||
	code === 10 ||
	code === 13 ||
	(code >= 0x20 && code <= 0xd7ff) ||
	(code >= 0xe000 && code <= 0xfffd) ||
	(code >= 0x10000 && code <= 0x10ffff);

/** Replaces the five entities and numeric references; nothing else is expanded. */
function withoutReferences(text: string): string {
	return text.replace(REFERENCE, (reference, name: string, semicolon: string) => {
		if (semicolon === '') throw malformed(`"${reference.slice(0, 20)}" has no semicolon`);
		if (name.startsWith('#')) {
			const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
			if (!isCharacter(code)) throw malformed(`"${reference}" is not a character`);
			return String.fromCodePoint(code);
		}
		const character = NAMED.get(name);
		if (character === undefined) throw malformed(`"${reference}" is not a known entity`);
		return character;
	});
}

function checked(raw: string): string {
	const found = FORBIDDEN.exec(raw);
	if (found === null) return raw;
	throw malformed(`the character ${found[0].charCodeAt(0)} may not stand in XML`);
}

/** The text of an element: line ends are line feeds, whatever the file has. */
export const elementText = (raw: string): string =>
	withoutReferences(checked(raw).replace(/\r\n?/g, '\n'));

/** Character data has no references. */
export const characterDataText = (raw: string): string => checked(raw).replace(/\r\n?/g, '\n');

/** The value of an attribute: line ends and tabs count as spaces, by the XML standard. */
export const attributeText = (raw: string): string =>
	withoutReferences(checked(raw).replace(/\r\n|[\r\n\t]/g, ' '));
