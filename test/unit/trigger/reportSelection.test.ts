import {
	cursorAfter,
	idInKey,
	isWanted,
	eventKeyOf,
	type ListedReport,
	listReports,
	LOOK_BACK,
	newReports,
	listStart,
	readListedReport,
	type ReportFilters,
	type NewReportState,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/list';
import type { Period } from '../../../nodes/shared/period/period';
import type { Report } from '../../../nodes/shared/service/reportResponses';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 2, 20);
const FILTERS: ReportFilters = { names: [], statuses: ['COMPLETED'] };
const NOTHING: NewReportState = { from: NOW - LOOK_BACK, seen: {}, waiting: {}, backlog: 0 };

const report = (id: string, more: Partial<ListedReport> = {}): ListedReport => {
	const at = NOW - HOUR;
	return { id, status: 'COMPLETED', completed: at, earliest: at, latest: at, raw: {}, ...more };
};

/** One poll: the reports that it returns, at most so many, and the state after it. */
function poll(
	state: NewReportState | undefined,
	listed: ListedReport[],
	{ now = NOW, filters = FILTERS, limit = 10 } = {},
) {
	const ready = newReports(state, listed, filters);
	const held = ready.slice(limit);
	const after = { ...NOTHING, ...cursorAfter(state, listed, held, now) };
	return { ids: ready.slice(0, limit).map(({ id }) => id), state: after };
}

describe('an entry of the list of reports', () => {
	const times = {
		queuedTime: '2026-03-01T10:00:00Z',
		reportGeneratingTime: '2026-03-01T11:00:00Z',
		reportCompletedTime: '2026-03-01T12:00:00Z',
	};
	const [TEN, ELEVEN, TWELVE] = [10, 11, 12].map((hour) => Date.UTC(2026, 2, 1, hour));
	const MAKING = { reportGeneratingTime: times.reportGeneratingTime };
	const DAY_1 = Date.UTC(2026, 2, 1);
	const DATED = { queuedTime: times.queuedTime, reportCompletedTime: '2026-03-01' };

	it.each<[string, Report, Partial<ListedReport>]>([
		['its times', times, { id: '', completed: TWELVE, earliest: TEN, latest: TWELVE }],
		['its ID and status', { reportId: '7', status: 'ERROR' }, { id: '7', status: 'ERROR' }],
		['no ID', { reportName: 'Daily', reportEndTime: '2026-03-01' }, { id: 'Daily@2026-03-01' }],
		['a day, which is no time', DATED, { completed: undefined, earliest: DAY_1, latest: TEN }],
		['only when it was begun', MAKING, { earliest: ELEVEN, latest: ELEVEN }],
		['no times', {}, { completed: undefined, earliest: undefined, latest: undefined }],
	])('has %s', (_, raw, expected) => {
		const { id = '@' } = expected;
		const listed = readListedReport(raw);
		expect(listed).toMatchObject({ ...expected, id: id || '@' });
		expect(idInKey(eventKeyOf(listed))).toBe(listed.id);
	});
});

describe('a filter', () => {
	it.each<[Partial<ReportFilters>, boolean, string?]>([
		[{}, true],
		[{ statuses: ['ERROR'] }, false],
		[{ names: ['Weekly', 'Daily *'] }, true],
		[{ names: ['Weekly'] }, false],
		[{ names: ['Caf\u00e9'] }, true, 'Cafe\u0301'],
		[{ names: ['Caf\u00e9'] }, false, ''],
	])('%j fits: %p', (filters, expected, reportName = 'Daily Sales') =>
		expect(isWanted(report('1', { raw: { reportName } }), { ...FILTERS, ...filters })).toBe(
			expected,
		),
	);
});

