import type { IDataObject } from 'n8n-workflow';

import {
	type Field,
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_ITEM_FIELDS,
	LINE_ITEMS_PATH,
	type LineItemField,
} from '../../shared/invoice/fields';
import { readJson } from '../../shared/node/json';
import { type Checked, error, type Problem, warning } from '../../shared/problem';
import { isRecord, textOf, valueAt } from '../../shared/text';
import type { Invoice } from '../../shared/service/invoicing';
import { PATHS } from '../../shared/service/paths';
import { readRows } from './columns';
import {
	type Entered,
	isBlank,
	pickFields,
	type ValuePlace,
	put,
	readFields,
	readValue,
	type Values,
	writeFields,
} from './values';
import type { Writing } from '../../shared/written';

export type LineItem = Values<LineItemField>;

interface CustomFieldValue {
	definitionId: number;
	value: string;
}

/** An invoice in the request's form, flat: decimals and dates as text, one name for each field. */
export interface InvoiceDraft {
	fields: Values<InvoiceField>;
	lineItems: LineItem[];
	customFields: CustomFieldValue[];
	/** What the service has besides: sent back unchanged, as an update takes away what it leaves out. */
	unknown?: UnknownFields;
}

/** What the user entered, before anything is known of it. Blank entries are as if left out. */
export interface Entry {
	fields: Entered<InvoiceField>;
	lineItems?: unknown;
	/** Columns of the line items that are not billed. */
	ignoredColumns?: readonly string[];
	customFields?: unknown;
	/** The time zone of the workflow. */
	zone?: string;
	/** How amounts and dates are written. */
	writing?: Omit<Writing, 'currency'>;
}

export interface DraftReading {
	draft: InvoiceDraft;
	problems: Problem[];
	/** What is wrong with it if it is taxed: all of it, or the line. */
	ifTaxed?: readonly Problem[];
}

export function readDraft(entry: Entry): DraftReading {
	const currency = textOf(entry.fields.currency).toUpperCase() || undefined;
	const place = { zone: entry.zone, writing: { ...entry.writing, currency } };
	const fields = readFields(INVOICE_FIELDS, entry.fields, place);
	const lineItems = readLineItems(entry.lineItems, entry.ignoredColumns, place);
	const customFields = readCustomFields(entry.customFields);
	return {
		draft: {
			fields: fields.values,
			lineItems: lineItems.values,
			customFields: customFields.values,
		},
		problems: [...fields.problems, ...lineItems.problems, ...customFields.problems],
		ifTaxed: lineItems.ifTaxed,
	};
}

export const CUSTOM_FIELDS = 'merchantDefinedFieldValues';

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

