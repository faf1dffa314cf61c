import { DateTime } from 'luxon';

import { DAY, HOUR } from '../../../shared/period/times';
import { refusal } from '../../../shared/problem';
import { catchFailure } from '../../../shared/transport/transport';
import type { Reporting } from '../../../shared/service/reporting';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { startMoment } from '../../event';
import { type ListedReport, readListedReport, type ReportState, type Window } from './report';
import type { ReportSettings } from './settings';

/** How far a question for reports may reach. */
interface Reach {
	/** How long after now it may end; below 0 where the clock of the service is behind. */
	beyondNow: number;
	/** How long it may be. */
	longest: number;
}

/** Asks for the reports of a window; undefined where the service answers "not found". */
export type ListReports = (window: Window) => Promise<ListedReport[] | undefined>;

export interface FoundReports {
	reports: ListedReport[];
	/** Where the reading ended, back in time. */
	from: number;
	/** The service answered "not found" throughout. */
	nothingFound: boolean;
	/** The one of the reaches that the service allows. */
	reach: number;
}

/**
 * How far a question reaches, and what is asked where the service refuses it. At first the clocks may differ by an
 * hour, and a pause be as long as a month. The last one is for a service whose clock is behind.
 */
export const LOOK_BACKS: readonly Reach[] = [
	{ beyondNow: HOUR, longest: 31 * DAY },
	{ beyondNow: 0, longest: 7 * DAY },
	{ beyondNow: 0, longest: DAY },
	{ beyondNow: -HOUR, longest: DAY },
];

/** "Everything" ends where the service has had no report for this long. */
const NOTHING_OLDER = 372 * DAY;

/** The rest of the time is for what was found. */
const READING_SHARE = 0.5;

/** Where reading begins; undefined when there is no bound but the first report. */
export function readingStart(
	state: ReportState | undefined,
	now: number,
	settings: ReportSettings,
): number | undefined {
	const lookBack = settings.lookBackHours * HOUR;
	if (state !== undefined) return Math.min(state.from, now - lookBack);
	// What was completed since then may have been ordered long before.
	const start = startMoment(settings.start, now) - lookBack;
	return Number.isFinite(start) ? start : undefined;
}

/** Reads the list back to where it is known. */
export async function readList(
	list: ListReports,
	state: ReportState | undefined,
	now: number,
	settings: ReportSettings,
	outOfTime: (share: number) => boolean,
): Promise<FoundReports> {
	const start = readingStart(state, now, settings);
	const isOver = () => outOfTime(READING_SHARE);
	const { oldest, ...found } = await readBack(list, start, now, state?.reach, isOver);
	return { ...found, from: start ?? oldest };
}

/** Asked without filters: services spell their values differently. */
export const listFrom =
	(reporting: Reporting): ListReports =>
	async ({ from, to }) => {
		const period = { start: DateTime.fromMillis(from), end: DateTime.fromMillis(to) };
		const reports = await reporting.findReports(period, 'Watch reports');
		return reports?.map(readListedReport);
	};

/** Windows touch, so a report may be listed twice; of two statuses the later one counts. */
export function distinct(listed: readonly ListedReport[]): ListedReport[] {
	const byId = new Map<string, ListedReport>();
	for (const report of listed) {
		const other = byId.get(report.id);
		if (other === undefined || (report.latest ?? 0) >= (other.latest ?? 0)) {
			byId.set(report.id, report);
		}
	}
	return [...byId.values()];
}

interface ReadWindows {
	reports: ListedReport[];
	nothingFound: boolean;
	oldest: number;
}

const tooSlow = () =>
	refusal(
		'The service lists its reports too slowly to read all of them in one poll',
		'The next poll tries again. If it fails in every poll, use a new trigger with New Events and the Last Days under On First Activation.',
	);

/** What is listed until now, some of it twice. A question that the service refuses is too long for it, or ends in its future. */
export async function readBack(
	list: ListReports,
	from: number | undefined,
	now: number,
	reach = 0,
	outOfTime = () => false,
): Promise<ReadWindows & { reach: number }> {
	const allowed = LOOK_BACKS[reach];
	// Where the end moves back, the start does too: a short look-back would be no time at all.
	const start = from && from + Math.min(0, allowed.beyondNow);
	const found = await catchFailure(
		readWindows(list, start, now + allowed.beyondNow, allowed, outOfTime),
	);
	if (!(found instanceof ServiceFailure)) return { ...found, reach };
	const isRefused = found.status === 400 || found.status === 422;
	if (!isRefused || reach + 1 === LOOK_BACKS.length) throw found;
	return await readBack(list, from, now, reach + 1, outOfTime);
}

/** Newest first. */
async function readWindows(
	list: ListReports,
	from: number | undefined,
	to: number,
	{ longest }: Reach,
	outOfTime: () => boolean,
): Promise<ReadWindows> {
	const found: ReadWindows = { reports: [], nothingFound: true, oldest: to };
	let lastFound = to;
	for (let end = to; end > (from ?? 0); end = found.oldest) {
		if (end < to && outOfTime()) throw tooSlow();
		const start = Math.max(end - longest, from ?? 0);
		const listed = await list({ from: start, to: end });
		if (listed !== undefined) found.nothingFound = false;
		for (const report of listed ?? []) found.reports.push(report);
		found.oldest = start;
		if (listed?.length) lastFound = start;
		if (from === undefined && lastFound - start >= NOTHING_OLDER) break;
	}
	return found;
}
