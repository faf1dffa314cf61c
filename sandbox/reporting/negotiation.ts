import { Refusal } from '../refusal';

/** The first of the offered types that the Accept header likes best; undefined when it takes none of them. */
export function negotiate(
	accept: string | undefined,
	offered: readonly string[],
): string | undefined {
	if (accept === undefined || accept.trim() === '') return offered[0];
	const ranges = accept.split(',').map(readRange);
	const liking = (type: string): number => {
		const fitting = ranges.filter(({ range }) => covers(range, type));
		const best = fitting.sort((a, b) => specificity(b.range) - specificity(a.range)).at(0);
		return best?.quality ?? 0;
	};
	return offered
		.map((type) => ({ type, quality: liking(type) }))
		.filter(({ quality }) => quality > 0)
		.sort((a, b) => b.quality - a.quality)
		.at(0)?.type;
}

export function notOffered(accept: string | undefined, offered: readonly string[]): Refusal {
	return Refusal.invalid(
		`This cannot be received as ${accept ?? 'nothing'}, only as ${offered.join(' or ')}.`,
		[{ field: 'Accept', reason: `must allow ${offered.join(' or ')}` }],
	);
}

function readRange(text: string): { range: string; quality: number } {
	const [range, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
	const quality = parameters.find((parameter) => parameter.startsWith('q='));
	return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}

function covers(range: string, type: string): boolean {
	return range === '*/*' || range === type || range === `${type.split('/')[0]}/*`;
}

function specificity(range: string): number {
	return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
