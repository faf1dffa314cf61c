import { isLosslessNumber } from 'lossless-json';

export type Group = Record<string, unknown>;

export function isGroup(value: unknown): value is Group {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
	);
}

/** A copy with every value changed that is neither object nor list. Paths leave out positions in lists. */
export function mapLeaves<T>(
	value: T,
	change: (leaf: unknown, path: string) => unknown,
	path = '',
): T {
	if (Array.isArray(value)) return value.map((each: unknown) => mapLeaves(each, change, path)) as T;
	if (!isGroup(value)) return change(value, path) as T;
	const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
		name,
		mapLeaves(inner, change, path === '' ? name : `${path}.${name}`),
	]);
	return Object.fromEntries(entries) as T;
}

/** A copy with this value at the path; the groups on the way are made where they are missing. */
export function withValueAt(group: Group, path: string, value: unknown): Group {
	const [first, ...rest] = path.split('.');
	if (rest.length === 0) return { ...group, [first]: value };
	const inner = group[first];
	return {
		...group,
		[first]: withValueAt(isGroup(inner) ? inner : {}, rest.join('.'), value),
	};
}

/** Takes the value at the path out of the group. */
export function takeAt(group: unknown, path: string): { rest: unknown; value: unknown } {
	if (!isGroup(group)) return { rest: group, value: undefined };
	const [first, ...steps] = path.split('.');
	if (steps.length === 0) {
		const { [first]: value, ...rest } = group;
		return { rest, value };
	}
	const { rest, value } = takeAt(group[first], steps.join('.'));
	return { rest: value === undefined ? group : { ...group, [first]: rest }, value };
}
