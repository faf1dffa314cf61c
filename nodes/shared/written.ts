import { DateTime } from 'luxon';

import { findCurrency } from './money';

/** How people of a country write. Only what has two readings is decided by it. */
export interface InputFormat {
	decimals?: 'comma' | 'point';
	dates?: 'dayFirst' | 'monthFirst';
	/** The code of the currency whose sign an amount may have. */
	currency?: string;
	/** Whether it is an amount that was paid: unlike a price, it has no more decimals than its currency. */
	isPaid?: boolean;
}

/** The meaning of a text, the two that it can have, or none. */
type Meaning = string | [string, string] | undefined;

const SIGNS: Partial<Record<string, readonly string[]>> = {
	$: ['USD', 'AUD', 'BMD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'TWD'],
	A$: ['AUD'],
	C$: ['CAD'],
	MX$: ['MXN'],
	R$: ['BRL'],
	US$: ['USD'],
	'€': ['EUR'],
	'£': ['GBP'],
	'¥': ['CNY', 'JPY'],
	'฿': ['THB'],
	'₩': ['KRW'],
	'₫': ['VND'],
	'₱': ['PHP'],
	'₹': ['INR'],
	Fr: ['CHF'],
	R: ['ZAR'],
	RM: ['MYR'],
	Rp: ['IDR'],
	Rs: ['INR', 'LKR', 'NPR', 'PKR'],
	kr: ['DKK', 'NOK', 'SEK'],
	zł: ['PLN'],
};

/** The code for a sign: the usual one, or the only one. Anything else stays as it is. */
export function currencySignToCode(text: string, usual?: string): string {
	const codes = SIGNS[text.replace(/\.$/, '')] ?? [];
	const isUsual = usual !== undefined && codes.includes(usual);
	return isUsual ? usual : codes.length === 1 ? codes[0] : text;
}

const SIGN = String.raw`[A-Z]{3}|[A-Z]{0,2}\p{Sc}|zł|(?:Fr|Rp|Rs|kr)\.?|RM|R`;
const SIGN_OR_CODE = new RegExp(String.raw`^(${SIGN})?\s*([-+]?[^A-Z\p{Sc}]*?)\s*(${SIGN})?$`, 'u');

/** Undefined if it has the sign or the code of another currency. */
function withoutCurrency(text: string, currency?: string): string | undefined {
	const [, before = '', number = '', after = ''] = SIGN_OR_CODE.exec(text) ?? [];
	const sign = (before + after).replace(/\.$/, '');
	if (sign === '') return number;
	const isFitting =
		currency !== undefined && (sign === currency || SIGNS[sign]?.includes(currency) === true);
	return isFitting ? number : undefined;
}

const hasPointDecimals = (currency = ''): boolean =>
	currency === 'GBP' || SIGNS.$?.includes(currency) === true;

const CLEAR_FORMS: ReadonlyArray<[form: RegExp, groups: RegExp]> = [
	[/^[-+]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/, /[\s'’]/g],
	[/^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}\.\d+$/, /,/g],
	[/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/, /\./g],
	[/^[-+]?(?:\d+|\d{1,3}([.,])\d{3}(?:\1\d{3})+)$/, /[.,]/g],
];
const ONE_SEPARATOR = /^([-+]?)(\d+)([.,])(\d+)$/;

/** An amount such as "$1,200.00", "1.234,50", "1 234,50" or an accountant's "($4.00)" as a plain decimal. */
export function interpretAmount(raw: string, inputFormat: InputFormat): Meaning {
	const signInside = raw
		.trim()
		.replace(/^\((.*)\)$/s, '-$1')
		.replace(/^-(\D*)/, '$1-');
	// "50.-" and "500/-" have no decimals.
	const text = withoutCurrency(signInside, inputFormat.currency)?.replace(/[.,/][-–]$/, '');
	if (text === undefined) return undefined;
	for (const [form, groups] of CLEAR_FORMS) {
		if (form.test(text)) return text.replace(groups, '').replace(',', '.');
	}
	const found = ONE_SEPARATOR.exec(text);
	if (found === null) return undefined;
	const [, sign, whole, separator, fraction] = found;
	const asDecimal = `${sign}${whole}.${fraction}`;
	const canBeGrouped = fraction.length === 3 && whole.length <= 3 && !whole.startsWith('0');
	if (!canBeGrouped) return asDecimal;
	const asGrouped = `${sign}${whole}${fraction}`;
	const isDecimal = isDecimalSeparator(separator, raw, text !== signInside, inputFormat);
	if (isDecimal === undefined) return [asGrouped, asDecimal];
	return isDecimal ? asDecimal : asGrouped;
}

/** Of 1,250 or 1.250; undefined where nobody knows. */
function isDecimalSeparator(
	separator: string,
	raw: string,
	hasSign: boolean,
	{ decimals, currency, isPaid }: InputFormat,
): boolean | undefined {
	const isComma = separator === ',';
	const { minorUnits } = findCurrency(currency ?? '') ?? {};
	// ¥1,250: yen have no decimals.
	if (minorUnits === 0 && (isComma || hasSign)) return false;
	if (decimals !== undefined) return isComma === (decimals === 'comma');
	// Dinars have three decimals.
	if (!isComma) return minorUnits === 3 ? true : undefined;
	// A database exports 25.500 dollars, but nobody writes 25,500 for 25.5 of them.
	const isPointDecimal = /(?<!R)\$|£/.test(raw) || (isPaid === true && hasPointDecimals(currency));
	return isPointDecimal ? false : undefined;
}

const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/;
const WITH_MONTH_NAME = ['d LLL yyyy', 'd LLLL yyyy', 'LLL d yyyy', 'LLLL d yyyy', 'd LLL yy'];

const dayOf = (year: string, month: string, day: string): string | undefined =>
	DateTime.utc(Number(year), Number(month), Number(day)).toISODate() ?? undefined;

/** A spreadsheet's day 0, and its days of this century, which mean nothing else. */
const DAY_ZERO = DateTime.utc(1899, 12, 30);
const SERIALS = { first: 36_526, last: 73_050 };

/** A date such as "12/31/2026", "31.12.2026", "Dec 1, 2026" or a spreadsheet's 46387 as YYYY-MM-DD. */
export function interpretDate(raw: unknown, { dates }: InputFormat): Meaning {
	const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : '';
	if (/^\d{5}(?:\.\d+)?$/.test(text)) return dayOfSerial(Math.floor(Number(text)));
	const yearFirst = YEAR_FIRST.exec(text);
	if (yearFirst !== null) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3]);
	const found = NUMBERS.exec(text);
	if (found !== null) return numberedDate(found, dates);
	// Trying names of months takes longer than all the rest of a row.
	return /[a-z]{3}/i.test(text) ? namedDate(text) : undefined;
}

