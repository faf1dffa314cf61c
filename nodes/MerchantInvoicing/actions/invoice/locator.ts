import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/fields';
import type { Item, ItemRun } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import { trimText } from '../../../shared/text';
import { type Invoice, Invoicing } from '../../../shared/service/invoicing';
import { roundedNumberMessage } from './invoiceNumber';
import { refuseOtherNumber } from './once';
import { failedRowColumns } from './output';

export const invoiceLocator = locatorField(
	'Invoice',
	'invoice',
	'searchInvoices',
	[
		{
			displayName: 'By Number',
			name: 'id',
			placeholder: 'e.g. INV-1001',
			hint: 'Drag invoiceNumber here from Create or Get Many',
		},
	],
	{ required: true },
);

export function requirePickedNumber(item: Item): string {
	const entered = enteredIn(item);
	const rounded = roundedNumberMessage(entered);
	if (rounded !== undefined) throw refusal(rounded, undefined, invoiceLocator.displayName);
	const number = trimText(entered);
	if (number !== '') return number;
	const advice = 'Choose an invoice from the list, or enter its number.';
	throw refusal('is required', advice, invoiceLocator.displayName);
}

function enteredIn({ parameter }: Item): unknown {
	const entered = parameter(invoiceLocator.name, '') as IDataObject | string | number;
	return typeof entered === 'object' ? entered.value : entered;
}

export const pickedNumber = (item: Item): string | undefined =>
	trimText(enteredIn(item)) || undefined;

export const failedPickedColumns = (item: Item): IDataObject =>
	failedRowColumns(pickedNumber(item) ?? '');

export async function getPicked(
	invoicing: Invoicing,
	number: string,
	operation: string,
): Promise<Invoice> {
	const invoice = await invoicing.get(number, operation);
	refuseOtherNumber(number, invoice);
	return invoice;
}

const queues = new WeakMap<IExecuteFunctions, Map<string, Promise<unknown>>>();

/** Whatever Concurrency says, the second row of an invoice has to see what the first did, or it would email again. */
export async function queueByInvoice<Result>(
	{ context }: Pick<ItemRun, 'context'>,
	invoice: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const queue = queues.get(context) ?? new Map<string, Promise<unknown>>();
	queues.set(context, queue);
	// If the one before failed, its own row says so.
	const turn = (queue.get(invoice) ?? Promise.resolve()).then(work, work);
	queue.set(invoice, turn);
	try {
		return await turn;
	} finally {
		if (queue.get(invoice) === turn) queue.delete(invoice);
	}
}

/** `operation`: for the messages of what fails. */
export async function withFetchedInvoice<Result>(
	run: ItemRun,
	number: string,
	operation: string,
	work: (before: Invoice, invoicing: Invoicing) => Promise<Result>,
): Promise<Result> {
	const invoicing = new Invoicing(run.transport);
	return await queueByInvoice(
		run,
		number,
		async () => await work(await getPicked(invoicing, number, operation), invoicing),
	);
}
