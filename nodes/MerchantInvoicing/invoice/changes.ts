import type { Field, InvoiceField, LineItemField } from '../../shared/invoice/fields';
import { INVOICE_FIELDS, LINE_ITEM_FIELDS } from '../../shared/invoice/fields';
import { compare, parseDecimal } from '../../shared/money';
import type { Problem } from '../../shared/problem';
import { error, warning } from '../../shared/problem';
import { lineWithoutDerived } from './derived';
import { type InvoiceDraft, type LineItem, fieldNames, type Value, type Values } from './values';

/** Whether the service may keep the one text as the other: it may cut off blanks around it. */
const sameText = (a: string, b: string): boolean => a.trim() === b.trim();

const NUMERIC = new Set(['amount', 'percent', 'price', 'quantity', 'rate']);
const TEXTUAL = new Set(['text', 'email']);

export type Clearable = InvoiceField | 'lineItems' | 'customFields';

/** Two ways to say the same, an amount and a rate: entering one takes the place of the other. */
const ALTERNATIVES: ReadonlyArray<readonly [InvoiceField, InvoiceField]> = [
	['discountAmount', 'discountPercent'],
	['taxAmount', 'taxRate'],
];
const ALTERNATIVES_OF_LINES: ReadonlyArray<readonly [LineItemField, LineItemField]> = [
	['discountAmount', 'discountRate'],
	['taxAmount', 'taxRate'],
];

function overlay<Name extends string>(
	present: Values<Name>,
	entered: Values<Name>,
	alternatives: ReadonlyArray<readonly [Name, Name]>,
): Values<Name> {
	const values = { ...present };
	for (const [one, other] of alternatives) {
		if (entered[one] !== undefined) delete values[other];
		if (entered[other] !== undefined) delete values[one];
	}
	return Object.assign(values, entered);
}

/** What to do with the line items that were entered. */
export type LineMode = 'replace' | 'add' | 'change' | 'remove';

export interface LineChanges {
	mode: LineMode;
	/** The SKUs of the lines to remove. */
	removed: readonly string[];
}

/** What the user entered laid over what the invoice has; the number stays what it is. */
export function merge(
	present: InvoiceDraft,
	entered: InvoiceDraft,
	cleared: readonly Clearable[],
	lines: LineChanges = { mode: 'replace', removed: [] },
): { draft: InvoiceDraft; problems: Problem[] } {
	const kept = { ...present.fields };
	for (const name of cleared) {
		if (name !== 'lineItems' && name !== 'customFields') delete kept[name];
	}
	const changed = changeLines(present.lineItems, entered.lineItems, lines);
	const own = entered.customFields;
	return {
		draft: {
			fields: overlay(kept, entered.fields, ALTERNATIVES),
			lineItems: changed.lineItems,
			customFields:
				own.length > 0 ? own : cleared.includes('customFields') ? [] : present.customFields,
		},
		problems: changed.problems,
	};
}

interface ChangedLines {
	lineItems: LineItem[];
	problems: Problem[];
}

function changeLines(
	present: readonly LineItem[],
	entered: readonly LineItem[],
	{ mode, removed }: LineChanges,
): ChangedLines {
	if (mode === 'remove') return removeLines(present, removed);
	if (entered.length === 0) return { lineItems: [...present], problems: [] };
	if (mode === 'replace') return { lineItems: [...entered], problems: [] };
	const lineItems = [...present];
	const problems: Problem[] = [];
	/** The lines of the invoice that a line of the entry stands for. */
	const claimed = new Set<number>();
	entered.forEach((item, index) => {
		const label = LINE_ITEM_FIELDS.productSku.label;
		const sku = item.productSku;
		const places = present.flatMap((line, place) => (isOfSku(line, sku) ? place : []));
		const free = places.filter((place) => !claimed.has(place));
		if (sku === undefined) problems.push(error(label, 'is required to find the line', index + 1));
		else if (mode === 'add') {
			const same = free.find((place) => holds(present[place], item));
			if (same !== undefined) claimed.add(same);
			else if (free.length === 0) lineItems.push(item);
			else {
				const message = `the invoice has a line with ${String(sku)} already. Choose Change by SKU to change it`;
				problems.push(error(label, message, index + 1));
			}
		} else if (places.length === 1 && free.length === 0) {
			problems.push(error(label, `${String(sku)} is entered twice. Enter it once`, index + 1));
		} else if (places.length === 1) {
			const [place] = places;
			claimed.add(place);
			const line = present[place];
			const kept = touchesMoney(item) ? lineWithoutDerived(line) : line;
			const changed = { ...item, productSku: line.productSku };
			lineItems[place] = overlay(kept, changed, ALTERNATIVES_OF_LINES);
		} else {
			const count = places.length === 0 ? 'no line' : `${places.length} lines`;
			problems.push(error(label, `the invoice has ${count} with ${String(sku)}`, index + 1));
		}
	});
	return { lineItems, problems };
}

