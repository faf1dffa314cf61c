import { type Classified, IN_NET, type RowKind } from '../catalog/kinds';
import { add, DecimalSum, type Decimal, format, negate, signed, ZERO } from '../money';

/** The sum that rows of a kind are in. The first stand in all totals, the others where there are any. */
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
/** All that there can be, in their order. */
export const FIGURES: readonly FigureName[] = ['count', 'net', ...ALL];
const ALWAYS: readonly SumName[] = ['sales', 'refunds', 'chargebacks', 'fees'];
const NET: readonly FigureName[] = (Object.keys(SUM_OF) as Array<keyof typeof SUM_OF>)
	.filter((kind) => IN_NET.includes(kind))
	.map((kind) => SUM_OF[kind]);

export interface Money {
	classify(cells: readonly string[]): Classified;
	hasAmounts: boolean;
	/** Whether they tell what net is; known once all were read. */
	tellsNet: boolean;
	/** Whether they may be fees, or have any. */
	hasFees: boolean;
}

/** Fees that are written as negative: rebates where others are positive, or else fees. */
const NEGATIVE_FEES = 'negativeFees';

/** What rows are in money, by what they are: money that moved, and what else there is. */
export class MoneyTotal {
	count = 0;
	private readonly sums = new Map<RowKind | typeof NEGATIVE_FEES, DecimalSum>();

	add(digits: string, { kind, direction }: Classified, count: number): void {
		this.count += count;
		const isNegativeFee = kind === 'fee' && digits.startsWith('-');
		this.sumOf(isNegativeFee ? NEGATIVE_FEES : kind).add(signed(digits, direction));
	}

	addAll({ count, sums }: MoneyTotal): void {
		this.count += count;
		for (const [kind, sum] of sums) this.sumOf(kind).add(format(sum.total()));
	}

	get hasPositiveFees(): boolean {
		return this.sums.has('fee');
	}

	/** Each sum that has rows. */
	figures(hasRebates: boolean): Map<FigureName, Decimal> {
		const figures = new Map<FigureName, Decimal>();
		// Where there are sales and no authorizations, what is reversed are sales.
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

/** The figures that all totals of a table show, once all rows were read. */
export interface FigureColumns {
	names: readonly FigureName[];
	/** A count is a number, a sum is text; null where the report does not tell. */
	of: (total: MoneyTotal, names?: readonly FigureName[]) => Array<number | string | null>;
	charted?: FigureName;
}

/** `money`: undefined where nobody asks what the amounts are. */
export function figuresOf(totals: readonly MoneyTotal[], money?: Money): FigureColumns {
	if (money === undefined) return PLAIN;
	const { tellsNet } = money;
	const shown = new Set<FigureName>(ALWAYS.filter((name) => name !== 'fees' || money.hasFees));
	const hasRebates = totals.some(({ hasPositiveFees }) => hasPositiveFees);
	for (const total of totals) {
		for (const [name, { units }] of total.figures(hasRebates)) if (units !== 0n) shown.add(name);
	}
	const sums = ALL.filter((name) => shown.has(name));
	const all: FigureName[] = money.hasAmounts ? ['count', 'net', ...sums] : ['count'];
	const isTold = (name: FigureName) => tellsNet || (name !== 'net' && !NET.includes(name));
	return {
		names: all,
		charted: all.find((name) => name === (tellsNet ? 'net' : 'unclassified')),
		of: (total, names = all) => {
			const figures = total.figures(hasRebates);
			const sum = (name: FigureName) => figures.get(name) ?? ZERO;
			figures.set('net', NET.map(sum).reduce(add, ZERO));
			return names.map((name) => {
				if (name === 'count') return total.count;
				return money.hasAmounts && isTold(name) ? format(sum(name)) : null;
			});
		},
	};
}

const PLAIN: FigureColumns = {
	names: ['count', 'sum'],
	charted: 'sum',
	of: (total) => [total.count, format(total.figures(false).get('unclassified') ?? ZERO)],
};
