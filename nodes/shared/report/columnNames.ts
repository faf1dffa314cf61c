const MOST_SAFE = 63;
/** n8n's data tables have these columns already. */
const TAKEN = ['id', 'createdAt', 'updatedAt'];

/** Gives each name out once: the second Amount is Amount_2. */
export class UniqueNames {
	private readonly given = new Set<string>();
	/** The number to try next, so that thousands of one name do not try all of them. */
	private readonly copies = new Map<string, number>();

	constructor(
		private readonly style: 'report' | 'safe',
		taken: readonly string[] = style === 'safe' ? TAKEN : [],
	) {
		for (const name of taken) this.given.add(this.fold(name));
	}

	give(wish: string): string {
		const base = this.style === 'safe' ? safeName(wish) : wish;
		const folded = this.fold(base);
		let name = base;
		let copy = this.copies.get(folded) ?? 2;
		for (; this.given.has(this.fold(name)); copy++) {
			const suffix = `_${copy}`;
			name = (this.style === 'safe' ? base.slice(0, MOST_SAFE - suffix.length) : base) + suffix;
		}
		this.copies.set(folded, copy);
		this.given.add(this.fold(name));
		return name;
	}

	/** Databases take Amount and AMOUNT for one column. */
	private fold(name: string): string {
		return this.style === 'safe' ? name.toLowerCase() : name;
	}
}

/** A name that n8n's data tables take: a letter, then letters, digits and underscores. */
export function safeName(name: string): string {
	const plain = name
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.replace(/[^a-zA-Z0-9_]+/g, '_')
		.replace(/^_+|(?<!_)_+$/g, '');
	const lettered = /^[a-zA-Z]/.test(plain) ? plain : `column_${plain}`;
	return lettered.slice(0, MOST_SAFE).replace(/(?<!_)_+$/, '');
}
