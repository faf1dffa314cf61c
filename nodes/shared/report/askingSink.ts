import { type Asked, AskedColumns } from './askedColumns';
import type { ReadChoices } from './choices';
import { rowFilter } from './filter';
import type { ReportMetadata, RowSink } from './rowSink';
import { ReportTimes } from '../period/times';

/** What all sinks do: find the columns that were asked for, filter the rows and count them. */
export abstract class AskingSink implements RowSink {
	readonly cells: string[] = [];
	protected readonly asked = new AskedColumns();
	protected readonly times: ReportTimes;
	/** How many rows were taken. */
	rows = 0;
	/** How many rows were met, whether the filter let them pass or not. */
	rowsMet = 0;
	private readonly filter: ReturnType<typeof rowFilter>;

	constructor(protected readonly choices: ReadChoices) {
		this.times = new ReportTimes(choices.timeZone);
		const ask = (name: string): Asked => this.asked.ask('Row Filter', name);
		this.filter = rowFilter(choices.filters, ask, this.times);
	}

	/** Whether all rows that are wanted were taken, so that what follows them is not read. */
	get isFull(): boolean {
		return this.choices.firstRows > 0 && this.rows >= this.choices.firstRows;
	}

	/** To be called before each report where several are read as one. */
	nextReport(): void {
		this.cells.fill('');
	}

	abstract metadata(facts: ReportMetadata): void;
	abstract columns(names: string[]): number[];
	abstract row(): boolean;

	columnsAreComplete(): void {
		this.asked.insist();
	}

	decides(slot: number): boolean {
		return this.filter.decides(slot);
	}

	accepts(): boolean {
		this.rowsMet++;
		return this.filter.accepts(this.cells);
	}

	/** The slots of these columns, whose cells are empty for now. */
	protected meet(names: string[], wanted: (name: string) => boolean): number[] {
		const slots = this.asked.meet(names, wanted);
		for (const slot of slots) if (slot >= 0) this.cells[slot] = '';
		return slots;
	}

	/** Counts a row; false when it was the last that is wanted. */
	protected count(): boolean {
		this.rows++;
		return !this.isFull;
	}
}
