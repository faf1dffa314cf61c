import { compare, format, toDecimal, ZERO } from '../money';
import type { Kind } from './fields';

export type Value = string | boolean;

/** A value in the form the rules work with, or why it is none: "must be …". */
export type Reading = { value: Value } | { fault: string };

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const DAY_FIRST_DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+(?:\.[^\s@<>(),;:".]+)+$/;
const LONGEST_EMAIL = 254;

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text);

/** Nothing entered: a field left empty, or an expression that found nothing. */
export const isBlank = (raw: unknown): boolean =>
	raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');

/** Text as it is; a number counts as an identifier written without quotes. */
export const textOf = (raw: unknown): string =>
	typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';

const must = (fault: string): Reading => ({ fault: `must be ${fault}` });

function readText(raw: unknown): Reading {
	if (typeof raw === 'string') return { value: raw.trim() };
	if (typeof raw === 'number' || typeof raw === 'bigint') return { value: String(raw) };
	return must(`text, not ${Array.isArray(raw) ? 'a list' : typeof raw}`);
}

function readNumber(
	raw: unknown,
	example: string,
	allowed: { zero: boolean; most?: bigint },
): Reading {
	const decimal = toDecimal(raw);
	if (decimal === undefined) {
		return must(
			`a number written like ${example}, with a point before the decimals and nothing between the thousands, not ${JSON.stringify(raw)}`,
		);
	}
	const sign = compare(decimal, ZERO);
	if (sign < 0)
		return must(`${allowed.zero ? 'zero or more' : 'above zero'}, not ${format(decimal)}`);
	if (sign === 0 && !allowed.zero) return must('above zero');
	if (allowed.most !== undefined && compare(decimal, { units: allowed.most, scale: 0 }) > 0) {
		return must(`at most ${allowed.most}, not ${format(decimal)}`);
	}
	return { value: format(decimal) };
}

interface CalendarDay {
	toISODate(): string | null;
}

const isCalendarDay = (raw: unknown): raw is CalendarDay =>
	typeof raw === 'object' && raw !== null && 'toISODate' in raw;

/** The day as it is written, whatever time of day and zone stand behind it. */
export function readDay(raw: unknown): string | undefined {
	const text = isCalendarDay(raw) ? raw.toISODate() : raw instanceof Date ? raw.toJSON() : raw;
	if (typeof text !== 'string') return undefined;
	const iso = ISO_DATE.exec(text.trim());
	const dayFirst = DAY_FIRST_DATE.exec(text.trim());
	const parts = iso?.slice(1, 4) ?? dayFirst?.slice(1, 4).reverse();
	if (parts === undefined) return undefined;
	const day = parts.join('-');
	const time = Date.parse(`${day}T00:00:00Z`);
	return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? undefined : day;
}

function readDate(raw: unknown): Reading {
	const value = readDay(raw);
	return value === undefined
		? must(`a date written like 2026-12-31, not ${JSON.stringify(raw)}`)
		: { value };
}

function readBoolean(raw: unknown): Reading {
	const text = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
	if (text === true || text === 'true') return { value: true };
	if (text === false || text === 'false') return { value: false };
	return must(`true or false, not ${JSON.stringify(raw)}`);
}

function readMatching(
	raw: unknown,
	fits: (text: string) => boolean,
	expected: string,
	toCase = (text: string) => text,
): Reading {
	const text = readText(raw);
	if ('fault' in text) return text;
	const value = toCase(String(text.value));
	return fits(value) ? { value } : must(`${expected}, not ${JSON.stringify(text.value)}`);
}

const DELIVERY_MODES = ['email', 'none'];
export const LANGUAGES = [
	'de-DE',
	'en-US',
	'es-419',
	'fr-FR',
	'ja-JP',
	'pt-BR',
	'ru-RU',
	'zh-CN',
	'zh-TW',
] as const;
const PAYER_AUTHENTICATION = ['enable', 'disable'];

const oneOf = (allowed: readonly string[]) => (raw: unknown) =>
	readMatching(raw, (text) => allowed.includes(text), `one of ${allowed.join(', ')}`);

function isWebAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	return ['http:', 'https:'].includes(new URL(text).protocol);
}

const READERS: Record<Kind, (raw: unknown) => Reading> = {
	amount: (raw) => readNumber(raw, '1234.50', { zero: true }),
	boolean: readBoolean,
	colour: (raw) =>
		readMatching(
			raw,
			(text) => /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/.test(text),
			'a hexadecimal colour such as #1A73E8',
		),
	currency: (raw) =>
		readMatching(
			raw,
			(text) => /^[A-Z]{3}$/.test(text),
			'a three-letter currency code such as USD',
			(text) => text.toUpperCase(),
		),
	date: readDate,
	dayFirstDate: readDate,
	deliveryMode: (raw) =>
		readMatching(
			raw,
			(text) => DELIVERY_MODES.includes(text),
			'email or none',
			(text) => text.toLowerCase(),
		),
	email: (raw) => readMatching(raw, isEmail, 'an email address such as ann@example.com'),
	language: oneOf(LANGUAGES),
	payerAuthentication: oneOf(PAYER_AUTHENTICATION),
	percent: (raw) => readNumber(raw, '12.5', { zero: true, most: 100n }),
	quantity: (raw) => readNumber(raw, '2', { zero: false }),
	rate: (raw) => readNumber(raw, '19.6', { zero: true }),
	text: readText,
	url: (raw) => readMatching(raw, isWebAddress, 'a web address such as https://example.com/thanks'),
};

export const readValue = (kind: Kind, raw: unknown): Reading => READERS[kind](raw);

const MOST_DIGITS_OF_A_NUMBER = 15;

/** The value as the request has it: amounts as exact text, each date in its own form. */
export function wireValue(kind: Kind, value: Value): Value | number {
	if (kind === 'dayFirstDate') return String(value).split('-').reverse().join('-');
	if (kind === 'quantity' && String(value).replace('.', '').length <= MOST_DIGITS_OF_A_NUMBER) {
		return Number(value);
	}
	return value;
}
