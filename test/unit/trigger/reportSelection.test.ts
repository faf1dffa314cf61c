import { LOOK_BACK_HOURS } from '../../../nodes/MerchantServicesTrigger/events/newReport/settings';
import {
	distinct,
	type FoundReports,
	listFrom,
	LOOK_BACKS,
	readBack,
	readingStart,
	readList,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/foundReports';
import {
	type ListedReport,
	matches,
	readListedReport,
	type ReportState,
	type Window,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/report';
import { selectReports } from '../../../nodes/MerchantServicesTrigger/events/newReport/select';
import type {
	ReportFilters,
	ReportSettings,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/settings';
import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalog/definitions';
import type { Period } from '../../../nodes/shared/period/period';
import type { Reporting } from '../../../nodes/shared/service/reporting';
import { explainStatus } from '../../../nodes/shared/transport/advice';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import { EVERY_COMPLETED_REPORT } from '../../support/triggerSettings';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 2, 20);
const SETTINGS: ReportSettings = { ...EVERY_COMPLETED_REPORT, limit: 10 };
const FILTERS = SETTINGS.filters;
const EVERYTHING: ReportSettings = { ...SETTINGS, start: { kind: 'everything' } };

const report = (id: string, more: Partial<ListedReport> = {}): ListedReport => {
	const at = NOW - HOUR;
	return { id, status: 'COMPLETED', completed: at, earliest: at, latest: at, raw: {}, ...more };
};

const listing = (reports: ListedReport[], more: Partial<FoundReports> = {}): FoundReports => ({
	reports,
	from: NOW - 10 * DAY,
	nothingFound: false,
	reach: 0,
	...more,
});

const STATE: ReportState = { from: NOW - 3 * DAY, seen: {} };

const readyOf = (
	state: ReportState | undefined,
	reports: ListedReport[],
	settings = SETTINGS,
	more: Partial<FoundReports> = {},
) => selectReports(state, listing(reports, more), NOW, settings).ready.map(({ id }) => id);

const isoOf = (at: number): string => new Date(at).toISOString();

describe('an entry of the list of reports', () => {
	const times = {
		queuedTime: '2026-03-01T10:00:00Z',
		reportGeneratingTime: '2026-03-01T11:00:00Z',
		reportCompletedTime: '2026-03-01T12:00:00Z',
	};

	it('has its identifier, its status and its times', () => {
		expect(readListedReport({ reportId: '7', status: 'COMPLETED', ...times })).toMatchObject({
			id: '7',
			status: 'COMPLETED',
			completed: Date.UTC(2026, 2, 1, 12),
			earliest: Date.UTC(2026, 2, 1, 10),
			latest: Date.UTC(2026, 2, 1, 12),
		});
	});

	it('is known by its name and end where it has no identifier', () => {
		const raw = { reportName: 'Daily', reportEndTime: '2026-03-01' };
		expect(readListedReport(raw).id).toBe('Daily@2026-03-01');
		expect(readListedReport({})).toMatchObject({
			id: '@',
			completed: undefined,
			earliest: undefined,
			latest: undefined,
		});
	});

	it('is not known to be completed by a day alone', () => {
		const dated = readListedReport({ reportId: '7', reportCompletedTime: '2026-03-01' });
		expect(dated.completed).toBeUndefined();
		expect(dated.latest).toBe(Date.UTC(2026, 2, 1));
	});
});

describe('a filter', () => {
	const raw = {
		reportName: 'Daily Sales',
		reportDefinitionName: 'TransactionRequestClass',
		reportDefinitionId: '210',
		reportFrequency: 'DAILY',
		reportMimeType: 'text/csv',
	};

	it.each<[Partial<ReportFilters>, boolean]>([
		[{}, true],
		[{ names: ['Weekly', 'Daily *'] }, true],
		[{ names: ['Weekly'] }, false],
		[{ definitions: ['transactionrequestclass'] }, true],
		[{ definitions: ['210'] }, true],
		[{ definitions: ['Other', 'TransactionRequestClass'] }, true],
		[{ definitions: ['211'] }, false],
		[{ definitions: ['Other'] }, false],
		[{ frequencies: ['weekly', 'daily'] }, true],
		[{ frequencies: ['WEEKLY'] }, false],
		[{ mimeTypes: ['text/csv'] }, true],
		[{ mimeTypes: ['application/xml'] }, false],
	])('%j fits: %p', (filters, expected) =>
		expect(matches(report('1', { raw }), { ...FILTERS, ...filters })).toBe(expected),
	);

	it('knows report types by their number in the order of the specification', () => {
		const numbered = { ...raw, reportDefinitionName: undefined };
		const wanted = { ...FILTERS, definitions: ['TransactionRequestClass'] };
		expect(matches(report('1', { raw: numbered }), wanted)).toBe(true);
		const other = report('1', { raw: { ...numbered, reportDefinitionId: '209' } });
		expect(matches(other, wanted)).toBe(false);
		expect(matches(other, { ...FILTERS, definitions: ['Other'] })).toBe(false);
		const third = { ...numbered, reportDefinitionId: '212' };
		const byName = { ...FILTERS, definitions: [REPORT_DEFINITIONS[2].value] };
		expect(matches(report('1', { raw: third }), byName)).toBe(true);
	});

	it('knows letters with marks in both ways to write them', () => {
		const named = { ...FILTERS, names: ['Caf\u00e9'] };
		expect(matches(report('1', { raw: { reportName: 'Cafe\u0301' } }), named)).toBe(true);
		expect(matches(report('1'), named)).toBe(false);
	});
});

describe('which reports are handed over', () => {
	it('none that is there when the trigger starts, unless the user wants it', () => {
		expect(readyOf(undefined, [report('1')])).toEqual([]);
		expect(readyOf(undefined, [report('1', { latest: undefined })])).toEqual([]);
		expect(readyOf(undefined, [report('1')], EVERYTHING)).toEqual(['1']);
		const days = { ...SETTINGS, start: { kind: 'days', days: 2 } as const };
		const old = report('old', { latest: NOW - 2 * DAY - 1 });
		const recent = report('recent', { latest: NOW - 2 * DAY });
		const untimed = report('untimed', { latest: undefined, completed: undefined });
		expect(readyOf(undefined, [old, recent, untimed], days)).toEqual(['untimed', 'recent']);
	});

	it('each once, and once more where it was completed again', () => {
		const { close, ready } = selectReports(STATE, listing([report('1')]), NOW, SETTINGS);
		const state = close(ready);
		expect(readyOf(state, [report('1')])).toEqual([]);
		const again = (minutes: number) =>
			report('1', { completed: NOW - HOUR + minutes * 60_000, latest: NOW });
		expect(readyOf(state, [again(1)])).toEqual([]);
		expect(readyOf(state, [again(2)])).toEqual(['1']);
		expect(readyOf(state, [report('1', { status: 'ERROR' })])).toEqual([]);
		const errorsToo = { ...SETTINGS, filters: { ...FILTERS, statuses: ['COMPLETED', 'ERROR'] } };
		expect(readyOf(state, [report('1', { status: 'ERROR' })], errorsToo)).toEqual(['1']);
	});

	it('once where its completion has no time', () => {
		const untimed = report('1', { completed: undefined });
		const { close, ready } = selectReports(STATE, listing([untimed]), NOW, SETTINGS);
		expect(ready).toEqual([untimed]);
		expect(readyOf(close(ready), [untimed])).toEqual([]);
		expect(readyOf(close(ready), [report('1', { completed: NOW })])).toEqual([]);
	});

	it('none that does not fit, also not when the filter changes later', () => {
		const named = { ...SETTINGS, filters: { ...FILTERS, names: ['Other'] } };
		const { close, ready } = selectReports(STATE, listing([report('1')]), NOW, named);
		expect(ready).toEqual([]);
		expect(readyOf(close([]), [report('1')])).toEqual([]);
	});

	it.each(['QUEUED', 'RUNNING', ''])('none that is not finished (%s)', (status) => {
		const running = report('1', { status, earliest: NOW - 5 * DAY });
		expect(readyOf(STATE, [running])).toEqual([]);
		const { close } = selectReports(STATE, listing([running]), NOW, SETTINGS);
		expect(close([])).toMatchObject({ from: NOW - 3 * DAY, seen: {} });
	});

	it('the oldest first, by identifier at the same time, and what waited for its content last', () => {
		const at = (id: string, completed: number) => report(id, { completed });
		const reports = [at('b', NOW), at('c', NOW - HOUR), at('a', NOW)];
		expect(readyOf(STATE, reports)).toEqual(['c', 'a', 'b']);
		expect(readyOf(STATE, [...reports].reverse())).toEqual(['c', 'a', 'b']);
		const waiting = { 'COMPLETED c': { attempts: 1, since: NOW } };
		expect(readyOf({ ...STATE, waiting }, reports)).toEqual(['a', 'b', 'c']);
		const untimed = report('d', { completed: undefined, latest: NOW - 2 * HOUR });
		expect(readyOf(STATE, [...reports, untimed])).toEqual(['d', 'c', 'a', 'b']);
	});

	it('none that is older than what is remembered', () => {
		const at = (latest: number) => [report('1', { earliest: latest, latest })];
		expect(readyOf(STATE, at(STATE.from - 2 * DAY - 1))).toEqual([]);
		expect(readyOf(STATE, at(STATE.from - 2 * DAY))).toEqual(['1']);
	});
});

describe('what is remembered', () => {
	const closed = (state: ReportState | undefined, reports: ListedReport[], settings = SETTINGS) => {
		const { ready, close } = selectReports(state, listing(reports), NOW, settings);
		return close(ready);
	};

	it('is where the next reading begins, and what was seen', () => {
		expect(closed(undefined, [])).toStrictEqual({ from: NOW - 3 * DAY, seen: {}, reach: 0 });
		expect(closed(STATE, [report('1')]).seen).toEqual({
			'COMPLETED 1': [NOW - HOUR, NOW - HOUR],
		});
	});

	it('is the wait and the backlog', () => {
		const { close } = selectReports(STATE, listing([]), NOW, SETTINGS);
		const waiting = new Map([['COMPLETED 1', { attempts: 1, since: NOW }]]);
		expect(close([], waiting, 2)).toMatchObject({
			waiting: { 'COMPLETED 1': { attempts: 1, since: NOW } },
			backlog: 2,
		});
		const none = close([]);
		expect(none).not.toHaveProperty('waiting');
		expect(none).not.toHaveProperty('backlog');
	});

	it('ends two days before the window', () => {
		const seenAt = (latest: number): ReportState['seen'] => ({ 'COMPLETED 1': [latest, latest] });
		const next = NOW - 3 * DAY;
		expect(closed({ ...STATE, seen: seenAt(next - 2 * DAY) }, []).seen).not.toEqual({});
		expect(closed({ ...STATE, seen: seenAt(next - 2 * DAY - 1) }, []).seen).toEqual({});
	});

	it('holds what was not handed over', () => {
		const held = report('1', { earliest: NOW - 4 * DAY });
		const { close } = selectReports(STATE, listing([held]), NOW, SETTINGS);
		expect(close([]).from).toBe(NOW - 7 * DAY);
		expect(close([held]).from).toBe(NOW - 3 * DAY);
	});

	it('never begins before what was read', () => {
		const held = report('1', { earliest: NOW - 20 * DAY, latest: NOW });
		const from = (more: Partial<FoundReports>) =>
			selectReports(STATE, listing([held], more), NOW, SETTINGS).close([]).from;
		expect(from({})).toBe(NOW - 10 * DAY);
		expect(from({ from: NOW - 40 * DAY })).toBe(NOW - 23 * DAY);
	});
});

describe('reading the list', () => {
	const refused = (status: number) =>
		new ServiceFailure(
			{ operation: 'Watch reports', explanation: explainStatus(status), status },
			(text) => text,
		);
	const asked: string[] = [];
	const inDays = ({ from, to }: { from: number; to: number }) =>
		`${(from - NOW) / DAY} to ${(to - NOW) / DAY}`;
	beforeEach(() => (asked.length = 0));

	const read = async (
		answer: (from: number, to: number) => ListedReport[] | undefined,
		state: ReportState | undefined,
		settings = SETTINGS,
		outOfTime: (part: number) => boolean = () => false,
	) =>
		await readList(
			async (window) => {
				asked.push(inDays(window));
				return answer(window.from, window.to);
			},
			state,
			NOW,
			settings,
			outOfTime,
		);

	it('begins with the look-back, or where the last poll has held it open', () => {
		expect(readingStart(undefined, NOW, SETTINGS)).toBe(NOW - 3 * DAY);
		expect(readingStart(undefined, NOW, EVERYTHING)).toBeUndefined();
		const days = { ...SETTINGS, start: { kind: 'days', days: 9 } as const };
		expect(readingStart(undefined, NOW, days)).toBe(NOW - 12 * DAY);
		expect(readingStart(STATE, NOW, SETTINGS)).toBe(NOW - 3 * DAY);
		expect(readingStart({ ...STATE, from: NOW - 5 * DAY }, NOW, SETTINGS)).toBe(NOW - 5 * DAY);
	});

	it('says whether the service has found nothing at all', async () => {
		expect(await read(() => undefined, STATE)).toMatchObject({
			nothingFound: true,
			reports: [],
			from: NOW - 3 * DAY,
		});
		expect((await read(() => [], STATE)).nothingFound).toBe(false);
		expect(asked).toEqual([`-3 to ${1 / 24}`, `-3 to ${1 / 24}`]);
	});

	it('asks for less where the service refuses a long time, and remembers it', async () => {
		const weeks = await read(
			(from, to) => {
				if (to - from > 7 * DAY) throw refused(400);
				return [];
			},
			{ ...STATE, from: NOW - 10 * DAY },
		);
		expect(LOOK_BACKS[weeks.reach].longest).toBe(7 * DAY);
		const days = await read((from, to) => {
			if (to - from > DAY) throw refused(422);
			return [report(isoOf(from))];
		}, STATE);
		expect(LOOK_BACKS[days.reach].longest).toBe(DAY);
		expect(days.reports).toHaveLength(3);
	});

	it.each([
		[0, 0],
		[-HOUR, -HOUR],
	])('asks until now, or an hour before it, where the future is refused', async (end, ahead) => {
		const listed = await read((_from, to) => {
			if (to > NOW + end) throw refused(400);
			return [report('1')];
		}, STATE);
		expect(LOOK_BACKS[listed.reach].beyondNow).toBe(ahead);
		expect(new Set(listed.reports.map(({ id }) => id)).size).toBe(1);
	});

	it('gives up where the service refuses a day, or says anything else', async () => {
		const always = (status: number) =>
			read(() => {
				throw refused(status);
			}, STATE);
		await expect(always(400)).rejects.toBeInstanceOf(ServiceFailure);
		asked.length = 0;
		await expect(always(500)).rejects.toBeInstanceOf(ServiceFailure);
		expect(asked).toHaveLength(1);
	});

	it('fails where there is not enough time for all of it', async () => {
		const days = { ...SETTINGS, start: { kind: 'days', days: 90 } as const };
		const late = (share: number) => share === 0.5;
		await expect(read(() => [], undefined, days, late)).rejects.toThrow('too slowly');
		expect(asked).toHaveLength(1);
		expect((await read(() => [], STATE, days, late)).reports).toEqual([]);
	});

	it('of a long time is read to its beginning, also where there is nothing', async () => {
		const days = { ...SETTINGS, start: { kind: 'days', days: 800 } as const };
		await read(() => [], undefined, days);
		expect(asked).toHaveLength(26);
	});

	it('asks for no other time instead of one that is over', async () => {
		const tooOld = (from: number) => {
			if (from < NOW - 2 * DAY) throw refused(400);
			return [];
		};
		await expect(read(tooOld, STATE)).rejects.toBeInstanceOf(ServiceFailure);
		expect(asked).toHaveLength(7);
		asked.length = 0;
		const always = () => {
			throw refused(400);
		};
		const hour = { ...SETTINGS, lookBackHours: 1 };
		const state = { ...STATE, from: NOW };
		await expect(read(always, state, hour)).rejects.toBeInstanceOf(ServiceFailure);
		expect(asked.at(-1)).toBe(`${-2 / 24} to ${-1 / 24}`);
	});

	it('asks the service for the times, and knows where it finds nothing', async () => {
		const questions: string[] = [];
		const listed = (found: object[] | undefined) =>
			listFrom({
				findReports: async ({ start, end }: Period) => {
					questions.push(`${start.toMillis()} ${end.toMillis()}`);
					return found;
				},
			} as unknown as Reporting)({ from: 1, to: 2 });
		expect(await listed(undefined)).toBeUndefined();
		expect(await listed([{ reportId: '7' }])).toMatchObject([{ id: '7' }]);
		expect(questions).toEqual(['1 2', '1 2']);
	});

	it('of everything ends where there was nothing for a year', async () => {
		const all = await read(
			(from) => (from > NOW - 40 * DAY ? [report('1')] : []),
			undefined,
			EVERYTHING,
		);
		expect(asked).toHaveLength(13);
		expect(all.from).toBeLessThan(NOW - 372 * DAY);
	});

	it('keeps of one report the later status', () => {
		const early = report('1', { status: 'RUNNING', latest: 1 });
		const later = report('1', { latest: 2 });
		expect(distinct([early, later, report('2')])).toEqual([later, report('2')]);
		expect(distinct([later, early])).toEqual([later]);
		const same = report('1', { status: 'ERROR', latest: 2 });
		expect(distinct([later, same])).toEqual([same]);
		const untimed = report('1', { latest: undefined });
		expect(distinct([early, untimed])).toEqual([early]);
	});

	it('since a moment asks for one time after the other', async () => {
		const list = async (window: Window) => {
			asked.push(inDays(window));
			return [report('1')];
		};
		expect((await readBack(list, NOW - 60 * DAY, NOW)).reports).toHaveLength(2);
		expect(asked).toEqual([`${1 / 24 - 31} to ${1 / 24}`, `-60 to ${1 / 24 - 31}`]);
	});
});

describe('A report that the service lists for the first time days after it was made', () => {
	const settings = { ...SETTINGS, lookBackHours: LOOK_BACK_HOURS };

	it.each([
		[6, ['R']],
		[9, []],
	])('%i days after, by default: %j', async (days, expected) => {
		let state: ReportState | undefined;
		const handed: string[] = [];
		const late = report('R', { earliest: NOW, latest: NOW, completed: NOW });
		for (let hours = -24; hours < 24 * (days + 2); hours += 6) {
			const now = NOW + hours * HOUR;
			const listed = hours >= 24 * days ? [late] : [];
			const list = async ({ from, to }: Window) =>
				listed.filter(({ latest = 0 }) => latest >= from && latest <= to);
			const found = await readList(list, state, now, settings, () => false);
			const { ready, close } = selectReports(state, found, now, settings);
			handed.push(...ready.map(({ id }) => id));
			state = close(ready);
		}
		expect(handed).toEqual(expected);
	});
});
