import type { IDataObject } from 'n8n-workflow';

import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_FIELDS,
	LINE_ITEMS_PATH,
} from '../../shared/invoice/invoice';
import { readJsonField } from '../../shared/exactJson';
import { type ParseResult, error, type Problem, warning } from '../../shared/problem';
import { isRecord, trimText, valueAt } from '../../shared/text';
import type { Invoice } from '../../shared/service/invoicing';
import { isCurrencyColumn } from './columnNames';
import { readSheetRows, type SheetRow } from './columns';
import {
	type EnteredValues,
	type InvoiceDraft,
	isBlank,
	type LineItem,
	readBodyFields,
	type ValueContext,
	setAtPath,
	readFields,
	readValue,
	writeFields,
} from './values';
import { isZeroOrUnset } from './rules';
import { unclearInWords } from './unknownColumns';
import { currencySignToCode, type InputFormat } from '../../shared/written';

/** Blank entries are as if left out. */
export interface EnteredInvoice {
	fields: EnteredValues<InvoiceField>;
	lineItems?: unknown;
	ignoredColumns?: readonly string[];
	customFields?: unknown;
	zone?: string;
	inputFormat?: Omit<InputFormat, 'currency'>;
}

export interface DraftReading {
	draft: InvoiceDraft;
	problems: Problem[];
	/** What is wrong if the invoice or the line is taxed. */
	ifTaxed?: readonly Problem[];
}

export function readDraft(entry: EnteredInvoice): DraftReading {
	const currency = trimText(entry.fields.currency).toUpperCase() || undefined;
	const place = { zone: entry.zone, inputFormat: { ...entry.inputFormat, currency } };
	const fields = readFields(INVOICE_FIELDS, entry.fields, place);
	const lineItems = readLineItems(entry.lineItems, entry.ignoredColumns, place);
	const customFields = readCustomFields(entry.customFields);
	if (!isZeroOrUnset(fields.values.freightTaxRate)) fields.values.freightTaxable ??= true;
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

export const CUSTOM_FIELDS_KEY = 'merchantDefinedFieldValues';

/** A single item counts as a list of one. */
function readList(label: string, raw: unknown): ParseResult<unknown[]> {
	const list = readJsonField(label, raw);
	if ('problems' in list) return list;
	const { value } = list;
	if (isBlank(value)) return { value: [] };
	return typeof value === 'object'
		? { value: [value].flat() }
		: { problems: [error(label, 'must be a JSON list of objects')] };
}

function checkLineCurrency(
	{ unused }: SheetRow,
	{ line, inputFormat = {} }: ValueContext,
): Problem[] {
	const { currency: own } = inputFormat;
	return [...unused].flatMap(([column, cell]) => {
		const code = currencySignToCode(trimText(cell), own).toUpperCase();
		if (!isCurrencyColumn(column) || own === undefined || code === own) return [];
		const message = `is ${code}, and the invoice is in ${own}. Bill each currency on its own`;
		return [error(column, message, line)];
	});
}

function readLineItems(
	raw: unknown,
	ignored: readonly string[] = [],
	place: ValueContext = {},
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
	const { rows, unclear } = readSheetRows('line', lines);
	const stops = new Set(unclear.map(({ name }) => name));
	if (unclear.length > 0) problems.push(error('', unclearInWords(unclear, ignored)));
	const ifTaxed = rows.flatMap((row) => row.ifTaxed);
	const values = rows.map((row, index) => {
		const reading = readFields(LINE_FIELDS, row.line, lines[index].place);
		problems.push(...row.problems, ...[row.ifNew ?? []].flat(), ...reading.problems);
		const { taxRate, taxAmount } = reading.values;
		const isUntaxed = [taxRate, taxAmount].some((tax) => tax !== undefined && isZeroOrUnset(tax));
		if (isUntaxed && row.ifTaxed.length === 0) {
			const message = 'is 0, and a tax is added to the whole invoice. Keep one of them';
			ifTaxed.push(error(LINE_FIELDS.taxRate.label, message, index + 1));
		}
		problems.push(...checkLineCurrency(row, lines[index].place));
		const unused = [...row.unused.keys()].filter((column) => !stops.has(column));
		if (unused.length > 0) {
			const message = `these are not fields of a line item, and were left out: ${unused.join(', ')}`;
			problems.push(warning('', message, index + 1));
		}
		return reading.values;
	});
	return { values, problems, ifTaxed };
}

function readCustomFields(raw: unknown): {
	values: InvoiceDraft['customFields'];
	problems: Problem[];
} {
	const list = readList('Custom Field Values', raw);
	if ('problems' in list) return { values: [], problems: list.problems };
	const problems: Problem[] = [];
	const values: InvoiceDraft['customFields'] = [];
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

/** The service requires an SKU. The name of the product is the same on every run. */
const MAX_SKU_LENGTH = 50;

export const skuFromName = (productName: string): string =>
	productName.slice(0, MAX_SKU_LENGTH).trim();

export function toBody({ fields, lineItems, customFields }: InvoiceDraft): IDataObject {
	const body = writeFields(INVOICE_FIELDS, fields);
	if (lineItems.length > 0) {
		const items = lineItems.map((item) => writeFields(LINE_FIELDS, item));
		setAtPath(body, LINE_ITEMS_PATH, items);
	}
	if (customFields.length > 0)
		body[CUSTOM_FIELDS_KEY] = customFields.map((entry) => ({ ...entry }));
	return body;
}

/** Text that a user could not enter is kept, as it is the service's own. */
export function fromInvoice(invoice: unknown): DraftReading {
	const fields = readFields(INVOICE_FIELDS, readBodyFields(INVOICE_FIELDS, invoice), {
		isStored: true,
	});
	const items = valueAt(invoice, LINE_ITEMS_PATH);
	const lineItems = (Array.isArray(items) ? items : []).map((item, index) =>
		readFields(LINE_FIELDS, readBodyFields(LINE_FIELDS, item), {
			line: index + 1,
			isStored: true,
		}),
	);
	const customFields = readCustomFields(valueAt(invoice, [CUSTOM_FIELDS_KEY]));
	return {
		draft: {
			fields: fields.values,
			lineItems: lineItems.map(({ values }) => values),
			customFields: customFields.values,
		},
		problems: [fields, ...lineItems, customFields].flatMap(({ problems }) => problems),
	};
}

/** Undefined if the service numbers the invoice. */
export const draftNumber = ({ fields }: InvoiceDraft): string | undefined =>
	fields.invoiceNumber === undefined ? undefined : String(fields.invoiceNumber);

export const matchesInvoiceNumber = (invoice: Invoice, number: string): boolean =>
	[['id'], INVOICE_FIELDS.invoiceNumber.path].some(
		(path) => trimText(valueAt(invoice, path)) === number,
	);