function readLineItems(
	raw: unknown,
	ignored: readonly string[] = [],
	place: ValuePlace = {},
): { values: LineItem[]; problems: Problem[]; ifTaxed: Problem[] } {
	const list = readList('Line Items', raw);
	if ('problems' in list) return { values: [], problems: list.problems, ifTaxed: [] };
	const lines = list.value.map((item, index) => ({
		row: isRecord(item) ? item : {},
		place: { ...place, line: index + 1, ignored },
	}));
	const problems = list.value.flatMap((item, index) =>
		isRecord(item)
			? []
			: [error('', 'must be an object with a productName, productSku and so on', index + 1)],
	);
	const rows = readRows('line', lines);
	const ifTaxed = rows.flatMap((row) => row.ifTaxed);
	const values = rows.map((row, index) => {
		const reading = readFields(LINE_ITEM_FIELDS, row.line, lines[index].place);
		problems.push(...row.problems, ...[row.ifNew ?? []].flat(), ...reading.problems);
		if (row.untaxed !== undefined && row.ifTaxed.length === 0) {
			const message = 'is 0, and a tax is added to the whole invoice. Keep one of them';
			ifTaxed.push(error(LINE_ITEM_FIELDS.taxRate.label, message, index + 1));
		}
		if (row.unused.size > 0) {
			const names = [...row.unused.keys()].join(', ');
			const message = `these are not fields of a line item, and were left out: ${names}`;
			problems.push(warning('', message, index + 1));
		}
		return reading.values;
	});
	return { values, problems, ifTaxed };
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

/** The service requires an SKU. Without one in the sheet, the name of the product is as good on every run. */
const LONGEST_SKU = 50;

export const skuFrom = (productName: string): string => productName.slice(0, LONGEST_SKU).trim();

/** The body of a create or update request. */
export function toBody({ fields, lineItems, customFields, unknown }: InvoiceDraft): IDataObject {
	const body = laidOver(structuredClone(unknown?.body ?? {}), writeFields(INVOICE_FIELDS, fields));
	if (lineItems.length > 0) {
		const ofLines = [...(unknown?.lines ?? [])];
		const items = lineItems.map((item) => {
			const index = ofLines.findIndex(({ sku }) => sku === item.productSku);
			const own = index < 0 ? {} : ofLines.splice(index, 1)[0].fields;
			return { ...own, ...writeFields(LINE_ITEM_FIELDS, item) };
		});
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
	const fields = readFields(INVOICE_FIELDS, pickFields(INVOICE_FIELDS, invoice), {
		isStored: true,
	});
	const items = valueAt(invoice, LINE_ITEMS_PATH);
	const lineItems = (Array.isArray(items) ? items : []).map((item, index) =>
		readFields(LINE_ITEM_FIELDS, pickFields(LINE_ITEM_FIELDS, item), {
			line: index + 1,
			isStored: true,
		}),
	);
	const customFields = readCustomFields(valueAt(invoice, [CUSTOM_FIELDS]));
	return {
		draft: {
			fields: fields.values,
			lineItems: lineItems.map(({ values }) => values),
			customFields: customFields.values,
			unknown: unknownFieldsOf(invoice),
		},
		problems: [fields, ...lineItems, customFields].flatMap(({ problems }) => problems),
	};
}

/** What an invoice has that the specification does not name. */
interface UnknownFields {
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

interface KnownPaths {
	fields: ReadonlySet<string>;
	/** What holds the fields. */
	groups: ReadonlySet<string>;
}

const known = (paths: ReadonlyArray<readonly string[]>): KnownPaths => ({
	fields: new Set(paths.map((path) => path.join('.'))),
	groups: new Set(paths.flatMap((path) => path.map((_, end) => path.slice(0, end).join('.')))),
});

const KNOWN = known([...pathsOf(INVOICE_FIELDS), ...ONLY_IN_ANSWERS, LINE_ITEMS_PATH]);
const KNOWN_OF_LINES = known(pathsOf(LINE_ITEM_FIELDS));

function unknownFieldsOf(invoice: unknown): UnknownFields {
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
function unknownIn(value: unknown, paths: KnownPaths, place: string): IDataObject {
	const unknown: IDataObject = {};
	if (!isRecord(value)) return unknown;
	for (const [name, part] of Object.entries(value)) {
		const path = place === '' ? name : `${place}.${name}`;
		if (paths.fields.has(path) || part === null || part === undefined) continue;
		const holdsKnown = paths.groups.has(path);
		const left = holdsKnown ? unknownIn(part, paths, path) : part;
		if (!holdsKnown || Object.keys(left as object).length > 0) unknown[name] = left;
	}
	return unknown;
}

/** "processingInformation.priority": the fields that go back although the specification does not have them. */
export const unknownNames = ({ unknown }: InvoiceDraft): string[] => [
	...namesIn(unknown?.body ?? {}),
	...new Set((unknown?.lines ?? []).flatMap(({ fields }) => namesIn(fields, 'lineItems.'))),
];

const namesIn = (fields: IDataObject, place = ''): string[] =>
	Object.entries(fields).flatMap(([name, value]) =>
		isRecord(value) ? namesIn(value, `${place}${name}.`) : [`${place}${name}`],
	);

/** The one object with the other laid over it, group by group. */
function laidOver(under: IDataObject, over: IDataObject): IDataObject {
	for (const [name, value] of Object.entries(over)) {
		const below = under[name];
		under[name] = isRecord(below) && isRecord(value) ? laidOver(below, value) : value;
	}
	return under;
}

/** Undefined where the service gives it. */
export const numberOf = ({ fields }: InvoiceDraft): string | undefined =>
	fields.invoiceNumber === undefined ? undefined : String(fields.invoiceNumber);

/** Whether it is the invoice of exactly this number. */
export const isNumbered = (invoice: Invoice, number: string): boolean =>
	[['id'], INVOICE_FIELDS.invoiceNumber.path].some(
		(path) => textOf(valueAt(invoice, path)) === number,
	);

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
