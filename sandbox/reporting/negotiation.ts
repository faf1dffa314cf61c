import { Refusal } from '../refusal';

/** The first of the offered types that the Accept header names; undefined when it takes none of them. */
export function negotiate<T extends string>(
	accept: string | undefined,
	offered: readonly T[],
): T | undefined {
	const ranges = (accept ?? '*/*')
		.toLowerCase()
		.split(',')
		.map((range) => range.split(';')[0].trim());
	return offered.find((type) =>
		['*/*', `${type.split('/')[0]}/*`, type].some((range) => ranges.includes(range)),
	);
}

export function notOffered(accept: string | undefined, offered: readonly string[]): Refusal {
	return Refusal.invalid(
		`This cannot be received as ${accept ?? 'nothing'}, only as ${offered.join(' or ')}.`,
		[{ field: 'Accept', reason: `must allow ${offered.join(' or ')}` }],
	);
}
