import { ADJUSTMENT, type Classified, FEE, REFUND, type RowKind } from '../catalog/kinds';
import { currencyOf } from '../money';
import { countIn } from '../text';
import type { Findings } from './findings';
import { currencyIn, type Table, type TableColumn, type TablePlan, textIn } from './table';
import { type Layout, Totals } from './totals';
import { amountOf } from './values';

/** What amounts are added up in. */
export interface Total {
	/** `count`: how many transactions it is of; 0 where the row counts with another of its amounts. */
	add(digits: string, classified: Classified, count: number): void;
}

/** What a row is to those who do not ask. */
const PLAIN: Classified = { kind: 'unclassified', direction: 'asWritten' };

/** No fee is paid for these, or not yet. */
const WITHOUT_FEES: readonly RowKind[] = ['declined', 'inReview', 'pending'];

const NO_COLUMNS: TablePlan = { columns: [], by: [], summed: [] };

/** The totals that a column has alone; empty for the totals of all amounts of a row. */
export const ownTotals = ({ role = 'each', heading }: TableColumn): string =>
	role === 'each' ? heading : '';

/** Adds up the amounts of a table, without keeping any row. */
export class TableTotals<Own extends Total> implements Table {
	rows = 0;
	readonly totals: ReadonlyArray<Totals<Own>>;
	plan = NO_COLUMNS;
	/** Whether the sheets show, and check, the cells of each column to add up. */
	private isChecked: readonly boolean[] = [];

	/**
	 * `depths`: by how many of the columns that the user named there are totals; `classify`: what a row is. Where that is
	 * asked, each row counts once, whether it has an amount or not.
	 */
	constructor(
		depths: readonly number[],
		layout: Layout<Own>,
		private readonly findings: Findings,
		private readonly classify?: (cells: readonly string[]) => Classified,
	) {
		this.totals = depths.map((depth) => new Totals(depth, layout));
	}

	begin(plan: TablePlan): void {
		this.plan = plan;
		for (const totals of this.totals) totals.meet(plan.summed.map(ownTotals));
		const shown = new Set(plan.columns.map(({ slot }) => slot));
		this.isChecked = plan.summed.map(({ kind, slot }) => kind === 'amount' && shown.has(slot));
	}

	row(cells: readonly string[]): void {
		this.rows++;
		const { summed } = this.plan;
		const classified = this.classify?.(cells);
		let isCounted = false;
		const hasMain = summed.some(
			({ role }, index) => role === 'main' && isGiven(summed[index], cells),
		);
		for (let index = 0; index < summed.length; index++) {
			const { role = 'each', countSlot } = summed[index];
			const digits = this.digitsOf(index, cells) ?? (countSlot === undefined ? undefined : '0');
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
		const name = column === undefined ? '' : ownTotals(column);
		const currency = column === undefined ? '' : currencyIn(column, cells);
		for (const totals of this.totals) {
			totals.of(name, currency, this.plan.by, cells).add(digits, classified, count);
		}
	}

	private digitsOf(index: number, cells: readonly string[]): string | undefined {
		const column = this.plan.summed[index];
		const text = textIn(column, cells);
		if (text.trim() === '') return undefined;
		const amount = amountOf(text);
		if (amount === 'notANumber') {
			if (!this.isChecked[index]) this.findings.add('notTotaled', this.rows, column.heading);
			return undefined;
		}
		const isKnown = this.isChecked[index] || currencyOf(currencyIn(column, cells)) !== undefined;
		if (column.kind === 'amount' && !isKnown) {
			this.findings.add('noCurrency', this.rows, column.heading);
		}
		return typeof amount === 'string' ? text.trim() : amount.digits;
	}
}

/** A fee is one of a transaction that counts already. */
const countOf = (text: string, { kind }: Classified): number =>
	kind === 'fee' ? 0 : (countIn(text) ?? 0);

const isGiven = (column: TableColumn, cells: readonly string[]): boolean =>
	textIn(column, cells).trim() !== '';

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
