import { instant, latestPossibleInstant } from '../../../nodes/shared/period/times';

const at = (text: string) => Date.parse(text);

describe('An instant of the service', () => {
	it.each([
		['2026-03-31T06:00:00Z', '2026-03-31T06:00:00Z'],
		['2026-03-31T08:00:00+02:00', '2026-03-31T06:00:00Z'],
		['2026-03-31T06:00:00.250Z', '2026-03-31T06:00:00.250Z'],
		['2026-03-31', '2026-03-31T00:00:00Z'],
	])('is read from %s', (text, same) => {
		expect(instant(text)).toBe(at(same));
		expect(latestPossibleInstant(`${text}`)).toBeGreaterThanOrEqual(at(same));
	});

	it.each(['2026-03-31T06:00:00', '2026-03-31T06:00', '2026-03-31T06:00:00.5'])(
		'is UTC where it names no zone: %s',
		(text) => expect(instant(text)).toBe(at(`${text}Z`)),
	);

	it('keeps a zone that is written in letters', () => {
		expect(instant('Tue, 31 Mar 2026 06:00:00 GMT')).toBe(at('2026-03-31T06:00:00Z'));
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
		expect(instant(value)).toBeUndefined();
		expect(latestPossibleInstant(value)).toBeUndefined();
	});

	it('has the zone that its form has', () => {
		expect(instant('+002026-03-31T06:00')).toBe(at('+002026-03-31T06:00'));
	});

	it('may be as late as the last millisecond of a bare date', () => {
		expect(latestPossibleInstant('2026-03-31')).toBe(at('2026-03-31T23:59:59.999Z'));
		expect(latestPossibleInstant('2026-03-31T06:00:00Z')).toBe(at('2026-03-31T06:00:00Z'));
		expect(latestPossibleInstant('2026-03-31 ')).not.toBe(at('2026-03-31T23:59:59.999Z'));
		expect(latestPossibleInstant('+002026-03-31')).toBe(at('2026-03-31'));
	});
});
