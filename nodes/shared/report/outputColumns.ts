import { columnNamesOf, looseName } from '../catalogue/columns';
import { withoutFormula } from '../formula';
import type { ReadChoices } from './choices';
import { currencyColumnOf, isCurrency, isGuessed, kindOf } from './columnKinds';
import type { UniqueNames } from './columnNames';
import type { CellValue } from './convert';
import { exactNumber, isoTime, isWrittenAsAmount, minorUnits, plainCell } from './convert';
import type { ReportTimes } from '../period/times';

type Convert = (text: string, cells: readonly string[]) => CellValue;

export interface OutputColumn {
	key: string;
	/** The column of the report that it is made from. */
	name: string;
	slot: number;
	convert?: Convert;
}

type Kind = 'text' | 'amount' | 'time' | 'currencyBeside';

interface Planned extends OutputColumn {
	kind: Kind;
}

const looseNames = (names: string[]) =>
	new Set(names.flatMap((name) => columnNamesOf(name).similar).map(looseName));

/** The columns of the rows that come out, and how each is made from the cells of the report. */
export class OutputColumns {
	private readonly columns: Planned[] = [];
	private readonly amountNames: Set<string>;
	private readonly timeNames: Set<string>;
	private readonly currencies: string[] = [];
	private buffer: CellValue[] = [];
	keys: string[] = [];
	/** Whether every cell comes out just as it is in the report. */
	arePlain = true;

	constructor(
		private readonly choices: ReadChoices,
		private readonly unique: UniqueNames,
		private readonly times: ReportTimes,
	) {
		this.amountNames = looseNames(choices.amountColumns);
		this.timeNames = looseNames(choices.timeColumns);
	}

	get list(): readonly OutputColumn[] {
		return this.columns;
	}

	add(name: string): void {
		const { choices, unique } = this;
		const kind = this.kindOf(name);
		const wish = choices.formulas === 'apostrophe' ? withoutFormula(name) : name;
		this.columns.push({ key: unique.give(wish), name, slot: -1, kind });
		if (kind === 'amount' && choices.amounts === 'minorUnits') {
			const key = unique.give(`${wish}_Currency`);
			this.columns.push({ key, name, slot: -1, kind: 'currencyBeside' });
		}
	}

	/** Reports columns of the report, whether they come out or not. */
	meet(names: readonly string[]): void {
		this.currencies.push(...names.filter(isCurrency));
	}

	/** Finds the columns' slots, now that more columns of the report are known. */
	plan(slotOf: (name: string) => number): void {
		for (const column of this.columns) {
			column.slot = slotOf(column.name);
			column.convert = this.converter(column, slotOf);
		}
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
			buffer[index] = convert === undefined ? text : convert(text, cells);
		}
		return buffer;
	}

	private kindOf(name: string): Kind {
		const { choices, amountNames, timeNames } = this;
		const loose = looseName(name);
		if (amountNames.has(loose)) return 'amount';
		if (timeNames.has(loose)) return 'time';
		const kind = kindOf(name);
		if (kind === 'amount' && choices.amounts !== 'text' && amountNames.size === 0) return kind;
		return kind === 'time' && choices.times !== 'text' && timeNames.size === 0 ? kind : 'text';
	}

	private converter(
		{ name, kind }: Planned,
		slotOf: (name: string) => number,
	): Convert | undefined {
		const { choices } = this;
		const empty = plainCell('', choices);
		const orEmpty =
			(convert: Convert): Convert =>
			(text, cells) =>
				text === '' ? empty : convert(text, cells);
		if (kind === 'currencyBeside') {
			const currencyOf = this.currencyReader(name, slotOf);
			return orEmpty((_, cells) => plainCell(currencyOf(cells), choices));
		}
		if (kind === 'amount' && choices.amounts !== 'text') {
			return orEmpty(this.amountReader(name, slotOf));
		}
		if (kind === 'time' && choices.times === 'iso') return orEmpty(this.timeReader(name));
		const isAsItIs = choices.formulas === 'keep' && choices.emptyCells === 'text';
		return isAsItIs ? undefined : (text) => plainCell(text, choices);
	}

	/** What a column holds by its name only may be something else after all, and is left alone then. */
	private timeReader(name: string): Convert {
		const { times } = this;
		if (this.timeNames.size > 0) return (text) => isoTime(name, text, times);
		return (text) => times.iso(text.trim()) ?? plainCell(text, this.choices);
	}

	private amountReader(name: string, slotOf: (name: string) => number): Convert {
		const { amounts } = this.choices;
		const currencyOf = this.currencyReader(name, slotOf);
		const read: Convert = (text, cells) =>
			amounts === 'number' ? exactNumber(name, text) : minorUnits(name, text, currencyOf(cells));
		if (this.amountNames.size > 0 || !isGuessed(name)) return read;
		return (text, cells) =>
			isWrittenAsAmount(text) ? read(text, cells) : plainCell(text, this.choices);
	}

	private currencyReader(
		name: string,
		slotOf: (name: string) => number,
	): (cells: readonly string[]) => string {
		const column = currencyColumnOf(name, this.currencies);
		const slot = column === undefined ? -1 : slotOf(column);
		return (cells) => (slot < 0 ? '' : cells[slot]) || this.choices.currency;
	}
}
