import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { INVOICE_FIELDS, type InvoiceField } from '../../../shared/invoice/fields';

import { textField } from '../../../shared/node/fields';
import { currencyField } from '../../../shared/node/currency';
import { read, readCollection, readCount } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { andOther, error, type Problem, refusal } from '../../../shared/problem';
import { hasFailedExpression, textOf } from '../../../shared/text';
import {
	type DraftReading,
	type InvoiceDraft,
	type LineItem,
	numberOf,
	readDraft,
} from '../../invoice/draft';
import { joinRows, type RowOfInvoice, withoutLinesOf } from '../../invoice/joinRows';
import { type Plan, planCreate } from '../../invoice/plan';
import type { EmptyCharges } from '../../invoice/lostCharges';
import type { Delivery } from '../../invoice/states';
import type { Basis } from '../../invoice/totals';
import { isBlank } from '../../invoice/values';
import { checkOnlyField, serviceNumbersOption, taxOption, whatRepeats } from '../options';
import {
	customerEmailField,
	customerNameField,
	DEFAULT_DUE_DAYS,
	dueDateField,
	dueInDaysField,
	readCustomFields,
	readIgnoredColumns,
	readWriting,
	readInvoiceFields,
	readInvoiceOptions,
} from './invoiceFields';
import { lineItemsField, readLineItems } from './lineItemFields';
import { emptyCharges, fixedLines } from './emptyExpressions';
import type { View } from './output';
import { see, whySeen } from './seenNumbers';

export const invoiceNumberField: INodeProperties = textField('Invoice Number', 'invoiceNumber', {
	required: true,
	placeholder: 'e.g. INV1001',
	description:
		'Your order or invoice number. Running again with the same number never bills twice.',
});

/** Not asked for where the service numbers the invoice. `list`: where that is chosen. */
export const newNumberField = (list: 'additionalFields' | 'options'): INodeProperties => ({
	...invoiceNumberField,
	displayOptions: { hide: { [`/${list}.${serviceNumbersOption.name}`]: [true] } },
});

export const isServiceNumbered = (item: Item): boolean =>
	readInvoiceOptions(item)[serviceNumbersOption.name] === true;

/** The number as it was entered; undefined where the service is to give it. */
export function readNumber(item: Item): unknown {
	if (!isServiceNumbered(item)) return read<unknown>(item, invoiceNumberField.name, '');
	const repeats = whatRepeats(item);
	if (repeats === undefined) return undefined;
	throw refusal(
		`cannot be used with ${repeats}, as each repeat would bill again`,
		'Enter an Invoice Number, such as that of the order.',
		serviceNumbersOption.displayName,
	);
}

/** What is wrong with the number of a new invoice. */
export function numberProblems(item: Item, draft: InvoiceDraft): Problem[] {
	if (isServiceNumbered(item)) return [];
	const number = numberOf(draft);
	const reason = number === undefined ? REQUIRED : unsound(readNumber(item), number);
	return reason === undefined ? [] : [error(invoiceNumberField.displayName, reason)];
}

const REQUIRED = `is required: your order or invoice number. To bill again with every run, add ${serviceNumbersOption.displayName}`;

/** The address of an invoice has its number in it. */
const LONGEST_NUMBER = 1000;

/** Why a number may be that of another invoice; undefined where it has all its digits. */
export const whyRounded = (entered: unknown): string | undefined =>
	typeof entered === 'number' && !Number.isSafeInteger(entered)
		? `is the number ${entered}, which may be rounded. Give it as text`
		: undefined;

function unsound(entered: unknown, number: string): string | undefined {
	// Two orders whose numbers are rounded, or made of nothing, would have one number, and one of them no bill.
	const rounded = whyRounded(entered);
	if (rounded !== undefined) return rounded;
	if (hasFailedExpression(number)) {
		return `is "${number}": its expression gives no value. Correct the expression`;
	}
	// What cannot stand in the address of an invoice could not be reached by any action.
	if (number.length > LONGEST_NUMBER) {
		return `has ${number.length} characters, so no action could find the invoice again. Enter a shorter one`;
	}
	if (number.isWellFormed() && !['.', '..'].includes(number)) return undefined;
	return `${JSON.stringify(number)} cannot be used, as no action could find the invoice again. Enter another one`;
}

