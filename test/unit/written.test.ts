import { interpretAmount, currencySignToCode, interpretDate } from '../../nodes/shared/written';

describe('an amount as people write it', () => {
	it.each<[string, unknown]>([
		['1200', '1200'],
		['$1,200.00', '1200.00'],
		['1,234,567', '1234567'],
		['1.234.567', '1234567'],
		['1.234,50', '1234.50'],
		['99,90', '99.90'],
		['99.9', '99.9'],
		['1 234,50', '1234.50'],
		['1\u00a0234.50', '1234.50'],
		["1'234.50", '1234.50'],
		['1’234.50', '1234.50'],
		['1,00,000.00', '100000.00'],
		['0.125', '0.125'],
		['1234.500', '1234.500'],
		['USD 5.00', '5.00'],
		['5.00 USD', '5.00'],
		['-5.00', '-5.00'],
		['-$5.00', '-5.00'],
		['($1,200.00)', '-1200.00'],
		['(5.00', undefined],
		['(-5.00)', undefined],
		['1,200', ['1200', '1.200']],
		['$1,200', '1200'],
		['$1.200', ['1200', '1.200']],
		['1.200', ['1200', '1.200']],
		['€5.00', undefined],
		['5.00 EUR', undefined],
		['$5.00$', undefined],
		['1,23,45', undefined],
		['12.34.56', undefined],
		['1.2,3.4', undefined],
		['5 apples', undefined],
		['.5', undefined],
		['', undefined],
	])('%p is %p', (text, meaning) =>
		expect(interpretAmount(text, { currency: 'USD' })).toEqual(meaning),
	);

	it.each([
		['1,200', 'comma', '1.200'],
		['1,200', 'point', '1200'],
		['1.200', 'comma', '1200'],
		['1.200', 'point', '1.200'],
		['99.90', 'comma', '99.90'],
	] as const)('%p with a decimal %s is %p', (text, decimals, meaning) =>
		expect(interpretAmount(text, { decimals })).toBe(meaning),
	);
});

it('a point before three digits is the decimal one in a currency with three decimals', () => {
	expect(interpretAmount('12.500 KWD', { currency: 'KWD' })).toBe('12.500');
	expect(interpretAmount('12,500', { currency: 'KWD' })).toEqual(['12500', '12.500']);
});

it.each([
	['12,000', 'JPY', '12000'],
	['12.000', 'JPY', ['12000', '12.000']],
	['₩10.000', 'KRW', '10000'],
	['Rs. 500', 'INR', '500'],
	['2.500,00 kr.', 'DKK', '2500.00'],
	['500/-', 'INR', '500'],
	['Fr. 50.-', 'CHF', '50'],
	['R1 234,50', 'ZAR', '1234.50'],
	['R1 234,50', 'USD', undefined],
	['R$1,200', 'BRL', ['1200', '1.200']],
])('a price of %s %s is %p', (text, currency, meaning) =>
	expect(interpretAmount(text, { currency })).toEqual(meaning),
);

it.each([
	['1,234', 'USD', '1234'],
	['1,234', 'GBP', '1234'],
	['25.500', 'USD', ['25500', '25.500']],
	['1,200', 'EUR', ['1200', '1.200']],
	['1,23', 'EUR', '1.23'],
	['12.500', 'KWD', '12.500'],
	['12,500', 'KWD', ['12500', '12.500']],
])('%s %s that were paid are %p', (text, currency, meaning) =>
	expect(interpretAmount(text, { currency, isPaid: true })).toEqual(meaning),
);

it.each([
	['$', 'EUR', '$'],
	['€', 'USD', 'EUR'],
])('the sign %s with %s as the usual currency is %s', (sign, usual, currency) =>
	expect(currencySignToCode(sign, usual)).toBe(currency),
);

it.each(
	'$ USD AUD BMD CAD HKD MXN NZD SGD TWD, A$ AUD, C$ CAD, MX$ MXN, R$ BRL, US$ USD, € EUR, £ GBP, ¥ CNY JPY, ฿ THB, ₩ KRW, ₫ VND, ₱ PHP, ₹ INR, Fr CHF, Fr. CHF, R ZAR, RM MYR, Rp IDR, Rs INR LKR NPR PKR, kr DKK NOK SEK, kr. NOK SEK DKK, zł PLN'
		.split(', ')
		.map((text) => text.split(' ')),
)('the sign %s means %s, also beside an amount', (sign, ...codes) => {
	expect(currencySignToCode(sign)).toBe(codes.length > 1 ? sign : codes[0]);
	for (const currency of codes) {
		expect(currencySignToCode(sign, currency)).toBe(currency);
		expect(interpretAmount(`5 ${sign}`, { currency })).toBe('5');
	}
});

describe('a date as people write it', () => {
	it.each<[unknown, unknown]>([
		['12/31/2026', '2026-12-31'],
		['31.12.2026', '2026-12-31'],
		['31-12-2026', '2026-12-31'],
		['2026/12/31', '2026-12-31'],
		['2026.12.31', '2026-12-31'],
		['5/5/2026', '2026-05-05'],
		['Dec. 1, 2026', '2026-12-01'],
		['December 1, 2026', '2026-12-01'],
		['1 Dec 2026', '2026-12-01'],
		['1 December 2026', '2026-12-01'],
		['1-Dec-2026', '2026-12-01'],
		['31-Dec-26', '2026-12-31'],
		[46387, '2026-12-31'],
		['46387', '2026-12-31'],
		[46387.75, '2026-12-31'],
		['12/01/2026', ['2026-01-12', '2026-12-01']],
		['01.12.2026', '2026-12-01'],
		['12.31.2026', '2026-12-31'],
		['12/31/26', '2026-12-31'],
		['31.12.26', '2026-12-31'],
		['12/01/26', ['2026-01-12', '2026-12-01']],
		['5/5/26', '2026-05-05'],
		['1/13/27', '2027-01-13'],
		['25/12/26', ['2026-12-25', '2025-12-26']],
		['31/31/2026', undefined],
		['2/30/2026', undefined],
		[12345, undefined],
		['tomorrow', undefined],
		[true, undefined],
	])('%p is %p', (raw, meaning) => expect(interpretDate(raw, {})).toEqual(meaning));

	it.each([
		['dayFirst', '2026-01-12'],
		['monthFirst', '2026-12-01'],
	] as const)('12/01/2026 with %s is %p', (dates, meaning) =>
		expect(interpretDate('12/01/2026', { dates })).toBe(meaning),
	);
});
