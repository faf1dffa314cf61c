const LONGEST = 31;
const KEPT_END = 18;
/** Excel keeps this name for itself. */
const TAKEN = ['history'];
/** Excel takes names for the same that differ in case only, or in how a character is composed: ﬁ is FI. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase();
const FORBIDDEN = /[\p{Cc}[\]:*?/\\]+/gu;
const HALF_CHARACTERS =
	/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g;

/** A name cut to this many characters, without half of one at its end. */
const cut = (name: string, most: number): string =>
	name
		.slice(0, most)
		.replace(/[\ud800-\udbff]$/, '')
		.trimEnd();

/** A name that is too long keeps its end, where dates and numbers stand. */
const fitting = (name: string): string =>
	name.length <= LONGEST
		? name
		: `${cut(name, LONGEST - KEPT_END - 1)}…${name.slice(-KEPT_END).replace(/^[\udc00-\udfff]|^\s+/, '')}`;

/** Names that every spreadsheet takes, each given once; Sales and SALES are the same to them. */
export class SheetNames {
	private readonly given: Set<string>;
	/** The number to try next, so that hundreds of one name do not try all of them. */
	private readonly copies = new Map<string, number>();

	constructor(taken: readonly string[]) {
		this.given = new Set([...TAKEN, ...taken].map(folded));
	}

	/** The second sheet of a name is "Sales 2". */
	give(wish: string): string {
		const legal = wish
			.replace(HALF_CHARACTERS, '')
			.replace(FORBIDDEN, ' ')
			// No name begins or ends with an apostrophe, nor with a blank.
			.replace(/^[\s']+|(?<![\s'])[\s']+$/g, '');
		const base = fitting(legal) || 'Sheet';
		const key = folded(base);
		let name = base;
		let copy = this.copies.get(key) ?? 2;
		for (; this.given.has(folded(name)); copy++) {
			const suffix = ` ${copy}`;
			name = cut(base, LONGEST - suffix.length) + suffix;
		}
		this.copies.set(key, copy);
		this.given.add(folded(name));
		return name;
	}
}
