const ENTITIES: Record<string, string> = {
	amp: '&',
	apos: "'",
	gt: '>',
	lt: '<',
	quot: '"',
};

const ENTITY = /&(?:(amp|apos|gt|lt|quot)|#(\d{1,6})|#x([0-9a-f]{1,5}));/gi;

/** Text as it was before a service wrote & < > " ' as HTML entities. */
export const withoutEntities = (text: string): string =>
	text.replace(ENTITY, (_entity, name?: string, decimal?: string, hex?: string) =>
		name === undefined
			? String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
			: ENTITIES[name.toLowerCase()],
	);

/** Text in one of the forms in which services keep it: with or without entities, in any Unicode form. */
export const textAsKept = (text: string): string => withoutEntities(text).normalize('NFC').trim();

/** What is left of a text where services differ in how they keep it: case, spaces, Unicode form, entities. */
export const plainText = (text: string): string =>
	textAsKept(text).replace(/\s+/g, ' ').toLowerCase();

/** A shorter text may be another one that begins alike. */
const SHORTEST_CUT = 50;

/** Whether the service may have kept the one text as the other. Long text may have been cut. */
export function sameText(sent: string, stored: string): boolean {
	const [whole, kept] = [plainText(sent), plainText(stored)];
	return whole === kept || (kept.length >= SHORTEST_CUT && whole.startsWith(kept));
}
