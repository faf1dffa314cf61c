import { compare, parseWithExponent } from '../money';
import { readNames } from '../text';
import { isAmount, kindOf } from './columns';
import { ReportRowRefusal } from './refusals';
import type { ReportTimes } from '../period/times';

type Test = (text: string) => boolean;

const TEXT_INSTEAD = 'Choose another comparison for Row Filter, such as Equals or Contains.';

const incomparable = (column: string, text: string, what: string) =>
	new ReportRowRefusal(
		`${column} is "${text}", which is not ${what} that can be compared`,
		TEXT_INSTEAD,
	);

/** What is written as a time, whether there is such a time or not. */
const WRITTEN_AS_TIME = /^\d{4}-?\d{2}-?\d{2}[T ]\d/i;

/**
 * Negative, zero or positive: as amounts where both are, by time where both are times, as text. As text, an amount
 * or a time that cannot be read would be on the wrong side.
 */
function ordering(column: string, value: string, times: ReportTimes): (text: string) => number {
	const asText = (text: string) => (text < value ? -1 : text > value ? 1 : 0);
	const decimal = parseWithExponent(value.trim());
	if (decimal !== undefined) {
		return (text) => {
			const own = parseWithExponent(text.trim());
			if (own !== undefined) return compare(own, decimal);
			if (isAmount(column)) throw incomparable(column, text, 'an amount');
			return asText(text);
		};
	}
	const instant = times.instant(value.trim());
	if (instant === undefined) return asText;
	return (text) => {
		const own = times.instant(text.trim());
		if (own !== undefined) return own - instant;
		if (kindOf(column) === 'time' || WRITTEN_AS_TIME.test(text)) {
			throw incomparable(column, text, 'a time');
		}
		return asText(text);
	};
}

/** 12.5 and 12.50 are the same amount; 0123 and 123 are different identifiers. */
function equality(column: string, value: string): Test {
	const decimal = isAmount(column) ? parseWithExponent(value.trim()) : undefined;
	if (decimal === undefined) return (text) => text === value;
	return (text) => {
		const own = parseWithExponent(text);
		return own !== undefined && compare(own, decimal) === 0;
	};
}

/** An empty cell is neither greater nor less than anything. */
const given =
	(test: Test): Test =>
	(text) =>
		text.trim() !== '' && test(text);

interface Condition {
	column: string;
	value: string;
}

const ordered =
	(...signs: number[]) =>
	({ column, value }: Condition, times: ReportTimes): Test => {
		const order = ordering(column, value, times);
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
	equals: ({ column, value }: Condition) => equality(column, value),
	notEquals: ({ column, value }: Condition) => {
		const equals = equality(column, value);
		return (text: string) => !equals(text);
	},
	oneOf: ({ column, value }: Condition) => {
		const tests = readNames(value).map((one) => equality(column, one));
		return (text: string) => tests.some((test) => test(text));
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
	times: ReportTimes,
) {
	const tests = conditions.map((condition) => ({
		column: ask(condition.column),
		test: TESTS[condition.comparison](condition, times),
	}));
	return {
		decides: (slot: number) => tests.some(({ column }) => column.slot === slot),
		accepts: (cells: readonly string[]) =>
			tests.every(({ column, test }) => test(column.slot < 0 ? '' : cells[column.slot])),
	};
}
