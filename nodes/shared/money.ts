/** An exact decimal: the last `scale` digits of `units` are after the point. */
export interface Decimal {
	readonly units: bigint;
	readonly scale: number;
}

/** halfUp: halves away from zero; down: towards zero. */
type Rounding = 'halfUp' | 'down';

export const ZERO: Decimal = { units: 0n, scale: 0 };
export const HUNDRED: Decimal = { units: 100n, scale: 0 };

/** In characters. The time to calculate with longer ones grows faster than their length. */
export const MAX_AMOUNT_LENGTH = 1000;

const WITH_EXPONENT = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

const pow10 = (exponent: number) => 10n ** BigInt(exponent);

/** Plain decimal text such as "1234.50": no grouping, no exponent, no blanks. */
export const parseDecimal = (text: string): Decimal | undefined =>
	/e/i.test(text) ? undefined : parseWithExponent(text);

/** An amount from a user or from JSON. Up to 15 digits, a number's shortest text is what was written. */
export function parseTextOrNumber(value: unknown): Decimal | undefined {
	if (typeof value === 'string') return parseDecimal(value.trim());
	return typeof value === 'number' ? parseWithExponent(String(value)) : undefined;
}

/** A decimal with this many significant digits survives as a JavaScript number. */
export const MAX_SAFE_DIGITS = 15;

export const TOO_MANY_DIGITS_MESSAGE = 'which has more digits than a number can hold';

/** Undefined if the number would be different. */
export function toNumberIfExact(value: Decimal): number | undefined {
	const { units, scale } = trimZeros(value);
	const isExact = magnitude(units).toString().length <= MAX_SAFE_DIGITS && scale <= MAX_SAFE_DIGITS;
	return isExact ? Number(format(value)) : undefined;
}

/** A spreadsheet's 59.900000000000006 is 59.9. */
export const roundFloatError = (value: unknown): unknown =>
	typeof value === 'number' ? Number(value.toPrecision(MAX_SAFE_DIGITS)) : value;

/** As JSON may write it, such as 1.25E7. */
export function parseWithExponent(text: string): Decimal | undefined {
	const match = text.length > MAX_AMOUNT_LENGTH ? null : WITH_EXPONENT.exec(text);
	if (match === null) return undefined;
	const [, sign, whole, fraction = '', exponent = '0'] = match;
	const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
	const places = fraction.length - Number(exponent);
	return places < 0 ? { units: units * pow10(-places), scale: 0 } : { units, scale: places };
}

const unitsAt = (value: Decimal, scale: number) =>
	value.scale === scale ? value.units : value.units * pow10(scale - value.scale);

/** A number, or text such as "12.50", "1.5E3" or ".5". */
export function parseServiceAmount(value: unknown): Decimal | undefined {
	if (typeof value !== 'string') return parseTextOrNumber(value);
	return parseWithExponent(value.trim().replace(/^([+-]?)\.(?=\d)/, '$10.'));
}

export function add(a: Decimal, b: Decimal): Decimal {
	const scale = Math.max(a.scale, b.scale);
	return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export const total = (amounts: ReadonlyArray<Decimal | undefined>): Decimal | undefined =>
	amounts.reduce((sum, amount) => sum && amount && add(sum, amount), ZERO);

export const negate = (value: Decimal): Decimal => ({ units: -value.units, scale: value.scale });

export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b));

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
	units: a.units * b.units,
	scale: a.scale + b.scale,
});

const magnitude = (value: bigint) => (value < 0n ? -value : value);

function divideUnits(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
	const quotient = numerator / denominator;
	const twiceRest = 2n * magnitude(numerator % denominator);
	if (rounding === 'down' || twiceRest < magnitude(denominator)) return quotient;
	return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

/** Dividing by zero throws a RangeError. */
export function divide(
	a: Decimal,
	b: Decimal,
	scale: number,
	rounding: Rounding = 'halfUp',
): Decimal {
	const shift = scale + b.scale - a.scale;
	const numerator = shift > 0 ? a.units * pow10(shift) : a.units;
	const denominator = shift < 0 ? b.units * pow10(-shift) : b.units;
	return { units: divideUnits(numerator, denominator, rounding), scale };
}

export const round = (value: Decimal, scale: number, rounding?: Rounding): Decimal =>
	divide(value, { units: 1n, scale: 0 }, scale, rounding);

export function compare(a: Decimal, b: Decimal): number {
	const { units } = subtract(a, b);
	return units < 0n ? -1 : units > 0n ? 1 : 0;
}

export function format({ units, scale }: Decimal): string {
	const digits = magnitude(units)
		.toString()
		.padStart(scale + 1, '0');
	const point = digits.length - scale;
	const sign = units < 0n ? '-' : '';
	return scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The same value without zeros at the end of its fraction, so 12.50 has one decimal place. */
export function trimZeros(value: Decimal): Decimal {
	let { units, scale } = value;
	while (scale > 0 && units % 10n === 0n) {
		units /= 10n;
		scale -= 1;
	}
	return { units, scale };
}

export const decimalPlaces = (value: Decimal): number => trimZeros(value).scale;

const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;
const FLUSH_ABOVE = 2 ** 52;

/**
 * Adds up millions of cells. Amounts of up to 15 digits are added as safe integers, by their number of decimal places,
 * and moved to BigInt before they become inexact.
 */
export class DecimalSum {
	private readonly safe: number[] = [];
	private exact: Decimal = ZERO;

	/** False if the text isn't a plain decimal. */
	add(text: string): boolean {
		if (text.length > MAX_SAFE_DIGITS || !PLAIN.test(text)) return this.addExactly(text);
		const point = text.indexOf('.');
		const places = point < 0 ? 0 : text.length - point - 1;
		const units = Number(point < 0 ? text : text.slice(0, point) + text.slice(point + 1));
		const sum = (this.safe[places] ?? 0) + units;
		this.safe[places] = sum;
		if (Math.abs(sum) > FLUSH_ABOVE) {
			this.exact = this.total();
			this.safe.fill(0);
		}
		return true;
	}

	/** With as many decimal places as the longest cell had. */
	total(): Decimal {
		return this.safe.reduce(
			(sum, units, scale) => add(sum, { units: BigInt(units), scale }),
			this.exact,
		);
	}

	private addExactly(text: string): boolean {
		const value = parseDecimal(text);
		if (value !== undefined) this.exact = add(this.exact, value);
		return value !== undefined;
	}
}

/** Outgoing money is negative, whether it's written with a minus or not. */
export function applyDirection(text: string, direction: 'in' | 'out' | 'asWritten'): string {
	if (direction === 'asWritten') return text;
	const magnitude = text.trim().replace(/^[+-]/, '');
	return direction === 'in' ? magnitude : `-${magnitude}`;
}

/** ISO 4217 without funds and metals. Intl has other digits for 16 of them, because it follows how shops write prices. */
const CODES_BY_MINOR_UNITS = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
	2: [
		'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC',
		'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR',
		'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD',
		'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN',
		'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
	].join(' '),
	3: 'BHD IQD JOD KWD LYD OMR TND',
};

export interface Currency {
	code: string;
	minorUnits: number;
}

export const CURRENCIES: readonly Currency[] = Object.entries(CODES_BY_MINOR_UNITS)
	.flatMap(([minorUnits, codes]) =>
		codes.split(' ').map((code) => ({ code, minorUnits: Number(minorUnits) })),
	)
	.sort((a, b) => (a.code < b.code ? -1 : 1));

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

export const findCurrency = (code: string): Currency | undefined => BY_CODE.get(code);
