import { isLosslessNumber } from 'lossless-json';
import { exactNumber } from '../invoicing/exactJson';
import type { Invoice } from '../invoicing/invoice';
import { plainText } from '../invoicing/money';
import { withDerivedAmounts } from './derivedAmounts';
import type { Dialect } from './dialect';
import { withEntryFields, withHistory } from './invoiceParts';
import { type Group, isGroup, mapLeaves } from './leaves';
import { withUnknownFields } from './unknownFields';

/** An invoice as the dialect answers it; `shown` is the usual answer. */
export function invoiceAnswer(dialect: Dialect, invoice: Invoice, shown: object): object {
	if (dialect.isUsual) return shown;
	const { merchantDefinedFieldValues, clientReferenceInformation } = invoice.content;
	const told = withHistory(dialect, shown as Group);
	const reckoned = withDerivedAmounts(dialect, invoice.content, told);
	const answer: Group = {
		...withoutValues(dialect, FULL, asWritten(dialect, reckoned)),
		...(dialect.is('invoiceCustomFields', 'returned') && { merchantDefinedFieldValues }),
		...(dialect.is('invoicePartner', 'returned') && { clientReferenceInformation }),
	};
	return withUnknownFields(dialect, invoice, answer);
}

/** An entry of the list of invoices as the dialect answers it. */
export function invoiceEntry(dialect: Dialect, shown: object): object {
	if (dialect.isUsual) return shown;
	const entry = withoutValues(dialect, ENTRY, asWritten(dialect, shown as Group));
	return withEntryFields(dialect, entry);
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
		if (typeof leaf !== 'string') return leaf;
		if (DATES.has(path)) return date(dialect, leaf);
		if (ENUMS.has(path)) return word(dialect, leaf);
		return leaf;
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

function word(dialect: Dialect, written: string): string {
	if (dialect.is('invoiceEnumCase', 'documented')) return written;
	return dialect.is('invoiceEnumCase', 'upper') ? written.toUpperCase() : written.toLowerCase();
}

/** The optional fields of an answer: names of values, and groups of them. */
interface Optional {
	[name: string]: true | Optional;
}

const CUSTOMER = { name: true, merchantCustomerId: true } as const;
const LINE_ITEM: Optional = {
	discountAmount: true,
	discountRate: true,
	taxAmount: true,
	taxRate: true,
};
const FULL: Optional = {
	customerInformation: { ...CUSTOMER, email: true, company: { name: true } },
	invoiceInformation: { description: true, expirationDate: true },
	orderInformation: {
		amountDetails: {
			discountAmount: true,
			discountPercent: true,
			subAmount: true,
			minimumPartialAmount: true,
			taxDetails: { type: true, amount: true, rate: true },
			freight: { amount: true, taxRate: true },
		},
		lineItems: LINE_ITEM,
	},
};
const ENTRY: Optional = {
	customerInformation: CUSTOMER,
	invoiceInformation: { expirationDate: true },
};

/** The answer with its optional fields as the dialect writes those without a value. */
function withoutValues(dialect: Dialect, optional: Optional, shown: Group): Group {
	if (dialect.is('invoiceEmptyFields', 'absent')) return shown;
	const fill = (group: Group, fields: Optional): Group => ({
		...group,
		...Object.fromEntries(
			Object.entries(fields).map(([name, inner]) => [name, filled(group[name], inner)]),
		),
	});
	const filled = (value: unknown, inner: true | Optional): unknown => {
		if (inner === true) return value ?? null;
		if (Array.isArray(value)) return value.map((each: Group) => fill(each, inner));
		if (inner === LINE_ITEM) return undefined;
		return fill(isGroup(value) ? value : {}, inner);
	};
	return fill(shown, optional);
}
