import { DateTime } from 'luxon';

import type { Kind } from '../../../nodes/shared/invoice/invoice';
import type { InputFormat } from '../../../nodes/shared/written';
import { isBlank, readValue, wireValue } from '../../../nodes/MerchantInvoicing/invoice/values';

const reading = (kind: Kind, raw: unknown, zone?: string, inputFormat?: InputFormat) => {
	const read = readValue({ label: 'It', kind }, raw, { zone, inputFormat });
	return 'value' in read ? read.value : read.problems[0].message;
};

const REFUSED = expect.stringMatching(/^must be /) as string;

describe('a value that was entered', () => {
	it.each([
		[undefined, true],
		[null, true],
		['', true],
		[' \n', true],
		[0, false],
		[false, false],
		['x', false],
	])('%p is blank: %p', (raw, expected) => expect(isBlank(raw)).toBe(expected));

	it.each<[unknown, string]>([
		['  Ann Lee ', 'Ann Lee'],
		[7, '7'],
		[12345678901234567890n, '12345678901234567890'],
		['NaN bread', 'NaN bread'],
		['is undefined', 'is undefined'],
	])('as text: %p is %p', (raw, expected) => expect(reading('text', raw)).toBe(expected));

	it.each([
		['NaN', 'must be text, not NaN: the expression gives no value'],
		['undefined', 'must be text, not undefined: the expression gives no value'],
		['[object Object]', 'must be text, not [object Object]: the expression gives no value'],
		['Invalid DateTime', 'must be text, not Invalid DateTime: the expression gives no value'],
		[{}, 'must be text, not object'],
		[true, 'must be text, not boolean'],
		[['a'], 'must be text, not a list'],
	])('as text: %p is refused', (raw, message) => expect(reading('text', raw)).toBe(message));

	it.each([
		['3 pcs', 'must be a number without a unit, such as 2, not "3 pcs"'],
		['12pcs', 'must be a number without a unit, such as 2, not "12pcs"'],
		['x 5 pcs', 'must be a number such as 2, not "x 5 pcs"'],
		['pcs', 'must be a number such as 2, not "pcs"'],
	])('as a quantity: %p is refused', (raw, message) =>
		expect(reading('quantity', raw)).toBe(message),
	);

	const inDollars = (raw: string) =>
		`must be a number such as 1234.50 in USD, not "${raw}". If it is in another currency, choose that in Currency`;
	it.each<[unknown, string]>([
		['5 EUR', inDollars('5 EUR')],
		['€5', inDollars('€5')],
		['abc', 'must be a number such as 1234.50, not "abc"'],
		['ABc', 'must be a number such as 1234.50, not "ABc"'],
		[NaN, 'must be a number such as 1234.50, not NaN'],
		[['5 kg EUR'], 'must be a number such as 1234.50, not ["5 kg EUR"]'],
	])('as an amount in dollars: %p is refused', (raw, message) =>
		expect(reading('amount', raw, undefined, { currency: 'USD' })).toBe(message),
	);

	it('as an amount has the digits that count, and is refused if it has two readings', () => {
		expect(reading('price', 59.900000000000006)).toBe('59.9');
		expect(reading('price', '1,234')).toContain('can mean 1234 or 1.234. Add Number Format');
	});

	it.each([
		['https://example.com/a', 'https://example.com/a'],
		['http://example.com', 'http://example.com'],
		['ftp://example.com', REFUSED],
		['example.com', REFUSED],
	])('as a web address: %p', (raw, expected) => expect(reading('url', raw)).toEqual(expected));

	it.each([
		[' TRUE ', true],
		[true, true],
		['False', false],
		[' false', false],
		[false, false],
		['no', REFUSED],
		[0, REFUSED],
	])('as a choice: %p is %p', (raw, expected) => expect(reading('boolean', raw)).toEqual(expected));

	const local = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
	it.each([
		[local(254), local(254)],
		[local(255), REFUSED],
		[['ann@example.com'], REFUSED],
		['ann@example.com.', REFUSED],
	])('as an email address: %p', (raw, expected) => expect(reading('email', raw)).toEqual(expected));

	it.each([
		['#1A73E8', '#1A73E8'],
		[' #fff ', '#fff'],
		['x#fff', REFUSED],
		['#fff0', REFUSED],
		['#1A73E8F', REFUSED],
		[{}, REFUSED],
	])('as a color: %p', (raw, expected) => expect(reading('color', raw)).toEqual(expected));
});

