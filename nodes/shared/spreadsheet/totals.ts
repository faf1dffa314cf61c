import { compare, DecimalSum, format, parseDecimal } from '../money';
import { number } from '../number';
import { refusal } from '../problem';
import { type TableColumn, textIn } from './table';

const MOST_GROUPS = 100_000;
const BETWEEN = '\u0000';

/** The count, the sum and the extremes of the amounts of one column in one currency. */
class Total {
	count = 0;
	private readonly sum = new DecimalSum();
	private least = '';
	private most = '';
	private leastValue = Infinity;
	private mostValue = -Infinity;

	add(text: string): void {
		this.sum.add(text);
		this.count++;
		this.reach(text);
	}

	addAll({ count, figures }: Total): void {
		this.sum.add(figures.sum);
		this.count += count;
		this.reach(figures.smallest);
		this.reach(figures.largest);
	}

	private reach(text: string): void {
		const value = Number(text);
		if (isBefore(text, value, this.least, this.leastValue)) {
			this.least = text;
			this.leastValue = value;
		}
		if (isBefore(this.most, this.mostValue, text, value)) {
			this.most = text;
			this.mostValue = value;
		}
	}

	get figures(): { sum: string; smallest: string; largest: string } {
		return { sum: format(this.sum.total()), smallest: this.least, largest: this.most };
	}
}

/** Two amounts that differ only in digits a number cannot hold are compared exactly. */
function isBefore(a: string, aValue: number, b: string, bValue: number): boolean {
	if (aValue !== bValue) return aValue < bValue;
	const [exactA, exactB] = [parseDecimal(a), parseDecimal(b)];
	return exactA !== undefined && exactB !== undefined && compare(exactA, exactB) < 0;
}

export interface Counted {
	column: string;
	currency: string;
	digits: string;
}

interface Group {
	/** The sheet; empty where all are totaled together. */
	sheet: string;
	/** The values of the columns that are totaled by. */
	by: string[];
	column: string;
	currency: string;
	total: Total;
}

export interface TotalRow {
	sheet: string;
	by: readonly string[];
	column: string;
	currency: string;
	count: number;
	sum: string;
	smallest: string;
	largest: string;
}

const texts = new Intl.Collator('en', { numeric: true });

const inOrder = (a: Group, b: Group): number => {
	const byColumn =
		texts.compare(a.column, b.column) ||
		texts.compare(a.currency, b.currency) ||
		texts.compare(a.sheet, b.sheet);
	if (byColumn !== 0) return byColumn;
	return a.by.map((value, index) => texts.compare(value, b.by[index])).find(Boolean) ?? 0;
};

/** Totals by some columns; currencies are never added to each other. */
export class Totals {
	private readonly groups = new Map<string, Group>();

	/** How many of the columns that the user named to group by, from the first. */
	constructor(readonly depth: number) {}

	/** Adds an amount, given in plain digits, of the row that has these cells. */
	add(by: readonly TableColumn[], cells: readonly string[], amount: Counted): void {
		const { column, currency, digits } = amount;
		let key = column + BETWEEN + currency;
		for (let index = 0; index < this.depth; index++) key += BETWEEN + textIn(by[index], cells);
		let group = this.groups.get(key);
		if (group === undefined) {
			const values = by.slice(0, this.depth).map((one) => textIn(one, cells));
			group = { sheet: '', by: values, column, currency, total: new Total() };
			this.keep(key, group);
		}
		group.total.add(digits);
	}

	/** Adds the totals of one sheet; without its name, those of several sheets become one. */
	addAll({ groups }: Totals, sheet: string): void {
		for (const [key, group] of groups) {
			const ownKey = sheet + BETWEEN + key;
			let own = this.groups.get(ownKey);
			if (own === undefined) {
				own = { ...group, sheet, total: new Total() };
				this.keep(ownKey, own);
			}
			own.total.addAll(group.total);
		}
	}

	/** Sorted by the column, the currency, the sheet and the groups. */
	rows(): TotalRow[] {
		return [...this.groups.values()]
			.sort(inOrder)
			.map(({ total, ...group }) => ({ ...group, count: total.count, ...total.figures }));
	}

	private keep(key: string, group: Group) {
		if (this.groups.size === MOST_GROUPS) refuseSoManyGroups();
		this.groups.set(key, group);
	}
}

function refuseSoManyGroups(): never {
	throw refusal(
		`makes more than ${number(MOST_GROUPS)} totals`,
		'Group by columns with few different values, such as CardType or Status.',
		'Group Totals By',
	);
}
