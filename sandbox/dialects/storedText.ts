import type { Dialect } from './dialect';
import { mapLeaves } from './leaves';

/** Where people write what they like. */
const FREE_TEXT: ReadonlySet<string> = new Set([
	'customerInformation.name',
	'customerInformation.company.name',
	'customerInformation.merchantCustomerId',
	'invoiceInformation.description',
	'orderInformation.lineItems.productName',
	'orderInformation.lineItems.productSku',
]);

/** The body of an invoice as the service stores it. */
export function asStored(dialect: Dialect, body: unknown): unknown {
	if (dialect.is('invoiceText', 'as-sent')) return body;
	return mapLeaves(body, (leaf, path) => {
		if (typeof leaf !== 'string') return leaf;
		if (path === 'customerInformation.email') return leaf.toLowerCase();
		return FREE_TEXT.has(path) ? leaf.trim() : leaf;
	});
}
