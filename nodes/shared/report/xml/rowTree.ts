import type { ElementPlace } from './elements';

export type Cells = ReadonlyArray<readonly [slot: number, text: string]>;
export type Rows = readonly Cells[];

interface Instance {
	place: ElementPlace;
	cells: Array<[number, string]>;
	children: Instance[];
}

/** One row element as a tree, to make a row of each of its repeated elements. */
export class RowTree {
	private readonly open: Instance[] = [];

	enter(place: ElementPlace): void {
		const instance: Instance = { place, cells: [], children: [] };
		this.open.at(-1)?.children.push(instance);
		this.open.push(instance);
	}

	set(slot: number, text: string): void {
		this.open[this.open.length - 1].cells.push([slot, text]);
	}

	/** The rows, once the row element itself is left. */
	leave(): Rows | undefined {
		const instance = this.open.pop();
		return instance !== undefined && this.open.length === 0 ? rowsOf(instance) : undefined;
	}
}

/**
 * What stands once is on every row. Lists of different elements run side by side, so that each of
 * their elements comes up once: three line items and two replies make three rows.
 */
function rowsOf({ cells, children }: Instance): Cells[] {
	const lists = new Map<ElementPlace, Cells[]>();
	for (const child of children) {
		const rows = rowsOf(child);
		const list = lists.get(child.place);
		if (list === undefined) lists.set(child.place, rows);
		else for (const row of rows) list.push(row);
	}
	const all = [...lists.values()];
	const onEvery = [...cells, ...all.filter((list) => list.length === 1).flatMap(([row]) => row)];
	const repeated = all.filter((list) => list.length > 1);
	const count = Math.max(1, ...repeated.map((list) => list.length));
	return Array.from({ length: count }, (_, index) => [
		...onEvery,
		...repeated.flatMap((list) => list.at(index) ?? []),
	]);
}
