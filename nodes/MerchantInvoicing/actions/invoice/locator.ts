import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/fields';
import type { Item, Run } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import { textOf } from '../../../shared/text';
import { type Invoice, Invoicing } from '../../../shared/service/invoicing';
import { numberInApiLink } from '../../invoice/draft';
import { whyRounded } from './invoiceNumber';
import { refuseOtherNumber } from './once';
import { rowOf } from './output';

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
		{
			displayName: 'By Link',
			name: 'url',
			placeholder: 'e.g. https://…/invoicing/v2/invoices/INV-1001',
			hint: "An API link from _links. A payment link doesn't contain the number.",
		},
	],
	{ required: true },
);

/** The invoice that the user picked, in whichever way. */
interface Picked {
	number: string;
	apiLink?: string;
}

export function readPickedInvoice(item: Item): Picked {
	const rounded = whyRounded(enteredIn(item));
	if (rounded !== undefined) throw refusal(rounded, undefined, invoiceLocator.displayName);
	const picked = pickedIn(item);
	if (picked !== undefined) return picked;
	const isLink = textOf(enteredIn(item)) !== '';
	throw refusal(
		isLink ? 'this link does not contain the number of an invoice' : 'is required',
		'Choose an invoice from the list, or enter its number or its API link.',
		invoiceLocator.displayName,
	);
}

function enteredIn({ parameter }: Item): unknown {
	const entered = parameter(invoiceLocator.name, '') as IDataObject | string | number;
	return typeof entered === 'object' ? entered.value : entered;
}

function pickedIn(item: Item): Picked | undefined {
	const text = textOf(enteredIn(item));
	if (text === '') return undefined;
	if (!/^https?:\/\//i.test(text)) return { number: text };
	const number = numberInApiLink(text);
	return number === undefined ? undefined : { number, apiLink: text };
}

/** For a row about an invoice that exists. */
export const numberOfPicked = (item: Item): string | undefined => pickedIn(item)?.number;

export const numberPicked = (item: Item): IDataObject => rowOf(numberOfPicked(item) ?? '');

export async function getPicked(
	invoicing: Invoicing,
	picked: Picked,
	operation: string,
): Promise<Invoice> {
	await refuseOtherHost(invoicing, picked.apiLink);
	const invoice = await invoicing.get(picked.number, operation);
	refuseOtherNumber(picked.number, invoice);
	return invoice;
}

/** The same number is another invoice elsewhere, for example in production and not in the test environment. */
async function refuseOtherHost(invoicing: Invoicing, apiLink: string | undefined): Promise<void> {
	if (apiLink === undefined || (await invoicing.leadsHere(apiLink))) return;
	throw refusal(
		'this link leads to another host than the credential',
		'Use the credential of the environment that the link is from, or enter the number. Nothing was sent.',
		invoiceLocator.displayName,
	);
}

const queues = new WeakMap<IExecuteFunctions, Map<string, Promise<unknown>>>();

/**
 * Rows of one run that work on the same invoice do so one after the other, whatever Concurrency says: the second
 * one has to see what the first one did, or it would email again.
 */
export async function afterEarlierRows<Result>(
	{ context }: Pick<Run, 'context'>,
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

/** Works on the invoice that was picked, when it is its turn. `operation`: in words, for the messages of what fails. */
export async function onPicked<Result>(
	run: Run,
	picked: Picked,
	operation: string,
	work: (before: Invoice, invoicing: Invoicing) => Promise<Result>,
): Promise<Result> {
	const invoicing = new Invoicing(run.transport);
	return await afterEarlierRows(
		run,
		picked.number,
		async () => await work(await getPicked(invoicing, picked, operation), invoicing),
	);
}
