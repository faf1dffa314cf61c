import type { IDataObject } from 'n8n-workflow';

import {
	type Field,
	INVOICE_FIELDS,
	LINE_ITEM_FIELDS,
	LINE_ITEMS_PATH,
} from '../../shared/invoice/fields';
import type { Invoice } from '../../shared/service/invoicing';
import { isRecord, valueAt } from '../../shared/text';
import { CUSTOM_FIELDS } from './draft';

const ONLY_IN_ANSWERS = [
	['_links'],
	['id'],
	['submitTimeUtc'],
	['status'],
	['createdDate'],
	['invoiceHistory'],
	['invoiceInformation', 'paymentLink'],
	['invoiceInformation', 'customLabels'],
	['orderInformation', 'amountDetails', 'balanceAmount'],
];

const pathsOf = (fields: Record<string, Field>): Array<readonly string[]> =>
	Object.values(fields).flatMap(({ path, otherPath }) => (otherPath ? [path, otherPath] : [path]));

const KNOWN = [...pathsOf(INVOICE_FIELDS), ...ONLY_IN_ANSWERS, LINE_ITEMS_PATH, [CUSTOM_FIELDS]];
const KNOWN_OF_LINES = pathsOf(LINE_ITEM_FIELDS);

const isKnownAs =
	(known: ReadonlyArray<readonly string[]>) =>
	(path: readonly string[]): boolean =>
		known.some((one) => one.join('.') === path.join('.'));

/** Adds what the specification does not name, group by group. Returns the names of what was added. */
function addUnknown(
	to: IDataObject,
	from: IDataObject,
	isKnown: (path: readonly string[]) => boolean,
	place: readonly string[] = [],
): string[] {
	return Object.entries(from).flatMap(([name, value]) => {
		const path = [...place, name];
		if (value === null || isKnown(path)) return [];
		if (!isRecord(value)) {
			to[name] = value;
			return [path.join('.')];
		}
		const group = isRecord(to[name]) ? to[name] : {};
		const added = addUnknown(group, value, isKnown, path);
		if (added.length > 0) to[name] = group;
		return added;
	});
}

const linesIn = (body: IDataObject): IDataObject[] => {
	const lines = valueAt(body, LINE_ITEMS_PATH);
	return Array.isArray(lines) ? (lines as IDataObject[]) : [];
};

/**
 * Adds what the invoice has besides to the body of its update, which takes away what it leaves out.
 * Returns the names: "processingInformation.priority".
 */
export function addUnknownFields(body: IDataObject, before: Invoice): string[] {
	const left = [...linesIn(before)];
	const ofLines = linesIn(body).flatMap((line) => {
		const index = left.findIndex(({ productSku }) => productSku === line.productSku);
		if (index < 0) return [];
		return addUnknown(line, left.splice(index, 1)[0], isKnownAs(KNOWN_OF_LINES));
	});
	const ofInvoice = addUnknown(body, before, isKnownAs(KNOWN));
	return [...ofInvoice, ...new Set(ofLines.map((name) => `lineItems.${name}`))];
}
