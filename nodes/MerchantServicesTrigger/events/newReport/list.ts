import { DateTime } from 'luxon';

import { splitPeriod } from '../../../shared/period/period';
import { DAY, HOUR, parseTime } from '../../../shared/period/times';
import { MAX_REPORT_DAYS, type Reporting } from '../../../shared/service/reporting';
import {
	isFinalStatus,
	type Report,
	reportStatusOf,
} from '../../../shared/service/reportResponses';
import { matchesPattern, textOrEmpty } from '../../../shared/text';

/** For reports that are listed late: less than a week. */
export const LOOK_BACK = 160 * HOUR;

/** The list may use another of the report's times, or another clock. */
const MEMORY_BEYOND_LIST = 2 * DAY;

/** A more exact time is not a second completion. */
const PRECISION = 60_000;

export interface ReportFilters {
	/** In a name, `*` stands for anything. Empty: every name. */
	names: string[];
	statuses: string[];
}

export interface ListedReport {
	id: string;
	status: string;
	completed?: number;
	/** Of all its times: the service doesn't say which one its list uses. */
	earliest?: number;
	latest?: number;
	raw: Report;
}

/** A report with a new status is a new event. */
export const eventKeyOf = ({ status, id }: ListedReport): string => `${status} ${id}`;

export const idInKey = (key: string): string => key.slice(key.indexOf(' ') + 1);

export function readListedReport(raw: Report): ListedReport {
	// A date without a time can't distinguish two runs on one day.
	const completed = /\d:\d/.test(textOrEmpty(raw.reportCompletedTime))
		? parseTime(raw.reportCompletedTime)
		: undefined;
	const times = [raw.queuedTime, raw.reportGeneratingTime, raw.reportCompletedTime]
		.map(parseTime)
		.filter((time) => time !== undefined)
		// A date without a time counts as its first moment.
		.sort((a, b) => a - b);
	return {
		id:
			textOrEmpty(raw.reportId) ||
			`${textOrEmpty(raw.reportName)}@${textOrEmpty(raw.reportEndTime)}`,
		status: reportStatusOf(raw),
		completed,
		earliest: times.at(0),
		latest: times.at(-1),
		raw,
	};
}

/** The filters are not sent, because services spell the values differently. */
export const isWanted = ({ status, raw }: ListedReport, filters: ReportFilters): boolean =>
	filters.statuses.includes(status) &&
	(filters.names.length === 0 ||
		filters.names.some((name) => matchesPattern(composed(name), composed(raw.reportName))));

/** Unicode has two spellings for accented letters, which look the same. */
const composed = (name: unknown): string => textOrEmpty(name).normalize('NFC');

export const byTime = (a: ListedReport, b: ListedReport): number =>
	(a.latest ?? 0) - (b.latest ?? 0) || (a.id < b.id ? -1 : 1);

interface PendingContent {
	attempts: number;
	/** The first attempt. */
	since: number;
	reason: string;
}

export interface NewReportState {
	/** Where the next poll begins to read the list. */
	from: number;
	/** When each report that may still be listed was completed, or else last seen, by its key. */
	seen: Record<string, number>;
	waiting: Record<string, PendingContent>;
	backlog: number;
}

export const listStart = (state: NewReportState | undefined, now: number): number =>
	state?.from ?? now - LOOK_BACK;

/** Undefined if the service says "not found". */
export async function listReports(
	reporting: Pick<Reporting, 'findReports'>,
	from: number,
	now: number,
): Promise<ListedReport[] | undefined> {
	const [start, end] = [from, now].map((at) => DateTime.fromMillis(at, { zone: 'utc' }));
	const byId = new Map<string, ListedReport>();
	let isFound = false;
	for (const period of splitPeriod({ start, end }, MAX_REPORT_DAYS)) {
		const listed = await reporting.findReports(period, 'Watch reports');
		isFound ||= listed !== undefined;
		// A report at the border of two periods is listed twice, the second time with its later status.
		for (const report of (listed ?? []).map(readListedReport)) byId.set(report.id, report);
	}
	return isFound ? [...byId.values()] : undefined;
}

/** Oldest first, but reports that wait for their content last. The first poll returns none. */
export function newReports(
	state: NewReportState | undefined,
	listed: readonly ListedReport[],
	filters: ReportFilters,
): ListedReport[] {
	if (state === undefined) return [];
	const oldest = state.from - MEMORY_BEYOND_LIST;
	const waits = (report: ListedReport) => Number(eventKeyOf(report) in state.waiting);
	return listed
		.filter((report) => isNew(report, state) && isWanted(report, filters))
		.filter(({ latest = oldest }) => latest >= oldest)
		.sort((a, b) => waits(a) - waits(b) || byTime(a, b));
}

function isNew(report: ListedReport, { seen }: NewReportState): boolean {
	const key = eventKeyOf(report);
	const isCompletedAgain = (report.completed ?? 0) > seen[key] + PRECISION;
	return isFinalStatus(report.status) && (!(key in seen) || isCompletedAgain);
}

/** All listed reports count as seen, wanted or not, except those `held` for the next poll. */
export function cursorAfter(
	state: NewReportState | undefined,
	listed: readonly ListedReport[],
	held: readonly ListedReport[],
	now: number,
): Pick<NewReportState, 'from' | 'seen'> {
	const seen = { ...state?.seen };
	for (const report of listed.filter(
		(each) => isFinalStatus(each.status) && !held.includes(each),
	)) {
		// If the service adds the time later, that is not a second completion.
		seen[eventKeyOf(report)] = report.completed ?? now;
	}
	const start = listStart(state, now);
	const earliest = held.map((report) => report.earliest ?? start);
	const from = Math.max(start, Math.min(now, ...earliest) - LOOK_BACK);
	const kept = Object.entries(seen).filter(([, at]) => at >= from - MEMORY_BEYOND_LIST);
	return { from, seen: Object.fromEntries(kept) };
}
