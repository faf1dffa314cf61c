import { createHash } from 'crypto';

import type { Field, Kind } from '../../shared/invoice/fields';
import { INVOICE_FIELDS, LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import { format, parseDecimal, trim } from '../../shared/money';
import { PATHS } from '../../shared/service/paths';
import type { InvoiceDraft } from './draft';
import type { Values } from './fieldValues';
import { fieldNames } from './fieldValues';
import { plainText } from './sameText';
import type { Value } from './values';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = 13;

/**
 * A number made of what tells one invoice from every other: the same origin makes the same number, so that a
 * repeat finds the first invoice. Short and plain, as the service's limits are not documented.
 */
export function numberFrom(origin: readonly string[]): string {
	const digest = createHash('sha256').update(JSON.stringify(origin)).digest();
	const digits = Array.from(digest.subarray(0, DIGITS), (byte) => ALPHABET[byte % ALPHABET.length]);
	return `N8N${digits.join('')}`;
}

/** How an invoice is delivered does not make it another one. */
const NOT_CONTENT: readonly string[] = ['deliveryMode', 'invoiceNumber', 'sendImmediately'];

/** 1.10 and 1.1 are one amount, but two SKUs. */
const NUMERIC: readonly Kind[] = ['amount', 'percent', 'quantity', 'rate'];

const plainValue = ({ kind }: Field, value: Value): string => {
	const decimal = NUMERIC.includes(kind) ? parseDecimal(String(value)) : undefined;
	return decimal === undefined ? plainText(String(value)) : format(trim(decimal));
};

const contentOf = <Name extends string>(
	fields: Record<Name, Field>,
	values: Values<Name>,
): string[][] =>
	fieldNames(fields).flatMap((name) => {
		const value = values[name];
		return value === undefined || NOT_CONTENT.includes(name)
			? []
			: [[name, plainValue(fields[name], value)]];
	});

/** What the invoice says, in one text: 99.8 and 99.80, or other spaces, make no difference. */
export const contentKey = ({ fields, lineItems, customFields }: InvoiceDraft): string =>
	JSON.stringify([
		contentOf(INVOICE_FIELDS, fields),
		lineItems.map((item) => contentOf(LINE_ITEM_FIELDS, item)),
		customFields.map(({ definitionId, value }) => [definitionId, plainText(value)]),
	]);

const API_LINK = new RegExp(`/${PATHS.invoices.join('/')}/([^/?#\\s]+)`);

/** The number in an API link such as an invoice's own _links; a payment link does not show it. */
export function numberInApiLink(link: string): string | undefined {
	const match = API_LINK.exec(link);
	try {
		return match === null ? undefined : decodeURIComponent(match[1]);
	} catch {
		return undefined;
	}
}
