import { statusOf } from '../../../shared/invoice/invoice';
import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption } from '../../../shared/node/parameters';
import { type Operation, defineOperation } from '../../../shared/node/resource';
import {
	type Invoice,
	invoiceNumberOf,
	type Invoicing,
	type InvoiceTransition,
} from '../../../shared/service/invoicing';
import { isStatus, sendTimesOf } from '../../invoice/states';
import { outputOption } from '../options';
import {
	invoiceLocator,
	failedPickedColumns,
	withFetchedInvoice,
	requirePickedNumber,
} from './locator';
import { refuseByStatus, resultOrThrow } from './once';
import { changedItem, invoiceNumberInOutput, readOutputOptions } from './output';

interface Transition {
	move: InvoiceTransition;
	action: string;
	outcome: 'canceled' | 'published' | 'sent';
	/** Whether the invoice shows that the request was carried out, if its answer was lost. */
	isDone: (before: Invoice, now: Invoice) => boolean;
}

export const SEND_TRANSITION: Transition = {
	move: 'send',
	action: 'Send invoice',
	outcome: 'sent',
	isDone: wasSent,
};

/** By the history where the service gives one; without it only a first sending shows. */
function wasSent(was: Invoice, now: Invoice): boolean {
	const [before, after] = [sendTimesOf(was), sendTimesOf(now)];
	if (before && after && after.length > before.length) return true;
	const to = statusOf(now);
	return to !== statusOf(was) && ['CREATED', 'SENT'].includes(to);
}

export async function applyTransition(
	invoicing: Invoicing,
	before: Invoice,
	{ move, action, outcome, isDone }: Transition,
): Promise<Invoice> {
	refuseByStatus(move, before);
	const number = invoiceNumberOf(before);
	// A second delivery would be a second email, and not every invoice shows it.
	const again = move !== 'send';
	const once = await invoicing.move(move, number, action, {
		isDone: (now) => isDone(before, now),
		isDenied: (now) => again && isStatus(statusOf(now)) && !isDone(before, now),
		again,
	});
	const advice = `As far as the node could see, invoice ${number} has not been ${outcome}. Look at it before you try again.`;
	return resultOrThrow(once, advice);
}

const defineTransition = ({
	name,
	description,
	subtitle,
	...transition
}: Transition & Pick<Operation, 'name' | 'description' | 'subtitle'>): Operation =>
	defineOperation({
		name,
		action: transition.action,
		description,
		subtitle,
		fields: [invoiceLocator, optionsField(concurrencyOption, outputOption)],

		prepare: (item) => ({ picked: requirePickedNumber(item), view: readOutputOptions(item) }),

		carryOut: async ({ picked, view }, run) =>
			await withFetchedInvoice(run, picked, transition.action, async (before, invoicing) => {
				if (isStatus(statusOf(before)) && transition.isDone(before, before))
					return [changedItem(run, before, view, { outcome: 'unchanged' })];
				const after = await applyTransition(invoicing, before, transition);
				return [changedItem(run, after, view, { outcome: transition.outcome })];
			}),

		done: invoiceNumberInOutput,
		columns: failedPickedColumns,
		isRepeatable: () => true,
	});

export const cancel = defineTransition({
	name: 'Cancel',
	action: 'Cancel invoice',
	description: 'Cancel an invoice on which nothing has been paid',
	subtitle: 'Cancel Invoice',
	move: 'cancel',
	outcome: 'canceled',
	isDone: (_before, now) => statusOf(now) === 'CANCELED',
});

export const publish = defineTransition({
	name: 'Publish',
	action: 'Publish invoice',
	description: 'Publish a draft without an email, to share its payment link yourself',
	subtitle: 'Publish Invoice',
	move: 'publish',
	outcome: 'published',
	isDone: (_before, now) => !['CANCELED', 'DRAFT'].includes(statusOf(now)),
});
