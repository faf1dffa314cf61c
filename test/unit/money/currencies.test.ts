import { CURRENCIES, findCurrency } from '../../../nodes/shared/money';

describe('the currency table', () => {
	it('lists every code once, in order, as three capital letters', () => {
		const codes = CURRENCIES.map(({ code }) => code);
		expect(new Set(codes).size).toBe(codes.length);
		expect([...codes].sort()).toEqual(codes);
		for (const code of codes) expect(code).toMatch(/^[A-Z]{3}$/);
	});

	it.each([
		['USD', 2],
		['EUR', 2],
		['JPY', 0],
		['KRW', 0],
		['CLP', 0],
		['ISK', 0],
		['HUF', 2],
		['BHD', 3],
		['KWD', 3],
		['TND', 3],
	])('gives %s %d decimal places', (code, minorUnits) =>
		expect(findCurrency(code)?.minorUnits).toBe(minorUnits),
	);

	it.each(['usd', 'XXX', 'EURO', '', 'constructor'])('does not know %j', (code) =>
		expect(findCurrency(code)).toBeUndefined(),
	);

	it('names only currencies that the platform knows too, but for the newest', () => {
		const known = new Set(['VED', 'XCG', 'ZWG', ...Intl.supportedValuesOf('currency')]);
		expect(CURRENCIES.filter(({ code }) => !known.has(code))).toEqual([]);
	});
});
