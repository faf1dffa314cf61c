import { ADJUSTMENT, type Classified, FEE, REFUND, type RowKind } from '../catalog/kinds';
import { refusal } from '../problem';
import { countIn, number } from '../text';
import type { Findings } from './findings';
import { type Money, MoneyTotal } from './moneyTotal';
import { currencyIn, type Table, type TableColumn, type TablePlan, textIn } from './table';
import { amountOf } from './values';

const texts = new Intl.Collator('en', { numeric: true });

/** As people sort, with 9 before 10. Different texts never rank the same: 036 and 36 stay separate. */
const inTextOrder = (a: string, b: string): number =>
	texts.compare(a, b) || (a < b ? -1 : Number(a > b));

const MOST_GROUPS = 100_000;

/** What the amounts of one column in one currency add up to, for some values of the columns to total by. */
export interface Group {
	by: readonly string[];
	column: string;
	currency: string;
	total: MoneyTotal;
}

/** Totals by the first columns that the user named. */
export interface TotalsBlock {
	depth: number;
	rows: readonly Group[];
}

type TotalsPlace = Omit<Group, 'total'>;

const inOrder =
	(columns: readonly string[]) =>
	(a: TotalsPlace, b: TotalsPlace): number => {
		const byColumn =
			columns.indexOf(a.column) - columns.indexOf(b.column) || inTextOrder(a.currency, b.currency);
		if (byColumn !== 0) return byColumn;
		return a.by.map((value, index) => inTextOrder(value, b.by[index])).find(Boolean) ?? 0;
	};

/** The group of these texts. Their lengths are in its key, so that no others have the same. */
function groupIn(
	groups: Map<string, Group>,
	column: string,
	currency: string,
	by: readonly string[],
): Group {
	let key = `${column.length} ${column}${currency.length} ${currency}`;
	for (const text of by) key += `${text.length} ${text}`;
	const known = groups.get(key);
	if (known !== undefined) return known;
	if (groups.size === MOST_GROUPS) {
		throw refusal(
			`makes more than ${number(MOST_GROUPS)} totals`,
			'Group by columns with few different values, such as CardType or Status.',
			'Group Totals By',
		);
	}
	const group = { by, column, currency, total: new MoneyTotal() };
	groups.set(key, group);
	return group;
}

/** What a row is to those who do not ask. */
const PLAIN: Classified = { kind: 'unclassified', direction: 'asWritten' };

/** No fee is paid for these, or not yet. */
const WITHOUT_FEES: readonly RowKind[] = ['declined', 'inReview', 'pending'];

const NO_COLUMNS: TablePlan = { columns: [], by: [], summed: [] };

/** The totals that a column has alone; empty for the totals of all amounts of a row. */
export const totalColumnName = ({ role = 'each', heading }: TableColumn): string =>
	role === 'each' ? heading : '';

/** Adds up the amounts of a table, without keeping any row. Currencies are never added to each other. */
export class TotalsCollector implements Table {
	rows = 0;
	plan = NO_COLUMNS;
	/** By all columns that the user named. */
	private readonly groups = new Map<string, Group>();

	/**
	 * `depths`: by how many of the columns that the user named there are totals; `money`: what the rows are. Where that is
	 * asked, each row counts once, whether it has an amount or not.
	 */
	constructor(
		private readonly depths: readonly number[],
		private readonly findings: Findings,
		private readonly money?: Money,
	) {}

	begin(plan: TablePlan): void {
		this.plan = plan;
	}

	get blocks(): TotalsBlock[] {
		const columns = this.plan.summed.map(totalColumnName);
		return this.depths.map((depth) => ({
			depth,
			rows: [...this.groupsBy(depth).values()].sort(inOrder(columns)),
		}));
	}

	private groupsBy(depth: number): ReadonlyMap<string, Group> {
		if (depth === this.plan.by.length) return this.groups;
		const groups = new Map<string, Group>();
		for (const { by, column, currency, total } of this.groups.values()) {
			groupIn(groups, column, currency, by.slice(0, depth)).total.addAll(total);
		}
		return groups;
	}

	row(cells: readonly string[]): void {
		this.rows++;
		const { summed } = this.plan;
		const classified = this.money?.classify(cells);
		let isCounted = false;
		const hasMain = summed.some(
			(column) => column.role === 'main' && textIn(column, cells).trim() !== '',
		);
		for (let index = 0; index < summed.length; index++) {
			const { role = 'each', countSlot } = summed[index];
			const digits =
				this.digitsOf(summed[index], cells) ?? (countSlot === undefined ? undefined : '0');
			if (digits === undefined) continue;
			if (role === 'instead' && hasMain) continue;
			const own = ownKind(role, classified);
			if (own === undefined) continue;
			const count =
				countSlot === undefined
					? Number(role === 'each' || !isCounted)
					: countOf(cells[countSlot], own);
			this.add(summed[index], cells, digits, own, count);
			isCounted = true;
		}
		if (!isCounted && classified !== undefined) {
			const withCurrency = summed.find((column) => currencyIn(column, cells) !== '');
			this.add(withCurrency ?? summed.at(0), cells, '0', classified, 1);
		}
	}

	private add(
		column: TableColumn | undefined,
		cells: readonly string[],
		digits: string,
		classified: Classified,
		count: number,
	): void {
		const name = column === undefined ? '' : totalColumnName(column);
		const currency = column === undefined ? '' : currencyIn(column, cells);
		const by = this.plan.by.map((one) => textIn(one, cells));
		groupIn(this.groups, name, currency, by).total.add(digits, classified, count);
	}

	private digitsOf(column: TableColumn, cells: readonly string[]): string | undefined {
		const text = textIn(column, cells);
		if (text.trim() === '') return undefined;
		const amount = amountOf(text);
		if (amount === 'notANumber') {
			this.findings.add('notTotaled', this.rows, column.heading);
			return undefined;
		}
		return typeof amount === 'string' ? text.trim() : amount.digits;
	}
}

/** A fee is one of a transaction that counts already. */
const countOf = (text: string, { kind }: Classified): number =>
	kind === 'fee' ? 0 : (countIn(text) ?? 0);

/** What an amount of a row is; undefined where it is not to be added up. */
function ownKind(
	role: NonNullable<TableColumn['role']>,
	classified: Classified = PLAIN,
): Classified | undefined {
	if (role === 'adjustment') return ADJUSTMENT;
	if (role === 'refund') return REFUND;
	if (role !== 'fee') return classified;
	return WITHOUT_FEES.includes(classified.kind) ? undefined : FEE;
}
