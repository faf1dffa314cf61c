/** Taken out once: in a test runner's own context every look at a global is slow. */
const { floor, imul } = Math;

/** Numbers that depend on the seed and on nothing else: the same keys always give the same numbers. */
export class Random {
	constructor(private readonly seed: string) {}

	/** A fresh stream of numbers that belongs to these keys. */
	of(...keys: ReadonlyArray<string | number>): RandomStream {
		return new RandomStream(hash(`${this.seed}\u0000${keys.join('\u0000')}`));
	}
}

export class RandomStream {
	constructor(private state: number) {}

	/** At least 0, less than the bound (which is at most 2³²). */
	below(bound: number): number {
		return floor((this.next() / 0x1_0000_0000) * bound);
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.below(choices.length)];
	}

	digits(count: number): string {
		let text = '';
		while (text.length < count) text += String(this.below(1_000_000_000)).padStart(9, '0');
		return text.slice(0, count);
	}

	letters(count: number): string {
		const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
		return Array.from({ length: count }, () => alphabet[this.below(alphabet.length)]).join('');
	}

	/** mulberry32 */
	private next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return (mixed ^ (mixed >>> 14)) >>> 0;
	}
}

/** FNV-1a, so that neighboring keys begin far apart once mixed. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		value = imul(value ^ text.charCodeAt(index), 0x01000193);
	}
	return value >>> 0;
}
