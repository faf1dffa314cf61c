import {
	AMOUNT_OR_RATE,
	type Field,
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_FIELDS,
	type LineField,
} from '../../shared/invoice/invoice';
import { compare, parseDecimal } from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { LINE_TAX_DISCOUNT } from './rules';
import { withoutDerivedLineAmounts } from './totals';
import {
	type InvoiceDraft,
	type LineItem,
	keysOf,
	type FieldValue,
	type FieldValues,
} from './values';

const NUMERIC = new Set(['amount', 'percent', 'price', 'quantity']);
const TEXTUAL = new Set(['text', 'email']);
const LINES = 'Line Items';
const TOTAL = INVOICE_FIELDS.totalAmount.label;

export type Clearable = InvoiceField | 'lineItems' | 'customFields';

type AmountOrRate<Name> = ReadonlyArray<{ amount: Name; rate: Name }>;

/** An amount takes the place of the rate, and the other way round. */
function overlay<Name extends string>(
	present: FieldValues<Name>,
	entered: FieldValues<Name>,
	pairs: AmountOrRate<Name>,
): FieldValues<Name> {
	const values = { ...present };
	for (const { amount, rate } of pairs) {
		if (entered[amount] !== undefined) delete values[rate];
		if (entered[rate] !== undefined) delete values[amount];
	}
	return Object.assign(values, entered);
}

export type LineChangeMode = 'replace' | 'add' | 'change';

export function mergeDrafts(
	present: InvoiceDraft,
	entered: InvoiceDraft,
	cleared: readonly Clearable[],
	mode: LineChangeMode = 'replace',
): { draft: InvoiceDraft; problems: Problem[] } {
	const kept = { ...present.fields };
	for (const name of cleared) {
		if (name !== 'lineItems' && name !== 'customFields') delete kept[name];
	}
	const { lineItems, problems } = changeLines(present.lineItems, entered.lineItems, mode);
	const own = entered.customFields;
	return {
		draft: {
			fields: overlay<InvoiceField>(kept, entered.fields, AMOUNT_OR_RATE.invoice),
			lineItems,
			customFields:
				own.length > 0 ? own : cleared.includes('customFields') ? [] : present.customFields,
		},
		problems,
	};
}

function changeLines(
	present: readonly LineItem[],
	entered: readonly LineItem[],
	mode: LineChangeMode,
): { lineItems: LineItem[]; problems: Problem[] } {
	if (entered.length === 0) return { lineItems: [...present], problems: [] };
	if (mode === 'replace') return { lineItems: [...entered], problems: [] };
	const lineItems = [...present];
	/** The lines of the invoice that a line of the entry stands for. */
	const claimed = new Set<number>();
	const enter = mode === 'add' ? addLine : changeLine;
	const problems = entered.flatMap((item, index) => {
		const sku = item.productSku;
		const isOfSku = (line: LineItem) => isSameValue(LINE_FIELDS.productSku, line.productSku, sku);
		const places = present.flatMap((line, place) => (isOfSku(line) ? place : []));
		const message =
			sku === undefined
				? 'is required to find the line'
				: enter(lineItems, item, places, claimed, String(sku));
		return message === undefined ? [] : error(LINE_FIELDS.productSku.label, message, index + 1);
	});
	return { lineItems, problems };
}

/** `places`: the lines of the invoice with its SKU. */
type EnterLine = (
	lineItems: LineItem[],
	item: LineItem,
	places: readonly number[],
	claimed: Set<number>,
	sku: string,
) => string | undefined;

const addLine: EnterLine = (lineItems, item, places, claimed, sku) => {
	const free = places.filter((place) => !claimed.has(place));
	const same = free.find((place) => changed(lineItems[place], item).length === 0);
	if (same !== undefined) claimed.add(same);
	else if (free.length === 0) lineItems.push(item);
	else return `the invoice has a line with ${sku} already. Choose Change by SKU to change it`;
	return undefined;
};

const changeLine: EnterLine = (lineItems, item, places, claimed, sku) => {
	const [place] = places;
	if (places.length !== 1) {
		const count = places.length === 0 ? 'no line' : `${places.length} lines`;
		return `the invoice has ${count} with ${sku}`;
	}
	if (claimed.has(place)) return `${sku} is entered twice. Enter it once`;
	claimed.add(place);
	const line = lineItems[place];
	const changesMoney = changed(line, item).some((name) => NUMERIC.has(LINE_FIELDS[name].kind));
	const kept = changesMoney ? withoutDerivedLineAmounts(line) : line;
	lineItems[place] = overlay<LineField>(
		kept,
		{ ...item, productSku: line.productSku },
		AMOUNT_OR_RATE.line,
	);
	return undefined;
};

const changed = (line: LineItem, entered: LineItem): LineField[] =>
	differing(LINE_FIELDS, line, { ...line, ...entered });

