import type { IDataObject } from 'n8n-workflow';
import { DecimalSum, format, signed } from '../money';
import { refusal } from '../problem';
import type { Asked } from './askedColumns';
import { AskingSink } from './askingSink';
import type { ReadChoices, TotalChoices } from './choices';
import { isAmount, isCurrency } from './columnKinds';
import { UniqueNames } from './columnNames';
import { exactNumber, minorUnits, plainCell } from './convert';
import { Counting } from './counting';
import { assumedCurrency, type CurrencyColumn, CurrencyColumns } from './currencyColumns';
import { number } from '../number';
import { RowRefusal } from './refusals';

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

interface Summed extends Column {
	/** What the report calls it. */
	column: string;
	currency: CurrencyColumn | undefined;
}

const texts = new Intl.Collator('en', { numeric: true });

const inOrder = (a: Group, b: Group): number =>
	a.by.map((value, index) => texts.compare(value, b.by[index])).find(Boolean) ?? 0;

function addOnce<Kept extends Column>(columns: Kept[], added: Kept) {
	const { slot } = added;
	if (slot >= 0 && !columns.some((column) => column.slot === slot)) columns.push(added);
}

/** Counts rows and adds up amounts, per group and currency, without keeping any row. */
export class TotalsSink extends AskingSink {
	private readonly groupBy: Asked[];
	private readonly sumColumns: Asked[];
	private readonly by: Column[] = [];
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
			const text = cells[summed[index].slot];
			if (text !== '' && !group.sums[index].add(signed(text, sign))) {
				this.refuse(summed[index].name, text);
			}
		}
		return this.count();
	}

	/**
	 * One object per group: its values, its rows, its sums. Where it matters which rows count, they are sorted,
	 * and those of each currency and of what was left out follow.
	 */
	totals(): IDataObject[] {
		if (!this.isPlanned) this.plan();
		if (this.rows > 0) this.asked.insist();
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
		return [...(this.counting?.notes() ?? []), ...this.summed.flatMap((one) => this.noteOn(one))];
	}

	private noteOn({ column, currency }: Summed): string[] {
		if (currency?.isAssumed) return [assumedCurrency(column, currency.name)];
		if (currency !== undefined || this.choices.currency !== '') return [];
		return [`The report has no currency for ${column}: its sums may be of several currencies`];
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

	/** The groups added up to one for each currency; what else they are grouped by is empty. */
	private ofCurrencies(): Group[] {
		const isCurrencyAt = this.by.map((column) => isCurrency(this.asked.nameOf(column)));
		const all = new Map<string, Group>();
		for (const { by, rows, sums } of this.groups.values()) {
			const values = by.map((value, index) => (isCurrencyAt[index] ? value : ''));
			const key = values.join(BETWEEN);
			const total = all.get(key) ?? { ...this.emptyGroup(), by: values };
			total.rows += rows;
			sums.forEach((sum, index) => total.sums[index].add(format(sum.total())));
			all.set(key, total);
		}
		return [...all.values()].sort(inOrder);
	}

	private sum(group: Group, index: number): string | number {
		const { name, currency } = this.summed[index];
		const text = format(group.sums[index].total());
		if (this.choices.amounts === 'text' || group.rows === 0) return text;
		if (this.choices.amounts === 'number') return exactNumber(name, text);
		const slot = currency === undefined ? -1 : this.asked.slotOf(currency.name);
		const at = this.by.findIndex((column) => column.slot === slot);
		return minorUnits(name, text, (at < 0 ? '' : group.by[at]) || this.choices.currency);
	}

	/** Columns are only ever added at the end, so that what the groups hold stays in its place. */
	private plan() {
		this.isPlanned = true;
		const { asked, sumColumns, groupBy } = this;
		const byName = (name: string): Column => ({ name, slot: asked.slotOf(name) });
		const summed = sumColumns.length > 0 ? sumColumns : this.amounts.map(byName);
		for (const { name, slot } of summed) {
			const column = asked.nameOf({ name, slot });
			addOnce(this.summed, { name, slot, column, currency: undefined });
		}
		for (const { name, slot } of groupBy) addOnce(this.by, { name, slot });
		for (const one of this.summed) {
			one.currency = this.currencies.of(one.column);
			if (one.currency !== undefined) addOnce(this.by, byName(one.currency.name));
		}
		// Groups that started before a column appeared have it empty, and nothing to add to it.
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
