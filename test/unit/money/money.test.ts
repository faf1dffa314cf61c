import { Decimal as Reference } from 'decimal.js';
import fc from 'fast-check';
import * as money from '../../../nodes/shared/money';

const Wide = Reference.clone({ precision: 400, toExpNeg: -9e15, toExpPos: 9e15 });
const ROUNDINGS = {
	halfUp: Reference.ROUND_HALF_UP,
	down: Reference.ROUND_DOWN,
} as const;

const decimalText = fc
	.tuple(
		fc.constantFrom('', '-'),
		fc.stringMatching(/^(0|[1-9]\d{0,24})$/),
		fc.stringMatching(/^\d{0,12}$/),
	)
	.map(([sign, whole, fraction]) => sign + whole + (fraction && `.${fraction}`));

const amountText = fc
	.tuple(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), fc.integer({ min: 0, max: 4 }))
	.map(([units, scale]) => money.format({ units: BigInt(units), scale }));

function read(text: string): money.Decimal {
	const value = money.parseDecimal(text);
	if (value === undefined) throw new Error(`${text} was refused`);
	return value;
}

describe('decimal text', () => {
	it.each(['0', '12', '-12.50', '+7', '0.000001', '00012.10', '123456789012345678901234567890.12'])(
		'reads %s',
		(text) => expect(money.parseDecimal(text)).toBeDefined(),
	);

	it.each(['', '1,000.00', '1.', '.5', '1e3', '--1', '1.2.3', 'NaN', '0x10', '12 ', '١٢'])(
		'refuses %j',
		(text) => expect(money.parseDecimal(text)).toBeUndefined(),
	);

	it('keeps every digit, zeros at the end included', () => {
		expect(money.format(read('123456789012345678901234567890.1200'))).toBe(
			'123456789012345678901234567890.1200',
		);
	});

	it.each([
		[0.1, '0.1'],
		[1e-7, '0.0000001'],
		[1.5e-9, '0.0000000015'],
		[1.25e23, '125000000000000000000000'],
		[-2.5e22, '-25000000000000000000000'],
		[0, '0'],
	])('reads the number %d as its shortest text', (value, text) => {
		const decimal = money.parseTextOrNumber(value);
		expect(decimal && money.format(decimal)).toBe(text);
	});

	it.each([NaN, Infinity, -Infinity, true, null, undefined, {}, [1], 'abc'])(
		'refuses the value %p',
		(value) => expect(money.parseTextOrNumber(value)).toBeUndefined(),
	);

	it('takes blanks around text from a spreadsheet', () => {
		expect(money.parseTextOrNumber(' 12.50 ')).toEqual({ units: 1250n, scale: 2 });
	});

	it('reads any double the way decimal.js does', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
				const decimal = money.parseTextOrNumber(value);
				expect(decimal && new Wide(money.format(decimal)).eq(new Wide(String(value)))).toBe(true);
			}),
		);
	});
});

describe('an amount of the service', () => {
	it.each<[unknown, string]>([
		[12.5, '12.5'],
		[' 12.50 ', '12.50'],
		['1.5E3', '1500'],
		['.5', '0.5'],
		['-.05', '-0.05'],
	])('is read as it is written: %p', (value, text) => {
		expect(money.format(money.parseServiceAmount(value)!)).toBe(text);
	});

	it.each(['', '1,234.50', 'N/A', '.', '5.', '..5', true, null, undefined, [1]])(
		'is not guessed: %p',
		(value) => {
			expect(money.parseServiceAmount(value)).toBeUndefined();
		},
	);
});

describe('arithmetic agrees with decimal.js', () => {
	const agree = (ours: money.Decimal, theirs: Reference) =>
		expect(new Wide(money.format(ours)).eq(theirs)).toBe(true);

	it('in adding, subtracting, multiplying and comparing', () => {
		fc.assert(
			fc.property(decimalText, decimalText, (a, b) => {
				agree(money.add(read(a), read(b)), new Wide(a).plus(b));
				agree(money.subtract(read(a), read(b)), new Wide(a).minus(b));
				agree(money.multiply(read(a), read(b)), new Wide(a).times(b));
				expect(money.compare(read(a), read(b))).toBe(new Wide(a).comparedTo(b));
			}),
		);
	});

	it.each(['halfUp', 'down'] as const)('in dividing and rounding %s', (rounding) => {
		fc.assert(
			fc.property(decimalText, decimalText, fc.nat(8), (a, b, scale) => {
				agree(
					money.round(read(a), scale, rounding),
					new Wide(a).toDecimalPlaces(scale, ROUNDINGS[rounding]),
				);
				fc.pre(!new Wide(b).isZero());
				agree(
					money.divide(read(a), read(b), scale, rounding),
					new Wide(a).dividedBy(b).toDecimalPlaces(scale, ROUNDINGS[rounding]),
				);
			}),
		);
	});

	it.each([
		['2.5', 'halfUp', '3'],
		['-2.5', 'halfUp', '-3'],
		['-0.4', 'halfUp', '0'],
	] as const)('rounds %s %s to %s', (text, rounding, expected) => {
		expect(money.format(money.round(read(text), 0, rounding))).toBe(expected);
	});

	it('refuses to divide by zero', () => {
		expect(() => money.divide(read('1'), read('0.00'), 2, 'halfUp')).toThrow(RangeError);
	});
});

