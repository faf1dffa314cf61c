import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifyInvoice } from '../../../shared/invoice/simplify';
import { readFlag, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { toDecimal } from '../../../shared/money';
import { isRecord, textOf } from '../../../shared/record';
import type { Invoice } from '../../../shared/service/invoicing';

/** How the user wants to see invoices. */
export interface View {
	simplify: boolean;
	/** Amounts as exact text, or as numbers where no digit is lost. */
	amounts: 'text' | 'number';
	/** The time zone of the workflow. */
	zone: string;
	/** The day on which the run began where the workflow runs, as YYYY-MM-DD. */
	today: string;
}

export const readView = (item: Item): View => ({
	simplify: readFlag(item, 'simplify', true),
	amounts: readOptions(item).amountsAs === 'number' ? 'number' : 'text',
	zone: item.context.getTimezone(),
	today: todayOf(item.context),
});

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
	{ simplify, today, amounts }: View,
	notes: IDataObject = {},
): INodeExecutionData {
	const whole = simplify ? withoutNothing(simplifyInvoice(invoice, today)) : invoice;
	const shown = amounts === 'number' ? (amountsAsNumbers(whole) as IDataObject) : whole;
	return { json: { ...shown, ...withoutNothing(notes) } };
}

/** What the service does not give is left out: a list has other columns than an invoice in full. */
const withoutNothing = (row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
	);

/** Named so, a value is an amount, a rate or a quantity, in an answer of the service or in a row. */
const NUMBERS =
	/^(amount|rate|taxRate|unitPrice|quantity|discountRate|\w*(Amount|Percent|Price|Rate))$/;

const SAFE_DIGITS = 15;

/** Numbers in place of decimal text, as far as they are exact. */
function amountsAsNumbers(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((entry) => amountsAsNumbers(entry, name));
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, part]) => [key, amountsAsNumbers(part, key)]),
		);
	}
	const isAmount = typeof value === 'string' && NUMBERS.test(name) && toDecimal(value);
	if (!isAmount || value.replace(/\D/g, '').length > SAFE_DIGITS) return value;
	return Number(value);
}

/** The number in an item that shows an invoice, in whichever form. */
export const numberIn = ({ invoiceNumber, id }: IDataObject): string => textOf(invoiceNumber ?? id);

/** Warnings as text for the output; the editor shows them above it too. */
export function tellWarnings({ context, index }: Item, warnings: readonly string[]): string {
	if (warnings.length > 0) {
		context.addExecutionHints({
			message: `Row ${index + 1}: ${warnings.join('; ')}`,
			type: 'warning',
			location: 'outputPane',
			group: { key: 'invoiceWarnings', summary: '{count} items have warnings' },
		});
	}
	return warnings.join('; ');
}
