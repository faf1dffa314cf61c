import { DAY, HOUR } from '../../../shared/period/times';
import { isFinal } from '../../../shared/service/reportingAnswers';
import { startMoment } from '../../event';
import { distinct, type FoundReports } from './foundReports';
import {
	type ListedReport,
	matches,
	type ReportState,
	type SeenReport,
	seenKey,
	type Waiting,
} from './report';
import type { ReportFilters, ReportSettings } from './settings';

/** Remembered longer than listed: the window's edge and the report's own time may come from different clocks. */
const MEMORY_BEYOND_WINDOW = 2 * DAY;

/** A service that tells its times more exactly than before has not completed a report again. */
const PRECISION = 60_000;

export interface Selection {
	/** What is to be handed over, the oldest first, and what has waited for its content last. */
	ready: ListedReport[];
	/** The state once these were handed over, and while those wait for their content. */
	close: (
		handed: readonly ListedReport[],
		waiting?: ReadonlyMap<string, Waiting>,
		backlog?: number,
	) => ReportState;
}

/**
 * Which of the listed reports are handed over now, and what is remembered for the next poll.
 * A report is new when it was not seen in this status, or when it was completed again since. What was seen is
 * independent of the filters: they only say which of the new ones are handed over.
 */
export function selectReports(
	state: ReportState | undefined,
	{ reports, from, reach }: FoundReports,
	now: number,
	settings: ReportSettings,
): Selection {
	const seen = new Map(Object.entries(state?.seen ?? {}));
	const start = startMoment(settings.start, now);
	const isOld = ({ latest }: ListedReport) => {
		if (state === undefined && settings.start.kind === 'now') return true;
		const oldest = state === undefined ? start : state.from - MEMORY_BEYOND_WINDOW;
		return latest !== undefined && latest < oldest;
	};

	const candidates: ListedReport[] = [];
	for (const report of distinct(reports)) {
		if (!isFinal(report.status) || !isNew(seen, report)) continue;
		if (isOld(report) || !isWanted(report, settings.filters)) remember(seen, report, now);
		else candidates.push(report);
	}

	const waits = (report: ListedReport) => (state?.waiting?.[seenKey(report)] ? 1 : 0);
	const ready = candidates.sort((a, b) => waits(a) - waits(b) || byTime(a, b));
	return {
		ready,
		close(handed, waiting = new Map(), backlog = 0) {
			const done = new Set(handed);
			for (const report of handed) remember(seen, report, now);
			const held = ready.filter((report) => !done.has(report));
			const oldest = held.reduce((at, { earliest = from }) => Math.min(at, earliest), now);
			const next = Math.max(from, oldest - settings.lookBackHours * HOUR);
			for (const [key, [, latest]] of seen) {
				if (latest < next - MEMORY_BEYOND_WINDOW) seen.delete(key);
			}
			return {
				from: next,
				seen: Object.fromEntries(seen),
				...(waiting.size > 0 && { waiting: Object.fromEntries(waiting) }),
				...(backlog > 0 && { backlog }),
				reach,
			};
		},
	};
}

/** Whether a finished report is one of those that the user asked for. */
export const isWanted = (report: ListedReport, filters: ReportFilters): boolean =>
	filters.statuses.includes(report.status) && matches(report, filters);

function isNew(seen: ReadonlyMap<string, SeenReport>, report: ListedReport): boolean {
	const before = seen.get(seenKey(report));
	if (before === undefined) return true;
	return report.completed !== undefined && report.completed > before[0] + PRECISION;
}

function remember(seen: Map<string, SeenReport>, report: ListedReport, now: number): void {
	// Without a time of completion it looks the same as a second run, so it is reported once.
	const completed = report.completed ?? Number.MAX_SAFE_INTEGER - PRECISION;
	seen.set(seenKey(report), [completed, report.latest ?? now]);
}

export const byTime = (a: ListedReport, b: ListedReport): number =>
	(a.completed ?? a.latest ?? 0) - (b.completed ?? b.latest ?? 0) || (a.id < b.id ? -1 : 1);
