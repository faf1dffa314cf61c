import { isLosslessNumber } from 'lossless-json';
import { exactNumber } from '../invoicing/exactJson';
import type { Invoice } from '../invoicing/invoice';
import { plainText } from '../invoicing/money';
import { withDerivedAmounts } from './derivedAmounts';
import type { Dialect } from './dialect';
import { type Group, mapLeaves } from './leaves';
import { withUnknownFields } from './unknownFields';

/** An invoice as the dialect answers it; `shown` is the usual answer. */
export function invoiceAnswer(dialect: Dialect, invoice: Invoice, shown: object): object {
	if (dialect.isUsual) return shown;
	const { merchantDefinedFieldValues } = invoice.content;
	const told = withHistory(dialect, shown as Group);
	const answer: Group = {
		...asWritten(dialect, withDerivedAmounts(dialect, invoice.content, told)),
		...(dialect.is('invoiceCustomFields', 'returned') && { merchantDefinedFieldValues }),
	};
	return withUnknownFields(dialect, invoice, answer);
}

/** An entry of the list of invoices as the dialect answers it. */
export function invoiceEntry(dialect: Dialect, shown: object): object {
	if (dialect.isUsual) return shown;
	const entry = asWritten(dialect, shown as Group);
	return dialect.is('fields', 'all') ? entry : { id: entry.id, status: entry.status };
}

interface ShownEntry {
	event: string;
	date?: string;
}

function withHistory(dialect: Dialect, { invoiceHistory, ...rest }: Group): Group {
	const history = invoiceHistory as ShownEntry[] | undefined;
	if (!history) return rest;
	switch (dialect.reading('invoiceHistory')) {
		case 'full':
			return { ...rest, invoiceHistory: history };
		case 'missing':
			return rest;
		case 'without-times':
			return { ...rest, invoiceHistory: history.map((entry) => ({ ...entry, date: undefined })) };
		case 'newest-first':
			return { ...rest, invoiceHistory: [...history].reverse() };
	}
}

const DATES: ReadonlySet<string> = new Set([
	'invoiceInformation.dueDate',
	'invoiceInformation.expirationDate',
]);
const ENUMS: ReadonlySet<string> = new Set([
	'status',
	'invoiceInformation.deliveryMode',
	'orderInformation.amountDetails.taxDetails.type',
	'invoiceHistory.event',
]);

function asWritten(dialect: Dialect, shown: Group): Group {
	return mapLeaves(shown, (leaf, path) => {
		if (isLosslessNumber(leaf)) return amount(dialect, leaf.value);
		if (leaf === undefined && dialect.is('invoiceEmptyFields', 'null')) return null;
		if (typeof leaf !== 'string') return leaf;
		if (DATES.has(path)) return date(dialect, leaf);
		return ENUMS.has(path) && dialect.is('enumCase', 'other') ? leaf.toLowerCase() : leaf;
	});
}

function amount(dialect: Dialect, digits: string): unknown {
	switch (dialect.reading('invoiceAmounts')) {
		case 'numbers':
			return exactNumber(digits);
		case 'plain-numbers':
			return exactNumber(plainText(digits));
		case 'text':
			return digits;
	}
}

function date(dialect: Dialect, written: string): string {
	const parts = written.split('-');
	const yearFirst = parts[0].length === 4;
	if (dialect.is('invoiceDates', 'as-sent')) return written;
	return yearFirst === dialect.is('invoiceDates', 'year-first')
		? written
		: parts.reverse().join('-');
}
