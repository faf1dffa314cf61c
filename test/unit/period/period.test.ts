import fc from 'fast-check';
import { DateTime } from 'luxon';
import { TIME_ZONES } from '../../../nodes/shared/catalog/timeZones';
import {
	formatIso,
	type PeriodChoice,
	parseDateInput,
	resolvePeriod,
	quoteDateInput,
	splitPeriod,
	formatUtc,
} from '../../../nodes/shared/period/period';
import { parseTime, parseTimeOrEndOfDay } from '../../../nodes/shared/period/times';
import { refusalOrRethrow } from '../../../nodes/shared/problem';
import { cases } from '../../support/long';

const resolved = (choice: PeriodChoice, now: string, maxDays?: number) => {
	try {
		const period = resolvePeriod(choice, DateTime.fromISO(now, { zone: 'utc' }), { maxDays });
		return { start: formatUtc(period.start), end: formatUtc(period.end) };
	} catch (error) {
		return { problems: refusalOrRethrow(error).texts };
	}
};

/** Wednesday, in summer time. */
const NOW = '2026-07-15T10:20:30.400Z';

describe('a preset means, in its zone', () => {
	it.each<[string, Omit<PeriodChoice, 'zone'>, string, string]>([
		['today so far', { preset: 'today' }, '2026-07-14T22:00:00.000Z', NOW],
		['yesterday', { preset: 'yesterday' }, '2026-07-13T22:00:00.000Z', '2026-07-14T22:00:00.000Z'],
		[
			'the N full days before today',
			{ preset: 'lastNDays', days: 30 },
			'2026-06-14T22:00:00.000Z',
			'2026-07-14T22:00:00.000Z',
		],
		[
			'the week from Monday to Monday',
			{ preset: 'lastWeek' },
			'2026-07-05T22:00:00.000Z',
			'2026-07-12T22:00:00.000Z',
		],
		[
			'the week from Sunday to Sunday',
			{ preset: 'lastWeek', weekStart: 7 },
			'2026-07-04T22:00:00.000Z',
			'2026-07-11T22:00:00.000Z',
		],
		['the month so far', { preset: 'monthToDate' }, '2026-06-30T22:00:00.000Z', NOW],
		[
			'the calendar month before',
			{ preset: 'lastMonth' },
			'2026-05-31T22:00:00.000Z',
			'2026-06-30T22:00:00.000Z',
		],
		[
			'the calendar quarter before',
			{ preset: 'lastQuarter' },
			'2026-03-31T22:00:00.000Z',
			'2026-06-30T22:00:00.000Z',
		],
	])('%s', (_, choice, start, end) => {
		expect(resolved({ ...choice, zone: 'Europe/Berlin' }, NOW)).toEqual({ start, end });
	});

	it.each<[string, PeriodChoice, string, string, string]>([
		[
			'its own day, which may differ from the day in UTC',
			{ preset: 'yesterday', zone: 'America/Los_Angeles' },
			...(['2026-07-15T02', '2026-07-13T07', '2026-07-14T07'] as const),
		],
		[
			'the week until today where a week begins today',
			{ preset: 'lastWeek', zone: 'GMT' },
			...(['2026-07-13T00', '2026-07-06T00', '2026-07-13T00'] as const),
		],
		[
			'the whole of a month that is shorter than this one',
			{ preset: 'lastMonth', zone: 'GMT' },
			...(['2026-03-31T12', '2026-02-01T00', '2026-03-01T00'] as const),
		],
		[
			'a day of 23 hours in spring',
			{ preset: 'yesterday', zone: 'Europe/Berlin' },
			...(['2026-03-30T08', '2026-03-28T23', '2026-03-29T22'] as const),
		],
		[
			'a day of 25 hours in autumn',
			{ preset: 'yesterday', zone: 'America/New_York' },
			...(['2026-11-02T12', '2026-11-01T04', '2026-11-02T05'] as const),
		],
		[
			'a day without a midnight from its first instant',
			// Cairo skips from 2026-04-24 00:00 to 01:00.
			{ preset: 'yesterday', zone: 'Africa/Cairo' },
			...(['2026-04-25T12', '2026-04-23T22', '2026-04-24T21'] as const),
		],
		[
			'a last day without a midnight to its end',
			{ preset: 'custom', zone: 'Africa/Cairo', from: '2026-04-24', to: '2026-04-24' },
			...(['2026-04-25T12', '2026-04-23T22', '2026-04-24T21'] as const),
		],
		[
			'days from their midnight where today has none',
			{ preset: 'lastNDays', days: 1, zone: 'Africa/Cairo' },
			...(['2026-04-24T12', '2026-04-22T22', '2026-04-23T22'] as const),
		],
		[
			'a week from its midnight where the next one has none',
			// Beirut skips from 2026-03-29 00:00 to 01:00.
			{ preset: 'lastWeek', weekStart: 7, zone: 'Asia/Beirut' },
			...(['2026-03-30T12', '2026-03-21T22', '2026-03-28T22'] as const),
		],
		[
			'one day at least',
			{ preset: 'lastNDays', days: 1, zone: 'GMT' },
			...(['2026-07-15T10', '2026-07-14T00', '2026-07-15T00'] as const),
		],
	])('%s', (_, choice, now, start, end) => {
		const [at, from, to] = [now, start, end].map((hour) => `${hour}:00:00.000Z`);
		expect(resolved(choice, at)).toEqual({ start: from, end: to });
	});
});