it.each([
	['12.50', 1],
	['0.001', 3],
	['100.00', 0],
])('decimal places of %s are %d', (text, places) =>
	expect(money.decimalPlaces(read(text))).toBe(places),
);

describe('a sum of many cells', () => {
	it('is exact whatever the cells are', () => {
		fc.assert(
			fc.property(fc.array(fc.oneof(amountText, decimalText), { maxLength: 200 }), (cells) => {
				const sum = new money.DecimalSum();
				for (const cell of cells) expect(sum.add(cell)).toBe(true);
				expect(new Wide(money.format(sum.total())).eq(Wide.sum(0, ...cells))).toBe(true);
			}),
		);
	});

	it('stays exact when the counter leaves the safe integers', () => {
		const sum = new money.DecimalSum();
		for (let cell = 0; cell < 100_000; cell++) sum.add('9999999999999.99');
		expect(money.format(sum.total())).toBe('999999999999999000.00');
	});

	it.each([
		['999999999999.999', 13, '12999999999999.987'],
		['-999999999999.999', 13, '-12999999999999.987'],
		['9999999999999.99', 13, '129999999999999.87'],
		['4503599627370.49', 3, '13510798882111.47'],
		['99999999999999.99', 13, '1299999999999999.87'],
		['999999999999999', 11, '10999999999999989'],
		['-99999999999999', 111, '-11099999999999889'],
	])('of %s, %i times, is %s', (cell, times, total) => {
		const sum = new money.DecimalSum();
		for (let count = 0; count < times; count++) expect(sum.add(cell)).toBe(true);
		expect(money.format(sum.total())).toBe(total);
	});

	it('can go on after its total was read', () => {
		const sum = new money.DecimalSum();
		sum.add('0.10');
		expect(money.format(sum.total())).toBe('0.10');
		sum.add('0.2');
		expect(money.format(sum.total())).toBe('0.30');
	});

	it.each([
		[['1.000', '-1.000', '2'], '2.000'],
		[['1.000', '2', '-3.0'], '0.000'],
	])('has the decimal places of its longest cell: %j', (cells, total) => {
		const sum = new money.DecimalSum();
		for (const cell of cells) sum.add(cell);
		expect(money.format(sum.total())).toBe(total);
	});

	it.each(['', '1e3', '1,000', '1.a', ' 1'])('refuses %j and adds nothing', (cell) => {
		const sum = new money.DecimalSum();
		expect(sum.add(cell)).toBe(false);
		expect(money.format(sum.total())).toBe('0');
	});

	it('refuses exactly what parsing refuses', () => {
		const cell = fc.oneof(decimalText, fc.stringMatching(/^[-+.0-9e]{0,20}$/));
		fc.assert(
			fc.property(cell, (text) => {
				expect(new money.DecimalSum().add(text)).toBe(money.parseDecimal(text) !== undefined);
			}),
		);
	});
});

it('an amount has at most 1,000 characters', () => {
	expect(money.parseDecimal('1'.repeat(1000))?.units.toString()).toHaveLength(1000);
	expect(money.parseDecimal('1'.repeat(1001))).toBeUndefined();
});

it('amounts compare as smaller, equal and larger', () => {
	expect(money.compare(read('1.0'), read('1'))).toBe(0);
	expect(money.compare(read('0.9'), read('1'))).toBe(-1);
	expect(money.compare(read('1.1'), read('1'))).toBe(1);
	expect(money.format(money.divide(read('50'), money.HUNDRED, 1, 'halfUp'))).toBe('0.5');
});

it.each([
	['5.00', '-5.00'],
	['-5.00', '-5.00'],
	['+5.00', '-5.00'],
	[' 5-1 ', '-5-1'],
])('Money that goes back is negative: %j is %j', (text, signed) => {
	expect(money.applyDirection(text, 'out')).toBe(signed);
	expect(money.applyDirection(text, 'in')).toBe(signed.slice(1));
	expect(money.applyDirection(text, 'asWritten')).toBe(text);
});

describe('a number of JavaScript', () => {
	it.each([
		['12.50', 12.5],
		['123456789012345', 123456789012345],
		['1234567890123456', undefined],
		['0.000000000000001', 1e-15],
		['0.0000000000000001', undefined],
		['100.00000000000000000', 100],
	])('for %s is %p', (text, number) => expect(money.toNumberIfExact(read(text))).toBe(number));

	it('that was entered has the digits that count', () => {
		expect(money.roundFloatError(59.900000000000006)).toBe(59.9);
		expect(money.roundFloatError('59.900000000000006')).toBe('59.900000000000006');
	});
});

it('a total is known where each amount is', () => {
	const totalOf = (...amounts: Array<money.Decimal | undefined>) => money.total(amounts);
	expect(money.format(totalOf(read('1.10'), read('2'), read('3'))!)).toBe('6.10');
	expect(totalOf(read('1'), undefined, read('2'))).toBeUndefined();
	expect(totalOf()).toEqual(money.ZERO);
	expect(money.format(money.divide(read('1'), read('8'), 2))).toBe('0.13');
});
