import { DateTime } from 'luxon';

import { readMoment, showInput } from '../../../nodes/shared/period/period';

const ZONE = 'Asia/Tokyo';
const read = (value: unknown) => {
	const moment = readMoment(value, ZONE);
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
		expect(readMoment(value, ZONE)).toBeUndefined();
	});

	it('is shown as it was entered', () => {
		for (const empty of [undefined, null, '']) expect(showInput(empty)).toBe('an empty value');
		expect(showInput('soon')).toBe('"soon"');
		expect(showInput(0)).toBe('0');
		expect(showInput(new Date('soon'))).toBe('an invalid date');
	});
});