describe('a custom period', () => {
	const custom = (from: unknown, to: unknown): PeriodChoice => ({
		preset: 'custom',
		zone: 'Europe/Berlin',
		from,
		to,
	});

	it.each<[string, unknown, unknown, RegExp[]]>([
		['nothing', '', undefined, [/^Start: an empty value is not a date/, /^End: an empty value/]],
		['words', 'last Tuesday', '2026-06-30', [/^Start: "last Tuesday" is not a date/]],
		['a day that does not exist', '2026-02-30', '2026-06-30', [/^Start: "2026-02-30"/]],
		['words at the end', '2026-07-01', 'soon', [/^End: "soon" is not a date/]],
		['a month', '2026-06', '2026-06-30', [/^Start: "2026-06"/]],
		['an object', { day: 1 }, '2026-06-30', [/^Start: {"day":1} is not a date/]],
		['an invalid DateTime', DateTime.invalid('why'), '2026-06-30', [/^Start:/]],
		[
			'an end before the start',
			'2026-06-02T08:00',
			'2026-06-01T07:00',
			[
				/^Period: the end \(2026-06-01 07:00:00 UTC\+02:00\) must be after the start \(2026-06-02 08:00:00 UTC\+02:00\)$/,
			],
		],
		['an end at the start', '2026-06-01T08:00:00', '2026-06-01T08:00:00', [/must be after/]],
		[
			'a start in the future',
			'2026-07-16',
			'2026-07-17',
			[/^Period: the start .* is in the future/],
		],
	])('refuses %s', (_, from, to, messages) => {
		const result = resolved(custom(from, to), NOW);
		expect(result).toEqual({
			problems: messages.map((text) => expect.stringMatching(text) as string),
		});
	});

	it('may end in the future', () => {
		expect(resolved(custom('2026-07-01', '2026-07-31'), NOW)).toHaveProperty(
			'end',
			'2026-07-31T22:00:00.000Z',
		);
	});
});

describe('the limits of a period', () => {
	const days = (zone: string, from: string, to: string) =>
		resolved({ preset: 'custom', zone, from, to }, '2026-12-31T00:00:00Z', 31);

	it('let 31 calendar days through, an hour more for winter time included', () => {
		expect(days('Europe/Berlin', '2026-10-01', '2026-10-31')).not.toHaveProperty('problems');
	});

	it('refuse 32 days', () => {
		expect(days('Europe/Berlin', '2026-10-01', '2026-11-01')).toEqual({
			problems: [expect.stringMatching(/is longer than 31 days\. Choose a shorter one$/)],
		});
	});

	it('refuse a zone that does not exist', () => {
		expect(resolved({ preset: 'today', zone: 'Mars/Olympus' }, NOW)).toEqual({
			problems: ['Time Zone: "Mars/Olympus" is not a known time zone'],
		});
	});
});

