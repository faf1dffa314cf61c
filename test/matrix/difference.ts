const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** What a look after a lost answer tells: more than no answer, and not whose request made what is there. */
const LOOKED_UP: Partial<Record<string, readonly [clean: unknown, found: unknown]>> = {
	outcome: ['created', 'alreadyThere'],
	reason: ['', 'An answer of the service was lost, but the invoice is there'],
	status: ['PENDING', 'QUEUED'],
};

const isLookedUp = (at: string, value: unknown, clean: unknown): boolean => {
	const name = at.slice(at.lastIndexOf('.') + 1);
	if (name === 'reportId') return clean === null && typeof value === 'string';
	return LOOKED_UP[name]?.[0] === clean && LOOKED_UP[name]?.[1] === value;
};

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
		return isSame || isLookedUp(at, value, one)
			? undefined
			: `${at}: ${inShort(value)}, not ${inShort(one)}`;
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
