import type { Classified } from '../catalog/money';
import { currencyOf } from '../money';
import type { Findings } from './findings';
import { currencyIn, type Table, type TablePlan, textIn } from './table';
import { type Layout, Totals } from './totals';
import { amountOf } from './values';

/** What amounts are added up in. */
export interface Total {
	add(digits: string, classified: Classified, keepsSign?: boolean): void;
}

/** What a row is to those who do not ask. */
const PLAIN: Classified = { rowClass: 'unclassified', sign: 1 };
const UNFUNDED: Classified = { rowClass: 'notAccepted', sign: 1 };

const NO_COLUMNS: TablePlan = { columns: [], by: [], summed: [] };

/** Adds up the amounts of a table, without keeping any row. */
export class TableTotals<Own extends Total> implements Table {
	rows = 0;
	readonly totals: ReadonlyArray<Totals<Own>>;
	plan = NO_COLUMNS;
	/** Whether the sheets show, and check, the cells of each column to add up. */
	private isChecked: readonly boolean[] = [];

	/**
	 * `depths`: by how many of the columns that the user named there are totals; `classOf`: what a row is. Where that is
	 * asked, each row counts in the first column, whether it has an amount or not.
	 */
	constructor(
		depths: readonly number[],
		layout: Layout<Own>,
		private readonly findings: Findings,
		private readonly classOf?: (cells: readonly string[]) => Classified,
	) {
		this.totals = depths.map((depth) => new Totals(depth, layout));
	}

	begin(plan: TablePlan): void {
		this.plan = plan;
		for (const totals of this.totals) totals.meet(plan.summed.map(({ heading }) => heading));
		const shown = new Set(plan.columns.map(({ slot }) => slot));
		this.isChecked = plan.summed.map(({ kind, slot }) => kind === 'amount' && shown.has(slot));
	}

	row(cells: readonly string[]): void {
		this.rows++;
		const { by, summed } = this.plan;
		const classified = this.classOf?.(cells);
		for (let index = 0; index < summed.length; index++) this.add(index, cells, classified);
		if (summed.length > 0 || classified === undefined) return;
		for (const totals of this.totals) {
			totals.of('', '', by, cells).add('0', classified);
		}
	}

	private add(index: number, cells: readonly string[], classified: Classified | undefined): void {
		const digits = this.digitsOf(index, cells) ?? (index === 0 && classified ? '0' : undefined);
		if (digits === undefined) return;
		const column = this.plan.summed[index];
		const own = column.isFunded && classified?.isUnfunded ? UNFUNDED : (classified ?? PLAIN);
		const currency = currencyIn(column, cells);
		for (const totals of this.totals) {
			const total = totals.of(column.heading, currency, this.plan.by, cells);
			total.add(digits, own, column.keepsSign);
		}
	}

	private digitsOf(index: number, cells: readonly string[]): string | undefined {
		const column = this.plan.summed[index];
		const text = textIn(column, cells);
		if (text === '') return undefined;
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
