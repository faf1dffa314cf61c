import {
	ADJUSTMENT_ROW,
	type Classification,
	FEE_ROW,
	KINDS_IN_NET,
	REFUND_ROW,
	type RowKind,
	UNCLASSIFIED,
} from '../catalog/kinds';
import type { SummedRole } from '../catalog/money';
import { add, DecimalSum, type Decimal, format, negate, applyDirection, ZERO } from '../money';
import { refusal } from '../problem';
import { parseCount, formatInteger } from '../text';
import {
	currencyInColumn,
	type TableWriter,
	type TableColumn,
	type TablePlan,
	textInColumn,
} from './table';
import { cellAmountOrIssue, type CellIssues } from './values';

/** The sum of rows of a kind. */
const SUM_OF = {
	sale: 'sales',
	refund: 'refunds',
	chargeback: 'chargebacks',
	fee: 'fees',
	deposit: 'deposits',
	other: 'other',
	adjustment: 'adjustments',
	authorization: 'authorizedOnly',
	inReview: 'inReview',
	pending: 'pending',
	declined: 'declined',
	unclassified: 'unclassified',
} as const satisfies Record<Exclude<RowKind, 'reversal' | 'noMoney'>, string>;

type SumName = (typeof SUM_OF)[keyof typeof SUM_OF];
export type FigureName = SumName | 'count' | 'net' | 'sum';

const ALL = Object.values(SUM_OF);
/** All possible ones, in their order. */
export const FIGURE_NAMES: readonly FigureName[] = ['count', 'net', ...ALL];
const ALWAYS: readonly SumName[] = ['sales', 'refunds', 'chargebacks', 'fees'];
const NET: readonly FigureName[] = (Object.keys(SUM_OF) as Array<keyof typeof SUM_OF>)
	.filter((kind) => KINDS_IN_NET.includes(kind))
	.map((kind) => SUM_OF[kind]);

export interface RowClassifier {
	classify(cells: readonly string[]): Classification;
	hasAmounts: boolean;
	/** Final when all rows were read. */
	isNetKnown: boolean;
	hasFees: boolean;
}

/** Rebates if others are positive, or else fees. */
const NEGATIVE_FEES = 'negativeFees';

/** Sums of amounts by what their rows are. */
export class SumsByKind {
	count = 0;
	private readonly sums = new Map<RowKind | typeof NEGATIVE_FEES, DecimalSum>();

	add(digits: string, { kind, direction }: Classification, count: number): void {
		this.count += count;
		const isNegativeFee = kind === 'fee' && digits.startsWith('-');
		this.sumOf(isNegativeFee ? NEGATIVE_FEES : kind).add(applyDirection(digits, direction));
	}

	addAll({ count, sums }: SumsByKind): void {
		this.count += count;
		for (const [kind, sum] of sums) this.sumOf(kind).add(format(sum.total()));
	}

	get hasPositiveFees(): boolean {
		return this.sums.has('fee');
	}

	figures(hasRebates: boolean): Map<FigureName, Decimal> {
		const figures = new Map<FigureName, Decimal>();
		// If there are sales and no authorizations, sales are reversed.
		const reversed =
			this.sums.has('sale') && !this.sums.has('authorization') ? 'sales' : 'authorizedOnly';
		for (const [kind, sum] of this.sums) {
			if (kind === 'noMoney') continue;
			const isNegativeFee = kind === NEGATIVE_FEES;
			const name = kind === 'reversal' ? reversed : isNegativeFee ? 'fees' : SUM_OF[kind];
			const total = isNegativeFee && hasRebates ? negate(sum.total()) : sum.total();
			figures.set(name, add(figures.get(name) ?? ZERO, total));
		}
		return figures;
	}

	private sumOf(kind: RowKind | typeof NEGATIVE_FEES): DecimalSum {
		let sum = this.sums.get(kind);
		if (sum === undefined) {
			sum = new DecimalSum();
			this.sums.set(kind, sum);
		}
		return sum;
	}
}

