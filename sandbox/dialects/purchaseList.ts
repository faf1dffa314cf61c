import type { Transaction } from '../reporting/ledger/transaction';
import type { Dialect } from './dialect';
import { asOfPage, pageSize } from './pages';

export interface PurchasePage {
	/** False when the whole period is empty. */
	found: boolean;
	page: readonly Transaction[];
	/** As the answer tells it. */
	limit: number;
}

/** A page of purchases and refunds as the dialect cuts it. `entriesOf` counts a request's entries in all lists. */
export function purchasePage(
	dialect: Dialect,
	transactions: Iterable<Transaction>,
	{ offset, limit }: { offset: number; limit: number },
	entriesOf: (transaction: Transaction) => number,
): PurchasePage {
	const size = pageSize(dialect.is('pageSize', '20-told'), limit);
	const weigh = dialect.is('purchaseLimit', 'entries') ? entriesOf : () => 1;
	// As they come in the usual case: there may be very many.
	const list = dialect.is('paging', 'steady')
		? transactions
		: asOfPage(dialect, [...transactions], offset);
	const page: Transaction[] = [];
	let found = false;
	let passed = 0;
	let weight = 0;
	for (const transaction of list) {
		found = true;
		if (passed++ < offset) continue;
		weight += weigh(transaction);
		if (weight > size && page.length > 0) break;
		page.push(transaction);
		if (weight >= size) break;
	}
	return { found, page, limit: size };
}