describe('a poll returns', () => {
	it('nothing at first, and nothing of that later', () => {
		const untimed = report('2', { latest: undefined, completed: undefined });
		const { ids, state } = poll(undefined, [report('1'), untimed]);
		expect(ids).toEqual([]);
		expect(poll(state, [report('1'), untimed, report('3')]).ids).toEqual(['3']);
	});

	it.each<[string, Partial<ListedReport>, string[]]>([
		['the same', {}, []],
		['completed again', { completed: NOW - HOUR + 2 * MINUTE }, ['1']],
		['a time that is more exact', { completed: NOW - HOUR + MINUTE }, []],
		['a failure, which nobody wants', { status: 'ERROR' }, []],
	])('each report once: %s', (_, more, expected) => {
		const { state } = poll(NOTHING, [report('1')]);
		const next = poll(state, [report('1', more)]);
		expect([next.ids, poll(next.state, [report('1', more)]).ids]).toEqual([expected, []]);
	});

	it('a report once though the time of its completion comes later', () => {
		const { ids, state } = poll(NOTHING, [report('1', { completed: undefined })]);
		const completed = report('1', { completed: NOW });
		expect([ids, poll(state, [completed]).ids]).toEqual([['1'], []]);
	});

	it('none that did not fit, also if the filter changes later', () => {
		const { state } = poll(NOTHING, [report('1')], { filters: { ...FILTERS, names: ['Other'] } });
		expect(poll(state, [report('1')]).ids).toEqual([]);
		const errors = { ...FILTERS, statuses: ['COMPLETED', 'ERROR'] };
		expect(poll(state, [report('1', { status: 'ERROR' })], { filters: errors }).ids).toEqual(['1']);
	});

	it.each(['QUEUED', 'RUNNING', ''])('none that is not finished (%s)', (status) => {
		const { ids, state } = poll(NOTHING, [report('1', { status, earliest: NOW - 9 * DAY })]);
		expect([ids, state]).toEqual([[], NOTHING]);
	});

	it('the oldest first, by ID at the same time, and last what waits for its content', () => {
		const at = (id: string, latest: number) => report(id, { latest });
		const reports = [at('b', NOW), at('c', NOW - HOUR), at('a', NOW)];
		expect(poll(NOTHING, [...reports, at('d', NOW - HOUR)]).ids).toEqual(['c', 'd', 'a', 'b']);
		const waiting = { 'COMPLETED c': { attempts: 1, since: NOW, reason: '' } };
		expect(poll({ ...NOTHING, waiting }, reports).ids).toEqual(['a', 'b', 'c']);
	});

	it.each([
		[0, ['1']],
		[-1, []],
	])('none that may have been forgotten (%i ms)', (more, expected) => {
		const latest = NOTHING.from - 2 * DAY + more;
		expect(poll(NOTHING, [report('1', { earliest: latest, latest })]).ids).toEqual(expected);
	});
});

describe('the next poll reads', () => {
	it('160 hours back, or from where the last one ended', () => {
		expect(listStart(undefined, NOW)).toBe(NOW - 160 * HOUR);
		expect(listStart(NOTHING, NOW + 30 * DAY)).toBe(NOTHING.from);
	});

	it.each([
		['nothing is held', [], NOW - LOOK_BACK],
		['a report is held', [report('1', { earliest: NOW - DAY })], NOW - DAY - LOOK_BACK],
		['it was not read before that', [report('1', { earliest: NOW - 20 * DAY })], NOW - 10 * DAY],
		['its times are unknown', [report('1', { earliest: undefined })], NOW - 10 * DAY],
	])('from there: %s', (_, held, expected) => {
		const state = { ...NOTHING, from: NOW - 10 * DAY };
		expect(cursorAfter(state, held, held, NOW).from).toBe(expected);
	});

	it('without what was listed two days before that', () => {
		const seen = { a: NOTHING.from - 2 * DAY, b: NOTHING.from - 2 * DAY - 1 };
		expect(Object.keys(poll({ ...NOTHING, seen }, []).state.seen)).toEqual(['a']);
	});
});

