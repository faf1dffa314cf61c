import { refusal } from '../../problem';
import type { ReadChoices } from '../choices';
import { UniqueNames } from '../columnNames';
import { number } from '../../number';
import type { RowSink } from '../rowSink';
import type { ElementPlace } from './elements';
import type { Wrappers } from './wrappers';

type Cells = ReadonlyArray<readonly [slot: number, text: string]>;
type Rows = readonly Cells[];

interface Instance {
	place: ElementPlace;
	cells: Array<[number, string]>;
	children: Instance[];
}

/** One row element as a tree, to make a row of each of its repeated elements. */
class RowTree {
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

const MOST_COLUMNS = 4096;
const NOTHING: Cells = [];

/** The cells of the row that is being read, for the sink: one row of it, or one for each repeated element. */
export class RowCells {
	private readonly unique = new UniqueNames('report');
	private readonly slots = new Map<string, number>();
	/** Where repeated elements become rows of their own. */
	readonly tree: RowTree | undefined;

	constructor(
		private readonly choices: Pick<ReadChoices, 'repeated' | 'wrapperAttributes'>,
		private readonly sink: RowSink,
	) {
		if (choices.repeated === 'rows') this.tree = new RowTree();
	}

	begin(): void {
		const { cells } = this.sink;
		for (let slot = 0; slot < cells.length; slot++) cells[slot] = '';
	}

	/** The cells for the attributes of the elements around the row, if the user wants them. */
	carried(wrappers: Wrappers): Cells {
		if (!this.choices.wrapperAttributes) return NOTHING;
		const cells = wrappers.attributes.map(([column, text]): [number, string] => {
			return [this.slotFor(`^${column}`, column), text];
		});
		return cells.filter(([slot]) => slot >= 0);
	}

	/** False when no more is wanted. */
	finish(rows: Rows | undefined): boolean {
		if (rows === undefined) return this.handOver();
		const { cells } = this.sink;
		for (const row of rows) {
			this.begin();
			for (const [slot, text] of row) cells[slot] = text;
			if (!this.handOver()) return false;
		}
		return true;
	}

	/** The slot for the cells of a column, a new one where it was not met before; -1 where nobody asked for it. */
	slotFor(key: string, path: string): number {
		const known = this.slots.get(key);
		if (known !== undefined) return known;
		if (this.slots.size === MOST_COLUMNS) {
			throw refusal(
				`The rows have more than ${number(MOST_COLUMNS)} columns`,
				'Choose One Row Each for Repeated Elements, or take the report as a file.',
			);
		}
		const [slot] = this.sink.columns([this.unique.give(path)]);
		this.slots.set(key, slot);
		return slot;
	}

	private handOver(): boolean {
		return !this.sink.accepts() || this.sink.row();
	}
}