/** Rows with the same number are one invoice. */
export const numberKey = (item: Item): string | undefined =>
	isServiceNumbered(item) ? undefined : textOf(readNumber(item)) || undefined;

/** What an invoice becomes. The default is a draft that Send can email. */
export const deliveryField: INodeProperties = {
	displayName: 'What to Create',
	name: 'delivery',
	type: 'options',
	default: 'emailDraft',
	options: [
		{ name: 'Create and Email Now', value: 'emailNow' },
		{
			name: 'Publish and Share the Link Myself',
			value: 'share',
			description: 'The customer can pay, but gets no email',
		},
		{
			name: 'Save a Draft to Email Later',
			value: 'emailDraft',
			description: 'Only you see it until Send emails it',
		},
		{
			name: 'Save a Draft to Share Later',
			value: 'draft',
			description: 'Only you see it until Send publishes it, without an email',
		},
	],
};

/** What a new invoice is, and what it says. */
export const newInvoiceFields: INodeProperties[] = [
	deliveryField,
	customerNameField,
	customerEmailField,
	{
		...dueDateField,
		description: 'If you leave it empty, a new invoice is due in 14 days. See Due in (Days).',
	},
	{
		...currencyField,
		required: true,
		default: { mode: 'list', value: 'USD', cachedResultName: 'USD – US Dollar' },
	},
	lineItemsField,
	checkOnlyField,
];

/** What each choice means on the wire. */
export const WIRE: Record<
	Delivery,
	Pick<InvoiceDraft['fields'], 'deliveryMode' | 'sendImmediately'>
> = {
	draft: { deliveryMode: 'none', sendImmediately: false },
	emailDraft: { deliveryMode: 'email', sendImmediately: false },
	emailNow: { deliveryMode: 'email', sendImmediately: true },
	share: { deliveryMode: 'none', sendImmediately: true },
};

/** How taxes are calculated; undefined where the user did not choose. */
export function readBasis(item: Item): Basis | undefined {
	const basis = readInvoiceOptions(item)[taxOption.name];
	if (basis !== '') return basis as Basis | undefined;
	throw refusal(
		'has no value',
		'Its expression gives an empty text for this item. Correct it, or remove the option.',
		taxOption.displayName,
	);
}

/** All that was entered for a new invoice, and what becomes of it. */
export interface Creation {
	delivery: Delivery;
	entered: DraftReading;
	empty: EmptyCharges;
	plan: Plan;
}

/** One row of an invoice. */
function readRow(item: Item, zone: string): Row {
	const additional = readCollection(item, 'additionalFields');
	const delivery = read<Delivery>(item, deliveryField.name, 'emailDraft');
	const reading = readDraft({
		fields: {
			...readInvoiceFields(additional),
			...WIRE[delivery],
			customerName: read<unknown>(item, 'customerName', ''),
			customerEmail: read<unknown>(item, 'customerEmail', ''),
			dueDate: read<unknown>(item, 'dueDate', ''),
			currency: item.parameter('currency', undefined, { extractValue: true }),
			invoiceNumber: readNumber(item),
		},
		lineItems: readLineItems(item, additional),
		ignoredColumns: readIgnoredColumns(item),
		customFields: readCustomFields(additional),
		zone,
		writing: readWriting(item),
	});
	reading.draft.lineItems = reading.draft.lineItems.map(withSku);
	const empty = emptyCharges(item, 'additionalFields', reading.draft.lineItems);
	const others = [...numberProblems(item, reading.draft), ...empty.problems];
	reading.problems = andOther(reading.problems, others);
	const choices = { delivery, basis: readBasis(item) };
	return { row: item.index + 1, reading, choices, empty };
}

