import type { IDataObject } from 'n8n-workflow';
import type { InvoiceField, LineItemField } from './fields';
import { CUSTOM_FIELDS_PATH, fieldNames, INVOICE_FIELDS, LINE_ITEM_FIELDS } from './fields';
import type { Entered, Values } from './fieldValues';
import { pickFields, put, readFields, valueAt, writeFields } from './fieldValues';
import type { Problem } from './problems';
import { error, warning } from './problems';
import { isBlank, readValue } from './values';

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

const LINE_ITEMS = 'Line Items';

/** A list from the form, from JSON text or from an expression; a single item counts as a list of one. */
function readList(raw: unknown, label: string): { list: unknown[]; problems: Problem[] } {
	if (isBlank(raw)) return { list: [], problems: [] };
	try {
		const parsed: unknown = typeof raw === 'string' ? JSON.parse(raw) : raw;
		if (typeof parsed === 'object' && parsed !== null) {
			return { list: Array.isArray(parsed) ? parsed : [parsed], problems: [] };
		}
		return { list: [], problems: [error(label, 'must be a JSON list of objects')] };
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		return { list: [], problems: [error(label, `is not valid JSON: ${reason}`)] };
	}
}

/** "Unit Price", "unit_price" and "unitprice" all mean unitPrice: columns of a sheet are named freely. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

const LINE_ITEM_NAMES = new Map<string, LineItemField>([
	...fieldNames(LINE_ITEM_FIELDS).map((name) => [plainName(name), name] as const),
	['discountpercent', 'discountRate'],
]);

function readLineItems(raw: unknown): { values: LineItem[]; problems: Problem[] } {
	const { list, problems } = readList(raw, LINE_ITEMS);
	const values = list.map((item, index) => {
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
	const { list, problems } = readList(raw, 'Custom Field Values');
	const values: CustomFieldValue[] = [];
	list.forEach((entry, index) => {
		const { definitionId, value } = Object(entry) as Record<string, unknown>;
		const id = /^\d{1,15}$/.test(String(definitionId)) ? Number(definitionId) : undefined;
		const place = `Custom Field ${index + 1}:`;
		if (id === undefined) {
			problems.push(error(place, 'Definition ID must be the whole number shown for the field'));
		}
		const text = readValue('text', value ?? '');
		if ('fault' in text) problems.push(error(place, `Value ${text.fault}`));
		else if (text.value === '') problems.push(error(place, 'Value is required'));
		else if (id !== undefined) values.push({ definitionId: id, value: String(text.value) });
	});
	return { values, problems };
}

/** The body of a create or update request. */
export function toBody({ fields, lineItems, customFields }: InvoiceDraft): IDataObject {
	const body = writeFields(INVOICE_FIELDS, fields);
	if (lineItems.length > 0) {
		const items = lineItems.map((item) => writeFields(LINE_ITEM_FIELDS, item));
		put(body, ['orderInformation', 'lineItems'], items);
	}
	if (customFields.length > 0)
		body[CUSTOM_FIELDS_PATH] = customFields.map((entry) => ({ ...entry }));
	return body;
}

/**
 * The request's form of an invoice as the service returned it: what only responses have is left out.
 * Text that the node would not accept from a user is kept, as it is the service's own.
 */
export function fromInvoice(invoice: unknown): DraftReading {
	const fields = readFields(INVOICE_FIELDS, pickFields(INVOICE_FIELDS, invoice), undefined, true);
	const items = valueAt(invoice, ['orderInformation', 'lineItems']);
	const lineItems = (Array.isArray(items) ? items : []).map((item, index) =>
		readFields(LINE_ITEM_FIELDS, pickFields(LINE_ITEM_FIELDS, item), index + 1, true),
	);
	const customFields = readCustomFields(valueAt(invoice, [CUSTOM_FIELDS_PATH]));
	return {
		draft: {
			fields: fields.values,
			lineItems: lineItems.map(({ values }) => values),
			customFields: customFields.values,
		},
		problems: [fields, ...lineItems, customFields].flatMap(({ problems }) => problems),
	};
}
