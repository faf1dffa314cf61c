import { definitionIdOf } from '../../../shared/catalog/definitions';
import { instant } from '../../../shared/period/times';
import { type Report, reportStatusOf } from '../../../shared/service/reportingAnswers';
import { fits, textIn } from '../../../shared/text';
import type { ReportFilters } from './settings';

/** An entry of the list of generated reports, as far as the trigger reads it. */
export interface ListedReport {
	id: string;
	status: string;
	/** When it was completed, if the service gives the time. */
	completed?: number;
	/** The earliest and the latest of its times. The service doesn't say which one its list uses. */
	earliest?: number;
	latest?: number;
	raw: Report;
}

/** By this, a report is remembered: in another status it is another event. */
export const keyOf = ({ status, id }: ListedReport): string => `${status} ${id}`;

export const idIn = (key: string): string => key.slice(key.indexOf(' ') + 1);

export function readListedReport(raw: Report): ListedReport {
	// A date without a time does not tell two runs of one day apart.
	const completed = /\d:\d/.test(raw.reportCompletedTime ?? '')
		? instant(raw.reportCompletedTime)
		: undefined;
	const times = [raw.queuedTime, raw.reportGeneratingTime, raw.reportCompletedTime]
		.map(instant)
		.filter((time) => time !== undefined);
	return {
		id: textIn(raw.reportId) || `${textIn(raw.reportName)}@${textIn(raw.reportEndTime)}`,
		status: reportStatusOf(raw),
		completed,
		earliest: times.length === 0 ? undefined : Math.min(...times),
		latest: times.length === 0 ? undefined : Math.max(...times),
		raw,
	};
}

/** The filters are not sent, because services spell the values differently. */
export function isWanted({ status, raw }: ListedReport, filters: ReportFilters): boolean {
	const { statuses, names, definitions } = filters;
	return (
		statuses.includes(status) &&
		isOneOf(names, (name) => fits(composed(name), composed(raw.reportName))) &&
		isOneOf(definitions, (definition) => isOfDefinition(raw, definition))
	);
}

/** Without choices, everything passes. */
const isOneOf = (choices: readonly string[], passes: (choice: string) => boolean): boolean =>
	choices.length === 0 || choices.some(passes);

/** Letters with accents have two spellings that look the same. */
const composed = (name: unknown): string => textIn(name).normalize('NFC');

const isOfDefinition = (raw: Report, definition: string): boolean =>
	same(raw.reportDefinitionName, definition) ||
	same(raw.reportDefinitionId, definition) ||
	same(raw.reportDefinitionId, definitionIdOf(definition));

const same = (a: unknown, b: string | undefined): boolean =>
	String(a).toUpperCase() === b?.toUpperCase();

export const byTime = (a: ListedReport, b: ListedReport): number =>
	(a.completed ?? a.latest ?? 0) - (b.completed ?? b.latest ?? 0) || (a.id < b.id ? -1 : 1);
