import { type Asked, AskedColumns } from './askedColumns';
import type { ReadChoices } from './choices';
import { rowFilter } from './filter';
import type { ReportMetadata, RowSink } from './rowSink';
import { ReportTimes } from '../period/times';

const FILTER = 'Row Filter';

/** What all sinks do: find the columns that were asked for, filter the rows and count them. */
export abstract class AskingSink implements RowSink {
	readonly cells: string[] = [];
	protected readonly asked = new AskedColumns();
	/** How many rows were taken. */
	rows = 0;
	/** How many rows were met, whether the filter let them pass or not. */
	rowsMet = 0;
	/** What the user should know of the end of a report. */
	endNotice?: string;
	private readonly filter: ReturnType<typeof rowFilter>;

	constructor(protected readonly choices: ReadChoices) {
		const ask = (name: string): Asked => this.asked.ask(FILTER, name);
		this.filter = rowFilter(choices.filters, ask, new ReportTimes(choices.timeZone));
	}

	/** Whether all rows that are wanted were taken, so that what follows them is not read. */
	get isFull(): boolean {
		return false;
	}

	/** To be called before each report where several are read as one. */
	nextReport(): void {
		this.cells.fill('');
	}

	/** What the user should know of columns that rows of an XML report may have, and none had. */
	get missingNotice(): string | undefined {
		return this.missing((field) => field === FILTER);
	}

	/** The same, as an item shows it. */
	get ending(): { endNotice?: string } {
		return this.endNotice === undefined ? {} : { endNotice: this.endNotice };
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

	protected insist(asked?: readonly Asked[]): void {
		this.asked.insist(asked);
	}

	protected missing(isMeant: (field: string) => boolean): string | undefined {
		return this.rowsMet === 0 ? undefined : this.asked.notice(({ field }) => isMeant(field));
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
