import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/invoice/fields';
import {
	INVOICE_FIELDS,
	LINE_ITEM_FIELDS,
	LINE_ITEMS_PATH,
	valueAt,
} from '../../shared/invoice/fields';
import { isRecord, textOf } from '../../shared/record';

/** What an invoice has that the specification does not name. */
export interface UnknownFields {
	body: IDataObject;
	lines: Array<{ sku: string; fields: IDataObject }>;
}

/** What only answers have. */
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
	['merchantDefinedFieldValues'],
];

const pathsOf = (fields: Record<string, Field>): Array<readonly string[]> =>
	Object.values(fields).flatMap(({ path, otherPath }) => (otherPath ? [path, otherPath] : [path]));

const KNOWN = new Set(
	[...pathsOf(INVOICE_FIELDS), ...ONLY_IN_ANSWERS, LINE_ITEMS_PATH].map((path) => path.join('.')),
);
const KNOWN_OF_LINES = new Set(pathsOf(LINE_ITEM_FIELDS).map((path) => path.join('.')));

export function unknownFieldsOf(invoice: unknown): UnknownFields {
	const items = valueAt(invoice, LINE_ITEMS_PATH);
	return {
		body: unknownIn(invoice, KNOWN, ''),
		lines: (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
			const fields = unknownIn(item, KNOWN_OF_LINES, '');
			const sku = textOf(valueAt(item, LINE_ITEM_FIELDS.productSku.path));
			return Object.keys(fields).length > 0 ? [{ sku, fields }] : [];
		}),
	};
}

/** The parts of an object that are not known; a group that holds known parts only is left out. */
function unknownIn(value: unknown, known: ReadonlySet<string>, place: string): IDataObject {
	const unknown: IDataObject = {};
	if (!isRecord(value)) return unknown;
	for (const [name, part] of Object.entries(value)) {
		const path = place === '' ? name : `${place}.${name}`;
		if (known.has(path) || part === null || part === undefined) continue;
		const holdsKnown = [...known].some((other) => other.startsWith(`${path}.`));
		const left = holdsKnown ? unknownIn(part, known, path) : part;
		if (!holdsKnown || Object.keys(left as object).length > 0) unknown[name] = left;
	}
	return unknown;
}

/** The one object with the other laid over it, group by group. */
export function laidOver(under: IDataObject, over: IDataObject): IDataObject {
	for (const [name, value] of Object.entries(over)) {
		const below = under[name];
		under[name] = isRecord(below) && isRecord(value) ? laidOver(below, value) : value;
	}
	return under;
}