describe('splitting a period', () => {
	it.each([
		['Europe/Berlin', '2026-03-20', ['03-20T00:00', '03-27T00:00', '04-03T00:00', '04-05T00:00']],
		// Its clocks skip the midnight of April 24, and the windows after it begin at midnight again.
		['Africa/Cairo', '2026-04-17', ['04-17T00:00', '04-24T01:00', '05-01T00:00', '05-03T00:00']],
	])('gives windows of whole days, each counted from the start: %s', (zone, first, borders) => {
		const start = DateTime.fromISO(first, { zone });
		const windows = splitPeriod({ start, end: start.plus({ days: 16 }) }, 7);
		const shown = windows.map((window) => [window.start, window.end].map(formatIso));
		expect(shown.map((window) => window.map((text) => text.slice(5, 16)))).toEqual([
			borders.slice(0, 2),
			borders.slice(1, 3),
			borders.slice(2),
		]);
	});

	it('leaves no gap and no overlap, whatever the zone, the start and the length', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...TIME_ZONES),
				fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2026-01-01') }),
				fc.integer({ min: 1, max: 200 * 24 * 3600 * 1000 }),
				fc.integer({ min: 1, max: 40 }),
				(zone, from, length, days) => {
					const start = DateTime.fromMillis(from, { zone });
					const end = DateTime.fromMillis(from + length, { zone });
					const windows = splitPeriod({ start, end }, days);
					expect(+windows[0].start).toBe(from);
					expect(+windows[windows.length - 1].end).toBe(from + length);
					windows.forEach((window, i) => {
						expect(+window.end).toBeGreaterThan(+window.start);
						expect(+window.end - +window.start).toBeLessThanOrEqual((days * 24 + 1) * 3600 * 1000);
						if (i > 0) expect(+window.start).toBe(+windows[i - 1].end);
					});
				},
			),
			{ numRuns: cases(100) },
		);
	});
});

describe('the day that the user meant', () => {
	const custom = (to: unknown) =>
		resolved({ preset: 'custom', zone: 'Europe/Berlin', from: '2026-07-01T00:00:00', to }, NOW);

	it.each<[string, unknown, string]>([
		['a bare date counts in full', '2026-07-09', '2026-07-09T22:00:00.000Z'],
		['a time of day is a moment', '2026-07-09T08:00:00', '2026-07-09T06:00:00.000Z'],
		[
			'a DateTime is a moment',
			DateTime.fromISO('2026-07-09', { zone: 'Europe/Berlin' }),
			'2026-07-08T22:00:00.000Z',
		],
	])('%s', (_, to, end) => {
		expect(custom(to)).toEqual({ start: '2026-06-30T22:00:00.000Z', end });
	});

	it.each(['today', 'monthToDate'] as const)('%s works at midnight sharp', (preset) => {
		expect(resolved({ preset, zone: 'utc' }, '2026-07-01T00:00:00.000Z')).toEqual({
			start: '2026-07-01T00:00:00.000Z',
			end: '2026-07-01T00:00:01.000Z',
		});
	});
});

const at = (text: string) => Date.parse(text);

describe('An instant of the service', () => {
	it.each([
		['2026-03-31T06:00:00Z', '2026-03-31T06:00:00Z'],
		['2026-03-31T08:00:00+02:00', '2026-03-31T06:00:00Z'],
		['2026-03-31T06:00:00.250Z', '2026-03-31T06:00:00.250Z'],
		['2026-03-31', '2026-03-31T00:00:00Z'],
	])('is read from %s', (text, same) => {
		expect(parseTime(text)).toBe(at(same));
		expect(parseTimeOrEndOfDay(`${text}`)).toBeGreaterThanOrEqual(at(same));
	});

	it.each(['2026-03-31T06:00:00', '2026-03-31T06:00', '2026-03-31T06:00:00.5'])(
		'is UTC where it names no zone: %s',
		(text) => expect(parseTime(text)).toBe(at(`${text}Z`)),
	);

	it('keeps a zone that is written in letters', () => {
		expect(parseTime('Tue, 31 Mar 2026 06:00:00 GMT')).toBe(at('2026-03-31T06:00:00Z'));
	});

	it.each([
		undefined,
		null,
		new Date(0),
		1_774_936_800_000,
		'',
		'soon',
		{},
		'2026-13-01',
		'x2026-03-31T06:00',
	])('is not in %j', (value) => {
		expect(parseTime(value)).toBeUndefined();
		expect(parseTimeOrEndOfDay(value)).toBeUndefined();
	});

	it('has the zone that its form has', () => {
		expect(parseTime('+002026-03-31T06:00')).toBe(at('+002026-03-31T06:00'));
	});

	it('may be as late as the last millisecond of a bare date', () => {
		expect(parseTimeOrEndOfDay('2026-03-31')).toBe(at('2026-03-31T23:59:59.999Z'));
		expect(parseTimeOrEndOfDay('2026-03-31T06:00:00Z')).toBe(at('2026-03-31T06:00:00Z'));
		expect(parseTimeOrEndOfDay('2026-03-31 ')).not.toBe(at('2026-03-31T23:59:59.999Z'));
		expect(parseTimeOrEndOfDay('+002026-03-31')).toBe(at('2026-03-31'));
	});
});

