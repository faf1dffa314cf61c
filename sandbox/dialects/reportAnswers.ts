import type { Dialect } from './dialect';
import { type Group, isGroup, mapLeaves } from './leaves';

/** What the answers of reporting look like: reports, subscriptions and definitions. */

const FUTURE_FIELD = 'Request.FutureField';

export function reportDetails(dialect: Dialect, shown: object): object {
	const details = withWords(dialect, shown);
	if (dialect.is('fields', 'all')) return details;
	return { reportId: details.reportId, reportStatus: details.reportStatus };
}

/** A definition, with or without its attributes. */
export function definitionInDialect(dialect: Dialect, shown: object): object {
	const { attributes, ...rest } = shown as { attributes?: Group[] };
	const definition = withWords(dialect, rest);
	return attributes ? { ...definition, attributes: attributesOf(dialect, attributes) } : definition;
}

function attributesOf(dialect: Dialect, attributes: readonly Group[]): readonly Group[] {
	switch (dialect.reading('definitionAttributes')) {
		case 'catalog':
			return attributes;
		case 'fewer':
			return attributes.filter((_, index) => index % 2 === 0);
		case 'more':
			return [
				...attributes,
				{ ...attributes[0], id: FUTURE_FIELD, name: FUTURE_FIELD, required: false },
			];
	}
}

/** The body of an order: the service takes the field of the future, and makes no column of it. */
export function withoutFutureField(dialect: Dialect, body: unknown): unknown {
	if (!dialect.is('definitionAttributes', 'more') || !isGroup(body)) return body;
	const { reportFields } = body;
	if (!Array.isArray(reportFields)) return body;
	return { ...body, reportFields: reportFields.filter((field) => field !== FUTURE_FIELD) };
}

const WORDS: ReadonlySet<string> = new Set(['status', 'reportStatus', 'reportFrequency']);

/** An answer with the ids and words of the dialect. */
export function withWords(dialect: Dialect, shown: object): Group {
	if (dialect.isUsual) return shown as Group;
	return mapLeaves(shown as Group, (leaf, path) => {
		if (path === 'reportDefinitionId')
			return dialect.is('definitionIds', 'numbers') ? Number(leaf) : leaf;
		const isWord = WORDS.has(path) && typeof leaf === 'string' && dialect.is('enumCase', 'other');
		return isWord ? leaf[0] + leaf.slice(1).toLowerCase() : leaf;
	});
}
