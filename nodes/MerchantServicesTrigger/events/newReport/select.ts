import { startMoment } from '../../common';
import { DAY, HOUR } from './listing';
import type { ListedReport } from './report';
import { isUnfinished, matches } from './report';
import type { ReportSettings } from './settings';
import { handedKey, readSeen, writeSeen, type Handed, type ReportState } from './state';

/** A report that is not finished by then is given up waiting for; if it is finished later, it is a late one. */
const LONGEST_GENERATION = 14 * DAY;

/** Remembered longer than listed: the window's edge and the report's own time may be told by different clocks. */
const MEMORY_BEYOND_WINDOW = 2 * DAY;

export interface Selection {
	events: ListedReport[];
	state: ReportState;
	/** How many more are ready and left to the next polls. */
	waiting: number;
}

/**
 * Which of the listed reports are handed over now, and what is remembered for the next poll.
 * A report is new when it was not handed over in this status, or when it was completed again since.
 */
export function selectReports(
	state: ReportState | undefined,
	listed: readonly ListedReport[],
	from: number,
	now: number,
	settings: ReportSettings,
): Selection {
	const seen = readSeen(state?.seen ?? []);
	const matching = distinct(listed).filter((report) => matches(report, settings.filters));
	const wanted = matching.filter(
		(report) => settings.filters.statuses.includes(report.status) && isNew(seen, report),
	);

	// Only the first activation looks at the time of a report: later, one that shows up late is new.
	const start = startMoment(settings.start, now);
	const isOld = ({ latest }: ListedReport) =>
		state === undefined &&
		(settings.start.kind === 'now' || (latest !== undefined && latest < start));
	for (const report of wanted) if (isOld(report)) remember(seen, report, now);

	const ready = wanted.filter((report) => !isOld(report)).sort(byTime);
	const events = ready.slice(0, settings.limit);
	for (const report of events) remember(seen, report, now);

	const left = ready.slice(settings.limit);
	const unfinished = matching.filter(
		(report) => isUnfinished(report) && now - (report.earliest ?? now) < LONGEST_GENERATION,
	);
	const held = [...left, ...unfinished].map(({ earliest }) => earliest ?? from);
	const nextFrom = Math.max(
		from,
		held.reduce((a, b) => Math.min(a, b), now) - settings.lookBackHours * HOUR,
	);
	for (const [key, { latest }] of seen) {
		if (latest < nextFrom - MEMORY_BEYOND_WINDOW) seen.delete(key);
	}
	return { events, state: { from: nextFrom, seen: writeSeen(seen) }, waiting: left.length };
}

function isNew(
	seen: ReadonlyMap<string, Handed>,
	{ status, id, completed }: ListedReport,
): boolean {
	const handed = seen.get(handedKey(status, id));
	return handed === undefined || (completed !== undefined && completed > handed.completed);
}

function remember(
	seen: Map<string, Handed>,
	{ status, id, completed, latest }: ListedReport,
	now: number,
): void {
	// Without a time of completion it cannot be told from a second run: once is once.
	seen.set(handedKey(status, id), {
		completed: completed ?? Number.MAX_SAFE_INTEGER,
		latest: latest ?? now,
	});
}

const byTime = (a: ListedReport, b: ListedReport): number =>
	(a.completed ?? a.latest ?? 0) - (b.completed ?? b.latest ?? 0) || (a.id < b.id ? -1 : 1);

/** Windows touch, so a report may be listed twice; of two statuses the later one counts. */
function distinct(listed: readonly ListedReport[]): ListedReport[] {
	const byId = new Map<string, ListedReport>();
	for (const report of listed) {
		const other = byId.get(report.id);
		if (other === undefined || (report.latest ?? 0) >= (other.latest ?? 0)) {
			byId.set(report.id, report);
		}
	}
	return [...byId.values()];
}
