import { type Classified, ROW_CLASSES, type RowClass } from '../catalogue/money';
import { add, DecimalSum, type Decimal, format, signed, ZERO } from '../money';
import type { Cell } from './cells';
import type { Layout } from './totals';

/** The words for them, and whether they are money that moved. */
export const CLASS_WORDS: Record<RowClass, string> = {
	sales: 'Sales',
	refunds: 'Refunds',
	chargebacks: 'Chargebacks',
	authorizedOnly: 'Authorized Only',
	declined: 'Declined',
	unclassified: 'Unclassified',
};

const MOVED = ['sales', 'refunds', 'chargebacks'] as const satisfies readonly RowClass[];
const BESIDE = [
	'authorizedOnly',
	'declined',
	'unclassified',
] as const satisfies readonly RowClass[];

const ofEach = <Value>(make: (rowClass: RowClass) => Value): Record<RowClass, Value> =>
	Object.fromEntries(ROW_CLASSES.map((one) => [one, make(one)])) as Record<RowClass, Value>;

/** What rows are in money, by what they are: money that moved, and what else there is. */
export class MoneyTotal {
	readonly rows = ofEach(() => 0);
	private readonly sums = ofEach(() => new DecimalSum());

	/** Money that goes away is negative; `keepsSign`: a fee is paid for a refund too. */
	add(digits: string, { rowClass, sign }: Classified, keepsSign: boolean): void {
		this.rows[rowClass]++;
		this.sums[rowClass].add(signed(digits, keepsSign ? 1 : sign));
	}

	addAll({ rows, sums }: MoneyTotal): void {
		for (const one of ROW_CLASSES) {
			this.rows[one] += rows[one];
			this.sums[one].add(format(sums[one].total()));
		}
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

/** As a sheet shows it. `tellsKinds`: whether the report says which rows are sales. */
export const moneyLayout = (tellsKinds: () => boolean): Layout<MoneyTotal> => ({
	headings: [
		'Rows',
		...MOVED.map((one) => CLASS_WORDS[one]),
		'Net',
		...BESIDE.map((one) => CLASS_WORDS[one]),
		...ROW_CLASSES.map((one) => `Rows: ${CLASS_WORDS[one]}`),
	],
	get charted() {
		return tellsKinds() ? 'Net' : CLASS_WORDS.unclassified;
	},
	newTotal: () => new MoneyTotal(),
	valueOf: (total) => (tellsKinds() ? total.net : total.sum('unclassified')),
	cells: (total, currency): Cell[] => {
		const amount = (text: string): Cell => ({ amount: text, currency });
		const moved = tellsKinds() ? [...MOVED.map((one) => total.sum(one)), total.net] : [];
		return [
			{ count: total.allRows },
			...(moved.length > 0 ? moved.map(amount) : Array.from({ length: 4 }, () => ({ text: '' }))),
			...BESIDE.map((one) => amount(total.sum(one))),
			...ROW_CLASSES.map((one) => ({ count: total.rows[one] })),
		];
	},
});

/** As an item has it. Null stands for what the report does not tell. */
export const moneyFields = (
	total: MoneyTotal,
	tellsKinds: boolean,
): Record<string, string | number | null> => ({
	rows: total.allRows,
	...Object.fromEntries(MOVED.map((one) => [one, tellsKinds ? total.sum(one) : null])),
	net: tellsKinds ? total.net : null,
	...Object.fromEntries(BESIDE.map((one) => [one, total.sum(one)])),
	...Object.fromEntries(ROW_CLASSES.map((one) => [`${one}Rows`, total.rows[one]])),
});
