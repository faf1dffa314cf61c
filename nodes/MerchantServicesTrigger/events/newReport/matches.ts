import { REPORT_DEFINITIONS } from '../../../shared/catalogue';
import type { ListedReport } from './listedReport';
import type { ReportFilters } from './settings';

/** The service numbers its report types from here on, in the order of the specification. */
const FIRST_DEFINITION_ID = 210;

const same = (a: unknown, b: string): boolean => String(a).toUpperCase() === b.toUpperCase();

const oneOf = (wanted: string[], value: unknown): boolean =>
	wanted.length === 0 || wanted.some((each) => same(value, each));

/** Filters work on the answer, not in the question: the service's spelling of values differs from text to text. */
export function matches({ raw }: ListedReport, filters: ReportFilters): boolean {
	return (
		(filters.names.length === 0 ||
			filters.names.some((name) => namePattern(name).test(raw.reportName as string))) &&
		(filters.definitions.length === 0 ||
			filters.definitions.some((wanted) => isOfDefinition(raw, wanted))) &&
		oneOf(filters.frequencies, raw.reportFrequency) &&
		oneOf(filters.mimeTypes, raw.reportMimeType)
	);
}

function isOfDefinition(raw: ListedReport['raw'], wanted: string): boolean {
	const position = REPORT_DEFINITIONS.findIndex(({ value }) => value === wanted);
	return (
		same(raw.reportDefinitionName, wanted) ||
		same(raw.reportDefinitionId, wanted) ||
		(position >= 0 && same(raw.reportDefinitionId, String(FIRST_DEFINITION_ID + position)))
	);
}

function namePattern(name: string): RegExp {
	const literal = name.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`^${literal.replace(/\*/g, '.*')}$`, 'i');
}
