import { refusal } from '../../problem';
import { UniqueNames } from '../columns';
import { number } from '../../text';
import type { ReportSink } from '../reportSink';
import type { Wrappers } from './wrappers';

const MOST_COLUMNS = 4096;

/** The cells of the row that is being read, for the sink. */
export class RowCells {
	private readonly unique = new UniqueNames();
	private readonly slots = new Map<string, number>();

	constructor(private readonly sink: ReportSink) {}

	/** A row begins with the attributes of the elements around it: those of its batch. */
	begin(wrappers: Wrappers): void {
		const { cells } = this.sink;
		for (let slot = 0; slot < cells.length; slot++) cells[slot] = '';
		for (const [column, text] of wrappers.attributes) {
			const slot = this.slotFor(`^${column}`, column);
			if (slot >= 0) cells[slot] = text;
		}
	}

	/** The slot for the cells of a column, a new one where it was not met before; -1 where nobody asked for it. */
	slotFor(key: string, path: string): number {
		const known = this.slots.get(key);
		if (known !== undefined) return known;
		if (this.slots.size === MOST_COLUMNS) {
			throw refusal(
				`The rows have more than ${number(MOST_COLUMNS)} columns`,
				'Choose File as Output.',
			);
		}
		const [slot] = this.sink.columns([this.unique.give(path)]);
		this.slots.set(key, slot);
		return slot;
	}

	/** Hands the row over. False when no more is wanted. */
	finish(): boolean {
		return !this.sink.accepts() || this.sink.row();
	}
}
