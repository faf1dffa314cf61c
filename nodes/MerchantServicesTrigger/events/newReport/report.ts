import { definitionIdOf } from '../../../shared/catalog/definitions';
import { instant } from '../../../shared/period/times';
import { type Report, reportStatusOf } from '../../../shared/service/reportingAnswers';
import { fits, textIn } from '../../../shared/text';
import type { ReportFilters } from './settings';

/** A stretch of time, in milliseconds. */
export interface Window {
	from: number;
	to: number;
}

/** A report whose content could not be read yet: how often it was tried, and since when. */
export interface Waiting {
	attempts: number;
	since: number;
	/** What the last failure said. */
	reason?: string;
}

/** When a report was completed, and its latest time. */
export type SeenReport = [completed: number, latest: number];

/** Plain JSON, bounded by the look-back: what was seen and can still be listed, whatever the filters say. */
export interface ReportState {
	/** The list is read from here on (milliseconds). */
	from: number;
	/** By status and identifier. */
	seen: Record<string, SeenReport>;
	/** By status and identifier. */
	waiting?: Record<string, Waiting>;
	/** How many reports were left to the next poll. */
	backlog?: number;
	/** The one of the reaches that the service allows. */
	reach?: number;
}

export const seenKey = ({ status, id }: { status: string; id: string }): string =>
	`${status} ${id}`;

export const idIn = (seenAs: string): string => seenAs.slice(seenAs.indexOf(' ') + 1);

/** An entry of the list of generated reports, as far as the trigger reads it. */
export interface ListedReport {
	id: string;
	status: string;
	/** When it was completed, where the service says so. */
	completed?: number;
	/** The earliest and the latest of its times: the service does not say which one its list goes by. */
	earliest?: number;
	latest?: number;
	raw: Report;
}

export function readListedReport(raw: Report): ListedReport {
	// A date without a time says nothing of a second run on the same day.
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

/** Filters work on the answer, not in the question: the service's spelling of values differs from text to text. */
export function matches({ raw }: ListedReport, filters: ReportFilters): boolean {
	return (
		(filters.names.length === 0 || filters.names.some((name) => isNamed(raw.reportName, name))) &&
		(filters.definitions.length === 0 ||
			filters.definitions.some((wanted) => isOfDefinition(raw, wanted))) &&
		oneOf(filters.frequencies, raw.reportFrequency) &&
		oneOf(filters.mimeTypes, raw.reportMimeType)
	);
}

/** Whether a name is the one that is wanted, in which `*` stands for anything. */
const isNamed = (name: unknown, wanted: string): boolean => fits(composed(wanted), composed(name));

/** Letters with marks are written in two ways that look the same. */
const composed = (name: unknown): string => textIn(name).normalize('NFC');

function isOfDefinition(raw: Report, wanted: string): boolean {
	return (
		same(raw.reportDefinitionName, wanted) ||
		[wanted, definitionIdOf(wanted)].some(
			(id) => id !== undefined && same(raw.reportDefinitionId, id),
		)
	);
}

const same = (a: unknown, b: string): boolean => String(a).toUpperCase() === b.toUpperCase();

const oneOf = (wanted: string[], value: unknown): boolean =>
	wanted.length === 0 || wanted.some((each) => same(value, each));
