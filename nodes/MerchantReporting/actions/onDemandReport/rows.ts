import type { IDataObject } from 'n8n-workflow';

import { add, format, serviceAmount, toDecimal, type Decimal } from '../../../shared/money';
import { isRecord } from '../../../shared/text';
import { exactNumber } from '../../../shared/report/columns';

const IS_COUNT = /count$/i;
const IS_AMOUNT = /amount$|^(value|net|sales|refunds|chargebacks|fees|unclassified)$/i;

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

/** Told of a field and its value that is no number, so that the sum with it is left out. */
export type TellUnread = (field: string, value: unknown) => void;

const tellNobody: TellUnread = () => undefined;

const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

/** Null where there is nothing to add up, or something that is no number. */
function sumOf(key: string, values: unknown[], tell: TellUnread): string | number | null {
	const given = values.filter(isGiven);
	const numbers = given.map(serviceAmount);
	const unread = numbers.indexOf(undefined);
	if (unread >= 0) tell(key, given[unread]);
	if (unread >= 0 || given.length === 0) return null;
	const sum = format((numbers as Decimal[]).reduce(add));
	return IS_COUNT.test(key) && Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
}

function sumRow(rows: readonly IDataObject[], tell: TellUnread): IDataObject {
	const keys = new Set(rows.flatMap((row) => Object.keys(row)));
	const sum: IDataObject = {};
	for (const key of keys) {
		sum[key] = isSummed(key)
			? sumOf(
					key,
					rows.map((row) => row[key]),
					tell,
				)
			: rows[0][key];
	}
	return sum;
}

/** Rows that differ in counts and amounts only, together. */
function alike(rows: readonly IDataObject[]): IDataObject[][] {
	const groups = new Map<string, IDataObject[]>();
	for (const row of rows) {
		const identity = JSON.stringify(Object.entries(row).filter(([key]) => !isSummed(key)));
		const group = groups.get(identity);
		if (group === undefined) groups.set(identity, [row]);
		else group.push(row);
	}
	return [...groups.values()];
}

/**
 * Adds up rows that differ in counts and amounts only, exactly: what the service would say of the whole
 * period where it was asked for its parts. A row like no other stays as it is.
 */
export const addUp = (rows: readonly IDataObject[], tell: TellUnread = tellNobody): IDataObject[] =>
	alike(rows).map((group) =>
		group.length === 1 ? withExactAmounts(group[0]) : sumRow(group, tell),
	);

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

/** Gives every row the same keys in the same order, empty where it has none. `first`: those to begin with, or all. */
export const sameKeys = (
	rows: readonly IDataObject[],
	first: readonly string[] = [],
	isAll = false,
): IDataObject[] => {
	const keys = new Set<string>();
	for (const row of rows) for (const key in row) keys.add(key);
	const all = inReadingOrder(
		[...keys].filter((key) => !isAll || first.includes(key)),
		first,
	);
	return rows.map((row) => {
		const full: IDataObject = {};
		for (const key of all) full[key] = row[key] ?? null;
		return full;
	});
};

/** Amounts as numbers, at whatever depth. One that a number cannot hold exactly is an error. */
export function withNumbers(value: unknown, key = ''): unknown {
	if (Array.isArray(value)) return value.map((entry) => withNumbers(entry));
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, withNumbers(inner, name)]),
		);
	}
	if (typeof value !== 'string' || !IS_AMOUNT.test(key)) return value;
	const decimal = serviceAmount(value);
	return decimal === undefined ? value : exactNumber(key, format(decimal));
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
