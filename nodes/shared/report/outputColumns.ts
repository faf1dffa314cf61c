import { columnNamesOf, looseName } from '../catalogue/columns';
import { withoutFormula } from '../formula';
import type { ReadChoices } from './choices';
import { isGuessed, kindOf } from './columnKinds';
import type { UniqueNames } from './columnNames';
import type { CellValue } from './convert';
import { exactNumber, isoTime, isWrittenAsAmount, minorUnits, plainCell } from './convert';
import { assumedCurrency, CurrencyColumns, filledCurrency } from './currencyColumns';
import type { ReportTimes } from '../period/times';
import { number } from '../number';

type Convert = (text: string, cells: readonly string[]) => CellValue;
type CurrencyReader = (cells: readonly string[]) => string;

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
	private readonly currencies = new CurrencyColumns();
	/** The currency columns that are only likely to be those of an amount, by the amount. */
	private readonly assumed = new Map<string, string>();
	/** How many amounts have the chosen currency because their row has none. */
	private readonly filled = new Map<string, number>();
	private skippedTimes = 0;
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
		this.currencies.meet(names);
	}

	/** Finds the columns' slots, now that more columns of the report are known. */
	plan(
		slotOf: (name: string) => number,
		nameOf: (column: Pick<OutputColumn, 'name' | 'slot'>) => string,
	): void {
		for (const column of this.columns) {
			column.slot = slotOf(column.name);
			const currencyOf = () =>
				this.currencyReader(nameOf(column), slotOf, column.kind === 'amount');
			column.convert = this.converter(column, currencyOf);
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

	/** What the user should know of the amounts. */
	notes(): string[] {
		return [
			...[...this.assumed].map(([amount, currency]) => assumedCurrency(amount, currency)),
			...[...this.filled].map(([amount, count]) =>
				filledCurrency(amount, this.choices.currency, count),
			),
			...(this.skippedTimes > 0
				? [
						`Times that the clock of the time zone skipped, when summer time began, are kept as text: ${number(this.skippedTimes)}`,
					]
				: []),
		];
	}

	private converter(
		{ name, kind }: Planned,
		currencyReader: () => CurrencyReader,
	): Convert | undefined {
		const { choices } = this;
		const empty = plainCell('', choices);
		const orEmpty =
			(convert: Convert): Convert =>
			(text, cells) =>
				text === '' ? empty : convert(text, cells);
		if (kind === 'currencyBeside') {
			const currencyOf = currencyReader();
			return orEmpty((_, cells) => plainCell(currencyOf(cells), choices));
		}
		if (kind === 'amount' && choices.amounts !== 'text') {
			return orEmpty(this.amountReader(name, currencyReader));
		}
		if (kind === 'time' && choices.times === 'iso') return orEmpty(this.timeReader(name));
		const isAsItIs = choices.formulas === 'keep' && choices.emptyCells === 'text';
		return isAsItIs ? undefined : (text) => plainCell(text, choices);
	}

	/** What a column holds by its name only may be something else after all, and is left alone then. */
	private timeReader(name: string): Convert {
		const read = this.readTime(name);
		const { times } = this;
		return (text) => {
			if (!times.isSkipped(text.trim())) return read(text);
			this.skippedTimes++;
			return plainCell(text, this.choices);
		};
	}

	private readTime(name: string): (text: string) => CellValue {
		const { times } = this;
		if (this.timeNames.size > 0) return (text) => isoTime(name, text, times);
		return (text) => times.iso(text.trim()) ?? plainCell(text, this.choices);
	}

	private amountReader(name: string, currencyReader: () => CurrencyReader): Convert {
		const read = this.readAmount(name, currencyReader);
		if (this.amountNames.size > 0 || !isGuessed(name)) return read;
		return (text, cells) =>
			isWrittenAsAmount(text) ? read(text, cells) : plainCell(text, this.choices);
	}

	private readAmount(name: string, currencyReader: () => CurrencyReader): Convert {
		if (this.choices.amounts === 'number') return (text) => exactNumber(name, text);
		const currencyOf = currencyReader();
		return (text, cells) => minorUnits(name, text, currencyOf(cells));
	}

	private currencyReader(
		amount: string,
		slotOf: (name: string) => number,
		isCounted: boolean,
	): CurrencyReader {
		const column = this.currencies.of(amount);
		if (column?.isAssumed) this.assumed.set(amount, column.name);
		else this.assumed.delete(amount);
		const slot = column === undefined ? -1 : slotOf(column.name);
		const chosen = this.choices.currency;
		return (cells) => {
			const own = slot < 0 ? '' : cells[slot].trim();
			if (own !== '') return own;
			if (slot >= 0 && chosen !== '' && isCounted) {
				this.filled.set(amount, (this.filled.get(amount) ?? 0) + 1);
			}
			return chosen;
		};
	}
}
