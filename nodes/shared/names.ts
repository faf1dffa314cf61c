import { refusal } from './problem';

const BLANKS = /\s*/y;
/** Quotes count where they enclose a whole name: the one in 5" pipe is a part of it. */
const QUOTED = /"((?:[^"]|"")*)"[^\S\n]*(?:[,\n]|$)/y;
const PLAIN = /([^,\n]*)(?:[,\n]|$)/y;

/**
 * Names from a list that an expression gives, or separated by commas or lines. Quotes protect a comma in a
 * name: "Sales, EU" is one. Each name counts once.
 */
export function readNames(value: unknown, field = ''): string[] {
	const names = Array.isArray(value) ? value.map(String) : namesIn(value, field);
	return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function namesIn(value: unknown, field: string): string[] {
	if (value === undefined || value === null) return [];
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw refusal(
			`names must be text or a list, not ${JSON.stringify(value)}`,
			'An expression gives this value. Correct it, or leave the field empty.',
			field,
		);
	}
	const text = String(value);
	const names: string[] = [];
	let at = 0;
	/** Each reads on from where the one before ended, so that nothing is read twice. */
	const next = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		at = match === null ? at : pattern.lastIndex;
		return match?.[1];
	};
	while (at < text.length) {
		next(BLANKS);
		names.push(next(QUOTED)?.replaceAll('""', '"') ?? next(PLAIN) ?? '');
	}
	return names;
}

/** "merchantCustomerId" is "Merchant Customer ID". */
export const readable = (name: string): string =>
	name
		.replace(/[A-Z]/g, ' $&')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\b(Id|Sku|Utc|Vat)\b/g, (word) => word.toUpperCase());
