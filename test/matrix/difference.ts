const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/**
 * Where a value differs from what two other runs gave, as "name.name: this, not that"; undefined where it does
 * not. It may tell more than they do. Where these two differ from each other, only the type counts.
 */
export function difference(
	value: unknown,
	one: unknown,
	other: unknown,
	at = '',
): string | undefined {
	if (!isObject(value) || !isObject(one) || !isObject(other)) {
		const isSame = Object.is(one, other) ? Object.is(value, one) : typeof value === typeof one;
		return isSame ? undefined : `${at}: ${inShort(value)}, not ${inShort(one)}`;
	}
	const names = Object.keys(one);
	if (names.join() !== Object.keys(other).join()) return undefined;
	if (Array.isArray(one) && one.length !== (value as unknown as unknown[]).length) {
		return `${at}: another number of entries`;
	}
	for (const name of names) {
		const inside = difference(value[name], one[name], other[name], `${at}.${name}`);
		if (inside !== undefined) return inside;
	}
	return undefined;
}

const inShort = (value: unknown): string => `${JSON.stringify(value)}`.slice(0, 100);
