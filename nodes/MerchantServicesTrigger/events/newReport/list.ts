import { DateTime } from 'luxon';

import { DAY, HOUR } from '../../../shared/period/times';
import type { Reporting } from '../../../shared/service/reporting';
import { isFinal } from '../../../shared/service/reportingAnswers';
import { byTime, isWanted, keyOf, readListedReport, type ListedReport } from './report';
import type { ReportFilters } from './settings';

/** How far back each poll looks for reports that are listed late: less than a week. */
export const LOOK_BACK = 160 * HOUR;

/** Remembered longer than listed, because the list may use another of the report's times, or another clock. */
const MEMORY_BEYOND_LIST = 2 * DAY;

/** A time that is given more exactly than before is no second completion. */
const PRECISION = 60_000;

/** A longer time takes several requests. */
const LONGEST_REQUEST = 31 * DAY;

/** A report whose content could not be read yet. */
export interface Waiting {
	attempts: number;
	/** When it was tried first. */
	since: number;
	/** The last error. */
	reason: string;
}

export interface ReportState {
	/** The next poll reads the list from here on. */
	from: number;
	/** The latest time of each report that may still be listed, by status and ID. */
	seen: Record<string, number>;
	/** By status and ID. */
	waiting: Record<string, Waiting>;
	/** How many reports were left to the next poll. */
	backlog: number;
}

export const readFrom = (state: ReportState | undefined, now: number): number =>
	state?.from ?? now - LOOK_BACK;

/** Each report of a time once. Undefined if the service answers "not found". */
export async function listReports(
	reporting: Pick<Reporting, 'findReports'>,
	from: number,
	now: number,
): Promise<ListedReport[] | undefined> {
	const byId = new Map<string, ListedReport>();
	let isFound = false;
	for (let to = now; to > from; to -= LONGEST_REQUEST) {
		const start = DateTime.fromMillis(Math.max(from, to - LONGEST_REQUEST));
		const period = { start, end: DateTime.fromMillis(to) };
		const listed = await reporting.findReports(period, 'Watch reports');
		isFound ||= listed !== undefined;
		// A report on the border of two times is listed twice, the second time with its later status.
		for (const report of (listed ?? []).map(readListedReport)) byId.set(report.id, report);
	}
	return isFound ? [...byId.values()] : undefined;
}

/** The reports to return, oldest first, those that wait for their content last. Without a state, there are none. */
export function newReports(
	state: ReportState | undefined,
	listed: readonly ListedReport[],
	filters: ReportFilters,
): ListedReport[] {
	if (state === undefined) return [];
	const oldest = state.from - MEMORY_BEYOND_LIST;
	const waits = (report: ListedReport) => Number(keyOf(report) in state.waiting);
	return listed
		.filter((report) => isNew(report, state) && isWanted(report, filters))
		.filter(({ latest = oldest }) => latest >= oldest)
		.sort((a, b) => waits(a) - waits(b) || byTime(a, b));
}

/** It was not seen in this status, or it was completed again. */
function isNew(report: ListedReport, { seen }: ReportState): boolean {
	const key = keyOf(report);
	if (!isFinal(report.status) || !(key in seen)) return isFinal(report.status);
	return report.completed !== undefined && report.completed > seen[key] + PRECISION;
}

/** After a poll: everything listed was seen, wanted or not, but for the reports that are `held` for the next poll. */
export function seenAfter(
	state: ReportState | undefined,
	listed: readonly ListedReport[],
	held: readonly ListedReport[],
	now: number,
): Pick<ReportState, 'from' | 'seen'> {
	const seen = { ...state?.seen };
	for (const report of listed.filter((each) => isFinal(each.status) && !held.includes(each))) {
		// A time of completion that is given later is no second completion.
		seen[keyOf(report)] = report.completed === undefined ? now : (report.latest ?? now);
	}
	const start = readFrom(state, now);
	const earliest = held.map((report) => report.earliest ?? start);
	const from = Math.max(start, Math.min(now, ...earliest) - LOOK_BACK);
	const kept = Object.entries(seen).filter(([, at]) => at >= from - MEMORY_BEYOND_LIST);
	return { from, seen: Object.fromEntries(kept) };
}
