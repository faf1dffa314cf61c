import type { IDataObject } from 'n8n-workflow';

import { add, format, toDecimal } from '../../../shared/money';

const IS_COUNT = /count$/i;
const IS_AMOUNT = /amount$|^value$/i;

const isSummed = (key: string): boolean => IS_COUNT.test(key) || IS_AMOUNT.test(key);

/** An amount as text: exact, and of one kind in every row. Anything else stays as it is. */
export const exactIfAmount = (key: string, value: unknown): unknown => {
	if (typeof value !== 'number' || !IS_AMOUNT.test(key)) return value;
	const decimal = toDecimal(value);
	return decimal === undefined ? value : format(decimal);
};

export const withExactAmounts = (row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([key, value]) => [key, exactIfAmount(key, value)]),
	) as IDataObject;

const plus = (a: unknown, b: unknown, key: string): unknown => {
	const [first, second] = [toDecimal(a), toDecimal(b)];
	if (first === undefined || second === undefined) return first === undefined ? b : a;
	const sum = format(add(first, second));
	return IS_COUNT.test(key) ? Number(sum) : sum;
};

/**
 * Adds up rows that differ in counts and amounts only, exactly: what the service would say of the whole
 * period where it was asked for its parts.
 */
export const addUp = (rows: readonly IDataObject[]): IDataObject[] => {
	const sums = new Map<string, IDataObject>();
	for (const row of rows) {
		const identity = JSON.stringify(Object.entries(row).filter(([key]) => !isSummed(key)));
		const sum = sums.get(identity);
		if (sum === undefined) {
			sums.set(identity, withExactAmounts(row));
			continue;
		}
		for (const [key, value] of Object.entries(row)) {
			if (isSummed(key)) sum[key] = plus(sum[key], value, key) as IDataObject[string];
		}
	}
	return [...sums.values()];
};

/** Gives every row the same keys in the same order, empty where it has none. */
export const sameKeys = (rows: readonly IDataObject[]): IDataObject[] => {
	const keys = new Set<string>();
	for (const row of rows) for (const key in row) keys.add(key);
	const all = [...keys];
	return rows.map((row) => {
		const full: IDataObject = {};
		for (const key of all) full[key] = row[key] ?? null;
		return full;
	});
};

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