/** The figures that all totals of a table show. */
export interface ShownFigures {
	names: readonly FigureName[];
	/** Counts are numbers, sums text, and null what the report doesn't tell. */
	of: (total: SumsByKind, names?: readonly FigureName[]) => Array<number | string | null>;
	charted?: FigureName;
}

/** `money`: undefined if nothing tells what the amounts are. */
export function pickShownFigures(
	totals: readonly SumsByKind[],
	money?: RowClassifier,
): ShownFigures {
	if (money === undefined) return PLAIN;
	const { isNetKnown } = money;
	const shown = new Set<FigureName>(ALWAYS.filter((name) => name !== 'fees' || money.hasFees));
	const hasRebates = totals.some(({ hasPositiveFees }) => hasPositiveFees);
	for (const total of totals) {
		for (const [name, { units }] of total.figures(hasRebates)) if (units !== 0n) shown.add(name);
	}
	const sums = ALL.filter((name) => shown.has(name));
	const all: FigureName[] = money.hasAmounts ? ['count', 'net', ...sums] : ['count'];
	const isKnown = (name: FigureName) => isNetKnown || (name !== 'net' && !NET.includes(name));
	return {
		names: all,
		charted: all.find((name) => name === (isNetKnown ? 'net' : 'unclassified')),
		of: (total, names = all) => {
			const figures = total.figures(hasRebates);
			const sum = (name: FigureName) => figures.get(name) ?? ZERO;
			figures.set('net', NET.map(sum).reduce(add, ZERO));
			return names.map((name) => {
				if (name === 'count') return total.count;
				return money.hasAmounts && isKnown(name) ? format(sum(name)) : null;
			});
		},
	};
}

const PLAIN: ShownFigures = {
	names: ['count', 'sum'],
	charted: 'sum',
	of: (total) => [total.count, format(total.figures(false).get('unclassified') ?? ZERO)],
};

const texts = new Intl.Collator('en', { numeric: true });

/** As people sort: 9 before 10. Different texts never rank the same: 036 and 36 stay separate. */
const inTextOrder = (a: string, b: string): number =>
	texts.compare(a, b) || (a < b ? -1 : Number(a > b));

const MAX_GROUPS = 100_000;

/** The amounts of one column in one currency, for some values of the columns to total by. */
export interface TotalsGroup {
	by: readonly string[];
	column: string;
	currency: string;
	total: SumsByKind;
}

/** Totals by the first columns that the user named. */
export interface TotalsLevel {
	depth: number;
	rows: readonly TotalsGroup[];
}

const inOrder =
	(columns: readonly string[]) =>
	(a: TotalsGroup, b: TotalsGroup): number => {
		const byColumn =
			columns.indexOf(a.column) - columns.indexOf(b.column) || inTextOrder(a.currency, b.currency);
		if (byColumn !== 0) return byColumn;
		return a.by.map((value, index) => inTextOrder(value, b.by[index])).find(Boolean) ?? 0;
	};

/** The lengths in its key keep it apart from other texts. */
function groupIn(
	groups: Map<string, TotalsGroup>,
	column: string,
	currency: string,
	by: readonly string[],
): TotalsGroup {
	let key = `${column.length} ${column}${currency.length} ${currency}`;
	for (const text of by) key += `${text.length} ${text}`;
	const known = groups.get(key);
	if (known !== undefined) return known;
	if (groups.size === MAX_GROUPS) {
		throw refusal(
			`makes more than ${formatInteger(MAX_GROUPS)} totals`,
			'Group by columns with few different values, such as CardType or Status.',
			'Group Totals By',
		);
	}
	const group = { by, column, currency, total: new SumsByKind() };
	groups.set(key, group);
	return group;
}

/** Rows without a fee, or not yet. */
const WITHOUT_FEES: readonly RowKind[] = ['declined', 'inReview', 'pending'];

