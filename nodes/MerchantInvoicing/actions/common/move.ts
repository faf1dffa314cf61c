import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../../../shared/invoice/fieldValues';
import { INVOICE_FIELDS } from '../../../shared/invoice/fields';
import { numberOf, statusOf } from '../../../shared/invoice/simplify';
import type { Move } from '../../../shared/invoice/states';
import { refusal } from '../../../shared/invoice/states';
import { textOf } from '../../../shared/invoice/values';
import type { ItemRun } from '../../../shared/items';
import { found } from '../../../shared/transport';
import { readInvoiceNumber } from './locator';
import { stop } from './refuse';
import { sendOnce } from './sendOnce';
import { findInvoice, invoiceRequests } from './service';

export interface Motion {
	move: Exclude<Move, 'update'>;
	operation: string;
	/** The last part of the path. */
	segment: string;
	/** Whether the invoice shows that the request was carried out, although its answer was lost. */
	isDone(before: IDataObject, now: IDataObject): boolean;
	/** Whether sending it twice does no harm. */
	again: boolean;
}

const DONE_IN_WORDS: Record<Move, string> = {
	cancel: 'cancelled',
	publish: 'published',
	send: 'sent',
	update: 'updated',
};

export const deliveryModeOf = (invoice: unknown): string =>
	textOf(valueAt(invoice, INVOICE_FIELDS.deliveryMode.path)).toLowerCase();

/** Refuses what the state of the invoice does not allow, with the state in the message. */
export function refuseByState(run: ItemRun, operation: string, move: Move, invoice: unknown): void {
	const status = statusOf(invoice);
	const customerEmail = textOf(valueAt(invoice, INVOICE_FIELDS.customerEmail.path));
	const reason = refusal(move, { status, deliveryMode: deliveryModeOf(invoice), customerEmail });
	if (reason === undefined) return;
	throw stop(
		run,
		`${operation}: invoice ${numberOf(invoice)} has the status ${status} and cannot be ${DONE_IN_WORDS[move]}: ${reason}`,
		'The invoice was read, and nothing was changed.',
	);
}

export async function readInvoice(run: ItemRun, operation: string): Promise<IDataObject> {
	const number = await readInvoiceNumber(run);
	return found(await run.transport.json<IDataObject>(invoiceRequests.get(operation, number)));
}

/** Reads the invoice, checks that its state allows the move, and makes it, once. */
export async function moveInvoice(
	run: ItemRun,
	motion: Motion,
): Promise<{ before: IDataObject; after: IDataObject }> {
	const { move, operation } = motion;
	const before = await readInvoice(run, operation);
	refuseByState(run, operation, move, before);
	const number = numberOf(before);
	const { body } = await sendOnce(
		run.transport,
		invoiceRequests.move(operation, number, motion.segment),
		{
			look: async () => {
				const now = await findInvoice(run.transport, operation, number);
				return now !== undefined && motion.isDone(before, now) ? now : undefined;
			},
			again: motion.again,
			advice: `As far as the node could see, invoice ${number} has not been ${DONE_IN_WORDS[move]}. Look at it before you try again.`,
		},
	);
	return { before, after: body };
}
