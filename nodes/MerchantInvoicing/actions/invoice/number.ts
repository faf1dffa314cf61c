import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { read, readText } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error } from '../../../shared/problem';
import type { DraftReading, InvoiceDraft } from '../../invoice/draft';
import { numberFrom } from '../../invoice/invoiceNumber';

export const invoiceNumberField: INodeProperties = {
	displayName: 'Invoice Number',
	name: 'invoiceNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. INV-1001',
	description: 'Must be unique, and cannot be changed later',
};

/** Who numbers a new invoice, and what the number is made from. */
export const numberFields: INodeProperties[] = [
	{
		displayName: 'Number',
		name: 'numberSource',
		type: 'options',
		default: 'content',
		description:
			'Where the invoice number comes from. With your own number or a generated one, the invoice is created once, however often the node runs. Your own number is best, for example an order number.',
		options: [
			{
				name: 'Entered by Me',
				value: 'entered',
				description: 'Recommended: your own unique number, for example an order number',
			},
			{
				name: 'Generated From the Content',
				value: 'content',
				description:
					'The same customer, lines and due date give the same number. A retry or a second run does not bill twice.',
			},
			{
				name: 'Generated From the Execution',
				value: 'execution',
				description: 'A retry of this node does not bill twice. A new execution does.',
			},
			{
				name: 'Assigned by the Service',
				value: 'service',
				description: 'Each run creates a new invoice, even a retry of this node',
			},
		],
	},
	{
		displayName: 'Key',
		name: 'numberKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-4711',
		description:
			'What makes this invoice unique, such as an order number. Leave empty to use the whole content. Equal rows of one run then become different invoices.',
		displayOptions: { show: { numberSource: ['content'] } },
	},
	{ ...invoiceNumberField, displayOptions: { show: { numberSource: ['entered'] } } },
];

export const readNumberSource = (item: Item): string => read(item, 'numberSource', 'content');

/** The number for an invoice that says this; undefined where the user or the service gives it. */
export type Numbering = (content: string) => string | undefined;

/** Whether the whole content makes the number, so that an equal row of another run is the same invoice. */
export const isByContent = (item: Item): boolean =>
	readNumberSource(item) === 'content' && readText(item, 'numberKey') === '';

/** How a row's invoice is numbered. `row`: what makes a row equal to another, which is then counted. */
export function readNumbering(item: Item, row: string): Numbering {
	const { context, index } = item;
	const source = readNumberSource(item);
	if (source === 'execution') {
		const number = numberFrom([
			context.getInstanceId(),
			String(context.getWorkflow().id),
			context.getNode().id,
			context.getExecutionId(),
			String(context.getWorkflowDataProxy(index).$runIndex),
			String(index),
		]);
		return () => number;
	}
	if (source !== 'content') return () => undefined;
	const ownKey = readText(item, 'numberKey');
	if (ownKey !== '') return () => numberFrom(['key', ownKey]);
	const occurrence = String(occurrenceOf(item, row));
	return (content) => numberFrom(['content', content, occurrence]);
}

/** The draft with the number that was made for it, if any. */
export const numbered = (draft: InvoiceDraft, number: string | undefined): InvoiceDraft =>
	number === undefined ? draft : { ...draft, fields: { ...draft.fields, invoiceNumber: number } };

/** Refuses what cannot stand in the address of an invoice: no action could reach it. */
export function withReachableNumber({ draft, problems }: DraftReading): DraftReading {
	const number = numberOf(draft) ?? '';
	if (number.isWellFormed() && !['.', '..'].includes(number)) return { draft, problems };
	const message = `${JSON.stringify(number)} cannot be used, as no action could find the invoice again. Enter another one`;
	return { draft, problems: [...problems, error(invoiceNumberField.displayName, message)] };
}

/** Undefined where the service gives it. */
export const numberOf = ({ fields }: InvoiceDraft): string | undefined =>
	fields.invoiceNumber === undefined ? undefined : String(fields.invoiceNumber);

interface Occurrences {
	lastIndex: number;
	counts: Map<string, number>;
}

const occurrences = new WeakMap<IExecuteFunctions, Occurrences>();

/** Two rows that say the same are two invoices: which of the equal rows this one is. */
function occurrenceOf({ context, index }: Item, row: string): number {
	let seen = occurrences.get(context);
	// Rows are prepared in order, so an earlier row begins another pass over the same rows.
	if (seen === undefined || index <= seen.lastIndex) seen = { lastIndex: -1, counts: new Map() };
	occurrences.set(context, seen);
	const count = (seen.counts.get(row) ?? 0) + 1;
	seen.counts.set(row, count);
	seen.lastIndex = index;
	return count;
}
