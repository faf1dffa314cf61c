import { DateTime } from 'luxon';

import { compare, parseWithExponent } from '../money';
import { readNames } from '../text';
import { hasUtcTimes, isAmount, kindOf } from './columns';
import { ReportRowRefusal } from './refusals';
import { ReportTimes } from '../period/times';
import { type Refusal, refusal } from '../problem';

type Test = (text: string) => boolean;

const TEXT_INSTEAD = 'Choose another comparison for Row Filter, such as Equals or Contains.';

const incomparable = (column: string, text: string, what: string) =>
	new ReportRowRefusal(
		`${column} is "${text}", which is not ${what} that can be compared`,
		TEXT_INSTEAD,
	);

/** What is written as a time, whether there is such a time or not. */
const WRITTEN_AS_TIME = /^\d{4}-?\d{2}-?\d{2}[T ]\d/i;
const ISO_DAY = 'yyyy-MM-dd'.length;

const valueRefusal = (column: string, value: string, what: string, example: string): Refusal =>
	refusal(
		`the value "${value}" for ${column} is not ${what}`,
		`Write it like ${example}, or choose Contains.`,
		'Row Filter',
	);

const notAnAmount = (column: string, value: string): Refusal =>
	valueRefusal(column, value, 'an amount', '1234.50');

interface Condition {
	column: string;
	value: string;
}

/**
 * Negative, zero or positive: as amounts where both are, by time where both are times, as text. As text, an amount
 * or a time that cannot be read would be on the wrong side. A day is all of its times in the zone.
 */
function ordering({ column, value: entered }: Condition, zone: string) {
	const value = entered.trim();
	const asText = (text: string): number => (text < entered ? -1 : text > entered ? 1 : 0);
	const decimal = parseWithExponent(value);
	if (decimal === undefined && isAmount(column)) throw notAnAmount(column, value);
	if (decimal !== undefined) {
		return (text: string): number => {
			const own = parseWithExponent(text.trim());
			if (own !== undefined) return compare(own, decimal);
			if (isAmount(column)) throw incomparable(column, text, 'an amount');
			return asText(text);
		};
	}
	const isTime = kindOf(column) === 'time';
	const entries = new ReportTimes(zone);
	const iso = entries.iso(value);
	if (iso === undefined) {
		if (isTime) throw valueRefusal(column, value, 'a time', '2026-03-31 or 2026-03-31T08:00');
		return asText;
	}
	const isDay = iso.length === ISO_DAY;
	const day = DateTime.fromISO(iso, { zone: zone || 'UTC' });
	const [first, next] = [day, day.plus({ days: 1 })].map((at) => at.toMillis());
	const instant = entries.instant(value) ?? first;
	const times = hasUtcTimes(column) ? new ReportTimes('UTC') : entries;
	return (text: string): number => {
		const own = text.trim();
		const ownIso = isDay ? times.iso(own) : undefined;
		if (ownIso?.length === ISO_DAY) return ownIso < iso ? -1 : Number(ownIso > iso);
		const at = times.instant(own);
		if (at !== undefined && isDay) return at < first ? -1 : Number(at >= next);
		if (at !== undefined) return at - instant;
		if (isTime || WRITTEN_AS_TIME.test(text)) throw incomparable(column, text, 'a time');
		return asText(text);
	};
}

/** 12.5 and 12.50 are the same amount; 0123 and 123 are different identifiers. */
function equality({ column, value }: Condition, zone: string): Test {
	const decimal = isAmount(column) ? parseWithExponent(value.trim()) : undefined;
	if (decimal !== undefined) {
		return (text) => {
			const own = parseWithExponent(text);
			return own !== undefined && compare(own, decimal) === 0;
		};
	}
	if (isAmount(column) && /\d/.test(value)) throw notAnAmount(column, value);
	const times = new ReportTimes(zone);
	const isTime = kindOf(column) === 'time' && times.iso(value.trim()) !== undefined;
	const order = isTime ? ordering({ column, value }, zone) : undefined;
	return (text) => text === value || (times.iso(text.trim()) !== undefined && order?.(text) === 0);
}

/** An empty cell is neither greater nor less than anything. */
const given =
	(test: Test): Test =>
	(text) =>
		text.trim() !== '' && test(text);

const ordered =
	(...signs: number[]) =>
	(condition: Condition, zone: string): Test => {
		const order = ordering(condition, zone);
		return given((text) => signs.includes(Math.sign(order(text))));
	};

const written =
	(test: (text: string, value: string) => boolean) =>
	({ value }: Condition): Test =>
	(text) =>
		test(text, value);

const TESTS = {
	contains: written((text, value) => text.includes(value)),
	notContains: written((text, value) => !text.includes(value)),
	startsWith: written((text, value) => text.startsWith(value)),
	endsWith: written((text, value) => text.endsWith(value)),
	empty: written((text) => text === ''),
	notEmpty: written((text) => text !== ''),
	equals: equality,
	notEquals: (condition: Condition, zone: string): Test => {
		const equals = equality(condition, zone);
		return (text) => !equals(text);
	},
	oneOf: ({ column, value }: Condition, zone: string): Test => {
		const tests = readNames(value).map((one) => equality({ column, value: one }, zone));
		return (text) => tests.some((test) => test(text));
	},
	greater: ordered(1),
	atLeast: ordered(0, 1),
	less: ordered(-1),
	atMost: ordered(0, -1),
};

export interface RowCondition extends Condition {
	comparison: keyof typeof TESTS;
}

/** All conditions have to hold; a column that the report has not shown yet counts as empty. */
export function rowFilter(
	conditions: readonly RowCondition[],
	ask: (column: string) => { slot: number },
	zone: string,
): { decides(slot: number): boolean; accepts(cells: readonly string[]): boolean } {
	const tests = conditions.map((condition) => ({
		column: ask(condition.column),
		test: TESTS[condition.comparison](condition, zone),
	}));
	return {
		decides: (slot) => tests.some(({ column }) => column.slot === slot),
		accepts: (cells) =>
			tests.every(({ column, test }) => test(column.slot < 0 ? '' : cells[column.slot])),
	};
}
