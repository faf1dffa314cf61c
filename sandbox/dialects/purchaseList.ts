import { Decimal } from 'decimal.js';
import type { Transaction } from '../reporting/ledger/transaction';
import type { Dialect } from './dialect';
import { asOfPage, type Compare, pageSize } from './pages';
import type { Choice } from './table';

export interface PurchasePage {
	/** False when the whole period is empty. */
	found: boolean;
	page: readonly Transaction[];
	/** As the answer tells it. */
	limit: number;
}

const ORDERS: Record<Choice['purchaseOrder'], Compare<Transaction>> = {
	'oldest-first': (a, b) => a.time - b.time,
	'newest-first': (a, b) => b.time - a.time,
};

/** A page of purchases and refunds as the dialect cuts it. `entriesOf` counts a request's entries in all lists. */
export function purchasePage(
	dialect: Dialect,
	transactions: Iterable<Transaction>,
	{ offset, limit }: { offset: number; limit: number },
	entriesOf: (transaction: Transaction) => number,
): PurchasePage {
	const size = pageSize(dialect.reading('purchasePageSize'), limit);
	const weigh = dialect.is('purchaseLimit', 'entries') ? entriesOf : () => 1;
	const page: Transaction[] = [];
	let found = false;
	let passed = 0;
	let weight = 0;
	for (const transaction of asDialectOrders(dialect, transactions, offset)) {
		found = true;
		if (passed++ < offset) continue;
		weight += weigh(transaction);
		if (weight > size && page.length > 0) break;
		page.push(transaction);
		if (weight >= size) break;
	}
	return { found, page, limit: dialect.is('purchasePageSize', '20-told') ? size : limit };
}

/** As they come in the usual case: there may be very many. */
function asDialectOrders(
	dialect: Dialect,
	transactions: Iterable<Transaction>,
	offset: number,
): Iterable<Transaction> {
	if (dialect.is('purchaseOrder', 'oldest-first') && dialect.is('purchasePaging', 'steady')) {
		return transactions;
	}
	const all = [...transactions];
	const ordered = all.sort(ORDERS[dialect.reading('purchaseOrder')]);
	return asOfPage(dialect.reading('purchasePaging'), ordered, offset);
}

/** The parts in which a request is settled: they add up to its amount. */
export function settledParts(dialect: Dialect, amount: string): string[] {
	if (dialect.is('purchaseSettlements', 'one')) return [amount];
	const whole = new Decimal(amount);
	const first = whole.times('0.4').toDecimalPlaces(whole.decimalPlaces(), Decimal.ROUND_DOWN);
	const digits = amount.split('.').at(1)?.length ?? 0;
	return [first, whole.minus(first)].map((part) => part.toFixed(digits));
}
