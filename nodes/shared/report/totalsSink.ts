import type { IDataObject } from 'n8n-workflow';
import { DecimalSum, format, signed } from '../money';
import { refusal } from '../problem';
import type { Asked } from './askedColumns';
import { AskingSink } from './askingSink';
import type { ReadChoices, TotalChoices } from './choices';
import { isAmount, isCurrency, isFee } from './columnKinds';
import { UniqueNames } from './columnNames';
import { exactNumber, minorUnits, plainCell } from './convert';
import { Counting } from './counting';
import {
	assumedCurrency,
	type CurrencyColumn,
	CurrencyColumns,
	filledCurrency,
	normalCurrency,
} from './currencyColumns';
import { number } from '../number';
import { RowRefusal } from './refusals';
import { inTextOrder } from '../textOrder';

const MOST_GROUPS = 100_000;

interface Group {
	by: string[];
	rows: number;
	sums: DecimalSum[];
	/** How many amounts each sum is of. */
	counts: number[];
}

interface Column {
	name: string;
	slot: number;
}

interface GroupColumn extends Column {
	/** Whether it holds currencies: usd and USD are the same. */
	isCurrency: boolean;
}

interface Summed extends Column {
	/** What the report calls it. */
	column: string;
	isFee: boolean;
	currency: CurrencyColumn | undefined;
	/** Where the currency is among the columns that the groups are by; -1 where there is none. */
	currencyAt: number;
}

const valueIn = ({ slot, isCurrency }: GroupColumn, cells: readonly string[]): string =>
	isCurrency ? normalCurrency(cells[slot]) : cells[slot];

/** Different values never give the same key, whatever is in them. */
const keyOf = (values: readonly string[]): string =>
	values.reduce((key, value) => `${key}${value.length}:${value}`, '');

const inOrder = (a: Group, b: Group): number =>
	a.by.map((value, index) => inTextOrder(value, b.by[index])).find(Boolean) ?? 0;

function addOnce<Kept extends Column>(columns: Kept[], added: Kept) {
	const { slot } = added;
	if (slot >= 0 && !columns.some((column) => column.slot === slot)) columns.push(added);
}

/** Counts rows and adds up amounts, per group and currency, without keeping any row. */
export class TotalsSink extends AskingSink {
	private readonly groupBy: Asked[];
	private readonly sumColumns: Asked[];
	private readonly by: GroupColumn[] = [];
	private readonly summed: Summed[] = [];
	private readonly amounts: string[] = [];
	private readonly currencies = new CurrencyColumns();
	private isPlanned = false;
	private readonly groups = new Map<string, Group>();
	readonly counting: Counting | undefined;

	constructor(choices: ReadChoices, totals: TotalChoices) {
		super(choices);
		this.counting = totals.acceptedOnly ? new Counting() : undefined;
		this.groupBy = totals.groupBy.map((name) => this.asked.ask('Group Totals By', name));
		this.sumColumns = totals.sumColumns.map((name) => this.asked.ask('Columns to Add Up', name));
	}

	metadata(): void {
		// Totals carry no facts about the report.
	}

	columns(names: string[]): number[] {
		const fresh = this.asked.newAmong(names);
		const amounts = this.sumColumns.length === 0 ? fresh.filter(isAmount) : [];
		this.amounts.push(...amounts);
		this.currencies.meet(fresh);
		const wanted = new Set([...amounts, ...fresh.filter(isCurrency)]);
		this.isPlanned = false;
		const slots = this.meet(
			names,
			(name) => wanted.has(name) || this.counting?.wants(name) === true,
		);
		this.counting?.meet(names, slots);
		return slots;
	}

	row(): boolean {
		if (!this.isPlanned) this.plan();
		const { summed, cells } = this;
		const sign = this.counting?.signOf(cells) ?? 1;
		if (sign === 0) return this.count();
		const group = this.group();
		group.rows++;
		for (let index = 0; index < summed.length; index++) {
			const { slot, name, isFee } = summed[index];
			const text = cells[slot];
			if (text === '') continue;
			if (!group.sums[index].add(signed(text, isFee ? 1 : sign))) this.refuse(name, text);
			group.counts[index]++;
		}
		return this.count();
	}

	/**
	 * One object per group: its values, its rows, its sums. Where it matters which rows count, they are sorted,
	 * and those of each currency and of what was left out follow.
	 */
	totals(): IDataObject[] {
		if (!this.isPlanned) this.plan();
		if (this.rows > 0) this.insist();
		const unique = new UniqueNames(this.choices.columnNames);
		const names = {
			by: this.by.map(({ name }) => unique.give(name)),
			rows: unique.give('rows'),
			sums: this.summed.map(({ name }) => unique.give(name)),
		};
		const groups = [...this.groups.values()];
		const shown = (group: Group) => this.shown(group, names);
		if (this.counting === undefined) {
			return (groups.length > 0 ? groups : [this.emptyGroup()]).map(shown);
		}
		const [kind, reason] = [unique.give('total'), unique.give('reason')];
		return [
			...groups.sort(inOrder).map((group) => ({ [kind]: 'group', ...shown(group) })),
			...this.ofCurrencies().map((group) => ({ [kind]: 'currency', ...shown(group) })),
			...[...this.counting.leftOut].map(([why, rows]) => ({
				[kind]: 'leftOut',
				[names.rows]: rows,
				[reason]: why,
			})),
		];
	}

	/** What the user should know of the totals. */
	notes(): string[] {
		return [
			...(this.counting?.notes() ?? []),
			...this.summed.flatMap((one, index) => this.noteOn(one, index)),
		];
	}

