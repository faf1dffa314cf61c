import { startMoment } from '../../common';
import type { ListedReport } from './report';
import type { ReportSettings } from './settings';
import type { ReportState } from './state';

/** A stretch of time, in milliseconds. */
export interface Window {
	from: number;
	to: number;
}

/** Asks for the reports of a window; undefined where the service answers "not found". */
export type ListReports = (window: Window) => Promise<ListedReport[] | undefined>;

export interface Listing {
	reports: ListedReport[];
	/** Where the reading ended, back in time. */
	from: number;
	/** The service answered "not found" throughout. */
	nothingFound: boolean;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The clocks of n8n and of the service may disagree by as much; a report of the next minutes is welcome. */
const CLOCK_MARGIN = HOUR;

/** Longer spans are asked for in several requests, after a long pause for instance. */
const LONGEST_WINDOW = 31 * DAY;

/** "Everything" ends where the service has had no report for so many windows. */
const EMPTY_WINDOWS_AT_THE_END = 12;

/** Where reading begins; undefined when there is no bound but the first report. */
export function readingStart(
	state: ReportState | undefined,
	now: number,
	settings: ReportSettings,
): number | undefined {
	const lookBack = now - settings.lookBackHours * HOUR;
	if (state !== undefined) return Math.min(state.from, lookBack);
	const start = startMoment(settings.start, now);
	return Number.isFinite(start) ? Math.min(start, lookBack) : undefined;
}

/** Reads the list back to a moment, or, without one, to where the service has nothing any more. */
export async function readList(
	list: ListReports,
	start: number | undefined,
	now: number,
): Promise<Listing> {
	const reports: ListedReport[] = [];
	let from = start ?? now;
	let empty = 0;
	let nothingFound = true;
	for (const window of windows(start, now)) {
		const page = await list(window);
		if (page !== undefined) nothingFound = false;
		for (const report of page ?? []) reports.push(report);
		from = Math.min(from, window.from);
		empty = page === undefined || page.length === 0 ? empty + 1 : 0;
		if (start === undefined && empty === EMPTY_WINDOWS_AT_THE_END) break;
	}
	return { reports, from, nothingFound };
}

/** The windows to ask for, the newest first and without end when there is no start. */
export function* windows(from: number | undefined, now: number): Generator<Window> {
	for (let to = now + CLOCK_MARGIN; from === undefined || to > from;) {
		const start = Math.max(to - LONGEST_WINDOW, from ?? 0);
		yield { from: start, to };
		if (start <= 0) return;
		to = start;
	}
}
