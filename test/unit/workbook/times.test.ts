import { formatCellTime, SpreadsheetTimes } from '../../../nodes/shared/spreadsheet/values';

function shown(text: string, zone = '', own = zone, times = new SpreadsheetTimes(zone, own)) {
	const moment = times.momentOf(text);
	return typeof moment === 'string' ? undefined : formatCellTime(moment);
}

describe('the times of a report', () => {
	it.each<[string, string | undefined]>([
		['2026-11-09', '2026-11-09'],
		['20261109', '2026-11-09'],
		['2028-02-29', '2028-02-29'],
		['2026-02-29', undefined],
		['2026-11-31', undefined],
		['2026-13-01', undefined],
		['2026-00-10', undefined],
		['2026-11-00', undefined],
		['x2026-11-09', undefined],
		['2026-11-09x', undefined],
		['', undefined],
	])('the date %p is %p', (text, expected) => expect(shown(text)).toBe(expected));

	it.each<[string, string | undefined]>([
		['2026-11-09T10:20', '2026-11-09 10:20:00'],
		['2026-11-09 10:20:30', '2026-11-09 10:20:30'],
		['20261109T102030', '2026-11-09 10:20:30'],
		['2026-11-09T10:20:30.5', '2026-11-09 10:20:30.500'],
		['2026-11-09T10:20:30,123456789', '2026-11-09 10:20:30.123'],
		['2026-11-09T10:20:30.1234567890', undefined],
		['2026-11-09T10:20:30Z', '2026-11-09 10:20:30'],
		['2026-11-09T10:20:30 GMT', '2026-11-09 10:20:30'],
		['2026-11-09t10:20:30utc', '2026-11-09 10:20:30'],
		['2026-11-09T10:20:30+01', '2026-11-09 09:20:30'],
		['2026-11-09T10:20:30-0530', '2026-11-09 15:50:30'],
		['2026-11-09T10:20:30 +05:30', '2026-11-09 04:50:30'],
		['2026-11-09T10:20:30  +05:30', undefined],
		['2026-11-09T10:20:30+5', undefined],
		['2026-11-09T23:59:60', undefined],
		['2026-11-09T10:20:30+23:59', '2026-11-08 10:21:30'],
		['2026-11-09T10:20:30+24:00', undefined],
		['2026-11-09T10:20:30-05:60', undefined],
		['2026-11-09T23:60:00', undefined],
		['2026-11-09T24:00:00', '2026-11-10 00:00:00'],
		['2026-11-09T24:00:01', undefined],
		['2026-02-30T10:00:00', undefined],
		['2026-11-09T1:00:00', undefined],
		['2000-02-29T10:00:00Z', '2000-02-29 10:00:00'],
		['2100-02-29T10:00:00Z', undefined],
		['x2026-11-09T10:20:30Z', undefined],
		['2026-11-09T10:20:30Zx', undefined],
	])('the time %p is %p', (text, expected) => expect(shown(text)).toBe(expected));

	it.each([
		['UTC', '2026-07-01T10:00:00', '2026-07-01 10:00:00'],
		['Europe/Berlin', '2026-07-01T10:00:00', '2026-07-01 08:00:00'],
		['Europe/Berlin', '2026-12-01T10:00:00', '2026-12-01 09:00:00'],
		['Europe/Berlin', '2026-12-01T10:00:00Z', '2026-12-01 10:00:00'],
		['Europe/Berlin', '2026-12-01', '2026-12-01'],
		['America/New_York', '2026-12-01T10:00:00', '2026-12-01 15:00:00'],
	])('in a report of %s, %s is %s in UTC', (own, text, expected) =>
		expect(shown(text, 'UTC', own)).toBe(expected),
	);

	it.each([
		['Europe/Berlin', '2026-03-29', '00:59:59', '01:59:59', '01:00:00', '03:00:00'],
		['Europe/Berlin', '2026-10-25', '00:59:59', '02:59:59', '01:00:00', '02:00:00'],
		['Australia/Adelaide', '2026-10-03', '16:29:59', '01:59:59', '16:30:00', '03:00:00'],
	])(
		'in %s, on the day on which its clocks change (%s UTC), %s is %s and %s is %s',
		(zone, ...all) => {
			const [day, before, clockBefore, after, clockAfter] = all;
			const times = new SpreadsheetTimes(zone);
			const clock = (time: string) => shown(`${day}T${time}Z`, zone, zone, times)?.slice(11);
			expect([clock(before), clock(after)]).toEqual([clockBefore, clockAfter]);
		},
	);
});
