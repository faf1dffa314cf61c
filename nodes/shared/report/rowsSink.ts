import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Asked } from './askedColumns';
import { AskingSink } from './askingSink';
import type { ReadChoices } from './choices';
import { UniqueNames } from './columnNames';
import type { CellValue } from './convert';
import type { ReportMetadata } from './rowSink';
import { OutputColumns, type TimeText } from './outputColumns';
import { RowShape } from './rowShape';

const KEY_COLUMN = 'rowKey';
export const WHOLE_ROW = '*';

const KEY_LENGTH = 32;

/** Keys that stay the same for the same row, in whatever order, report or form it comes out. */
class RowKeys {
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
		const key = hash.digest('hex').slice(0, KEY_LENGTH);
		if (!this.numberEqualRows) return key;
		const times = (this.seen.get(key) ?? 0) + 1;
		this.seen.set(key, times);
		return times === 1 ? key : `${key}-${times}`;
	}
}

/** Makes one flat object of each row, all with the same keys in the same order. */
export class RowsSink extends AskingSink {
	/** How many rows were made before the last new column was met. */
	private rowsBeforeColumn = 0;
	private columnCount = 0;
	private readonly unique: UniqueNames;
	private readonly outputs: OutputColumns;
	private readonly picked: Asked[];
	private readonly keyColumns: Asked[];
	private readonly keys: RowKeys | undefined;
	private keyNames: string[] = [];
	private keySlots: number[] = [];
	private keyName = '';
	private constants: Array<[string, CellValue]> = [];
	private shape: RowShape | undefined;
	private isPlain = true;

	constructor(
		choices: ReadChoices,
		private facts: ReportMetadata,
		private readonly emit: (row: IDataObject) => void,
		timeText?: TimeText,
	) {
		super(choices);
		this.unique = new UniqueNames(choices.columnNames);
		this.keys = choices.rowKey.length === 0 ? undefined : new RowKeys(this.keyIsRow);
		for (const name of choices.metadataColumns) this.constants.push([this.unique.give(name), '']);
		if (this.keys !== undefined) {
			this.keyName = this.unique.give(KEY_COLUMN);
			this.constants.push([this.keyName, '']);
		}
		this.outputs = new OutputColumns(choices, this.unique, timeText);
		this.picked = choices.columns.map((name) => this.asked.ask('Columns to Keep', name));
		for (const { name } of this.picked) this.outputs.add(name);
		this.keyColumns = this.keyIsRow
			? []
			: choices.rowKey.map((name) => this.asked.ask('Row Key', name));
	}

	private get keyIsRow(): boolean {
		return this.choices.rowKey.includes(WHOLE_ROW);
	}

	override nextReport(facts: ReportMetadata = {}): void {
		super.nextReport();
		this.facts = facts;
		this.shape = undefined;
	}

	metadata(facts: ReportMetadata): void {
		const own = Object.entries(this.facts).filter(([, fact]) => fact);
		this.facts = { ...facts, ...Object.fromEntries(own) };
	}

	columns(names: string[]): number[] {
		const wantsAll = this.picked.length === 0 || this.keyIsRow;
		const fresh = this.asked.newAmong(names);
		const slots = this.meet(names, () => wantsAll);
		if (this.picked.length === 0) for (const name of fresh) this.outputs.add(name);
		this.shape = undefined;
		return slots;
	}

	row(): boolean {
		const row = (this.shape ?? this.newShape()).row(
			this.isPlain ? this.cells : this.outputs.values(this.cells),
		);
		if (this.keys !== undefined) {
			row[this.keyName] = this.keys.of(
				this.keyNames,
				this.keySlots.map((slot) => (slot < 0 ? '' : this.cells[slot])),
			);
		}
		this.emit(row);
		return this.count();
	}

	/**
	 * To be called at the end: gives the first rows, as many as named, the columns that came after them. The columns of
	 * an XML report are known only then. `isEnd`: false where more rows may show more columns.
	 */
	finish({ isEnd = true } = {}): { rows: number; upgraded: (row: IDataObject) => IDataObject } {
		if (this.rows > 0) {
			if (isEnd) this.insistOnSome();
			else this.insistOnKeys();
		}
		const shape = this.shape ?? this.newShape();
		return { rows: this.rowsBeforeColumn, upgraded: (row) => shape.upgraded(row) };
	}

	/** Without any of its columns, all rows would have the same key. */
	private insistOnKeys() {
		if (this.keyColumns.some(({ slot }) => slot >= 0)) return;
		this.insist(this.keyColumns);
	}

	/** Optional elements may be missing from one XML report; columns nobody ever had are a mistake. */
	private insistOnSome() {
		this.insist(this.keyColumns);
		if (this.picked.every(({ slot }) => slot < 0)) this.insist(this.picked);
	}

	private newShape(): RowShape {
		const { asked, outputs } = this;
		const slotOf = (name: string) =>
			this.picked.find((pick) => pick.name === name)?.slot ?? asked.slotOf(name);
		outputs.plan(slotOf);
		this.isPlain = outputs.arePlain && outputs.list.every(({ slot }, index) => slot === index);
		if (this.keys !== undefined) this.planKeys();
		const constants = this.constants.map(([key, value], index): [string, CellValue] =>
			index < this.choices.metadataColumns.length
				? [key, this.facts[this.choices.metadataColumns[index]] ?? '']
				: [key, value],
		);
		this.shape = new RowShape(constants, outputs.keys);
		if (outputs.keys.length > this.columnCount) this.rowsBeforeColumn = this.rows;
		this.columnCount = outputs.keys.length;
		return this.shape;
	}

	private planKeys() {
		const columns = !this.keyIsRow
			? this.keyColumns.map(({ name, slot }) => ({ name, slot }))
			: this.asked.names.map((name) => ({ name, slot: this.asked.slotOf(name) }));
		columns.sort((a, b) => (a.name < b.name ? -1 : 1));
		this.keyNames = columns.map(({ name }) => name);
		this.keySlots = columns.map(({ slot }) => slot);
	}
}