const ZONE = 'Asia/Tokyo';
const read = (value: unknown) => {
	const moment = parseDateInput(value, ZONE);
	return moment && [moment.kind, moment.at.toISO(), moment.at.zoneName];
};

describe('A moment', () => {
	it.each(['2026-03-31', '20260331', ' 2026-03-31 '])('is a day in %j', (text) => {
		expect(read(text)).toEqual(['day', '2026-03-31T00:00:00.000+09:00', ZONE]);
	});

	it.each([
		'2026-03-31T00:00',
		'2026-03-31 00:00',
		'2026-03-31T00:00:00',
		'2026-03-31T00:00:00.0',
		'2026-03-31 00:00:00.000',
	])('is the day that was picked in %j', (text) => {
		expect(read(text)).toEqual(['day', '2026-03-31T00:00:00.000+09:00', ZONE]);
	});

	it.each([
		['2026-03-31T08:30:00', '2026-03-31T08:30:00.000+09:00'],
		['2026-03-31 08:30', '2026-03-31T08:30:00.000+09:00'],
		['2026-03-31 08:30 +02:00', '2026-03-31T15:30:00.000+09:00'],
		['20260331T0830', '2026-03-31T08:30:00.000+09:00'],
		['2026-03-31T08', '2026-03-31T08:00:00.000+09:00'],
		['2026-03-31T00:00:00Z', '2026-03-31T09:00:00.000+09:00'],
		['2026-03-31T00:00:00+09:00', '2026-03-31T00:00:00.000+09:00'],
		['1774915200000', '2026-03-31T09:00:00.000+09:00'],
		['177491520000', '1975-08-17T16:12:00.000+09:00'],
		[1774915200000, '2026-03-31T09:00:00.000+09:00'],
		[new Date('2026-03-31T00:00:00Z'), '2026-03-31T09:00:00.000+09:00'],
		[DateTime.fromISO('2026-03-31T00:00:00Z'), '2026-03-31T09:00:00.000+09:00'],
		[{ toMillis: () => 1774915200000 }, '2026-03-31T09:00:00.000+09:00'],
	])('is an instant in %s', (value, iso) => {
		expect(read(value)).toEqual(['instant', iso, ZONE]);
	});

	it.each([
		...['', 'soon', '2026-02-30', '2026-3-1', '26-03-31', 'x2026-03-31', '2026-03-31x'],
		...['202603311', '2026033', '2026-03-31T', '2026-03-31Tab', '2026-03-31_08:00', 'aaaa-03-31'],
		...['17749152000000', '17749152000', 'x1774915200000', '1774915200000x', 'x2026-03-31T08:00'],
		...['2026-aa-31', '2026-03-aa', '2026-03-31x00:00', 'x2026-03-31T00:00', 'aaaaaaaa'],
		...['2026-03-31T00:00x', 'aaaa-03-31T08:00', '202603311T08:00', '6-03-31', '2', 'x'],
		...['+002026-03-31', '+002026-03-31T08:00'],
		...[null, undefined, true, {}, { toMillis: 1 }, ['2026-03-31'], new Date('soon')],
	])('is not in %j', (value) => {
		expect(parseDateInput(value, ZONE)).toBeUndefined();
	});

	it('is shown as it was entered', () => {
		for (const empty of [undefined, null, '']) expect(quoteDateInput(empty)).toBe('an empty value');
		expect(quoteDateInput('soon')).toBe('"soon"');
		expect(quoteDateInput(0)).toBe('0');
		expect(quoteDateInput(new Date('soon'))).toBe('an invalid date');
	});
});
