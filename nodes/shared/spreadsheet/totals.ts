import { compare, type Decimal, DecimalSum, format, parseDecimal, ZERO } from '../money';
import { number } from '../text';
import { refusal } from '../problem';
import type { Cell } from './cells';
import { type TableColumn, textIn } from './table';

const texts = new Intl.Collator('en', { numeric: true });

/** As people sort, with 9 before 10. Different texts never rank the same: 036 and 36 stay separate. */
const inTextOrder = (a: string, b: string): number =>
	texts.compare(a, b) || (a < b ? -1 : Number(a > b));

const MOST_GROUPS = 100_000;

/** How a sheet shows totals, once all rows were read. */
export interface TotalsTable<Total> {
	headings: readonly string[];
	/** Which of the headings gets a chart of its groups. */
	charted: number;
	/** From which heading on a chart shows all, where there are no groups. */
	chartedFrom?: number;
	cells: (total: Total, currency: string) => Cell[];
	/** What gets a bar. */
	valueOf: (total: Total) => string;
}

/** What a total is made of, and how a sheet shows it. */
export interface Layout<Total> {
	/** What stands where there is nothing to total. */
	empty: string;
	newTotal(): Total;
	/** For all totals of a sheet. */
	table(totals: readonly Total[]): TotalsTable<Total>;
}

interface Extreme {
	text: string;
	value: number;
}

const NOTHING: Extreme = { text: '', value: NaN };

/** The count, the sum and the extremes of the amounts of one column in one currency. */
export class PlainTotal {
	count = 0;
	private readonly sum = new DecimalSum();
	private least = NOTHING;
	private most = NOTHING;

	add(text: string): void {
		this.sum.add(text);
		this.count++;
		this.reach(text);
	}

	private reach(text: string): void {
		const one = { text, value: Number(text) };
		if (this.least === NOTHING || isBefore(one, this.least)) this.least = one;
		if (this.most === NOTHING || isBefore(this.most, one)) this.most = one;
	}

	get figures(): { sum: string; smallest: string; largest: string } {
		return { sum: format(this.sum.total()), smallest: this.least.text, largest: this.most.text };
	}
}

const exact = ({ text }: Extreme): Decimal => parseDecimal(text) ?? ZERO;

/** Two amounts that differ only in digits a number cannot hold are compared exactly. */
const isBefore = (a: Extreme, b: Extreme): boolean =>
	a.value < b.value || (a.value === b.value && compare(exact(a), exact(b)) < 0);

export const PLAIN_LAYOUT: Layout<PlainTotal> = {
	empty: 'Nothing to add up',
	newTotal: () => new PlainTotal(),
	table: () => ({
		headings: ['Count', 'Sum', 'Smallest', 'Largest'],
		charted: 1,
		valueOf: ({ figures }) => figures.sum,
		cells: ({ count, figures }, currency) => [
			{ count },
			...[figures.sum, figures.smallest, figures.largest].map((amount) => ({ amount, currency })),
		],
	}),
};

/** What the amounts of one column in one currency add up to, for some values of the columns to total by. */
export interface Group<Total> {
	/** The values of the columns that are totaled by. */
	by: string[];
	column: string;
	currency: string;
	total: Total;
}

type Place = Omit<Group<unknown>, 'total'>;

const inOrder =
	(columns: readonly string[]) =>
	(a: Place, b: Place): number => {
		const byColumn =
			columns.indexOf(a.column) - columns.indexOf(b.column) || inTextOrder(a.currency, b.currency);
		if (byColumn !== 0) return byColumn;
		return a.by.map((value, index) => inTextOrder(value, b.by[index])).find(Boolean) ?? 0;
	};

/** Finds a group by its texts, one after the other: to join them for each amount would cost more than to add it up. */
class Branch<Total> {
	group: Group<Total> | undefined;
	private branches: Map<string, Branch<Total>> | undefined;

	at(text: string): Branch<Total> {
		const branches = (this.branches ??= new Map<string, Branch<Total>>());
		let branch = branches.get(text);
		if (branch === undefined) {
			branch = new Branch();
			branches.set(text, branch);
		}
		return branch;
	}
}

/** Totals by some columns; currencies are never added to each other. */
export class Totals<Total> {
	private readonly groups: Array<Group<Total>> = [];
	private readonly root = new Branch<Total>();
	/** Those to add up, in the order of the report. */
	private readonly columns = new Set<string>();

	/** `depth`: by how many of the columns that the user named, from the first. */
	constructor(
		readonly depth: number,
		private readonly layout: Layout<Total>,
	) {}

	/** To be called with the columns that are added up. */
	meet(columns: Iterable<string>): void {
		for (const column of columns) this.columns.add(column);
	}

	/** The total of an amount of the row that has these cells. */
	of(
		column: string,
		currency: string,
		by: readonly TableColumn[],
		cells: readonly string[],
	): Total {
		let branch = this.root.at(column).at(currency);
		for (let index = 0; index < this.depth; index++) branch = branch.at(textIn(by[index], cells));
		const group = (branch.group ??= this.begin({
			by: by.slice(0, this.depth).map((one) => textIn(one, cells)),
			column,
			currency,
		}));
		return group.total;
	}

	/** In the order of the columns, then sorted by the currency and the groups. */
	rows(): Array<Group<Total>> {
		return [...this.groups].sort(inOrder([...this.columns]));
	}

	private begin(texts: Place): Group<Total> {
		if (this.groups.length === MOST_GROUPS) {
			throw refusal(
				`makes more than ${number(MOST_GROUPS)} totals`,
				'Group by columns with few different values, such as CardType or Status.',
				'Group Totals By',
			);
		}
		const group = { ...texts, total: this.layout.newTotal() };
		this.groups.push(group);
		return group;
	}
}
