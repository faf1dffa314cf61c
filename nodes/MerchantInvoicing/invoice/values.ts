import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	dayAsWritten,
	type Field,
	type InvoiceField,
	type Kind,
	type LineField,
} from '../../shared/invoice/invoice';
import {
	roundFloatError,
	compare,
	findCurrency,
	type Decimal,
	format,
	HUNDRED,
	multiply,
	MAX_SAFE_DIGITS,
	parseTextOrNumber,
	trimZeros,
	ZERO,
} from '../../shared/money';
import { inMessage } from '../../shared/node/parameters';
import { type ParseResult, error, type Problem } from '../../shared/problem';
import { isFailedExpression, trimText, valueAt } from '../../shared/text';
import { interpretAmount, interpretDate, type InputFormat } from '../../shared/written';

/** Decimals and dates are text. */
export type FieldValue = string | boolean;

export interface ValueContext {
	/** The line item that has it, counted from 1. */
	line?: number;
	/** The time zone of the workflow, for what a user entered. */
	zone?: string;
	inputFormat?: InputFormat;
	/** Whether it is the service's own, whose text is kept to its last space. */
	isStored?: boolean;
}

type Must = (expected: string) => ParseResult<never>;
type Reader = (raw: unknown, must: Must, place: ValueContext) => ParseResult<FieldValue>;

const EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+(?:\.[^\s@<>(),;:".]+)+$/;
const MAX_EMAIL_LENGTH = 254;

const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);

/** A field that is left empty, or an expression that found nothing. */
export const isBlank = (raw: unknown): boolean =>
	raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');

function readText(raw: unknown, must: Must): ParseResult<string> {
	const isText = ['string', 'number', 'bigint'].includes(typeof raw);
	const text = isText ? String(raw).trim() : '';
	if (isFailedExpression(text)) return must(`text, not ${text}: the expression gives no value`);
	if (isText) return { value: text };
	return must(`text, not ${Array.isArray(raw) ? 'a list' : typeof raw}`);
}

const twoReadings = (raw: unknown, readings: readonly string[], advice: string): string =>
	`written in one way only: ${inMessage(raw)} can mean ${readings.join(' or ')}. ${advice}`;

interface Allowed {
	zero: boolean;
	most?: bigint;
	/** What its separators mean depends on the currency. */
	isMoney?: boolean;
	isPaid?: boolean;
}

const readNumber =
	(example: string, allowed: Allowed): Reader =>
	(raw, must, place) => {
		const { isStored = false } = place;
		const { isPaid, isMoney = isPaid } = allowed;
		const inputFormat = {
			...place.inputFormat,
			isPaid,
			...(isMoney ? {} : { currency: undefined }),
		};
		const isText = typeof raw === 'string' && !isStored;
		const written = isText ? interpretAmount(raw, inputFormat) : undefined;
		if (Array.isArray(written))
			return must(twoReadings(raw, written, 'Add Number Format to choose'));
		const entered = isStored ? raw : roundFloatError(raw);
		const exact = parseTextOrNumber(isText ? written : entered);
		// 100.00 JPY are 100.
		const isWhole = findCurrency(inputFormat.currency ?? '')?.minorUnits === 0;
		const decimal = exact && isWhole ? trimZeros(exact) : exact;
		if (decimal === undefined) return must(aNumber(example, raw, inputFormat.currency));
		const bounds = outOfBounds(decimal, allowed);
		return bounds === undefined ? { value: format(decimal) } : must(bounds);
	};

function aNumber(example: string, raw: unknown, ofPlace?: string): string {
	const hasSign = typeof raw === 'string' && /[A-Z]{3}|\p{Sc}/u.test(raw);
	const currency = hasSign && ofPlace ? ` in ${ofPlace}` : '';
	const hasUnit = typeof raw === 'string' && /^[\d.,]+\s*\p{Ll}/u.test(raw);
	const advice = currency && '. If it is in another currency, choose that in Currency';
	const unit = hasUnit ? ' without a unit,' : '';
	return `a number${unit} such as ${example}${currency}, not ${inMessage(raw)}${advice}`;
}

function outOfBounds(decimal: Decimal, { zero, most }: Allowed): string | undefined {
	const sign = compare(decimal, ZERO);
	if (sign === 0) return zero ? undefined : 'above zero';
	if (sign < 0) return `${zero ? 'zero or more' : 'above zero'}, not ${format(decimal)}`;
	const isTooMuch = most !== undefined && compare(decimal, { units: most, scale: 0 }) > 0;
	return isTooMuch ? `at most ${most}, not ${format(decimal)}` : undefined;
}

const ONE: Decimal = { units: 1n, scale: 0 };

const PERCENT_EXAMPLE = '12.5';
const readRate = readNumber(PERCENT_EXAMPLE, { zero: true, most: 100n });

/** A spreadsheet's cell of 19% arrives as 0.19, so that has two readings. */
const readPercent: Reader = (raw, must, place) => {
	const text = typeof raw === 'string' ? raw.trim() : raw;
	const percent = /^(.*)%$/s.exec(trimText(raw))?.[1].trim();
	// What an empty cell leaves of {{ $json.tax }}%.
	if (percent === '') return must(`a percentage such as ${PERCENT_EXAMPLE}%, not "%"`);
	const entered = percent ?? text;
	// 8.875 is a tax rate, and 8875 is none.
	const decimals = trimText(entered).includes(',') ? 'comma' : 'point';
	const number = readRate(entered, must, {
		...place,
		inputFormat: { ...place.inputFormat, decimals },
	});
	const rate = 'value' in number ? parseTextOrNumber(number.value) : undefined;
	const isClear = percent !== undefined || place.isStored === true || rate === undefined;
	if (isClear || compare(rate, ZERO) === 0 || compare(rate, ONE) > 0) return number;
	const [asShare, asPercent] = [format(trimZeros(multiply(rate, HUNDRED))), format(rate)];
	// A user who enters 19% into a spreadsheet gets 0.19 again.
	const sign = typeof raw === 'number' ? '' : '%';
	return must(
		`written as ${asShare}${sign} or ${asPercent}%: ${asPercent} can mean both, as a spreadsheet's cell that shows ${asShare}% arrives as ${asPercent}`,
	);
};

const WITH_TIME = /^\d{4}-\d{2}-\d{2}T/i;
const AT_MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A moment is the day that it has where the workflow runs: a column of dates from Berlin holds 2030-12-30T23:00:00Z.
 * Midnight as it is written is a day without a time.
 */
function dayEntered(raw: unknown, zone: string): string | undefined {
	const text = raw instanceof Date ? raw.toJSON() : raw;
	const moment = typeof text === 'string' ? text.trim().replace(' ', 'T').replace(' ', '') : '';
	if (!WITH_TIME.test(moment)) return dayAsWritten(raw);
	const day = DateTime.fromISO(moment, { zone }).toISODate() ?? undefined;
	return day !== undefined && AT_MIDNIGHT.test(moment) ? dayAsWritten(raw) : day;
}

const readDate: Reader = (raw, must, { zone, inputFormat }) => {
	const written = zone === undefined ? undefined : interpretDate(raw, inputFormat ?? {});
	if (Array.isArray(written)) {
		const advice = inputFormat === undefined ? 'Write one of these' : 'Add Date Order to choose';
		return must(twoReadings(raw, written, advice));
	}
	const value = written ?? (zone === undefined ? dayAsWritten(raw) : dayEntered(raw, zone));
	return value === undefined
		? must(`a date written like 2026-12-31, not ${inMessage(raw)}`)
		: { value };
};

const readBoolean: Reader = (raw, must) => {
	const text = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
	if (text === true || text === 'true') return { value: true };
	if (text === false || text === 'false') return { value: false };
	return must(`true or false, not ${inMessage(raw)}`);
};

const readMatching =
	(fits: (text: string) => boolean, expected: string, toCase = (text: string) => text): Reader =>
	(raw, must) => {
		const text = readText(raw, must);
		if ('problems' in text) return text;
		const value = toCase(text.value);
		return fits(value) ? { value } : must(`${expected}, not ${JSON.stringify(text.value)}`);
	};

const DELIVERY_MODES = ['email', 'none'];
function isWebAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	return ['http:', 'https:'].includes(new URL(text).protocol);
}

