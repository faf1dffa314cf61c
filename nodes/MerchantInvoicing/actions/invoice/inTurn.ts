import type { IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import type { Picked } from './locator';
import { getPicked } from './locator';

const queues = new WeakMap<IExecuteFunctions, Map<string, Promise<unknown>>>();

/**
 * Rows of one run that work on the same invoice do so one after the other, whatever Concurrency says: the second
 * one has to see what the first one did, or it would email again.
 */
export async function inTurn<Result>(
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
	const key = 'number' in picked ? picked.number : picked.paymentLink;
	return await inTurn(
		run,
		key,
		async () => await work(await getPicked(invoicing, picked, operation), invoicing),
	);
}
