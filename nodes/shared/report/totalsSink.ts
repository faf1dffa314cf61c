import type { IDataObject } from 'n8n-workflow';
import { DecimalSum, format } from '../money';
import { refusal } from '../problem';
import type { Asked } from './askedColumns';
import { AskingSink } from './askingSink';
import type { ReadChoices, TotalChoices } from './choices';
import { currencyColumnOf, isAmount, isCurrency } from './columnKinds';
import { UniqueNames } from './columnNames';
import { exactNumber, minorUnits, plainCell } from './convert';
import { number, RowRefusal } from './refusals';

const MOST_GROUPS = 100_000;
const BETWEEN = '\u0000';

interface Group {
	by: string[];
	rows: number;
	sums: DecimalSum[];
}

interface Column {
	name: string;
	slot: number;
}

function addOnce(columns: Column[], { name, slot }: Column) {
	if (slot >= 0 && !columns.some((column) => column.slot === slot)) columns.push({ name, slot });
}

/** Counts rows and adds up amounts, per group and currency, without keeping any row. */
export class TotalsSink extends AskingSink {
	private readonly groupBy: Asked[];
	private readonly sumColumns: Asked[];
	private readonly by: Column[] = [];
	private readonly summed: Column[] = [];
	private readonly amounts: string[] = [];
	private readonly currencies: string[] = [];
	private isPlanned = false;
	private readonly groups = new Map<string, Group>();

	constructor(choices: ReadChoices, totals: TotalChoices) {
		super(choices);
		this.groupBy = totals.groupBy.map((name) => this.asked.ask('Group Totals By', name));
		this.sumColumns = totals.sumColumns.map((name) => this.asked.ask('Columns to Add Up', name));
	}

	metadata(): void {
		// Totals carry no facts about the report.
	}

	columns(names: string[]): number[] {
		const fresh = this.asked.newAmong(names);
		const amounts = this.sumColumns.length === 0 ? fresh.filter(isAmount) : [];
		const currencies = fresh.filter(isCurrency);
		this.amounts.push(...amounts);
		this.currencies.push(...currencies);
		const wanted = new Set([...amounts, ...currencies]);
		this.isPlanned = false;
		return this.meet(names, (name) => wanted.has(name));
	}

	row(): boolean {
		if (!this.isPlanned) this.plan();
		const group = this.group();
		group.rows++;
		const { summed, cells } = this;
		for (let index = 0; index < summed.length; index++) {
			const text = cells[summed[index].slot];
			if (text !== '' && !group.sums[index].add(text)) this.refuse(summed[index].name, text);
		}
		return this.count();
	}

	/** One object per group, in the order of their first rows: its values, its rows, its sums. */
	totals(): IDataObject[] {
		if (!this.isPlanned) this.plan();
		if (this.rows > 0) this.asked.insist();
		const unique = new UniqueNames(this.choices.columnNames);
		const by = this.by.map(({ name }) => unique.give(name));
		const rows = unique.give('rows');
		const sums = this.summed.map(({ name }) => unique.give(name));
		const groups = this.groups.size > 0 ? [...this.groups.values()] : [this.emptyGroup()];
		return groups.map((group) =>
			Object.fromEntries<string | number | null>([
				...by.map((key, index): [string, string | null] => [
					key,
					plainCell(group.by[index], this.choices),
				]),
				[rows, group.rows],
				...sums.map((key, index): [string, string | number] => [key, this.sum(group, index)]),
			]),
		);
	}

	private sum(group: Group, index: number): string | number {
		const { name } = this.summed[index];
		const text = format(group.sums[index].total());
		if (this.choices.amounts === 'text' || group.rows === 0) return text;
		if (this.choices.amounts === 'number') return exactNumber(name, text);
		const currency = currencyColumnOf(name, this.currencies);
		const at = this.by.findIndex((column) => column.name === currency);
		return minorUnits(name, text, (at < 0 ? '' : group.by[at]) || this.choices.currency);
	}

	/** Columns are only ever added at the end, so that what the groups hold stays in its place. */
	private plan() {
		this.isPlanned = true;
		const { asked, sumColumns, groupBy } = this;
		const byName = (name: string): Column => ({ name, slot: asked.slotOf(name) });
		const summed = sumColumns.length > 0 ? sumColumns : this.amounts.map(byName);
		for (const column of summed) addOnce(this.summed, column);
		for (const column of groupBy) addOnce(this.by, column);
		for (const { name } of this.summed) {
			const currency = currencyColumnOf(name, this.currencies);
			if (currency !== undefined) addOnce(this.by, byName(currency));
		}
		// Groups begun before a column was met have it empty, and nothing to add to it.
		this.groups.forEach((group) => this.extend(group));
		this.rekey();
	}

	private extend(group: Group) {
		while (group.by.length < this.by.length) group.by.push('');
		while (group.sums.length < this.summed.length) group.sums.push(new DecimalSum());
	}

	private rekey() {
		const groups = [...this.groups.values()];
		this.groups.clear();
		for (const group of groups) this.groups.set(group.by.join(BETWEEN), group);
	}

	private group(): Group {
		const { by, cells } = this;
		let key = by.length === 0 ? '' : cells[by[0].slot];
		for (let index = 1; index < by.length; index++) key += BETWEEN + cells[by[index].slot];
		let group = this.groups.get(key);
		if (group === undefined) {
			if (this.groups.size === MOST_GROUPS) this.refuseSoManyGroups();
			group = { by: by.map(({ slot }) => cells[slot]), rows: 0, sums: [] };
			this.extend(group);
			this.groups.set(key, group);
		}
		return group;
	}

	private emptyGroup(): Group {
		const group: Group = { by: [], rows: 0, sums: [] };
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
