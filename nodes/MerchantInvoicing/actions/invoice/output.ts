import { DateTime } from 'luxon';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { invoiceRow } from '../../../shared/invoice/simplify';
import {
	outputFields,
	readOutput,
	readOutputKind,
	shownFields,
	type Output,
} from '../../../shared/node/output';
import { read, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { format, toDecimal } from '../../../shared/money';
import { isRecord, textOf } from '../../../shared/record';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { lineRows } from '../../invoice/lineRows';

const COLUMNS = Object.keys(invoiceRow({}, ''));

/** After a change, the notes of the node take the place of other fields. */
const AFTER_CHANGE = [
	'invoiceNumber',
	'status',
	'customerName',
	'totalAmount',
	'currency',
	'paymentLink',
];
/** What the other notes say in short, so that a simplified output does not need them. */
const DETAILED_NOTES = ['changes', 'paymentLinkChanged'];

/** For what changes an invoice. */
export const invoiceOutputFields = outputFields(COLUMNS);

/** For what reads invoices. */
export const readOutputFields = (...others: INodePropertyOptions[]): INodeProperties[] =>
	outputFields(COLUMNS, [
		{
			name: 'One Item for Each Line Item',
			value: 'lineItems',
			description:
				'The amounts of the invoice itself are on its first line only, so that sums are right',
		},
		...others,
	]);

/** How the user wants to see invoices. */
export interface View {
	output: Output;
	/** One item for each invoice, or for each of its line items. */
	rows: 'invoices' | 'lineItems';
	/** Amounts as exact text, or as numbers where no digit is lost. */
	amounts: 'text' | 'number';
	/** The time zone of the workflow. */
	zone: string;
	/** The day on which the run began where the workflow runs, as YYYY-MM-DD. */
	today: string;
}

export const readView = (item: Item): View => ({
	output: readOutput(item),
	rows: rowsOf(item),
	amounts: readOptions(item).amountsAs === 'number' ? 'number' : 'text',
	zone: item.context.getTimezone(),
	today: todayOf(item.context),
});

/** A spreadsheet has its own choice of rows. */
const rowsOf = (item: Item): View['rows'] =>
	[readOutputKind(item), read<string>(item, 'sheetRows', 'invoices')].includes('lineItems')
		? 'lineItems'
		: 'invoices';

const days = new WeakMap<IExecuteFunctions, string>();

/** One and the same day for all items of a run. */
function todayOf(context: IExecuteFunctions): string {
	let day = days.get(context);
	if (day === undefined) {
		day = DateTime.now().setZone(context.getTimezone()).toFormat('yyyy-MM-dd');
		days.set(context, day);
	}
	return day;
}

/** An invoice as the user wants it, with what the node itself has to say about it. */
export function invoiceItem(
	invoice: Invoice,
	{ output, today, amounts }: View,
	notes?: IDataObject,
): INodeExecutionData {
	if (output.kind === 'raw')
		return { json: { ...withAmountsAs(amounts, invoice), ...withoutNothing(notes ?? {}) } };
	const fields = shownFields(invoiceRow(invoice, today), output, notes && AFTER_CHANGE);
	const { invoiceNumber, status, ...rest } = withAmountsAs(amounts, fields);
	const { outcome, ...others } = notes ?? {};
	if (output.kind === 'simplified') for (const name of DETAILED_NOTES) delete others[name];
	// What happened to the invoice comes first, where people look.
	return { json: withoutNothing({ invoiceNumber, status, outcome, ...rest, ...others }) };
}

/** An invoice that was read: one item, or one for each of its line items. */
export function invoiceItems(invoice: Invoice, view: View): INodeExecutionData[] {
	const { rows, amounts, today } = view;
	if (rows === 'invoices') return [invoiceItem(invoice, view)];
	return lineRows(invoice, today).map((row) => ({
		json: withAmountsAs(amounts, withoutNothing(row)),
	}));
}

/** What the service does not give is left out: a list has other columns than an invoice in full. */
const withoutNothing = (row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
	);

/** Named so, a value is an amount, a rate or a quantity, in an answer of the service or in a row. */
const NUMBERS = /^(amount|rate|quantity|\w*(Amount|Percent|Price|Rate))$/;

const SAFE_DIGITS = 15;

/** All amounts of a row or an answer in one type: the service writes them as numbers or as text, as it likes. */
export const withAmountsAs = (amounts: View['amounts'], row: IDataObject): IDataObject =>
	converted(row, amounts === 'number' ? asNumber : asText) as IDataObject;

/** A number in place of decimal text, as far as it is exact. */
const asNumber = (amount: string | number): string | number => {
	const isExact = toDecimal(amount) && String(amount).replace(/\D/g, '').length <= SAFE_DIGITS;
	return isExact ? Number(amount) : amount;
};

const asText = (amount: string | number): string => {
	const decimal = typeof amount === 'number' ? toDecimal(amount) : undefined;
	return decimal === undefined ? String(amount) : format(decimal);
};

function converted(
	value: unknown,
	convert: (amount: string | number) => unknown,
	name = '',
): unknown {
	if (Array.isArray(value)) return value.map((entry) => converted(entry, convert, name));
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, part]) => [key, converted(part, convert, key)]),
		);
	}
	const isAmount = (typeof value === 'string' || typeof value === 'number') && NUMBERS.test(name);
	return isAmount ? convert(value) : value;
}

/** The number in an item that shows an invoice, in whichever form. */
export const numberIn = ({ invoiceNumber, id }: IDataObject): string => textOf(invoiceNumber ?? id);

/** Warnings as text for the output; the editor shows them above it too. */
export function tellWarnings({ context, index }: Item, warnings: readonly string[]): string {
	if (warnings.length > 0) {
		// Above a list that one input gave, the number would be read as that of a row of the list.
		const where = context.getInputData().length > 1 ? `Row ${index + 1}: ` : '';
		context.addExecutionHints({
			message: `${where}${warnings.join('; ')}`,
			type: 'warning',
			location: 'outputPane',
			group: { key: 'invoiceWarnings', summary: '{count} items have warnings' },
		});
	}
	return warnings.join('; ');
}
