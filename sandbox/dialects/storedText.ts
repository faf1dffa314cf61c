import type { Dialect } from './dialect';
import { mapLeaves } from './leaves';

/** Where people write what they like. */
export const FREE_TEXT: ReadonlySet<string> = new Set([
	'customerInformation.name',
	'customerInformation.company.name',
	'customerInformation.merchantCustomerId',
	'invoiceInformation.description',
	'orderInformation.lineItems.productName',
	'orderInformation.lineItems.productSku',
]);

const LONGEST = 100;

/** The body of an invoice as the service stores it. */
export function asStored(dialect: Dialect, body: unknown): unknown {
	if (dialect.isUsual) return body;
	return mapLeaves(body, (leaf, path) => {
		if (typeof leaf !== 'string') return leaf;
		if (path === 'customerInformation.email') {
			return dialect.is('invoiceEmail', 'lower-case') ? leaf.toLowerCase() : leaf;
		}
		return FREE_TEXT.has(path) ? storedText(dialect, leaf) : leaf;
	});
}

function storedText(dialect: Dialect, text: string): string {
	switch (dialect.reading('invoiceText')) {
		case 'trimmed':
			return text.trim();
		case 'cut-100':
			return [...text].slice(0, LONGEST).join('');
		case 'nfc':
			return text.normalize('NFC');
		default:
			return text;
	}
}
