import type { IDataObject } from 'n8n-workflow';

import { add, format, serviceAmount, ZERO } from '../../../shared/money';

const IS_COUNT = /count$/i;
const IS_AMOUNT = /amount$/i;

const isSummed = (key: string): boolean => IS_COUNT.test(key) || IS_AMOUNT.test(key);

/** An amount as text: exact, and of one kind in every row. Anything else stays as it is. */
export const exactIfAmount = (key: string, value: unknown): unknown => {
	const hasExponent = typeof value === 'string' && /\de/i.test(value);
	if (!IS_AMOUNT.test(key) || !(hasExponent || typeof value === 'number')) return value;
	const decimal = serviceAmount(value);
	return decimal === undefined ? value : format(decimal);
};

export const withExactAmounts = (row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([key, value]) => [key, exactIfAmount(key, value)]),
	) as IDataObject;

const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

const isReadable = (row: IDataObject): boolean =>
	Object.entries(row).every(
		([key, value]) => !isSummed(key) || !isGiven(value) || serviceAmount(value) !== undefined,
	);

/** Null where there is nothing to add up. */
function sumOf(key: string, values: unknown[]): string | number | null {
	const numbers = values.filter(isGiven).map((value) => serviceAmount(value) ?? ZERO);
	if (numbers.length === 0) return null;
	const sum = format(numbers.reduce(add));
	return IS_COUNT.test(key) && Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
}

function sumRow(rows: readonly IDataObject[]): IDataObject {
	const sum: IDataObject = {};
	for (const key of new Set(rows.flatMap((row) => Object.keys(row)))) {
		const values = rows.map((row) => row[key]);
		sum[key] = isSummed(key) ? sumOf(key, values) : values[0];
	}
	return sum;
}

/**
 * Adds up rows that differ in counts and amounts only, exactly: what the service would say of the whole
 * period where it was asked for its parts. A row like no other, or with an amount that is none, stays as it is.
 */
export function addUp(rows: readonly IDataObject[]): IDataObject[] {
	const groups = new Map<string, IDataObject[]>();
	for (const [index, row] of rows.entries()) {
		const own = Object.entries(row).filter(([key]) => !isSummed(key));
		const identity = isReadable(row) ? JSON.stringify(own) : String(index);
		groups.set(identity, [...(groups.get(identity) ?? []), row]);
	}
	return [...groups.values()].map((group) =>
		group.length === 1 ? withExactAmounts(group[0]) : sumRow(group),
	);
}

/** Leaves out what the window before has given already: an entry at the very instant where two windows meet. */
export const withoutRepeats = <T>(windows: readonly T[][]): T[] => {
	const kept: T[] = [];
	let before = new Set<string>();
	for (const entries of windows) {
		const here = new Set<string>();
		for (const entry of entries) {
			const text = JSON.stringify(entry);
			here.add(text);
			if (!before.has(text)) kept.push(entry);
		}
		before = here;
	}
	return kept;
};