	private noteOn({ column, currency, currencyAt }: Summed, index: number): string[] {
		const { amounts, currency: chosen } = this.choices;
		if (currency === undefined) {
			return chosen === ''
				? [`The report has no currency for ${column}: its sums may be of several currencies`]
				: [];
		}
		const notes = currency.isAssumed ? [assumedCurrency(column, currency.name)] : [];
		if (amounts !== 'minorUnits' || chosen === '') return notes;
		const filled = [...this.groups.values()]
			.filter(({ by }) => by[currencyAt] === '')
			.reduce((sum, { counts }) => sum + counts[index], 0);
		return filled === 0 ? notes : [...notes, filledCurrency(column, chosen, filled)];
	}

	private shown(
		group: Group,
		names: { by: string[]; rows: string; sums: string[] },
	): Record<string, string | number | null> {
		return Object.fromEntries<string | number | null>([
			...names.by.map((key, index): [string, string | null] => [
				key,
				plainCell(group.by[index], this.choices),
			]),
			[names.rows, group.rows],
			...names.sums.map((key, index): [string, string | number] => [key, this.sum(group, index)]),
		]);
	}

	/** One for each currency, with the sums of what is in it; what else the groups are by is empty. */
	private ofCurrencies(): Group[] {
		const all = new Map<string, Group>();
		const ofMoney = new Set(this.summed.map(({ currencyAt }) => currencyAt));
		const totalOf = (currency: string): Group => {
			const by = this.by.map((_, at) => (ofMoney.has(at) ? currency : ''));
			const total = all.get(currency) ?? { ...this.emptyGroup(), by };
			all.set(currency, total);
			return total;
		};
		for (const group of this.groups.values()) {
			const { by, rows, sums, counts } = group;
			const met = new Set<Group>();
			this.summed.forEach(({ currencyAt }, index) => {
				const currency = currencyAt < 0 ? normalCurrency(this.choices.currency) : by[currencyAt];
				// Nothing in no currency is no currency.
				if (currency === '' && counts[index] === 0) return;
				const total = totalOf(currency);
				total.sums[index].add(format(sums[index].total()));
				met.add(total);
			});
			if (met.size === 0) met.add(totalOf(''));
			for (const total of met) total.rows += rows;
		}
		return [...all.values()].sort(inOrder);
	}

	private sum(group: Group, index: number): string | number {
		const { name, currencyAt } = this.summed[index];
		const total = group.sums[index].total();
		const text = format(total);
		if (this.choices.amounts === 'text' || group.rows === 0) return text;
		if (this.choices.amounts === 'number') return exactNumber(name, text);
		// Nothing has no currency, and is nothing in each.
		if (total.units === 0n) return 0;
		const currency = currencyAt < 0 ? '' : group.by[currencyAt];
		return minorUnits(name, text, currency || this.choices.currency);
	}

	/** Columns are only ever added at the end, so that what the groups hold stays in its place. */
	private plan() {
		this.isPlanned = true;
		const { asked, sumColumns, groupBy } = this;
		const byName = (name: string): Column => ({ name, slot: asked.slotOf(name) });
		const summed = sumColumns.length > 0 ? sumColumns : this.amounts.map(byName);
		for (const { name, slot } of summed) {
			const column = asked.nameOf({ name, slot });
			const currency = { currency: undefined, currencyAt: -1 };
			addOnce(this.summed, { name, slot, column, isFee: isFee(column), ...currency });
		}
		for (const column of groupBy) this.groupAlsoBy(column);
		for (const one of this.summed) {
			one.currency = this.currencies.of(one.column);
			if (one.currency === undefined) continue;
			const column = byName(one.currency.name);
			this.groupAlsoBy(column);
			one.currencyAt = this.by.findIndex(({ slot }) => slot === column.slot);
		}
		if (this.counting !== undefined) {
			this.counting.fees = this.summed.filter((one) => one.isFee).map(({ name }) => name);
		}
		// Groups that started before a column appeared have it empty, and nothing to add to it.
		this.groups.forEach((group) => this.extend(group));
		this.rekey();
	}

	private groupAlsoBy({ name, slot }: Column) {
		addOnce(this.by, { name, slot, isCurrency: isCurrency(this.asked.nameOf({ name, slot })) });
	}

	private extend(group: Group) {
		while (group.by.length < this.by.length) group.by.push('');
		while (group.sums.length < this.summed.length) {
			group.sums.push(new DecimalSum());
			group.counts.push(0);
		}
	}

	private rekey() {
		const groups = [...this.groups.values()];
		this.groups.clear();
		for (const group of groups) this.groups.set(keyOf(group.by), group);
	}

	private group(): Group {
		const { by, cells } = this;
		const values = by.map((column) => valueIn(column, cells));
		const key = keyOf(values);
		let group = this.groups.get(key);
		if (group === undefined) {
			if (this.groups.size === MOST_GROUPS) this.refuseSoManyGroups();
			group = { by: values, rows: 0, sums: [], counts: [] };
			this.extend(group);
			this.groups.set(key, group);
		}
		return group;
	}

	private emptyGroup(): Group {
		const group: Group = { by: [], rows: 0, sums: [], counts: [] };
		this.extend(group);
		return group;
	}

	private refuseSoManyGroups(): never {
		throw refusal(
			`Group Totals By makes more than ${number(MOST_GROUPS)} groups`,
			'Group by columns with few different values, such as Currency, CardType or Status.',
		);
	}

	private refuse(column: string, text: string): never {
		throw new RowRefusal(
			`${column} is "${text}", which cannot be added up`,
			'Name the Columns to Add Up without it.',
		);
	}
}
