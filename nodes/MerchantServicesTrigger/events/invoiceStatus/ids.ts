const LONGEST_SHARED = 35;

/** A long list of identifiers, each without what it shares with the one before: the number of those characters (base 36), and the rest. */
export function writeIds(ids: Iterable<string>): string[] {
	let before = '';
	return [...ids].map((id) => {
		let shared = 0;
		while (shared < LONGEST_SHARED && shared < id.length && id[shared] === before[shared]) shared++;
		before = id;
		return shared.toString(36) + id.slice(shared);
	});
}

export const isIdLine = (value: unknown): boolean =>
	typeof value === 'string' && /^[0-9a-z]/.test(value);

export function readIds(lines: readonly string[]): string[] {
	let before = '';
	return lines.map((line) => (before = before.slice(0, parseInt(line[0], 36)) + line.slice(1)));
}
