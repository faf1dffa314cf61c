import type { Dialect } from './dialect';
import { type Group, isGroup, mapLeaves } from './leaves';

/** What the answers of reporting look like: reports, subscriptions and definitions. */

const FUTURE_FIELD = 'Request.FutureField';

export function reportEntry(dialect: Dialect, shown: object): object {
	const entry = withWords(dialect, shown as Group);
	switch (dialect.reading('reportEntries')) {
		case 'all':
			return entry;
		case 'no-links':
			return without(entry, '_links');
		case 'no-times':
			return without(entry, 'queuedTime', 'reportGeneratingTime', 'reportCompletedTime');
		case 'no-format':
			return without(entry, 'reportMimeType', 'reportFrequency');
	}
}

export function reportDetails(dialect: Dialect, shown: object): object {
	const details = withWords(dialect, shown as Group);
	switch (dialect.reading('reportDetails')) {
		case 'all':
			return details;
		case 'no-status':
			return without(details, 'reportStatus');
		case 'no-period':
			return without(details, 'reportStartTime', 'reportEndTime');
		case 'bare':
			return { reportId: details.reportId, reportStatus: details.reportStatus };
	}
}

export function subscriptionInDialect(dialect: Dialect, shown: object): object {
	return withWords(dialect, shown as Group);
}

/** A definition, with or without its attributes. */
export function definitionInDialect(dialect: Dialect, shown: object): object {
	const { attributes, ...rest } = shown as Group & { attributes?: Group[] };
	const definition = withWords(dialect, rest);
	if (dialect.is('definitionFormats', 'null')) definition.supportedFormats = null;
	if (!attributes || dialect.is('definitionAttributes', 'absent')) return definition;
	return { ...definition, attributes: attributesOf(dialect, attributes) };
}

function attributesOf(dialect: Dialect, attributes: readonly Group[]): Group[] | null {
	const numbered = (list: readonly Group[]): Group[] =>
		dialect.is('attributeIds', 'names')
			? [...list]
			: list.map((attribute, index) => ({ ...attribute, id: 1001 + index }));
	switch (dialect.reading('definitionAttributes')) {
		case 'fewer':
			return numbered(attributes.filter((_, index) => index % 2 === 0));
		case 'more':
			return numbered([
				...attributes,
				{ ...attributes[0], id: FUTURE_FIELD, name: FUTURE_FIELD, required: false },
			]);
		case 'null':
			return null;
		default:
			return numbered(attributes);
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

function withWords(dialect: Dialect, shown: Group): Group {
	if (dialect.isUsual) return shown;
	return mapLeaves(shown, (leaf, path) => {
		if (path === 'reportDefinitionId') return definitionId(dialect, leaf);
		return WORDS.has(path) && typeof leaf === 'string' ? word(dialect, leaf) : leaf;
	});
}

function definitionId(dialect: Dialect, id: unknown): unknown {
	if (dialect.is('definitionIds', 'mixed')) return id;
	return dialect.is('definitionIds', 'numbers') ? Number(id) : String(id);
}

function word(dialect: Dialect, written: string): string {
	switch (dialect.reading('reportEnumCase')) {
		case 'upper':
			return written;
		case 'lower':
			return written.toLowerCase();
		case 'capitalized':
			return written[0] + written.slice(1).toLowerCase();
	}
}

function without(group: Group, ...names: readonly string[]): Group {
	return Object.fromEntries(Object.entries(group).filter(([name]) => !names.includes(name)));
}
