import type { ReadChoices } from './choices';
import { isGuessed, kindOf } from './columnKinds';
import type { UniqueNames } from './columnNames';
import type { CellValue } from './convert';
import { exactNumber, isWrittenAsAmount } from './convert';

type Convert = (text: string) => CellValue;

/** How a time of a column comes out. */
export type TimeText = (text: string, column: string) => string;

export interface OutputColumn {
	key: string;
	/** The column of the report that it is made from. */
	name: string;
	slot: number;
	convert?: Convert;
}

/** The columns of the rows that come out, and how each is made from the cells of the report. */
export class OutputColumns {
	private readonly columns: OutputColumn[] = [];
	private buffer: CellValue[] = [];
	keys: string[] = [];
	/** Whether every cell comes out just as it is in the report. */
	arePlain = true;

	/** `timeText`: undefined where times come out as they are. */
	constructor(
		private readonly choices: ReadChoices,
		private readonly unique: UniqueNames,
		private readonly timeText?: TimeText,
	) {}

	get list(): readonly OutputColumn[] {
		return this.columns;
	}

	add(name: string): void {
		const key = this.unique.give(name);
		this.columns.push({ key, name, slot: -1, convert: this.converter(name) });
	}

	/** Finds the columns' slots, now that more columns of the report are known. */
	plan(slotOf: (name: string) => number): void {
		for (const column of this.columns) column.slot = slotOf(column.name);
		this.keys = this.columns.map(({ key }) => key);
		this.arePlain = this.columns.every(({ convert }) => convert === undefined);
		this.buffer = new Array<CellValue>(this.columns.length).fill('');
	}

	/** The values of a row, good until the next one is asked for. */
	values(cells: readonly string[]): readonly CellValue[] {
		const { columns, buffer } = this;
		for (let index = 0; index < columns.length; index++) {
			const { slot, convert } = columns[index];
			const text = slot < 0 ? '' : cells[slot];
			buffer[index] = convert === undefined || text === '' ? text : convert(text);
		}
		return buffer;
	}

	private converter(name: string): Convert | undefined {
		const { choices, timeText } = this;
		const kind = kindOf(name);
		if (kind === 'time' && timeText !== undefined) return (text) => timeText(text, name);
		if (kind !== 'amount' || choices.amounts === 'text') return undefined;
		// What a column holds by its name only may be something else after all, and is left alone then.
		return isGuessed(name)
			? (text) => (isWrittenAsAmount(text) ? exactNumber(name, text) : text)
			: (text) => exactNumber(name, text);
	}
}