const NO_COLUMNS: TablePlan = { columns: [], by: [], summed: [] };

/** Empty for the totals of all amounts of a row. */
export const headingIfOwnTotal = ({ role = 'each', heading }: TableColumn): string =>
	role === 'each' ? heading : '';

/** Adds up the amounts of a table without keeping rows. Currencies are never added to each other. */
export class TotalsCollector implements TableWriter {
	rows = 0;
	plan = NO_COLUMNS;
	/** By all columns to total by. */
	private readonly groups = new Map<string, TotalsGroup>();

	/**
	 * `depths`: by how many of the columns to total by there are totals. With `money`, each row counts once, whether it has
	 * an amount or not.
	 */
	constructor(
		private readonly depths: readonly number[],
		private readonly findings: CellIssues,
		private readonly money?: RowClassifier,
	) {}

	begin(plan: TablePlan): void {
		this.plan = plan;
	}

	get levels(): TotalsLevel[] {
		const columns = this.plan.summed.map(headingIfOwnTotal);
		return this.depths.map((depth) => ({
			depth,
			rows: [...this.groupsBy(depth).values()].sort(inOrder(columns)),
		}));
	}

	private groupsBy(depth: number): ReadonlyMap<string, TotalsGroup> {
		if (depth === this.plan.by.length) return this.groups;
		const groups = new Map<string, TotalsGroup>();
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
			(column) => column.role === 'main' && textInColumn(column, cells).trim() !== '',
		);
		for (let index = 0; index < summed.length; index++) {
			const { role = 'each', countSlot } = summed[index];
			const digits =
				this.digitsOf(summed[index], cells) ?? (countSlot === undefined ? undefined : '0');
			if (digits === undefined) continue;
			if (role === 'fallback' && hasMain) continue;
			const own = ownKind(role, classified);
			if (own === undefined) continue;
			this.add(summed[index], cells, digits, own, countOf(summed[index], cells, own, !isCounted));
			isCounted = true;
		}
		if (!isCounted && classified !== undefined) {
			const withCurrency = summed.find((column) => currencyInColumn(column, cells) !== '');
			this.add(withCurrency ?? summed.at(0), cells, '0', classified, 1);
		}
	}

	private add(
		column: TableColumn | undefined,
		cells: readonly string[],
		digits: string,
		classified: Classification,
		count: number,
	): void {
		const name = column === undefined ? '' : headingIfOwnTotal(column);
		const currency = column === undefined ? '' : currencyInColumn(column, cells);
		const by = this.plan.by.map((one) => textInColumn(one, cells));
		groupIn(this.groups, name, currency, by).total.add(digits, classified, count);
	}

	private digitsOf(column: TableColumn, cells: readonly string[]): string | undefined {
		const text = textInColumn(column, cells);
		if (text.trim() === '') return undefined;
		if (cellAmountOrIssue(text) !== 'notANumber') return text.trim();
		this.findings.add('notTotaled', this.rows, column.heading);
		return undefined;
	}
}

/** How many transactions an amount adds. That of a fee counts already. */
function countOf(
	{ role = 'each', countSlot }: TableColumn,
	cells: readonly string[],
	{ kind }: Classification,
	isFirst: boolean,
): number {
	if (countSlot === undefined) return Number(role === 'each' || isFirst);
	return kind === 'fee' ? 0 : (parseCount(cells[countSlot]) ?? 0);
}

/** Undefined if the amount isn't added up. */
function ownKind(
	role: SummedRole,
	classified: Classification = UNCLASSIFIED,
): Classification | undefined {
	if (role === 'adjustment') return ADJUSTMENT_ROW;
	if (role === 'refund') return REFUND_ROW;
	if (role !== 'fee') return classified;
	return WITHOUT_FEES.includes(classified.kind) ? undefined : FEE_ROW;
}
