import { Decimal } from 'decimal.js';

/** ISO 4217 minor units that are not two. Intl follows CLDR, which differs (IQD, for one), so they are written out. */
const MINOR_UNITS: Record<number, string> = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
	3: 'BHD IQD JOD KWD LYD OMR TND',
	4: 'CLF UYW',
};

const MINOR_UNITS_BY_CURRENCY = new Map(
	Object.entries(MINOR_UNITS).flatMap(([digits, codes]) =>
		codes.split(' ').map((code) => [code, Number(digits)] as const),
	),
);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Far beyond any invoice; keeps the arithmetic within its precision. */
const LARGEST_INTEGER_DIGITS = 15;

export function isCurrency(code: string): boolean {
	return CURRENCIES.has(code);
}

export function decimalsOf(currency: string): number {
	return MINOR_UNITS_BY_CURRENCY.get(currency) ?? 2;
}

/** Why the text is not a plain decimal number of at least zero; undefined when it is one. */
export function decimalProblem(text: string): string | undefined {
	if (!/^\d+(\.\d+)?$/.test(text)) {
		return 'must be a decimal number such as 12.50, without sign, exponent or separators';
	}
	if (text.split('.')[0].replace(/^0+/, '').length > LARGEST_INTEGER_DIGITS) {
		return `must have at most ${LARGEST_INTEGER_DIGITS} digits before the decimal point`;
	}
	return undefined;
}

export function amountProblem(text: string, currency: string): string | undefined {
	const problem = decimalProblem(text);
	if (problem) return problem;
	const allowed = decimalsOf(currency);
	const written = text.split('.').at(1)?.length ?? 0;
	return written > allowed ? `must have at most ${allowed} decimals in ${currency}` : undefined;
}

/** The amount with all decimals of its currency: 12.5 USD is 12.50. */
export function amountText(text: string, currency: string): string {
	return new Exact(text).toFixed(decimalsOf(currency));
}

/** A quantity or rate without needless zeros, never in exponent notation. */
export function plainText(text: string): string {
	return new Exact(text).toFixed();
}

export function subtract(from: string, amount: string, currency: string): string {
	return new Exact(from).minus(amount).toFixed(decimalsOf(currency));
}

export function compare(a: string, b: string): number {
	return new Exact(a).comparedTo(b);
}

export function isZero(text: string): boolean {
	return new Exact(text).isZero();
}

/** 1250 in USD is 12.50, and in JPY 1250. */
export function fromMinorUnits(count: number, currency: string): string {
	const decimals = decimalsOf(currency);
	return new Exact(count).div(new Exact(10).pow(decimals)).toFixed(decimals);
}
