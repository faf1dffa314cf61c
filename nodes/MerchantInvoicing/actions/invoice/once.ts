import { refusal } from '../../../shared/problem';
import type { Invoice, Invoicing, Move } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicing';
import type { Once } from '../../../shared/service/once';
import { differencesFromRequest } from '../../invoice/changes';
import type { InvoiceDraft } from '../../invoice/draft';
import { fromInvoice, toBody } from '../../invoice/draft';
import { stateOf, whyNot, type Change } from '../../invoice/states';
import { getPicked, type Picked } from './locator';

/** The result of what must take effect once; where it is not known, the failure with what to do about it. */
function resultOf(once: Once<Invoice>, advice: string): Invoice {
	switch (once.outcome) {
		case 'made':
		case 'alreadyThere':
			return once.result;
		case 'notMade':
			throw once.failure;
		case 'unknown': {
			const { failure, looked } = once;
			const whyNotFound =
				looked === undefined ? '' : ` (It could not be looked up now: ${looked.message})`;
			throw failure.advise(`${advice}${whyNotFound}`);
		}
	}
}

export interface Created {
	invoice: Invoice;
	/** Whether an earlier request had made it, so that this one did not. */
	alreadyExisted: boolean;
}

/** Creates the invoice once and only once: by its number a repeat meets the first one. */
export async function createOnce(invoicing: Invoicing, draft: InvoiceDraft): Promise<Created> {
	const { invoiceNumber } = draft.fields;
	const number = invoiceNumber === undefined ? undefined : String(invoiceNumber);
	const look = async () =>
		number === undefined ? undefined : await invoicing.find(number, 'Create invoice');
	const once = await invoicing.create(toBody(draft), number === undefined ? undefined : look);
	const invoice = resultOf(once, number === undefined ? whatToCheck(draft) : runAgain(number));
	const alreadyExisted = once.outcome === 'alreadyThere';
	if (alreadyExisted) refuseAnother(draft, invoice);
	return { invoice, alreadyExisted };
}

const runAgain = (number: string) =>
	`Run it again with the same invoice number, ${number}: if the invoice was made after all, the node finds it and does not bill twice.`;

function whatToCheck({ fields }: InvoiceDraft): string {
	const customer = [fields.customerName, fields.customerEmail].filter(Boolean).join(', ');
	return [
		'The invoice may have been created. It was not sent again, so that nobody is billed twice.',
		`Before you run it again, look with Get Many for ${customer || 'the customer'}, ${String(fields.totalAmount)} ${String(fields.currency)}, due ${String(fields.dueDate)}.`,
		'With an Invoice Number the node looks for itself.',
	].join(' ');
}

function refuseAnother(draft: InvoiceDraft, existing: Invoice): void {
	const differing = differencesFromRequest(draft, fromInvoice(existing).draft);
	if (differing.length === 0) return;
	throw refusal(
		`The invoice number ${String(draft.fields.invoiceNumber)} belongs to another invoice already, which differs in ${differing.join(', ')}`,
		'Use another invoice number, or update the invoice that has this one. Nothing was created.',
	);
}

const DONE_IN_WORDS: Record<Change, string> = {
	cancel: 'cancelled',
	publish: 'published',
	send: 'sent',
	update: 'updated',
};

/** Refuses what the state of the invoice does not allow, with the state in the message. */
export function refuseByState(change: Change, invoice: Invoice): void {
	const state = stateOf(invoice);
	const reason = whyNot(change, state);
	if (reason === undefined) return;
	throw refusal(
		`Invoice ${invoiceNumberOf(invoice)} has the status ${state.status} and cannot be ${DONE_IN_WORDS[change]}: ${reason}`,
		'The invoice was read, and nothing was changed.',
	);
}

export interface Motion {
	move: Move;
	/** In words, for the messages of what fails. */
	operation: string;
	/** Whether the invoice shows that the request was carried out, although its answer was lost. */
	isDone: (before: Invoice, now: Invoice) => boolean;
	/** Whether sending it twice does no harm. */
	again: boolean;
}

/** Reads the invoice, checks that its state allows the move, and makes it, once. */
export async function moveOnce(
	invoicing: Invoicing,
	picked: Picked,
	{ move, operation, isDone, again }: Motion,
): Promise<{ before: Invoice; after: Invoice }> {
	const before = await getPicked(invoicing, picked, operation);
	refuseByState(move, before);
	const number = invoiceNumberOf(before);
	const once = await invoicing.move(move, number, operation, {
		isDone: (now) => isDone(before, now),
		again,
	});
	const advice = `As far as the node could see, invoice ${number} has not been ${DONE_IN_WORDS[move]}. Look at it before you try again.`;
	return { before, after: resultOf(once, advice) };
}
