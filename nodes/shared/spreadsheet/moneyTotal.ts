import type { Classified, RowKind } from '../catalog/kinds';
import { add, DecimalSum, type Decimal, format, signed, ZERO } from '../money';
import type { Cell } from './cells';
import type { Layout } from './totals';

/** The sums of a total, each with its heading. The first stand in all totals, the others where there are any. */
const SUMS = {
	sales: 'Sales',
	refunds: 'Refunds',
	chargebacks: 'Chargebacks',
	fees: 'Fees',
	deposits: 'Deposits',
	adjustments: 'Adjustments',
	authorizedOnly: 'Authorized Only',
	inReview: 'In Review',
	pending: 'Pending',
	declined: 'Declined',
	unclassified: 'Unclassified',
} as const;

export type SumName = keyof typeof SUMS;

const ALL = Object.keys(SUMS) as SumName[];
const ALWAYS: readonly SumName[] = ['sales', 'refunds', 'chargebacks', 'fees'];
/** Money that moved. */
const IN_NET: readonly SumName[] = [...ALWAYS, 'deposits'];

const SUM_OF: Record<Exclude<RowKind, 'reversal' | 'noMoney'>, SumName> = {
	sale: 'sales',
	refund: 'refunds',
	chargeback: 'chargebacks',
	fee: 'fees',
	deposit: 'deposits',
	adjustment: 'adjustments',
	authorization: 'authorizedOnly',
	inReview: 'inReview',
	pending: 'pending',
	declined: 'declined',
	unclassified: 'unclassified',
};

/** What is known of the rows once all were read. */
export interface MoneyFacts {
	/** Whether they tell what net is. */
	tellsNet: boolean;
	/** Whether reversals take back sales, and not authorizations. */
	reversesSales: boolean;
}

/** What rows are in money, by what they are: money that moved, and what else there is. */
export class MoneyTotal {
	count = 0;
	private readonly sums = new Map<RowKind, DecimalSum>();

	add(digits: string, { kind, direction }: Classified, count: number): void {
		this.count += count;
		this.sumOf(kind).add(signed(digits, direction));
	}

	/** Each sum that has rows. */
	figures({ reversesSales }: Pick<MoneyFacts, 'reversesSales'>): ReadonlyMap<SumName, Decimal> {
		const figures = new Map<SumName, Decimal>();
		for (const [kind, sum] of this.sums) {
			if (kind === 'noMoney') continue;
			const reversed = reversesSales ? 'sales' : 'authorizedOnly';
			const name = kind === 'reversal' ? reversed : SUM_OF[kind];
			figures.set(name, add(figures.get(name) ?? ZERO, sum.total()));
		}
		return figures;
	}

	private sumOf(kind: RowKind): DecimalSum {
		let sum = this.sums.get(kind);
		if (sum === undefined) {
			sum = new DecimalSum();
			this.sums.set(kind, sum);
		}
		return sum;
	}
}

export const NO_TRANSACTIONS = 'No transactions';

/** Totals as one table: every row has the same sums. */
export interface MoneyTable {
	/** Which sums there are. */
	names: readonly SumName[];
	/** As text; null where the report does not tell. */
	row: (total: MoneyTotal) => { count: number; net: string | null; sums: Array<string | null> };
}

/** The sums that all of these totals show, once all rows were read. */
export function moneyTable(totals: readonly MoneyTotal[], facts: MoneyFacts): MoneyTable {
	const shown = new Set<SumName>(ALWAYS);
	for (const total of totals) {
		for (const [name, { units }] of total.figures(facts)) if (units !== 0n) shown.add(name);
	}
	const names = ALL.filter((name) => shown.has(name));
	const isTold = (name: SumName) => facts.tellsNet || !IN_NET.includes(name);
	return {
		names,
		row: (total) => {
			const figures = total.figures(facts);
			const sum = (name: SumName) => figures.get(name) ?? ZERO;
			const net = IN_NET.reduce((sofar, name) => add(sofar, sum(name)), ZERO);
			return {
				count: total.count,
				net: facts.tellsNet ? format(net) : null,
				sums: names.map((name) => (isTold(name) ? format(sum(name)) : null)),
			};
		},
	};
}

/** As a sheet shows it, once all rows were read. */
export const moneyLayout = (factsOf: () => MoneyFacts): Layout<MoneyTotal> => ({
	empty: NO_TRANSACTIONS,
	newTotal: () => new MoneyTotal(),
	table: (totals) => {
		const { names, row } = moneyTable(totals, factsOf());
		const isNetTold = factsOf().tellsNet;
		const unclassified = names.indexOf('unclassified');
		const charted = isNetTold || unclassified < 0 ? 1 : 2 + unclassified;
		return {
			headings: ['Count', 'Net', ...names.map((name) => SUMS[name])],
			charted,
			cells: (total, currency): Cell[] => {
				const { count, net, sums } = row(total);
				return [
					{ count },
					...[net, ...sums].map((amount) =>
						amount === null ? { text: '' } : { amount, currency },
					),
				];
			},
			valueOf: (total) => {
				const { net, sums } = row(total);
				return (charted === 1 ? net : sums[unclassified]) ?? '0';
			},
		};
	},
});