/** Whether a line has this SKU, in whichever form the service keeps it. */
const isOfSku = ({ productSku }: LineItem, sku: Value | undefined): boolean =>
	sku !== undefined && sameValue(LINE_ITEM_FIELDS.productSku, productSku, sku);

/** Whether what was entered for a line changes what it costs. */
export const touchesMoney = (item: LineItem): boolean =>
	(Object.keys(item) as LineItemField[]).some((name) => NUMERIC.has(LINE_ITEM_FIELDS[name].kind));

/** Whether a line has all that was entered. */
const holds = (line: LineItem, entered: LineItem): boolean =>
	differing(LINE_ITEM_FIELDS, sharedWith(line, entered), entered).length === 0;

function removeLines(present: readonly LineItem[], removed: readonly string[]): ChangedLines {
	const missing = removed.filter((sku) => !present.some((line) => isOfSku(line, sku)));
	return {
		lineItems: present.filter((line) => !removed.some((sku) => isOfSku(line, sku))),
		problems: missing.map((sku) =>
			warning('SKUs to Remove', `the invoice has no line with ${sku}`),
		),
	};
}

export function sameValue(field: Field, a: Value | undefined, b: Value | undefined): boolean {
	if (a === b) return true;
	if (TEXTUAL.has(field.kind)) return isKeptAs(field, a, b);
	if (field.kind === 'boolean') return (a ?? false) === (b ?? false);
	if (!NUMERIC.has(field.kind)) return false;
	const [left, right] = [parseDecimal(String(a ?? '0')), parseDecimal(String(b ?? '0'))];
	return left !== undefined && right !== undefined && compare(left, right) === 0;
}

/** A service may cut off blanks, and keep an email address in lower case. */
function isKeptAs({ kind }: Field, a: Value | undefined, b: Value | undefined): boolean {
	if (a === undefined || b === undefined) return false;
	const [one, other] = [String(a), String(b)];
	return kind === 'email' ? sameText(one.toLowerCase(), other.toLowerCase()) : sameText(one, other);
}

const differing = <Name extends string>(
	fields: Record<Name, Field>,
	a: Values<Name>,
	b: Values<Name>,
): Name[] => fieldNames(fields).filter((name) => !sameValue(fields[name], a[name], b[name]));

/** In what two sets of values differ, apart from an amount or a rate that only one has and that follows from the other of both. */
const differingInEffect = <Name extends string>(
	fields: Record<Name, Field>,
	alternatives: ReadonlyArray<readonly [Name, Name]>,
	a: Values<Name>,
	b: Values<Name>,
): Name[] =>
	differing(fields, a, b).filter((name) => {
		const other = alternatives.find((pair) => pair.includes(name))?.find((one) => one !== name);
		const isInOne = (a[name] === undefined) !== (b[name] === undefined);
		if (other === undefined || a[other] === undefined || !isInOne) return true;
		return !sameValue(fields[other], a[other], b[other]);
	});

const sameLineItem = (a: LineItem, b: LineItem) =>
	differingInEffect(LINE_ITEM_FIELDS, ALTERNATIVES_OF_LINES, a, b).length === 0;

/** Whether two lists have the same entries, in whichever order. */
function sameList<Entry>(
	a: readonly Entry[],
	b: readonly Entry[],
	same: (a: Entry, b: Entry) => boolean,
): boolean {
	const left = [...b];
	for (const entry of a) {
		const index = left.findIndex((other) => same(entry, other));
		if (index < 0) return false;
		left.splice(index, 1);
	}
	return left.length === 0;
}

/** One thing in which two invoices differ, in the editor's words. */
export interface Difference {
	field: string;
	before: Value | null;
	after: Value | null;
}

/** Parts that the service does not return, or perhaps not: nothing is known of one that is not there. */
const MAY_BE_UNSEEN: readonly string[] = [
	INVOICE_FIELDS.developerId.label,
	INVOICE_FIELDS.solutionId.label,
	'Custom Field Values',
];

/** Whether the invoice shows that it has another value than the one after the change. */
export const isKnownDifference = ({ field, before }: Difference): boolean =>
	!MAY_BE_UNSEEN.includes(field) || (before ?? '') !== '';

/** "CH-1 Oak chair: 2 x 49.90, Tax Rate 19 = 118.76" */
const linesInWords = (lineItems: readonly LineItem[]): string =>
	lineItems
		.map((item) => {
			const text = (name: LineItemField) => String(item[name] ?? '');
			const parts = ALTERNATIVES_OF_LINES.flat()
				.filter((name) => item[name] !== undefined)
				.map((name) => `, ${LINE_ITEM_FIELDS[name].label} ${text(name)}`);
			const names = new Set([text('productSku'), text('productName')].filter(Boolean));
			const what = [...names].join(' ');
			const price = `${text('quantity')} x ${text('unitPrice')}${parts.join('')}`;
			return `${what}: ${price} = ${text('totalAmount')}`;
		})
		.join('; ');

