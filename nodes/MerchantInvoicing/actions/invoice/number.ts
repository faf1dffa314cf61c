import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { read, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, refusal, type Problem } from '../../../shared/problem';
import { hasFailedExpression } from '../../../shared/record';
import type { InvoiceDraft } from '../../invoice/draft';
import { numberOf } from '../../invoice/invoiceNumber';

export const serviceNumbersOption: INodeProperties = {
	displayName: 'Let the Service Number It',
	name: 'serviceNumbers',
	type: 'boolean',
	default: true,
	description:
		'Whether the service gives the invoice a number. Every run then bills again, also the same row. Not possible with Retry On Fail.',
};

export const invoiceNumberField: INodeProperties = {
	displayName: 'Invoice Number',
	name: 'invoiceNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. INV1001',
	description:
		'Your order or invoice number. Running again with the same number never bills twice.',
};

/** Not asked for where the service numbers the invoice. */
export const newNumberField: INodeProperties = {
	...invoiceNumberField,
	displayOptions: { hide: { '/options.serviceNumbers': [true] } },
};

export const isServiceNumbered = (item: Item): boolean => readOptions(item).serviceNumbers === true;

/** The number as it was entered; undefined where the service is to give it. */
export function readNumber(item: Item): unknown {
	if (!isServiceNumbered(item)) return sound(read<unknown>(item, invoiceNumberField.name, ''));
	if (item.context.getNode().retryOnFail !== true) return undefined;
	throw refusal(
		'cannot be used together with Retry On Fail, as each retry would bill again',
		'Turn off Retry On Fail in the settings of the node, or enter an Invoice Number.',
		serviceNumbersOption.displayName,
	);
}

/** Two orders whose numbers are rounded, or made of nothing, would have one number, and one of them no bill. */
function sound(number: unknown): unknown {
	const isRounded =
		typeof number === 'number' && Number.isFinite(number) && !Number.isSafeInteger(number);
	const isMadeOfNothing = typeof number === 'string' && hasFailedExpression(number);
	if (!isRounded && !isMadeOfNothing) return number;
	throw refusal(
		isRounded
			? `is the number ${number}, which may be rounded`
			: `is "${String(number)}": its expression gives no value`,
		isRounded ? 'Give it as text.' : 'Correct the expression.',
		invoiceNumberField.displayName,
	);
}

/** What is wrong with the number of a new invoice. */
export function numberProblems(draft: InvoiceDraft, mayLack: boolean): Problem[] {
	const number = numberOf(draft);
	const field = invoiceNumberField.displayName;
	if (number === undefined) {
		const required = `is required: your order or invoice number. To bill again with every run, turn on ${serviceNumbersOption.displayName} in the options`;
		return mayLack ? [] : [error(field, required)];
	}
	// What cannot stand in the address of an invoice could not be reached by any action.
	if (number.isWellFormed() && !['.', '..'].includes(number)) return [];
	const message = `${JSON.stringify(number)} cannot be used, as no action could find the invoice again. Enter another one`;
	return [error(field, message)];
}

const rows = new WeakMap<IExecuteFunctions, Map<string, { row: number; content: string }>>();

/** Of two rows with one number, only one can be billed. */
export function refuseOtherRow(
	{ context, index }: Item,
	number: string | undefined,
	content: unknown,
): void {
	if (number === undefined) return;
	const ofRun = rows.get(context) ?? new Map<string, { row: number; content: string }>();
	rows.set(context, ofRun);
	const written = JSON.stringify(content);
	const first = ofRun.get(number);
	if (first === undefined) ofRun.set(number, { row: index + 1, content: written });
	else if (first.row !== index + 1 && first.content !== written) {
		throw refusal(
			`row ${first.row} has ${number} too, with other values`,
			'Each row is a whole invoice. Put all line items of an invoice into one row, or keep only the last row of each number.',
			invoiceNumberField.displayName,
		);
	}
}
