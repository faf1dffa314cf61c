import { exactNumber } from '../invoicing/exactJson';
import type { Invoice } from '../invoicing/invoice';
import type { Dialect } from './dialect';
import { type Group, takeAt, withValueAt } from './leaves';

/** Fields of no specification, by path. Every invoice has them until an update says otherwise. */
export const UNKNOWN_FIELDS: Readonly<Record<string, unknown>> = {
	accounting: {
		costCenter: 'C-100',
		tags: ['north', 'retail'],
		entry: exactNumber('9007199254740993'),
	},
	'customerInformation.segment': 'wholesale',
	'invoiceInformation.channel': { name: 'portal' },
};

export function withUnknownFields(dialect: Dialect, invoice: Invoice, shown: Group): Group {
	if (dialect.is('invoiceUnknownFields', 'none')) return shown;
	return Object.entries(invoice.unknownFields ?? UNKNOWN_FIELDS).reduce(
		(answer, [path, value]) => withValueAt(answer, path, value),
		shown,
	);
}

/** Takes the fields out that the service knows and the specification does not. */
export function takeUnknownFields(
	dialect: Dialect,
	body: unknown,
): { body: unknown; unknownFields: Invoice['unknownFields'] } {
	if (dialect.is('invoiceUnknownFields', 'none')) return { body, unknownFields: undefined };
	const unknownFields: Group = {};
	let known = body;
	for (const path of Object.keys(UNKNOWN_FIELDS)) {
		const { rest, value } = takeAt(known, path);
		known = rest;
		if (value !== undefined && value !== null && value !== '') unknownFields[path] = value;
	}
	return { body: known, unknownFields };
}
