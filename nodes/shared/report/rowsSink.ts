import type { IDataObject } from 'n8n-workflow';

import { ReportSink } from './reportSink';
import type { ReadChoices, ReportMetadata } from './choices';
import { type CellValue, exactNumber, isCount, kindOf, UniqueNames } from './columns';
import { countIn, number } from '../text';
import { RowMoney } from './rowMoney';

/** Makes one flat object of each row, all with the same keys in the same order. */
export class RowsSink extends ReportSink {
	/** How many rows were made before the last new column was met. */
	private rowsBeforeColumn = 0;
	private readonly unique = new UniqueNames();
	private readonly outputs: OutputColumn[] = [];
	private readonly factKeys: string[];
	private shape: RowShape | undefined;
	private readonly money?: RowMoney;

	/** `timeText`: undefined where times come out as they are. */
	constructor(
		choices: ReadChoices,
		private readonly emit: (row: IDataObject) => void,
		private readonly timeText?: TimeText,
		source: { definition?: string; isAcceptedOnly?: boolean } = {},
		private readonly countsAreNumbers = false,
	) {
		super(choices);
		if (choices.addsKind) this.money = new RowMoney(source, this.unique, choices.amounts);
		this.factKeys = choices.metadataColumns.map((name) => this.unique.give(name));
		for (const { name } of this.picked) this.addOutput(name);
	}

	override get notices(): Array<string | undefined> {
		return [...super.notices, ...(this.rows > 0 ? (this.money?.notices ?? []) : [])];
	}

	override nextReport(facts: ReportMetadata): void {
		super.nextReport(facts);
		this.shape = undefined;
	}

	columns(names: readonly string[]): number[] {
		const wantsAll = this.picked.length === 0;
		const fresh = wantsAll ? this.asked.newAmong(names) : [];
		const slots = this.addColumns(names, (name) => wantsAll || this.money?.wants(name) === true);
		this.money?.addColumns(names, slots);
		for (const name of fresh) this.addOutput(name);
		if (fresh.length > 0) this.rowsBeforeColumn = this.rows;
		this.shape = undefined;
		return slots;
	}

	row(): boolean {
		const shape = this.shape ?? this.newShape();
		const row = shape.row(this.cells);
		this.emit(this.money === undefined ? row : this.money.addTo(row, this.cells));
		return this.count();
	}

	/**
	 * To be called at the end: gives the first rows, as many as named, the columns that came after them. The columns of
	 * an XML report are known only then. `isEnd`: false where more rows may show more columns.
	 */
	finish({ isEnd = true } = {}): { rows: number; upgraded: (row: IDataObject) => IDataObject } {
		if (this.rows > 0 && isEnd) this.insistOnSome();
		this.money?.finish();
		const shape = this.shape ?? this.newShape();
		return { rows: this.rowsBeforeColumn, upgraded: (row) => shape.upgraded(row) };
	}

	private addOutput(name: string): void {
		const convert = this.converter(name);
		this.outputs.push({ key: this.unique.give(name), name, slot: -1, convert });
	}

	private converter(name: string): Convert | undefined {
		const { choices, timeText } = this;
		const kind = kindOf(name);
		if (kind === 'time' && timeText !== undefined) {
			return (text) => {
				const shown = timeText(text, name);
				if (shown === undefined) this.tell(UNREAD, `row ${number(this.rows + 1)}, ${name}`);
				return shown ?? text;
			};
		}
		if (this.countsAreNumbers && isCount(name)) return (text) => countIn(text) ?? text;
		if (kind !== 'amount' || choices.amounts === 'text') return undefined;
		return (text) => exactNumber(name, text);
	}

	private newShape(): RowShape {
		const { asked, picked, outputs } = this;
		for (const output of outputs) {
			const pick = picked.find(({ name }) => name === output.name);
			output.slot = pick?.slot ?? asked.slotOf(output.name);
		}
		const facts = this.choices.metadataColumns.map((fact) => this.facts[fact] ?? '');
		const constants = this.factKeys.map((key, index) => [key, facts[index]] as const);
		return (this.shape = new RowShape(constants, outputs));
	}
}

type Convert = (text: string) => CellValue;

/** How a time of a column comes out; undefined where it cannot be read. */
export type TimeText = (text: string, column: string) => string | undefined;

const UNREAD = 'Times that could not be read, kept as in the report';

interface OutputColumn {
	key: string;
	name: string;
	slot: number;
	convert?: Convert;
}

/** With more keys, V8 makes an object from JSON a hash table, which is three times as slow to clone. */
const MOST_FAST_KEYS = 127;

/**
 * Makes rows of one shape. Cloning a template and storing by key is four times as fast as building
 * objects. V8 keeps all cells of a template from JSON in the object itself, and not in a list beside it.
 */
class RowShape {
	private readonly template: IDataObject;
	private readonly keys: string[];
	private readonly slots: number[];
	private readonly converted: Array<OutputColumn & { convert: Convert }>;

	constructor(
		constants: ReadonlyArray<readonly [string, string]>,
		columns: readonly OutputColumn[],
	) {
		const cells = [...constants, ...columns.map(({ key }) => [key, ''] as const)];
		const template: IDataObject = Object.fromEntries(cells);
		this.template =
			cells.length > MOST_FAST_KEYS
				? template
				: (JSON.parse(JSON.stringify(template)) as IDataObject);
		const filled = columns.filter(({ slot }) => slot >= 0);
		this.keys = filled.map(({ key }) => key);
		this.slots = filled.map(({ slot }) => slot);
		this.converted = filled.flatMap(({ convert, ...column }) =>
			convert === undefined ? [] : { ...column, convert },
		);
	}

	row(cells: readonly string[]): IDataObject {
		const row = { ...this.template };
		const { keys, slots } = this;
		for (let index = 0; index < keys.length; index++) row[keys[index]] = cells[slots[index]];
		const { converted } = this;
		for (let index = 0; index < converted.length; index++) {
			const { key, slot, convert } = converted[index];
			if (cells[slot] !== '') row[key] = convert(cells[slot]);
		}
		return row;
	}

	/** A row of an earlier shape, with the columns that were met after it. */
	upgraded(row: IDataObject): IDataObject {
		return Object.assign({ ...this.template }, row);
	}
}
