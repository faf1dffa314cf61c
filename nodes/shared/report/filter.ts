import { compare, parseWithExponent } from '../money';
import { refusal } from '../problem';
import { parseNames } from '../text';
import { isAmountColumn } from './columns';

type Test = (text: string) => boolean;

interface Condition {
	column: string;
	value: string;
}

/** 12.5 and 12.50 are the same amount; 0123 and 123 are different identifiers. */
function equality({ column, value }: Condition): Test {
	const decimal = isAmountColumn(column) ? parseWithExponent(value.trim()) : undefined;
	if (decimal !== undefined) {
		return (text) => {
			const own = parseWithExponent(text);
			return own !== undefined && compare(own, decimal) === 0;
		};
	}
	if (!isAmountColumn(column) || !/\d/.test(value)) return (text) => text === value;
	throw refusal(
		`the value "${value}" for ${column} is not an amount`,
		'Write it like 1234.50, or choose Contains.',
		'Row Filter',
	);
}

const not =
	(test: (condition: Condition) => Test) =>
	(condition: Condition): Test => {
		const holds = test(condition);
		return (text) => !holds(text);
	};

const containing =
	({ value }: Condition): Test =>
	(text) =>
		text.includes(value);

const isEmpty = (): Test => (text) => text === '';

const TESTS = {
	contains: containing,
	notContains: not(containing),
	startsWith:
		({ value }: Condition): Test =>
		(text) =>
			text.startsWith(value),
	empty: isEmpty,
	notEmpty: not(isEmpty),
	equals: equality,
	notEquals: not(equality),
	oneOf: ({ column, value }: Condition): Test => {
		const tests = parseNames(value).map((one) => equality({ column, value: one }));
		return (text) => tests.some((test) => test(text));
	},
};

export interface RowCondition extends Condition {
	comparison: keyof typeof TESTS;
}

/** All conditions have to hold. `columns`: theirs; one that the report hasn't shown yet counts as empty. */
export function createRowFilter(
	conditions: readonly RowCondition[],
	columns: ReadonlyArray<{ slot: number }>,
): { decides(slot: number): boolean; accepts(cells: readonly string[]): boolean } {
	const tests = conditions.map((condition, index) => ({
		column: columns[index],
		test: TESTS[condition.comparison](condition),
	}));
	return {
		decides: (slot) => tests.some(({ column }) => column.slot === slot),
		accepts: (cells) =>
			tests.every(({ column, test }) => test(column.slot < 0 ? '' : cells[column.slot])),
	};
}
