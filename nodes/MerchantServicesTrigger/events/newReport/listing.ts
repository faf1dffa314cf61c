import { DateTime } from 'luxon';

import { orFailure } from '../../../shared/service/once';
import type { Reporting } from '../../../shared/service/reporting';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { startMoment } from '../../common';
import type { ListedReport } from './report';
import { readListedReport } from './report';
import type { ReportSettings } from './settings';
import type { Reach, ReportState, Unread, Window } from './state';

/** Asks for the reports of a window; undefined where the service answers "not found". */
export type ListReports = (window: Window) => Promise<ListedReport[] | undefined>;

export interface Listing {
	reports: ListedReport[];
	/** What was found in a part of the first reading that had been left to this poll. */
	late: ListedReport[];
	/** Where the reading ended, back in time. */
	from: number;
	/** The service answered "not found" throughout. */
	nothingFound: boolean;
	reach: Reach;
	unread?: Unread;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Until the service refuses it: clocks may disagree by an hour, and a pause be as long as a month. */
export const WIDEST: Reach = { ahead: HOUR, longest: 31 * DAY };

/** "Everything" ends where the service has had no report for this long. */
const NOTHING_OLDER = 372 * DAY;

/** The rest of the time is for what was found. */
const READING_PART = 0.5;

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

/** Reads the list back to where it is known, and goes on with what an earlier poll had no time for. */
export async function readList(
	list: ListReports,
	state: ReportState | undefined,
	now: number,
	settings: ReportSettings,
	outOfTime: (part: number) => boolean,
): Promise<Listing> {
	const reader = new Reader(list, now, state?.reach ?? WIDEST, () => outOfTime(READING_PART));
	const start = readingStart(state, now, settings);
	const { reports, unreadTo } = await reader.read(start, now + reader.reach.ahead);
	const listing: Listing = {
		reports,
		late: [],
		from: unreadTo ?? start ?? reader.oldest,
		nothingFound: reader.nothingFound,
		reach: reader.reach,
	};
	if (state === undefined && unreadTo !== undefined) {
		const since = Math.max(0, startMoment(settings.start, now));
		listing.unread = { from: start ?? 0, to: unreadTo, since };
	} else if (state !== undefined && unreadTo !== undefined) {
		listing.from = start ?? listing.from;
	}
	if (state?.unread !== undefined) {
		const { from, to, since } = state.unread;
		const rest = await reader.read(from > 0 ? from : undefined, to);
		listing.late = rest.reports;
		listing.unread = rest.unreadTo === undefined ? undefined : { from, to: rest.unreadTo, since };
	}
	return listing;
}

/** Asked without filters: what the service still works on must be seen too, to wait for it. */
export const listFrom =
	(reporting: Reporting): ListReports =>
	async ({ from, to }) => {
		const period = { start: DateTime.fromMillis(from), end: DateTime.fromMillis(to) };
		const reports = await reporting.findReports(period, 'Watch reports');
		return reports?.map(readListedReport);
	};

/** All reports from a moment on, each once. */
export async function listSince(
	list: ListReports,
	from: number,
	now: number,
	reach: Reach = WIDEST,
): Promise<ListedReport[]> {
	const reader = new Reader(list, now, reach, () => false);
	const { reports } = await reader.read(from, now + reach.ahead);
	return distinct(reports);
}

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

class Reader {
	readonly reach: Reach;
	nothingFound = true;
	oldest: number;

	constructor(
		private readonly list: ListReports,
		private readonly now: number,
		reach: Reach,
		private readonly outOfTime: () => boolean,
	) {
		this.reach = { ...reach };
		this.oldest = now;
	}

	/** Newest first. `unreadTo`: where it stopped for lack of time. */
	async read(
		from: number | undefined,
		to: number,
	): Promise<{ reports: ListedReport[]; unreadTo?: number }> {
		const reports: ListedReport[] = [];
		let lastFound = to;
		for (const window of windows(from, to, this.reach.longest)) {
			if (window.to < to && this.outOfTime()) return { reports, unreadTo: window.to };
			const found = await this.ask(window);
			for (const report of found) reports.push(report);
			this.oldest = Math.min(this.oldest, window.from);
			if (found.length > 0) lastFound = window.from;
			if (from === undefined && lastFound - window.from >= NOTHING_OLDER) break;
		}
		return { reports };
	}

	/** A window that the service refuses is too long for it, or ends in its future. */
	private async ask(window: Window): Promise<ListedReport[]> {
		const reports = await this.unlessRefused(window);
		if (!(reports instanceof ServiceFailure)) return reports;
		const length = window.to - window.from;
		if (length > WEEK) return await this.askInParts(window, WEEK);
		for (const ahead of [0, -HOUR]) {
			const earlier = await this.askUntil(window, ahead);
			if (earlier !== undefined) return earlier;
		}
		if (length > DAY) return await this.askInParts(window, DAY);
		throw reports;
	}

	private async askInParts({ from, to }: Window, longest: number): Promise<ListedReport[]> {
		const reports: ListedReport[] = [];
		for (const part of windows(from, to, longest)) {
			for (const report of await this.ask(part)) reports.push(report);
		}
		this.reach.longest = longest;
		return reports;
	}

	private async askUntil({ from, to }: Window, ahead: number): Promise<ListedReport[] | undefined> {
		const end = this.now + ahead;
		if (end >= to || end <= from) return undefined;
		const reports = await this.unlessRefused({ from, to: end });
		if (reports instanceof ServiceFailure) return undefined;
		this.reach.ahead = ahead;
		return reports;
	}

	private async unlessRefused(window: Window): Promise<ListedReport[] | ServiceFailure> {
		const reports = await orFailure(this.list(window));
		if (reports instanceof ServiceFailure) {
			if (reports.status === 400 || reports.status === 422) return reports;
			throw reports;
		}
		if (reports !== undefined) this.nothingFound = false;
		return reports ?? [];
	}
}

/** The windows to ask for, the newest first and without end when there is no start. */
export function* windows(
	from: number | undefined,
	end: number,
	longest: number,
): Generator<Window> {
	for (let to = end; from === undefined || to > from;) {
		const start = Math.max(to - longest, from ?? 0);
		yield { from: start, to };
		if (start <= 0) return;
		to = start;
	}
}