function dayOfSerial(days: number): string | undefined {
	if (days < SERIALS.first || days > SERIALS.last) return undefined;
	return DAY_ZERO.plus({ days }).toISODate() ?? undefined;
}

function numberedDate(
	[, one, separator, other, last]: RegExpExecArray,
	dates: InputFormat['dates'],
): Meaning {
	const isShort = last.length === 2;
	const year = isShort ? `20${last}` : last;
	const dayFirst = dayOf(year, other, one);
	const monthFirst = dayOf(year, one, other);
	// Points are written where the day comes first.
	const order = dates ?? (separator === '.' ? 'dayFirst' : undefined);
	if (order === 'monthFirst') return monthFirst ?? dayFirst;
	if (order === 'dayFirst') return dayFirst ?? monthFirst;
	const shortYear = isShort && one.length === 2 ? dayOf(`20${one}`, other, last) : undefined;
	const days = [...new Set([dayFirst, monthFirst, shortYear])].filter((day) => day !== undefined);
	return days.length > 1 ? [days[0], days[1]] : days[0];
}

function namedDate(text: string): string | undefined {
	const words = text.replace(/[,.-]/g, ' ').replace(/\s+/g, ' ').trim();
	for (const form of WITH_MONTH_NAME) {
		const date = DateTime.fromFormat(words, form, { locale: 'en-US', zone: 'utc' });
		if (date.isValid) return date.toISODate();
	}
	return undefined;
}
