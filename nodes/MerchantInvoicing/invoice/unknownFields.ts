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
	...['_links', 'id', 'submitTimeUtc', 'status', 'createdDate', 'invoiceHistory'],
	...['invoiceInformation.paymentLink', 'invoiceInformation.customLabels'],
	'orderInformation.amountDetails.balanceAmount',
];

const pathsOf = (fields: Record<string, Field>): string[] =>
	Object.values(fields).flatMap(({ path, otherPath = path }) =>
		[path, otherPath].map((one) => one.join('.')),
	);

const LISTS = [LINE_ITEMS_PATH.join('.'), CUSTOM_FIELDS];
const KNOWN = new Set([...pathsOf(INVOICE_FIELDS), ...ONLY_IN_ANSWERS, ...LISTS]);
const KNOWN_OF_LINES = new Set(pathsOf(LINE_ITEM_FIELDS));

/** Adds what the specification does not name, group by group. Returns the names of what was added. */
const addUnknown = (
	to: IDataObject,
	from: IDataObject,
	known: ReadonlySet<string>,
	place = '',
): string[] =>
	Object.entries(from).flatMap(([name, value]) => {
		const path = `${place}${name}`;
		if (value === null || known.has(path)) return [];
		if (!isRecord(value)) {
			to[name] = value;
			return [path];
		}
		const group = isRecord(to[name]) ? to[name] : {};
		const added = addUnknown(group, value, known, `${path}.`);
		if (added.length > 0) to[name] = group;
		return added;
	});

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
		return addUnknown(line, left.splice(index, 1)[0], KNOWN_OF_LINES);
	});
	const ofInvoice = addUnknown(body, before, KNOWN);
	return [...ofInvoice, ...new Set(ofLines.map((name) => `lineItems.${name}`))];
}
