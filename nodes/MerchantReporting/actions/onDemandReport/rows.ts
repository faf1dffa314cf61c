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

const IS_CURRENCY = /currency(code)?$/i;
const IS_CODE = /code$/i;

/** How far behind a column stands among those of the same list: an amount, its currency, counts, codes. */
const rankOf = (key: string): number =>
	[IS_AMOUNT, IS_CURRENCY, IS_COUNT, IS_CODE].findIndex((kind) => kind.test(key));

/** The list that a column comes from: "settlement" of settlement_amount, "settlement_2" of settlement_2_amount. */
const listOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('_')));

/** The columns in the order in which people look: `first`, then list by list, the currency beside its amounts. */
function inReadingOrder(keys: readonly string[], first: readonly string[]): string[] {
	const lists = new Map<string, string[]>();
	for (const key of keys) lists.set(listOf(key), [...(lists.get(listOf(key)) ?? []), key]);
	const rest = [...lists.values()].flatMap((list) =>
		[...list].sort((a, b) => rankOf(a) - rankOf(b)),
	);
	return [...new Set([...first.filter((key) => keys.includes(key)), ...rest])];
}

/** Gives every row the same keys in the same order, empty where it has none. `first`: those to begin with. */
export const sameKeys = (
	rows: readonly IDataObject[],
	first: readonly string[] = [],
): IDataObject[] => {
	const keys = new Set<string>();
	for (const row of rows) for (const key in row) keys.add(key);
	const all = inReadingOrder([...keys], first);
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
