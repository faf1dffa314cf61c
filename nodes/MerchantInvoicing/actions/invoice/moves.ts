import { statusOf } from '../../../shared/invoice/simplify';
import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption } from '../../../shared/node/parameters';
import { type Operation, operation } from '../../../shared/node/resource';
import {
	type Invoice,
	invoiceNumberOf,
	type Invoicing,
	type Move,
} from '../../../shared/service/invoicing';
import { isStatus, sendTimesOf } from '../../invoice/states';
import { outputOption } from '../options';
import { invoiceLocator, numberPicked, onPicked, readPickedInvoice } from './locator';
import { refuseByState, resultOrThrow } from './once';
import { changedItem, numberIn, readView } from './output';

interface Transition {
	move: Move;
	/** In words, for the messages of what fails. */
	operation: string;
	outcome: 'canceled' | 'published' | 'sent';
	/** Whether the invoice shows that the request was carried out, although its answer was lost. */
	isDone: (before: Invoice, now: Invoice) => boolean;
	/** Whether sending it twice does no harm. */
	again: boolean;
}

export const TRANSITIONS: Record<Move, Transition> = {
	cancel: {
		move: 'cancel',
		operation: 'Cancel invoice',
		outcome: 'canceled',
		isDone: (_before, now) => statusOf(now) === 'CANCELED',
		again: true,
	},
	publish: {
		move: 'publish',
		operation: 'Publish invoice',
		outcome: 'published',
		isDone: (_before, now) => !['CANCELED', 'DRAFT'].includes(statusOf(now)),
		again: true,
	},
	send: {
		move: 'send',
		operation: 'Send invoice',
		outcome: 'sent',
		isDone: wasSent,
		// A second one would be a second email.
		again: false,
	},
};

/** By the history where the service gives one; without it only a first sending shows. */
function wasSent(was: Invoice, now: Invoice): boolean {
	const [before, after] = [sendTimesOf(was), sendTimesOf(now)];
	if (before !== undefined && after !== undefined && after.length > before.length) return true;
	const [from, to] = [statusOf(was), statusOf(now)];
	return from !== to && ['CREATED', 'SENT'].includes(to) && ['CREATED', 'DRAFT'].includes(from);
}

/** Checks that the state of an invoice allows the move, and makes it, once. */
export async function moveFrom(
	invoicing: Invoicing,
	before: Invoice,
	{ move, operation: words, outcome, isDone, again }: Transition,
): Promise<Invoice> {
	refuseByState(move, before);
	const number = invoiceNumberOf(before);
	const once = await invoicing.move(move, number, words, {
		isDone: (now) => isDone(before, now),
		isDenied: (now) => move !== 'send' && isStatus(statusOf(now)) && !isDone(before, now),
		again,
	});
	const advice = `As far as the node could see, invoice ${number} has not been ${outcome}. Look at it before you try again.`;
	return resultOrThrow(once, advice);
}

/** An action that makes the move, unless the invoice shows that it was made. */
export const moving = (
	transition: Transition,
	words: Pick<Operation, 'name' | 'action' | 'description' | 'subtitle'>,
): Operation =>
	operation({
		...words,
		fields: [invoiceLocator, optionsField(concurrencyOption, outputOption)],

		prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

		carryOut: async ({ picked, view }, run) =>
			await onPicked(run, picked, transition.operation, async (before, invoicing) => {
				const isMade = isStatus(statusOf(before)) && transition.isDone(before, before);
				if (isMade) return [changedItem(run, before, view, { outcome: 'unchanged' })];
				const after = await moveFrom(invoicing, before, transition);
				return [changedItem(run, after, view, { outcome: transition.outcome })];
			}),

		done: numberIn,
		columns: numberPicked,
		isRepeatable: () => true,
	});
