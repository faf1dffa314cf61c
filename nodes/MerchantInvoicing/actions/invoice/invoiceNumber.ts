import { createHash } from 'crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isAgentTool } from '../../../shared/node/agent';
import { textField } from '../../../shared/node/fields';
import type { Item } from '../../../shared/node/resource';
import { error, missing, type Problem, refusal } from '../../../shared/problem';
import { hasFailedExpression, trimText } from '../../../shared/text';
import { draftNumber } from '../../invoice/draft';
import type { InvoiceDraft } from '../../invoice/values';
import { serviceNumbersOption, findRerunCause } from '../options';
import { readInvoiceOptions } from './invoiceFields';
import { failedRowColumns } from './output';
import { readFieldOrCell, isAutoMapped, isSkippedEmptyRow, isTotalsRow } from './sheet';

export const requiredNumberField: INodeProperties = textField('Invoice Number', 'invoiceNumber', {
	required: true,
	placeholder: 'e.g. INV1001',
	description:
		'Your order or invoice number. Running again with the same number never bills twice.',
});

/**
 * `list`: the collection with the option that lets the service number the invoice.
 * An expression can turn it on, so only the node knows whether a number is required.
 */
export const optionalNumberField = (list: 'additionalFields' | 'options'): INodeProperties => ({
	...requiredNumberField,
	required: false,
	displayOptions: { hide: { [`/${list}.${serviceNumbersOption.name}`]: [true] } },
});

export const isServiceNumbered = (item: Item): boolean =>
	readInvoiceOptions(item)[serviceNumbersOption.name] === true;

/** Undefined if the service numbers the invoice. */
export function readEnteredNumber(item: Item): unknown {
	if (!isServiceNumbered(item)) return readFieldOrCell(item, 'invoiceNumber');
	const repeater = findRerunCause(item);
	if (repeater === undefined) return undefined;
	throw refusal(
		`cannot be used with ${repeater}, as each repeat would bill again`,
		'Enter an Invoice Number, such as that of the order.',
		serviceNumbersOption.displayName,
	);
}

export function checkEnteredNumber(item: Item, draft: InvoiceDraft): Problem[] {
	const { displayName } = requiredNumberField;
	if (isServiceNumbered(item)) {
		const own = isAutoMapped(item) ? trimText(readFieldOrCell(item, 'invoiceNumber')) : '';
		if (own === '') return [];
		const message = `is ${own}, and ${serviceNumbersOption.displayName} gives another one with every run. Remove that option, or add the column to Ignore Columns`;
		return [error(displayName, message)];
	}
	const number = draftNumber(draft);
	if (number === undefined) {
		return [missing(displayName, isAutoMapped(item) ? 'is required' : REQUIRED)];
	}
	const reason = unsound(readEnteredNumber(item), number);
	return reason === undefined ? [] : [error(displayName, reason)];
}

const REQUIRED = `is required: your order or invoice number. To bill again with every run, add ${serviceNumbersOption.displayName}`;

/** The URL of an invoice contains its number. */
const MAX_NUMBER_LENGTH = 1000;

/** Undefined if the number has all its digits. */
export const roundedNumberMessage = (given: unknown): string | undefined =>
	typeof given === 'number' && !Number.isSafeInteger(given)
		? `is the number ${given}, which may be rounded. Give it as text`
		: undefined;

function unsound(given: unknown, number: string): string | undefined {
	// Two orders with rounded or empty numbers would share a number, and one of them would never be billed.
	const rounded = roundedNumberMessage(given);
	if (rounded !== undefined) return rounded;
	if (hasFailedExpression(number)) {
		return `is "${number}": its expression gives no value. Correct the expression`;
	}
	// If the number can't be part of a URL, no action could reach the invoice.
	const isAddress = number.length <= MAX_NUMBER_LENGTH && number.isWellFormed();
	if (isAddress && !['.', '..'].includes(number)) return undefined;
	return `${JSON.stringify(number)} cannot be used, as no action could find the invoice again. Enter another one`;
}

/** Rows with the same number are one invoice. */
export const groupKeyOf = (item: Item): string | undefined =>
	isServiceNumbered(item) ? undefined : trimText(readEnteredNumber(item)) || undefined;

export const failedItemColumns = (item: Item): IDataObject =>
	failedRowColumns(isServiceNumbered(item) ? '' : trimText(readEnteredNumber(item)));

const customerOf = (item: Item): string[] =>
	(['customerName', 'customerEmail'] as const).map((name) => trimText(readFieldOrCell(item, name)));

/** With merged cells, only the first row of an order has a number, and only that row would be billed. */
export function checkNextRowHasNumber(item: Item): Problem[] {
	const next = item.all.at(item.index + 1);
	if (next === undefined || isServiceNumbered(next) || groupKeyOf(next) !== undefined) return [];
	if (isAutoMapped(next) && (isSkippedEmptyRow(next) || isTotalsRow(next))) return [];
	const own = customerOf(item);
	// A customer entered in the form is the same in every row.
	const isOthers = customerOf(next).some(
		(text, index) => text !== '' && !(isAutoMapped(next) && text === own[index]),
	);
	if (isOthers) return [];
	const message = `row ${next.index + 1} has no number. If it belongs to this invoice, enter ${trimText(readEnteredNumber(item))} there`;
	return [error(requiredNumberField.displayName, message)];
}

/**
 * A loop can put the rows of one order into two batches.
 * Equal rows are a retry, and an agent may change an invoice that it created.
 */
export function checkEarlierBatches({ context, group }: Item): Problem[] {
	const number = groupKeyOf(group[0]);
	if (number === undefined || isAgentTool(context)) return [];
	const kept = context.getContext('node');
	const rowsOf = (kept.rowsOfNumbers ??= {}) as Partial<Record<string, string>>;
	const input = context.getInputData();
	const rows = JSON.stringify(group.map(({ index }) => input[index].json));
	const content = createHash('sha256').update(rows).digest('base64url');
	const key = `number ${number}`;
	rowsOf[key] ??= content;
	if (rowsOf[key] === content) return [];
	// From now on, it's unclear which rows the invoice has.
	rowsOf[key] = '';
	const message = `${number} came before: an earlier run of this node in this execution had other rows of it. Put all rows of an invoice into one batch`;
	return [error(requiredNumberField.displayName, message)];
}