const READERS: Record<Kind, Reader> = {
	amount: readNumber('1234.50', { zero: true, isPaid: true }),
	boolean: readBoolean,
	color: readMatching(
		(text) => /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/.test(text),
		'a hexadecimal color such as #1A73E8',
	),
	currency: readMatching(
		(text) => /^[A-Z]{3}$/.test(text),
		'a three-letter currency code such as USD',
		(text) => text.toUpperCase(),
	),
	date: readDate,
	dayFirstDate: readDate,
	deliveryMode: readMatching(
		(text) => DELIVERY_MODES.includes(text),
		'email or none',
		(text) => text.toLowerCase(),
	),
	email: readMatching(isEmail, 'an email address such as ann@example.com'),
	percent: readPercent,
	price: readNumber('1234.50', { zero: true, isMoney: true }),
	quantity: readNumber('2', { zero: false }),
	text: readText,
	url: readMatching(isWebAddress, 'a web address such as https://example.com/thanks'),
};

export const readValue = (
	{ label, kind }: Pick<Field, 'label' | 'kind'>,
	raw: unknown,
	place: ValueContext = {},
): ParseResult<FieldValue> =>
	READERS[kind](
		raw,
		(expected) => ({ problems: [error(label, `must be ${expected}`, place.line)] }),
		place,
	);

/** Amounts are exact text, and each date has its own form. */
export function wireValue(kind: Kind, value: FieldValue): FieldValue | number {
	if (kind === 'dayFirstDate') return String(value).split('-').reverse().join('-');
	if (kind === 'quantity' && String(value).replace('.', '').length <= MAX_SAFE_DIGITS) {
		return Number(value);
	}
	return value;
}

export type FieldValues<Name extends string> = Partial<Record<Name, FieldValue>>;
export type EnteredValues<Name extends string> = Partial<Record<Name, unknown>>;

export type LineItem = FieldValues<LineField>;

interface CustomFieldValue {
	definitionId: number;
	value: string;
}

export interface InvoiceDraft {
	fields: FieldValues<InvoiceField>;
	lineItems: LineItem[];
	customFields: CustomFieldValue[];
}

export const keysOf = <Name extends string>(fields: Record<Name, Field>): Name[] =>
	Object.keys(fields) as Name[];

export function readFields<Name extends string>(
	fields: Record<Name, Field>,
	entered: EnteredValues<Name>,
	place: ValueContext = {},
): { values: FieldValues<Name>; problems: Problem[] } {
	const values: FieldValues<Name> = {};
	const problems: Problem[] = [];
	for (const name of keysOf(fields)) {
		const raw = entered[name];
		if (isBlank(raw)) continue;
		const reading = readValue(fields[name], raw, place);
		const isKept = place.isStored === true && typeof raw === 'string';
		if (isKept && ('problems' in reading || fields[name].kind === 'text')) values[name] = raw;
		else if ('value' in reading) values[name] = reading.value;
		else problems.push(...reading.problems);
	}
	return { values, problems };
}

export function setAtPath(
	body: IDataObject,
	path: readonly string[],
	value: IDataObject[string],
): void {
	let place = body;
	for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as IDataObject;
	place[path[path.length - 1]] = value;
}

export function writeFields<Name extends string>(
	fields: Record<Name, Field>,
	values: FieldValues<Name>,
): IDataObject {
	const body: IDataObject = {};
	for (const name of keysOf(fields)) {
		const value = values[name];
		if (value !== undefined)
			setAtPath(body, fields[name].path, wireValue(fields[name].kind, value));
	}
	return body;
}

export function readBodyFields<Name extends string>(
	fields: Record<Name, Field>,
	body: unknown,
): EnteredValues<Name> {
	const picked: EnteredValues<Name> = {};
	for (const name of keysOf(fields)) {
		const { path, otherPath } = fields[name];
		picked[name] = valueAt(body, path) ?? (otherPath && valueAt(body, otherPath));
	}
	return picked;
}
