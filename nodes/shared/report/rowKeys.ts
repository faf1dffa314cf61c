import { createHash } from 'crypto';

const LENGTH = 32;

/** Keys that stay the same for the same row, in whatever order, report or form it comes out. */
export class RowKeys {
	private readonly seen = new Map<string, number>();

	/** Where it is so chosen, rows that are equal all over differ by a number. */
	constructor(private readonly numberEqualRows: boolean) {}

	/** `names` and `cells` run in parallel; empty cells count as missing columns. */
	of(names: readonly string[], cells: readonly string[]): string {
		const hash = createHash('sha256');
		for (let index = 0; index < names.length; index++) {
			const text = cells[index];
			if (text !== '') hash.update(`${names[index]}\u0000${text}\u0001`);
		}
		const key = hash.digest('hex').slice(0, LENGTH);
		if (!this.numberEqualRows) return key;
		const times = (this.seen.get(key) ?? 0) + 1;
		this.seen.set(key, times);
		return times === 1 ? key : `${key}-${times}`;
	}
}
