/** A text without escapes, and where each of its characters was; the last origin is the end of the text. */
export interface Decoded {
	text: string;
	origins: number[];
}

/** One character: as URLs, JSON, programs and HTML write it, or as it is. A backslash alone says nothing. */
const CHARACTER =
	/%([0-9a-f]{2})|\\+u00([0-9a-f]{2})|\\+x([0-9a-f]{2})|&#x0{0,4}([0-9a-f]{2});|&#0{0,4}(\d{2,3});|(&amp;)|\\+|[^]/gi;

/** What is escaped can be escaped once more on its way: so often is it looked at. */
const ROUNDS = 3;

/** What a text says, whatever escapes its characters are written in. */
export function decoded(text: string): Decoded {
	let result: Decoded = { text, origins: Array.from({ length: text.length + 1 }, (_, at) => at) };
	for (let round = 0; round < ROUNDS; round++) {
		const next = decodedOnce(result);
		if (next.text.length === result.text.length) break;
		result = next;
	}
	return result;
}

function decodedOnce({ text, origins }: Decoded): Decoded {
	const characters: string[] = [];
	const from: number[] = [];
	for (const match of text.matchAll(CHARACTER)) {
		const character = characterOf(match);
		if (character === '') continue;
		characters.push(character);
		from.push(origins[match.index]);
	}
	from.push(origins[text.length]);
	return { text: characters.join(''), origins: from };
}

function characterOf(match: ReadonlyArray<string | undefined>): string {
	const [whole = '', url, json, program, hex, decimal, ampersand] = match;
	const code = [url, json, program, hex].find((digits) => digits !== undefined);
	if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
	if (decimal !== undefined) return String.fromCharCode(Number(decimal));
	if (ampersand !== undefined) return '&';
	return whole.startsWith('\\') ? '' : whole;
}
