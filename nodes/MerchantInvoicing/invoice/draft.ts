import type { IDataObject } from 'n8n-workflow';

import type { Field, InvoiceField } from '../../shared/invoice/fields';
import { INVOICE_FIELDS, valueAt } from '../../shared/invoice/fields';
import { readJson } from '../../shared/node/json';
import type { Checked, Problem } from '../../shared/problem';
import { error, warning } from '../../shared/problem';
import type { Entered, Values } from './fieldValues';
import { fieldNames, pickFields, put, readFields, writeFields } from './fieldValues';
import { isBlank, readValue } from './values';

export const LINE_ITEM_FIELDS = {
	discountAmount: { label: 'Discount Amount', kind: 'amount', path: ['discountAmount'] },
	discountRate: {
		label: 'Discount Rate',
		kind: 'percent',
		path: ['discountRate'],
		otherPath: ['discountPercent'],
	},
	productName: { label: 'Product Name', kind: 'text', path: ['productName'] },
	productSku: { label: 'Product SKU', kind: 'text', path: ['productSku'] },
	quantity: { label: 'Quantity', kind: 'quantity', path: ['quantity'] },
	taxAmount: { label: 'Tax Amount', kind: 'amount', path: ['taxAmount'] },
	taxRate: { label: 'Tax Rate', kind: 'rate', path: ['taxRate'] },
	totalAmount: { label: 'Total Amount', kind: 'amount', path: ['totalAmount'] },
	unitPrice: { label: 'Unit Price', kind: 'amount', path: ['unitPrice'] },
} as const satisfies Record<string, Field>;

export type LineItemField = keyof typeof LINE_ITEM_FIELDS;
export type LineItem = Values<LineItemField>;

export interface CustomFieldValue {
	definitionId: number;
	value: string;
}

/** An invoice in the request's form, flat: decimals and dates as text, one name for each field. */
export interface InvoiceDraft {
	fields: Values<InvoiceField>;
	lineItems: LineItem[];
	customFields: CustomFieldValue[];
}

/** What the user entered, before anything is known of it. Blank entries are as if left out. */
export interface Entry {
	fields: Entered<InvoiceField>;
	lineItems?: unknown;
	customFields?: unknown;
}

export interface DraftReading {
	draft: InvoiceDraft;
	problems: Problem[];
}

export function readDraft(entry: Entry): DraftReading {
	const fields = readFields(INVOICE_FIELDS, entry.fields);
	const lineItems = readLineItems(entry.lineItems);
	const customFields = readCustomFields(entry.customFields);
	return {
		draft: {
			fields: fields.values,
			lineItems: lineItems.values,
			customFields: customFields.values,
		},
		problems: [...fields.problems, ...lineItems.problems, ...customFields.problems],
	};
}

const LINE_ITEMS_PATH = ['orderInformation', 'lineItems'] as const;
const CUSTOM_FIELDS = 'merchantDefinedFieldValues';

/** A list from the form, from JSON text or from an expression; a single item counts as a list of one. */
function readList(label: string, raw: unknown): Checked<unknown[]> {
	const list = readJson(label, raw);
	if ('problems' in list) return list;
	const { value } = list;
	if (isBlank(value)) return { value: [] };
	return typeof value === 'object'
		? { value: [value].flat() }
		: { problems: [error(label, 'must be a JSON list of objects')] };
}

/** "Unit Price", "unit_price" and "unitprice" all mean unitPrice: columns of a sheet are named freely. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

const LINE_ITEM_NAMES = new Map<string, LineItemField>([
	...fieldNames(LINE_ITEM_FIELDS).map((name) => [plainName(name), name] as const),
	['discountpercent', 'discountRate'],
]);

function readLineItems(raw: unknown): { values: LineItem[]; problems: Problem[] } {
	const list = readList('Line Items', raw);
	if ('problems' in list) return { values: [], problems: list.problems };
	const problems: Problem[] = [];
	const values = list.value.map((item, index) => {
		const line = index + 1;
		if (typeof item !== 'object' || item === null || Array.isArray(item)) {
			problems.push(error('', 'must be an object with a productName, productSku and so on', line));
			return {};
		}
		const entered: Entered<LineItemField> = {};
		const unknown: string[] = [];
		for (const [key, value] of Object.entries(item)) {
			const name = LINE_ITEM_NAMES.get(plainName(key));
			if (name === undefined) unknown.push(key);
			else entered[name] = value;
		}
		if (unknown.length > 0) {
			problems.push(
				warning('', `not a field of a line item, and left out: ${unknown.join(', ')}`, line),
			);
		}
		const reading = readFields(LINE_ITEM_FIELDS, entered, line);
		problems.push(...reading.problems);
		return reading.values;
	});
	return { values, problems };
}

function readCustomFields(raw: unknown): { values: CustomFieldValue[]; problems: Problem[] } {
	const list = readList('Custom Field Values', raw);
	if ('problems' in list) return { values: [], problems: list.problems };
	const problems: Problem[] = [];
	const values: CustomFieldValue[] = [];
	list.value.forEach((entry, index) => {
		const { definitionId, value } = Object(entry) as Record<string, unknown>;
		const id = /^\d{1,15}$/.test(String(definitionId)) ? Number(definitionId) : undefined;
		const place = `Custom Field ${index + 1}`;
		if (id === undefined) {
			problems.push(
				error(`${place}, Definition ID`, 'must be the whole number shown for the field'),
			);
		}
		const label = `${place}, Value`;
		const text = readValue({ label, kind: 'text' }, value ?? '');
		if ('problems' in text) problems.push(...text.problems);
		else if (text.value === '') problems.push(error(label, 'is required'));
		else if (id !== undefined) values.push({ definitionId: id, value: String(text.value) });
	});
	return { values, problems };
}

/** The body of a create or update request. */
export function toBody({ fields, lineItems, customFields }: InvoiceDraft): IDataObject {
	const body = writeFields(INVOICE_FIELDS, fields);
	if (lineItems.length > 0) {
		const items = lineItems.map((item) => writeFields(LINE_ITEM_FIELDS, item));
		put(body, LINE_ITEMS_PATH, items);
	}
	if (customFields.length > 0) body[CUSTOM_FIELDS] = customFields.map((entry) => ({ ...entry }));
	return body;
}

/**
 * The request's form of an invoice as the service returned it: what only responses have is left out.
 * Text that the node would not accept from a user is kept, as it is the service's own.
 */
export function fromInvoice(invoice: unknown): DraftReading {
	const fields = readFields(INVOICE_FIELDS, pickFields(INVOICE_FIELDS, invoice), undefined, true);
	const items = valueAt(invoice, LINE_ITEMS_PATH);
	const lineItems = (Array.isArray(items) ? items : []).map((item, index) =>
		readFields(LINE_ITEM_FIELDS, pickFields(LINE_ITEM_FIELDS, item), index + 1, true),
	);
	const customFields = readCustomFields(valueAt(invoice, [CUSTOM_FIELDS]));
	return {
		draft: {
			fields: fields.values,
			lineItems: lineItems.map(({ values }) => values),
			customFields: customFields.values,
		},
		problems: [fields, ...lineItems, customFields].flatMap(({ problems }) => problems),
	};
}