/** Everything in which two invoices differ. */
export function differences(a: InvoiceDraft, b: InvoiceDraft): Difference[] {
	const found = differingInEffect(INVOICE_FIELDS, ALTERNATIVES, a.fields, b.fields).map(
		(name): Difference => ({
			field: INVOICE_FIELDS[name].label,
			before: a.fields[name] ?? null,
			after: b.fields[name] ?? null,
		}),
	);
	if (!sameList(a.lineItems, b.lineItems, sameLineItem)) {
		const [before, after] = [linesInWords(a.lineItems), linesInWords(b.lineItems)];
		found.push({ field: 'Line Items', before, after });
	}
	const sameCustomFields = sameList(
		a.customFields,
		b.customFields,
		(left, right) => left.definitionId === right.definitionId && left.value === right.value,
	);
	if (!sameCustomFields) {
		const [before, after] = [a, b].map(({ customFields }) =>
			customFields.map(({ definitionId, value }) => `${definitionId}: ${value}`).join('; '),
		);
		found.push({ field: 'Custom Field Values', before, after });
	}
	return found.sort((one, other) => (one.field < other.field ? -1 : 1));
}

/** Only those of the values that the other has too. */
function sharedWith<Name extends string>(values: Values<Name>, other: Values<Name>): Values<Name> {
	const names = (Object.keys(values) as Name[]).filter((name) => other[name] !== undefined);
	return Object.fromEntries(names.map((name) => [name, values[name]])) as Values<Name>;
}

/** What an invoice bills: these tell it from another one. The rest may differ from run to run, as a due date does. */
const BILLED: readonly InvoiceField[] = [
	'companyName',
	'currency',
	'customerEmail',
	'customerName',
	'discountAmount',
	'discountPercent',
	'freightAmount',
	'merchantCustomerId',
	'taxAmount',
	'taxRate',
	'totalAmount',
];

/** How an invoice is delivered and what the service calculates by itself do not make it another one. */
const NOT_COMPARED: readonly InvoiceField[] = [
	'deliveryMode',
	'invoiceNumber',
	'sendImmediately',
	'subAmount',
];

/**
 * In what a stored invoice differs from a request. `billed`: in who is billed, and for what. The service or a colleague
 * may have added more about the customer. Of the rest the service does not return all that was sent, so only what both
 * have is compared.
 */
export function differencesFromRequest(
	request: InvoiceDraft,
	stored: InvoiceDraft,
): { billed: Difference[]; others: Difference[] } {
	const [sent, kept] = [request.fields, stored.fields];
	const names = differingInEffect(INVOICE_FIELDS, ALTERNATIVES, sent, kept);
	const inWords = (chosen: InvoiceField[]): Difference[] =>
		chosen.map((name) => ({
			field: INVOICE_FIELDS[name].label,
			before: kept[name] ?? null,
			after: sent[name] ?? null,
		}));
	const isMoney = (name: InvoiceField) => NUMERIC.has(INVOICE_FIELDS[name].kind);
	const billed = inWords(
		names.filter((name) => BILLED.includes(name) && (isMoney(name) || sent[name] !== undefined)),
	);
	// The service may round the total of a line in its own way. That of the invoice counts.
	const isSame = (one: LineItem, other: LineItem): boolean =>
		differingInEffect(LINE_ITEM_FIELDS, ALTERNATIVES_OF_LINES, one, other).every(
			(name) => name === 'totalAmount',
		);
	if (!sameList(request.lineItems, stored.lineItems, isSame)) {
		const [before, after] = [linesInWords(stored.lineItems), linesInWords(request.lineItems)];
		billed.push({ field: 'Line Items', before: before || null, after });
	}
	const isInBoth = (name: InvoiceField) => sent[name] !== undefined && kept[name] !== undefined;
	const others = names.filter(
		(name) => isInBoth(name) && !BILLED.includes(name) && !NOT_COMPARED.includes(name),
	);
	return { billed, others: inWords(others) };
}

const TOTAL = INVOICE_FIELDS.totalAmount.label;

/**
 * The fields of an answer with other values than were sent. What it does not show, or shows as 0, is not known to be
 * another value, as long as the total is right.
 */
export function shownOtherwise(request: InvoiceDraft, answer: InvoiceDraft): string {
	const { billed, others } = differencesFromRequest(request, answer);
	const shown = [...billed, ...others].filter(
		({ field, before }) =>
			before !== null && (field === TOTAL || !/^0+(?:\.0*)?$/.test(String(before))),
	);
	return shown.map(({ field }) => field).join(', ');
}

/** "Due Date: 2030-01-31 → 2030-02-28" */
export const differencesInWords = (differences: readonly Difference[]): string =>
	differences
		.map(({ field, before, after }) => `${field}: ${said(before)} → ${said(after)}`)
		.join('; ');

const said = (value: Value | null): string =>
	value === null || value === '' ? 'nothing' : String(value);
