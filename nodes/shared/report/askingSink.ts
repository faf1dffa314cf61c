import { type Asked, AskedColumns } from './askedColumns';
import type { ReadChoices } from './choices';
import { rowFilter } from './filter';
import type { ReportMetadata, RowSink } from './rowSink';
import { ReportTimes } from './times';

/** What all sinks do: find the columns that were asked for, filter the rows and count them. */
export abstract class AskingSink implements RowSink {
	readonly cells: string[] = [];
	protected readonly asked = new AskedColumns();
	protected readonly times: ReportTimes;
	/** How many rows were taken. */
	protected rows = 0;
	private readonly filter: ReturnType<typeof rowFilter>;

	constructor(protected readonly choices: ReadChoices) {
		this.times = new ReportTimes(choices.timeZone);
		const ask = (name: string): Asked => this.asked.ask('Row Filter', name);
		this.filter = rowFilter(choices.filters, ask, this.times);
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
		return this.rows !== this.choices.firstRows;
	}
}