interface Row extends RowOfInvoice<Choices> {
	empty: EmptyCharges;
}

interface Choices {
	delivery: Delivery;
	basis?: Basis;
}

export function readCreation(item: Item, { zone, today }: View): Creation {
	const number = numberKey(item);
	see(item.context, number);
	const fixed = fixedLines(item);
	const rows = item.group.map((one, index) => {
		const row = readRow(one, zone);
		return index === 0 ? row : withoutLinesOf(row, fixed);
	});
	const entered = joinRows(rows, {
		delivery: deliveryField.displayName,
		basis: taxOption.displayName,
	});
	const seen = whySeen(item.context, number, entered.draft);
	if (seen !== undefined) {
		const other = error(invoiceNumberField.displayName, seen);
		entered.problems = andOther(entered.problems, [other]);
	}
	entered.problems = [...entered.problems, ...item.group.flatMap(nextWithoutNumber)];
	const [{ delivery, basis }] = rows.map(({ choices }) => choices);
	const empty = {
		fields: rows.flatMap((row) => row.empty.fields),
		lines: rows.flatMap((row) => row.empty.lines),
	};
	const due = entered.draft.fields.dueDate === undefined && !isUnread(entered, 'dueDate');
	const plan = planCreate(due ? withDueDate(entered, item, today) : entered, { basis, today });
	return { delivery, entered, empty, plan: due ? { ...plan, isDueSet: true } : plan };
}

const customerOf = (item: Item): string[] =>
	['customerName', 'customerEmail'].map((name) => textOf(read<unknown>(item, name, '')));

/** In merged cells only the first row of an order has its number. Without the next row it would be billed in part. */
function nextWithoutNumber(item: Item): Problem[] {
	const next = item.all.at(item.index + 1);
	if (next === undefined || isServiceNumbered(next) || numberKey(next) !== undefined) return [];
	const own = customerOf(item);
	const isOthers = customerOf(next).some((text, index) => text !== '' && text !== own[index]);
	const { item: lines = [] } = read<{ item?: IDataObject[] }>(next, 'lineItems', {});
	const { lineItemsJson } = readCollection(next, 'additionalFields');
	// What the form has for every row is no line of the order.
	const fixed =
		JSON.stringify(lines) ===
		JSON.stringify(read<{ item?: IDataObject[] }>(item, 'lineItems', {}).item);
	const hasLines =
		!isBlank(lineItemsJson) || (!fixed && lines.some(({ unitPrice }) => !isBlank(unitPrice)));
	if (isOthers || !hasLines) return [];
	const message = `row ${next.index + 1} has a line and no number. If it belongs to this invoice, enter ${textOf(readNumber(item))} there`;
	return [error(invoiceNumberField.displayName, message)];
}

/** Whether a field was entered, but not understood. */
const isUnread = ({ problems }: DraftReading, name: InvoiceField): boolean =>
	problems.some(({ field }) => field === INVOICE_FIELDS[name].label);

/** A new invoice is due so many days from today. One that exists keeps its date. */
function withDueDate({ draft, problems }: DraftReading, item: Item, today: string): DraftReading {
	const { dueInDays } = readCollection(item, 'additionalFields');
	const days = readCount(dueInDaysField.displayName, isBlank(dueInDays) ? undefined : dueInDays, {
		fallback: DEFAULT_DUE_DAYS,
		least: 0,
		most: 3650,
	});
	const dueDate = DateTime.fromISO(today, { zone: 'utc' }).plus({ days }).toISODate() ?? '';
	return { draft: { ...draft, fields: { ...draft.fields, dueDate } }, problems };
}

/** The service requires an SKU. Without one in the sheet, the name of the product is as good on every run. */
const LONGEST_SKU = 50;

const withSku = (line: LineItem): LineItem =>
	line.productSku !== undefined || line.productName === undefined
		? line
		: { ...line, productSku: String(line.productName).slice(0, LONGEST_SKU).trim() };