describe('the list of reports', () => {
	const listed = async (from: number, answer: (period: Period) => Report[] | undefined) => {
		const asked: string[] = [];
		const findReports = async (period: Period) => {
			const [start, end] = [period.start, period.end].map((at) => (at.toMillis() - NOW) / DAY);
			asked.push(`${start} to ${end} ${period.start.zoneName}`);
			return answer(period);
		};
		return { reports: await listReports({ findReports }, from, NOW), asked };
	};

	it.each([
		[7, ['-7 to 0 UTC']],
		[60, ['-60 to -29 UTC', '-29 to 0 UTC']],
	])('of %i days takes one request for each 31', async (days, expected) => {
		const one = { reportId: '1', status: 'COMPLETED' };
		const { reports, asked } = await listed(NOW - days * DAY, () => [one]);
		expect([reports?.length, asked]).toEqual([1, expected]);
	});

	it('has the later one of two statuses', async () => {
		let status = 'RUNNING';
		const { reports } = await listed(NOW - 60 * DAY, () => {
			const answer = [{ reportId: '1', status }];
			status = 'COMPLETED';
			return answer;
		});
		expect(reports).toMatchObject([{ status: 'COMPLETED' }]);
	});

	it('is known to be "not found" if all of it is', async () => {
		expect((await listed(NOW - 60 * DAY, () => undefined)).reports).toBeUndefined();
		const isOld = ({ end }: Period) => end.toMillis() < NOW;
		const { reports } = await listed(NOW - 60 * DAY, (period) => (isOld(period) ? [] : undefined));
		expect(reports).toEqual([]);
	});
});

describe('Each report of a service comes once, from the activation on', () => {
	type Times = Record<'queued' | 'generating' | 'completed' | 'visible', number>;
	const LISTED_BY = ['queued', 'generating', 'completed'] as const;
	const GENERATION = [0, 50, 400, 2000];
	const DELAYS = [0, 5, 600, 2000];
	/** A report is ordered before the activation, with it, and in each of the hours after it. */
	const HOURS = [-50, -1, 0, 1, 2, 3, 26];
	const RUNS = LISTED_BY.flatMap((by) =>
		[-15, 0, 15].flatMap((skew) => [2, 10].map((limit) => [by, skew, limit] as const)),
	);

	/** The list is some minutes behind in every third poll, and every fifth poll is lost. */
	it.each(RUNS)('listed by %s, clock %i minutes ahead, %i in a poll', (by, skew, limit) => {
		const reports = HOURS.flatMap((hour) =>
			GENERATION.flatMap((generation) =>
				DELAYS.map((delay): Times & { id: string } => {
					const queued = NOW + hour * HOUR;
					const completed = queued + generation * MINUTE;
					const generating = Math.min(completed, queued + 3000);
					const visible = delay === 0 ? queued : completed + delay * MINUTE;
					const id = `${hour}h ${generation} ${delay}`;
					return { id, queued, generating, completed, visible };
				}),
			),
		);
		const shownAt = (moment: number, from: number) =>
			reports
				.filter((each) => each.visible <= moment && each[by] <= moment && each[by] >= from)
				.map(({ id, queued, generating, completed }) => {
					const time = (at: number) => (at <= moment ? new Date(at).toISOString() : undefined);
					return readListedReport({
						reportId: id,
						queuedTime: time(queued),
						reportGeneratingTime: time(generating),
						reportCompletedTime: time(completed),
						status: completed <= moment ? 'COMPLETED' : 'RUNNING',
					});
				});
		let state: NewReportState | undefined;
		const came: string[] = [];
		const atStart = new Set<string>();
		for (let polls = 0; polls < 200; polls++) {
			const at = NOW + polls * 30 * MINUTE;
			const now = at - skew * MINUTE;
			const behind = polls % 3 === 2 ? 10 * MINUTE : 0;
			const listed = shownAt(Math.min(at, now) - behind, listStart(state, now));
			if (polls === 0) {
				for (const { id, status } of listed) if (status === 'COMPLETED') atStart.add(id);
			}
			const { ids, state: after } = poll(state, listed, { now, limit });
			if (polls % 5 === 4) continue;
			came.push(...ids);
			state = after;
		}
		expect(came.filter((id, index) => came.indexOf(id) < index)).toEqual([]);
		// What was completed before the activation, and listed later, may have left the look-back.
		const due = reports.filter(({ id }) => !atStart.has(id)).map(({ id }) => id);
		expect(due.filter((id) => !came.includes(id))).toEqual([]);
		expect(came.filter((id) => atStart.has(id))).toEqual([]);
	});
});
