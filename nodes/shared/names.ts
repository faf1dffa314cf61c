/** Quotes count where they enclose a whole name: the one in 5" pipe is a part of it. */
const NAME = /\s*"(?<quoted>(?:[^"]|"")*)"\s*(?=,|\n|$)|[^,\n]+/g;

/**
 * Names from a list that an expression gives, or separated by commas or lines. Quotes protect a comma in a
 * name: "Sales, EU" is one. Each name counts once.
 */
export function readNames(value: unknown): string[] {
	const names = Array.isArray(value) ? value.map(String) : namesIn(value);
	return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function namesIn(value: unknown): string[] {
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	return Array.from(String(value).matchAll(NAME), ({ 0: name, groups }) =>
		groups?.quoted === undefined ? name : groups.quoted.replaceAll('""', '"'),
	);
}
