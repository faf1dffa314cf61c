import type { IDataObject } from 'n8n-workflow';

import { AskingSink } from './askingSink';
import type { ReadChoices, ReportMetadata } from './choices';
import {
	type CellValue,
	exactNumber,
	isCount,
	isGuessed,
	isWrittenAsAmount,
	kindOf,
	UniqueNames,
} from './columns';
import { countIn } from '../text';
import { RowMoney } from './rowMoney';

/** Makes one flat object of each row, all with the same keys in the same order. */
export class RowsSink extends AskingSink {
	/** How many rows were made before the last new column was met. */
	private rowsBeforeColumn = 0;
	private columnCount = 0;
	private readonly outputs: OutputColumns;
	private readonly factKeys: string[];
	private shape: RowShape | undefined;
	private isPlain = true;
	private readonly money?: RowMoney;

	constructor(
		choices: ReadChoices,
		private readonly emit: (row: IDataObject) => void,
		timeText?: TimeText,
		definition?: string,
		countsAreNumbers = false,
	) {
		super(choices);
		const unique = new UniqueNames();
		if (choices.addsKind) this.money = new RowMoney(definition, unique, choices.amounts);
		this.factKeys = choices.metadataColumns.map((name) => unique.give(name));
		this.outputs = new OutputColumns({ ...choices, countsAreNumbers }, unique, timeText);
		for (const { name } of this.picked) this.outputs.add(name);
	}

	get moneyNotice(): string | undefined {
		return this.rows > 0 ? this.money?.notice : undefined;
	}

	override metadata(facts: ReportMetadata): void {
		super.metadata(facts);
		this.shape = undefined;
	}

	columns(names: readonly string[]): number[] {
		const wantsAll = this.picked.length === 0;
		const fresh = this.asked.newAmong(names);
		const slots = this.meet(names, (name) => wantsAll || this.money?.wants(name) === true);
		this.money?.meet(names, slots);
		if (wantsAll) for (const name of fresh) this.outputs.add(name);
		this.shape = undefined;
		return slots;
	}

	row(): boolean {
		const shape = this.shape ?? this.newShape();
		const row = shape.row(this.isPlain ? this.cells : this.outputs.values(this.cells));
		this.emit(this.money === undefined ? row : this.money.addTo(row, this.cells));
		return this.count();
	}

	/**
	 * To be called at the end: gives the first rows, as many as named, the columns that came after them. The columns of
	 * an XML report are known only then. `isEnd`: false where more rows may show more columns.
	 */
	finish({ isEnd = true } = {}): { rows: number; upgraded: (row: IDataObject) => IDataObject } {
		if (this.rows > 0 && isEnd) this.insistOnSome();
		const shape = this.shape ?? this.newShape();
		return { rows: this.rowsBeforeColumn, upgraded: (row) => shape.upgraded(row) };
	}

	private newShape(): RowShape {
		const { asked, outputs } = this;
		const slotOf = (name: string) =>
			this.picked.find((pick) => pick.name === name)?.slot ?? asked.slotOf(name);
		outputs.plan(slotOf);
		this.isPlain = outputs.arePlain && outputs.list.every(({ slot }, index) => slot === index);
		const constants = this.choices.metadataColumns.map((fact, index): [string, CellValue] => [
			this.factKeys[index],
			this.facts[fact] ?? '',
		]);
		this.shape = new RowShape(constants, outputs.keys);
		if (outputs.keys.length > this.columnCount) this.rowsBeforeColumn = this.rows;
		this.columnCount = outputs.keys.length;
		return this.shape;
	}
}

type Convert = (text: string) => CellValue;

/** How a time of a column comes out. */
export type TimeText = (text: string, column: string) => string;

interface OutputColumn {
	key: string;
	/** The column of the report that it is made from. */
	name: string;
	slot: number;
	convert?: Convert;
}

/** The columns of the rows that come out, and how each is made from the cells of the report. */
class OutputColumns {
	private readonly columns: OutputColumn[] = [];
	private buffer: CellValue[] = [];
	keys: string[] = [];
	/** Whether every cell comes out just as it is in the report. */
	arePlain = true;

	/** `timeText`: undefined where times come out as they are. */
	constructor(
		private readonly choices: ReadChoices & { countsAreNumbers: boolean },
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
		if (choices.countsAreNumbers && isCount(name)) return (text) => countIn(text) ?? text;
		if (kind !== 'amount' || choices.amounts === 'text') return undefined;
		// What a column holds by its name only may be something else after all, and is left alone then.
		return isGuessed(name)
			? (text) => (isWrittenAsAmount(text) ? exactNumber(name, text) : text)
			: (text) => exactNumber(name, text);
	}
}

/** With more keys, V8 makes an object from JSON a hash table, which is three times as slow to clone. */
const MOST_FAST_KEYS = 127;

/**
 * Makes rows of one shape. Cloning a template and storing by key is four times as fast as building
 * objects. V8 keeps all cells of a template from JSON in the object itself, and not in a list beside it.
 */
class RowShape {
	private readonly template: IDataObject;

	constructor(
		constants: Iterable<readonly [string, CellValue]>,
		private readonly keys: readonly string[],
	) {
		const cells = [...constants, ...keys.map((key): [string, CellValue] => [key, ''])];
		const template: IDataObject = Object.fromEntries(cells);
		this.template =
			cells.length > MOST_FAST_KEYS
				? template
				: (JSON.parse(JSON.stringify(template)) as IDataObject);
	}

	row(values: readonly CellValue[]): IDataObject {
		const row = { ...this.template };
		const { keys } = this;
		for (let index = 0; index < keys.length; index++) row[keys[index]] = values[index];
		return row;
	}

	/** A row of an earlier shape, with the columns that were met after it. */
	upgraded(row: IDataObject): IDataObject {
		return Object.assign({ ...this.template }, row);
	}
}
