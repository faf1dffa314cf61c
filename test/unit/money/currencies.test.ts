import { CURRENCIES, findCurrency } from '../../../nodes/shared/money';

describe('the currency table', () => {
	it('lists every code once, in order', () => {
		const codes = CURRENCIES.map(({ code }) => code);
		expect([...new Set(codes)].sort()).toEqual(codes);
	});

	it.each([
		[0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
		[3, 'BHD IQD JOD KWD LYD OMR TND'],
	])('gives %s decimal places to %s', (places, codes) => {
		const found = CURRENCIES.filter(({ minorUnits }) => minorUnits === places);
		expect(found.map(({ code }) => code).join(' ')).toBe(codes);
	});

	it('gives two decimal places to the others, and leaves none out', () => {
		expect(CURRENCIES.filter(({ minorUnits }) => minorUnits === 2)).toHaveLength(132);
		expect(findCurrency('USD')).toEqual({ code: 'USD', minorUnits: 2 });
	});

	it.each(['usd', 'XXX', 'EURO', '', 'constructor'])('does not know %j', (code) =>
		expect(findCurrency(code)).toBeUndefined(),
	);

	it('names only currencies that the platform knows too, but for the newest', () => {
		const known = new Set(['VED', 'XCG', 'ZWG', ...Intl.supportedValuesOf('currency')]);
		expect(CURRENCIES.filter(({ code }) => !known.has(code))).toEqual([]);
	});
});
