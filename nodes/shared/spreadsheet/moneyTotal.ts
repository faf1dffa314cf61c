import { type Classified, ROW_CLASSES, type RowClass } from '../catalog/money';
import { add, DecimalSum, type Decimal, format, signed, ZERO } from '../money';
import type { Cell } from './cells';
import type { Layout } from './totals';

/** The words for them, and whether they are money that moved. */
export const CLASS_WORDS: Record<RowClass, string> = {
	sales: 'Sales',
	refunds: 'Refunds',
	chargebacks: 'Chargebacks',
	fees: 'Fees',
	authorizedOnly: 'Authorized Only',
	notAccepted: 'Not Accepted',
	unclassified: 'Unclassified',
};

const MOVED: readonly RowClass[] = ['sales', 'refunds', 'chargebacks', 'fees'];
const BESIDE: readonly RowClass[] = ['authorizedOnly', 'notAccepted', 'unclassified'];

/** What the rows show of themselves. */
export interface Told {
	/** Whether they say which of them are sales. */
	tellsKinds: boolean;
	/** Few reports have fees among their rows: the others have no column for them. */
	hasFees: boolean;
}

const shownOf = (classes: readonly RowClass[], { hasFees }: Told): RowClass[] =>
	classes.filter((one) => one !== 'fees' || hasFees);

const ofEach = <Value>(make: (rowClass: RowClass) => Value): Record<RowClass, Value> =>
	Object.fromEntries(ROW_CLASSES.map((one) => [one, make(one)])) as Record<RowClass, Value>;

/** What rows are in money, by what they are: money that moved, and what else there is. */
export class MoneyTotal {
	readonly rows = ofEach(() => 0);
	private readonly sums = ofEach(() => new DecimalSum());

	/** Money that goes away is negative; `keepsSign`: a fee is paid for a refund too. */
	add(digits: string, { rowClass, sign }: Classified, keepsSign?: boolean): void {
		this.rows[rowClass]++;
		this.sums[rowClass].add(signed(digits, keepsSign ? 1 : sign));
	}

	get allRows(): number {
		return ROW_CLASSES.reduce((sum, one) => sum + this.rows[one], 0);
	}

	sum(rowClass: RowClass): string {
		return format(this.sums[rowClass].total());
	}

	get net(): string {
		const sum = (total: Decimal, one: RowClass) => add(total, this.sums[one].total());
		return format(MOVED.reduce(sum, ZERO));
	}
}

export const NO_TRANSACTIONS = 'No transactions';

/** As a sheet shows it, once all rows were read. */
export const moneyLayout = (told: () => Told): Layout<MoneyTotal> => ({
	get headings() {
		return [
			'Rows',
			...shownOf(MOVED, told()).map((one) => CLASS_WORDS[one]),
			'Net',
			...BESIDE.map((one) => CLASS_WORDS[one]),
			...shownOf(ROW_CLASSES, told()).map((one) => `Rows: ${CLASS_WORDS[one]}`),
		];
	},
	get charted() {
		return told().tellsKinds ? 'Net' : CLASS_WORDS.unclassified;
	},
	empty: NO_TRANSACTIONS,
	newTotal: () => new MoneyTotal(),
	valueOf: (total) => (told().tellsKinds ? total.net : total.sum('unclassified')),
	cells: (total, currency): Cell[] => {
		const { tellsKinds } = told();
		const amount = (text: string): Cell => ({ amount: text, currency });
		const moved = [...shownOf(MOVED, told()).map((one) => total.sum(one)), total.net];
		return [
			{ count: total.allRows },
			...moved.map((text) => (tellsKinds ? amount(text) : { text: '' })),
			...BESIDE.map((one) => amount(total.sum(one))),
			...shownOf(ROW_CLASSES, told()).map((one) => ({ count: total.rows[one] })),
		];
	},
});

/** As an item has it. Null stands for what the report does not tell. */
export function moneyFields(total: MoneyTotal, told: Told): Record<string, string | number | null> {
	const { tellsKinds } = told;
	return {
		rows: total.allRows,
		...Object.fromEntries(
			shownOf(MOVED, told).map((one) => [one, tellsKinds ? total.sum(one) : null]),
		),
		net: tellsKinds ? total.net : null,
		...Object.fromEntries(BESIDE.map((one) => [one, total.sum(one)])),
		...Object.fromEntries(shownOf(ROW_CLASSES, told).map((one) => [`${one}Rows`, total.rows[one]])),
	};
}
