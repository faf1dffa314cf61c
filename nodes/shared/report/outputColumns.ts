import type { ReadChoices } from './choices';
import { currencyColumnOf, isAmountName, isTimeName } from './columnKinds';
import type { UniqueNames } from './columnNames';
import { looseName } from './columnNames';
import type { CellValue } from './convert';
import { exactNumber, isoTime, minorUnits, withoutFormula } from './convert';
import type { ReportTimes } from './times';

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

/** The columns of the rows that come out, and how each is made from the cells of the report. */
export class OutputColumns {
	private readonly columns: Planned[] = [];
	private readonly amountNames: Set<string>;
	private readonly timeNames: Set<string>;
	private buffer: CellValue[] = [];
	keys: string[] = [];
	/** Whether every cell comes out just as it stands in the report. */
	arePlain = true;

	constructor(
		private readonly choices: ReadChoices,
		private readonly unique: UniqueNames,
		private readonly times: ReportTimes,
	) {
		this.amountNames = new Set(choices.amountColumns.map(looseName));
		this.timeNames = new Set(choices.timeColumns.map(looseName));
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

	/** Finds the columns' slots, now that these columns of the report are known. */
	plan(names: readonly string[], slotOf: (name: string) => number): void {
		for (const column of this.columns) {
			column.slot = slotOf(column.name);
			const currency = currencyColumnOf(column.name, names);
			const currencySlot = currency === undefined ? -1 : slotOf(currency);
			column.convert = this.converter(column, currencySlot);
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
		if (choices.amounts !== 'text' && amountNames.size === 0 && isAmountName(name)) return 'amount';
		return choices.times !== 'text' && timeNames.size === 0 && isTimeName(name) ? 'time' : 'text';
	}

	private converter({ name, kind }: Planned, currencySlot: number): Convert | undefined {
		const { choices, times } = this;
		const empty = choices.emptyCells === 'null' ? null : '';
		const currencyOf = (cells: readonly string[]) =>
			(currencySlot < 0 ? '' : cells[currencySlot]) || choices.currency;
		if (kind === 'currencyBeside') return (text, cells) => (text && currencyOf(cells)) || empty;
		if (kind === 'amount' && choices.amounts === 'number') {
			return (text) => (text === '' ? empty : exactNumber(name, text));
		}
		if (kind === 'amount' && choices.amounts === 'minorUnits') {
			return (text, cells) => (text === '' ? empty : minorUnits(name, text, currencyOf(cells)));
		}
		if (kind === 'time' && choices.times === 'iso') {
			const isNamed = this.timeNames.size > 0;
			return (text) => (text === '' ? empty : isoTime(name, text, times, isNamed));
		}
		if (choices.formulas === 'apostrophe') {
			return (text) => (text === '' ? empty : withoutFormula(text));
		}
		return empty === null ? (text) => (text === '' ? null : text) : undefined;
	}
}