/** A service may cut off blanks around a text, and keep an email address in lower case. */
export function isSameValue(
	{ kind }: Field,
	a: FieldValue | undefined,
	b: FieldValue | undefined,
): boolean {
	if (a === b) return true;
	if (kind === 'boolean') return (a ?? false) === (b ?? false);
	if (NUMERIC.has(kind)) {
		const [left, right] = [parseDecimal(String(a ?? '0')), parseDecimal(String(b ?? '0'))];
		return left !== undefined && right !== undefined && compare(left, right) === 0;
	}
	if (!TEXTUAL.has(kind) || a === undefined || b === undefined) return false;
	const [one, other] = [String(a).trim(), String(b).trim()];
	return kind === 'email' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

const differing = <Name extends string>(
	fields: Record<Name, Field>,
	a: FieldValues<Name>,
	b: FieldValues<Name>,
): Name[] => keysOf(fields).filter((name) => !isSameValue(fields[name], a[name], b[name]));

/** Apart from an amount or a rate that only one has, where both have the other. */
const differingInEffect = <Name extends string>(
	fields: Record<Name, Field>,
	pairs: AmountOrRate<Name>,
	a: FieldValues<Name>,
	b: FieldValues<Name>,
): Name[] =>
	differing(fields, a, b).filter((name) => {
		const { amount, rate } = pairs.find((one) => [one.amount, one.rate].includes(name)) ?? {};
		const other = amount === name ? rate : amount;
		const isInOne = (a[name] === undefined) !== (b[name] === undefined);
		if (other === undefined || a[other] === undefined || !isInOne) return true;
		return !isSameValue(fields[other], a[other], b[other]);
	});

const differingInLine = (a: LineItem, b: LineItem) =>
	differingInEffect<LineField>(LINE_FIELDS, AMOUNT_OR_RATE.line, a, b);

const sameLineItem = (a: LineItem, b: LineItem) => differingInLine(a, b).length === 0;

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

export interface Difference {
	field: string;
	before: FieldValue | null;
	after: FieldValue | null;
}

/** Parts that the service may have without returning them. */
const MAY_BE_UNSEEN: readonly string[] = [
	INVOICE_FIELDS.developerId.label,
	INVOICE_FIELDS.solutionId.label,
	'Custom Field Values',
];

export const isCertainDifference = ({ field, before }: Difference): boolean =>
	!MAY_BE_UNSEEN.includes(field) || before !== null;

/** "CH-1 Oak chair: 2 x 49.90, Tax Rate 19 = 118.76" */
const linesInWords = (lineItems: readonly LineItem[]): string =>
	lineItems
		.map((item) => {
			const text = (name: LineField) => String(item[name] ?? '');
			const parts = LINE_TAX_DISCOUNT.filter((name) => item[name] !== undefined).map(
				(name) => `, ${LINE_FIELDS[name].label} ${text(name)}`,
			);
			const names = new Set([text('productSku'), text('productName')].filter(Boolean));
			const what = [...names].join(' ');
			const price = `${text('quantity')} x ${text('unitPrice')}${parts.join('')}`;
			return `${what}: ${price} = ${text('totalAmount')}`;
		})
		.join('; ');

export function diffDrafts(
	a: InvoiceDraft,
	b: InvoiceDraft,
	isSameLine = sameLineItem,
): Difference[] {
	const found = differingInEffect<InvoiceField>(
		INVOICE_FIELDS,
		AMOUNT_OR_RATE.invoice,
		a.fields,
		b.fields,
	).map((name): Difference => ({
		field: INVOICE_FIELDS[name].label,
		before: a.fields[name] ?? null,
		after: b.fields[name] ?? null,
	}));
	if (!sameList(a.lineItems, b.lineItems, isSameLine)) {
		const [before, after] = [linesInWords(a.lineItems), linesInWords(b.lineItems)];
		found.push({ field: LINES, before: before || null, after: after || null });
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
		found.push({ field: 'Custom Field Values', before: before || null, after: after || null });
	}
	return found.sort((one, other) => (one.field < other.field ? -1 : 1));
}

const labelsOf = (...names: InvoiceField[]): string[] =>
	names.map((name) => INVOICE_FIELDS[name].label);

/** Who is billed: a service or a colleague may have added what a request does not say. */
const CUSTOMER = labelsOf('companyName', 'customerEmail', 'customerName', 'merchantCustomerId');

const MONEY = [
	LINES,
	...labelsOf('currency', 'discountAmount', 'discountPercent', 'freightAmount'),
	...labelsOf('taxAmount', 'taxRate'),
	TOTAL,
];

/** How an invoice is delivered and what the service calculates by itself do not make it another one. */
const NOT_COMPARED = labelsOf('deliveryMode', 'invoiceNumber', 'sendImmediately', 'subAmount');

/**
 * `billed`: in who is billed, and for what. Of the rest, such as a due date, the service does not return all that was
 * sent, so only what both have is compared.
 */
export function diffFromRequest(
	request: InvoiceDraft,
	stored: InvoiceDraft,
): { billed: Difference[]; others: Difference[] } {
	// The service may round the total of a line in its own way. That of the invoice counts.
	const isSameLine = (one: LineItem, other: LineItem): boolean =>
		differingInLine(one, other).every((name) => name === 'totalAmount');
	const found = diffDrafts(stored, request, isSameLine);
	const isBilled = ({ field, after }: Difference) =>
		MONEY.includes(field) || (after !== null && CUSTOMER.includes(field));
	const isOther = ({ field, before, after }: Difference) =>
		before !== null && after !== null && ![...CUSTOMER, ...NOT_COMPARED].includes(field);
	return {
		billed: found.filter(isBilled),
		others: found.filter((one) => !isBilled(one) && isOther(one)),
	};
}

/** What an answer does not show, or shows as 0, is not known to be another value, as long as the total is right. */
export function differingFieldsInWords(request: InvoiceDraft, response: InvoiceDraft): string {
	const { billed, others } = diffFromRequest(request, response);
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

const said = (value: FieldValue | null): string =>
	value === null || value === '' ? 'nothing' : String(value);