it.each([
	['19', '19'],
	[' 19 % ', '19'],
	[19, '19'],
	['8.875', '8.875'],
	['8,875%', '8.875'],
	[0, '0'],
	['0.5%', '0.5'],
	['0.5', REFUSED],
	[1, REFUSED],
	['1,5', '1.5'],
	['5% off', REFUSED],
	['undefined%', REFUSED],
	[' %', 'must be a percentage such as 12.5%, not "%"'],
	[100, '100'],
	[825, 'must be at most 100, not 825'],
])('a percentage that was entered: %p is %p', (raw, expected) =>
	expect(reading('percent', raw)).toEqual(expected),
);

describe('a date that was entered', () => {
	it.each<[unknown, string | undefined, unknown]>([
		[' 2030-12-30T23:00:00Z ', 'Europe/Berlin', '2030-12-31'],
		['2030-12-30 23:00:00Z', 'Europe/Berlin', '2030-12-31'],
		['2030-12-30 23:00:00Z', 'America/New_York', '2030-12-30'],
		['2030-12-30T23:00:00Z', undefined, '2030-12-30'],
		[' 2030-12-31T00:00:00Z ', 'America/New_York', '2030-12-31'],
		[new Date('2030-12-30T23:00:00Z'), 'Europe/Berlin', '2030-12-31'],
		[DateTime.fromISO('2030-12-31T23:30', { zone: 'Asia/Tokyo' }), 'Europe/Berlin', '2030-12-31'],
		[' 31-12-2030 ', 'Europe/Berlin', '2030-12-31'],
		[' 05-05-2030 ', 'Europe/Berlin', '2030-05-05'],
		['05-06-2030', undefined, '2030-06-05'],
		[
			' 05-06-2030 ',
			'Europe/Berlin',
			expect.stringContaining('can mean 2030-06-05 or 2030-05-06. Write one of these'),
		],
		['2030-12-31 00:00:00 +0000', 'America/New_York', '2030-12-31'],
		['2030-12-31T25:00:00Z', 'Europe/Berlin', REFUSED],
		['2030-12-31T99:99', 'Europe/Berlin', REFUSED],
		['2030-12-31 junk', 'Europe/Berlin', REFUSED],
		['2030-12-31 23:30', 'Europe/Berlin', '2030-12-31'],
		[20301231, 'Europe/Berlin', REFUSED],
		[null, 'Europe/Berlin', REFUSED],
	])('%p in %p is %p', (raw, zone, expected) =>
		expect(reading('date', raw, zone)).toEqual(expected),
	);

	it('says what to choose where the form has that choice', () => {
		const said = reading('date', '05-06-2030', 'Europe/Berlin', {});
		expect(said).toContain('Add Date Order to choose');
	});
});

it.each<[Kind, string, unknown]>([
	['dayFirstDate', '2030-12-31', '31-12-2030'],
	['date', '2030-12-31', '2030-12-31'],
	['quantity', '2.50', 2.5],
	['quantity', '123456789012345', 123456789012345],
	['quantity', '12345678901234.5', 12345678901234.5],
	['quantity', '1234567890123456', '1234567890123456'],
	['amount', '2.50', '2.50'],
])('a value in a request of kind %s: %p is sent as %p', (kind, value, expected) =>
	expect(wireValue(kind, value)).toBe(expected),
);
