import type { IDataObject } from 'n8n-workflow';
import type { Asked } from './askedColumns';
import { AskingSink } from './askingSink';
import type { ReadChoices } from './choices';
import { UniqueNames } from './columnNames';
import type { CellValue } from './convert';
import type { ReportMetadata } from './rowSink';
import { OutputColumns, type TimeText } from './outputColumns';
import { RowShape } from './rowShape';

/** Makes one flat object of each row, all with the same keys in the same order. */
export class RowsSink extends AskingSink {
	/** How many rows were made before the last new column was met. */
	private rowsBeforeColumn = 0;
	private columnCount = 0;
	private readonly outputs: OutputColumns;
	private readonly picked: Asked[];
	private readonly factKeys: string[];
	private shape: RowShape | undefined;
	private isPlain = true;

	constructor(
		choices: ReadChoices,
		private facts: ReportMetadata,
		private readonly emit: (row: IDataObject) => void,
		timeText?: TimeText,
	) {
		super(choices);
		const unique = new UniqueNames(choices.columnNames);
		this.factKeys = choices.metadataColumns.map((name) => unique.give(name));
		this.outputs = new OutputColumns(choices, unique, timeText);
		this.picked = choices.columns.map((name) => this.asked.ask('Columns to Keep', name));
		for (const { name } of this.picked) this.outputs.add(name);
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
		const wantsAll = this.picked.length === 0;
		const fresh = this.asked.newAmong(names);
		const slots = this.meet(names, () => wantsAll);
		if (wantsAll) for (const name of fresh) this.outputs.add(name);
		this.shape = undefined;
		return slots;
	}

	row(): boolean {
		const shape = this.shape ?? this.newShape();
		this.emit(shape.row(this.isPlain ? this.cells : this.outputs.values(this.cells)));
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

	/** Optional elements may be missing from one XML report; columns nobody ever had are a mistake. */
	private insistOnSome() {
		if (this.picked.every(({ slot }) => slot < 0)) this.insist(this.picked);
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
