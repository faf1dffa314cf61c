import type { ReportState } from './reportState';
import type { ReportSettings } from './settings';
import { startMoment } from '../start';

export interface Window {
	from: number;
	to: number;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The clocks of n8n and of the service may disagree by as much; a report of the next minutes is welcome. */
const CLOCK_MARGIN = HOUR;

/** Longer spans are asked for in several requests, after a long pause for instance. */
const LONGEST_WINDOW = 31 * DAY;

/** "Everything" ends where the service has had no report for so many windows. */
export const EMPTY_WINDOWS_AT_THE_END = 12;

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

/** The windows to ask for, the newest first and without end when there is no start. */
export function* windows(from: number | undefined, now: number): Generator<Window> {
	for (let to = now + CLOCK_MARGIN; from === undefined || to > from;) {
		const start = Math.max(to - LONGEST_WINDOW, from ?? 0);
		yield { from: start, to };
		if (start <= 0) return;
		to = start;
	}
}
