import { Decimal } from 'decimal.js';
import { decimalsOf } from '../invoicing/money';

/** Exact: sums never need more than these digits, and only a product is ever rounded. */
export const Money = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
export type Money = Decimal;

export function writeMoney(amount: Money, currency: string): string {
	return amount.toFixed(decimalsOf(currency));
}

/** Adds up by key, keeping the order in which the keys came. */
export class Tally<Key extends string = string> {
	private readonly sums = new Map<Key, { count: number; amount: Money }>();

	add(key: Key, amount: Money, count = 1): void {
		const sum = this.sums.get(key) ?? { count: 0, amount: new Money(0) };
		this.sums.set(key, { count: sum.count + count, amount: sum.amount.plus(amount) });
	}

	get(key: Key): { count: number; amount: Money } {
		return this.sums.get(key) ?? { count: 0, amount: new Money(0) };
	}

	keys(): Key[] {
		return [...this.sums.keys()];
	}
}
