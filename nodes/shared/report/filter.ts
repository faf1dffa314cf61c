import { compare, parseDecimal } from '../money';
import { readNames } from '../names';
import type { Asked } from './askedColumns';
import type { Condition } from './choices';
import { isAmount } from './columnKinds';
import type { ReportTimes } from '../period/times';

type Test = (text: string) => boolean;

/** Negative, zero or positive: as amounts where both are, by time where both are times, as text. */
function ordering(value: string, times: ReportTimes): (text: string) => number {
	const decimal = parseDecimal(value.trim());
	const instant = decimal === undefined ? times.instant(value.trim()) : undefined;
	return (text) => {
		if (decimal !== undefined) {
			const own = parseDecimal(text);
			if (own !== undefined) return compare(own, decimal);
		}
		if (instant !== undefined) {
			const own = times.instant(text);
			if (own !== undefined) return own - instant;
		}
		return text < value ? -1 : text > value ? 1 : 0;
	};
}

/** 12.5 and 12.50 are the same amount; 0123 and 123 are different identifiers. */
function equality(column: string, value: string): Test {
	const decimal = isAmount(column) ? parseDecimal(value.trim()) : undefined;
	if (decimal === undefined) return (text) => text === value;
	return (text) => {
		const own = parseDecimal(text);
		return own !== undefined && compare(own, decimal) === 0;
	};
}

/** An empty cell is neither greater nor less than anything. */
const given =
	(test: Test): Test =>
	(text) =>
		text !== '' && test(text);

function testOf({ column, comparison, value }: Condition, times: ReportTimes): Test {
	switch (comparison) {
		case 'empty':
			return (text) => text === '';
		case 'notEmpty':
			return (text) => text !== '';
		case 'equals':
			return equality(column, value);
		case 'notEquals': {
			const equals = equality(column, value);
			return (text) => !equals(text);
		}
		case 'oneOf': {
			const tests = readNames(value).map((one) => equality(column, one));
			return (text) => tests.some((test) => test(text));
		}
		case 'contains':
			return (text) => text.includes(value);
		case 'notContains':
			return (text) => !text.includes(value);
		case 'startsWith':
			return (text) => text.startsWith(value);
		case 'endsWith':
			return (text) => text.endsWith(value);
		case 'greater':
		case 'atLeast':
		case 'less':
		case 'atMost': {
			const order = ordering(value, times);
			const holds = { greater: [1], atLeast: [0, 1], less: [-1], atMost: [0, -1] }[comparison];
			return given((text) => holds.includes(Math.sign(order(text))));
		}
	}
}

export interface RowFilter {
	decides(slot: number): boolean;
	accepts(cells: readonly string[]): boolean;
}

/** All conditions have to hold; a column that the report has not shown yet counts as empty. */
export function rowFilter(
	conditions: readonly Condition[],
	ask: (column: string) => Asked,
	times: ReportTimes,
): RowFilter {
	const tests = conditions.map((condition) => ({
		column: ask(condition.column),
		test: testOf(condition, times),
	}));
	return {
		decides: (slot) => tests.some(({ column }) => column.slot === slot),
		accepts: (cells) =>
			tests.every(({ column, test }) => test(column.slot < 0 ? '' : cells[column.slot])),
	};
}
