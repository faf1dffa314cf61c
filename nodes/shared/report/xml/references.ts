import { malformed } from './tokens';

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
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
		const character = NAMED[name] as string | undefined;
		if (character === undefined) throw malformed(`"${reference}" is not a known entity`);
		return character;
	});
}

/** The text of an element: line ends are line feeds, whatever the file has. */
export const elementText = (raw: string): string => withoutReferences(raw.replace(/\r\n?/g, '\n'));

/** Character data has no references. */
export const characterDataText = (raw: string): string => raw.replace(/\r\n?/g, '\n');

/** The value of an attribute: line ends and tabs count as spaces, by the XML standard. */
export const attributeText = (raw: string): string =>
	withoutReferences(raw.replace(/\r\n|[\r\n\t]/g, ' '));
