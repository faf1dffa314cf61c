import { statusOf } from '../../../shared/invoice/simplify';
import { refusal } from '../../../shared/problem';
import type { Invoicing, Move } from '../../../shared/service/invoicing';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import type { Once } from '../../../shared/service/once';
import type { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { differencesFromRequest } from '../../invoice/changes';
import type { InvoiceDraft } from '../../invoice/draft';
import { fromInvoice, toBody } from '../../invoice/draft';
import type { Change, Delivery } from '../../invoice/states';
import {
	isNew,
	isStatus,
	sendingsOf,
	stateOf,
	statusConflict,
	whatIsMissing,
	whyNot,
} from '../../invoice/states';
import { getPicked, type Picked } from './locator';
import { numberOf } from './number';

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
			throw failure.advise(`${advice}${whyNotFound}`, true);
		}
	}
}

export interface Created {
	invoice: Invoice;
	/** alreadyThere: an earlier request had made it, so that this one did not. */
	outcome: 'made' | 'alreadyThere';
	/** Whether the answer to the request that made it, or to one before, was lost. */
	wasLost?: boolean;
	/** What was done with an invoice that was there already, to make it what was asked for. */
	carriedOn?: Move;
	/** In what the answer of the service contradicts the request. */
	warnings?: string[];
}

export interface Asked {
	delivery: Delivery;
	/** What to do with an invoice that is there, but less far than was asked for. */
	whenBehind: 'stop' | 'carryOn';
}

/** Creates the invoice once and only once: by its number a repeat finds the first one. */
export async function createOnce(
	invoicing: Invoicing,
	draft: InvoiceDraft,
	asked: Asked,
): Promise<Created> {
	const { invoice, isFound, wasLost, lost, warnings } = await createOrFind(invoicing, draft);
	if (!isFound) return { invoice, outcome: 'made', warnings };
	refuseAnother(draft, invoice, lost);
	const number = String(draft.fields.invoiceNumber);
	return { ...(await carryOn(invoicing, number, invoice, asked)), wasLost };
}

export interface CreatedOrFound {
	invoice: Invoice;
	/** Whether an invoice with its number was there, from this request or from another one. */
	isFound: boolean;
	/** Whether it may have come from a request of this run, the answer to which was lost. */
	wasLost: boolean;
	/** How that answer was lost. */
	lost?: ServiceFailure;
	/** In what the answer of the service contradicts the request. */
	warnings: string[];
}

/** Creates the invoice, or finds the one that has its number already. */
export async function createOrFind(
	invoicing: Invoicing,
	draft: InvoiceDraft,
): Promise<CreatedOrFound> {
	const number = numberOf(draft);
	const once = await invoicing.create(toBody(draft), number, (made) => isSent(draft, made));
	if (once.outcome === 'notMade' && number !== undefined && saysThere(once.failure)) {
		throw thereAndUnread(once.failure, number);
	}
	const invoice = resultOf(once, number === undefined ? whatToCheck(draft) : runAgain(number));
	const lost = once.outcome === 'alreadyThere' ? once.lost : undefined;
	// Some services answer a number that exists with its invoice, as if they had just created it.
	const isFound = once.outcome === 'alreadyThere' || (number !== undefined && !isNew(invoice));
	const warnings = isFound ? [] : warningsOf(draft, invoice, number);
	return { invoice, isFound, wasLost: lost !== undefined, lost, warnings };
}

/** Whether the service says that it has an invoice with this number. */
const saysThere = ({ status, complaint }: ServiceFailure): boolean =>
	status === 409 || /duplicate/i.test(complaint.reason ?? '');

/** The customer may be billed by the invoice that is there, whoever created it. */
function thereAndUnread(failure: ServiceFailure, number: string): ServiceFailure {
	failure.message = `An invoice with the number ${number} exists. It could not be read`;
	failure.description = '';
	return failure.advise(
		`The service did not create another one, as it has this number already. ${runAgain(number)}`,
		true,
	);
}

/** Whether an invoice that the service numbered is the one that was sent. */
function isSent(draft: InvoiceDraft, invoice: Invoice): boolean {
	const { draft: stored } = fromInvoice(invoice);
	const isWhole = stored.fields.totalAmount !== undefined && isNew(invoice);
	return isWhole && differencesFromRequest(draft, stored).length === 0;
}

/** In what the invoice that the service says it created is not the one that was asked for. */
function warningsOf(draft: InvoiceDraft, invoice: Invoice, number: string | undefined): string[] {
	const answered = invoiceNumberOf(invoice);
	const { draft: stored } = fromInvoice(invoice);
	const warnings: string[] = [];
	if (number !== undefined && ![answered, stored.fields.invoiceNumber].includes(number)) {
		warnings.push(
			`The service numbered the invoice ${answered}, not ${number} as asked. Another run may not find it, and bill twice: use the number ${answered} from now on`,
		);
	}
	const differing = differencesFromRequest(draft, stored);
	if (differing.length > 0) {
		warnings.push(
			`The service shows invoice ${answered} with other values than you entered: ${differing.join(', ')}. It changed them, or an invoice with this number was there before`,
		);
	}
	const status = statusOf(invoice);
	const conflict = statusConflict(draft.fields, status);
	if (conflict !== undefined)
		warnings.push(`Invoice ${answered} has the status ${status}, ${conflict}`);
	return warnings;
}

/** An invoice that exists is what was asked for only if it has come as far. */
async function carryOn(
	invoicing: Invoicing,
	number: string,
	invoice: Invoice,
	asked: Asked,
): Promise<Created> {
	const move = missingMove(number, invoice, asked);
	if (move === undefined) return { invoice, outcome: 'alreadyThere' };
	const { after } = await moveOnce(invoicing, { number }, MOTIONS[move]);
	return { invoice: after, outcome: 'alreadyThere', carriedOn: move };
}

/** What an invoice that exists still needs to be what was asked for; refused where the user wants that, or nothing can help. */
export function missingMove(
	number: string,
	invoice: Invoice,
	{ delivery, whenBehind }: Asked,
): 'publish' | 'send' | undefined {
	const behind = whatIsMissing(delivery, stateOf(invoice));
	if (behind === undefined) return undefined;
	const { move, reason } = behind;
	if (move !== undefined && whenBehind === 'carryOn') return move;
	throw refusal(
		`Invoice ${number} exists already and ${reason}`,
		move === undefined
			? 'Nothing was created or changed. To bill again, give the invoice another number or another key.'
			: `Nothing was created or changed. Use the action ${ACTION_IN_WORDS[move]}, or choose Continue in the option If the Invoice Is a Draft.`,
	);
}

/** What the user should know of an invoice that was not made by this run, or perhaps not, or not as asked. */
export function whatWasThere(created: Created, isByContent: boolean): string[] {
	const { invoice, outcome, carriedOn, wasLost, warnings = [] } = created;
	if (outcome === 'made') return warnings;
	const number = invoiceNumberOf(invoice);
	const message =
		wasLost === true
			? answerWasLost(number)
			: `Invoice ${number} had been created already, and was not created again${isByContent ? EQUAL_ROWS : ''}`;
	return [carriedOn === undefined ? message : `${message}. ${hasCarriedOn(carriedOn)}`];
}

const EQUAL_ROWS =
	'. A row with the same content counts as the same invoice: for another one, enter a Key';

export const answerWasLost = (number: string): string =>
	`An answer of the service was lost, but invoice ${number} is there. It was not created again`;

export const hasCarriedOn = (move: Move): string =>
	`It was a draft, and has now been ${DONE_IN_WORDS[move]}`;

const ACTION_IN_WORDS: Record<Move, string> = {
	cancel: 'Cancel',
	publish: 'Publish',
	send: 'Send',
};

const runAgain = (number: string) =>
	`Run it again with the same invoice number, ${number}: the node then finds the invoice if it is there, and does not bill twice.`;

function whatToCheck({ fields }: InvoiceDraft): string {
	const customer = [fields.customerName, fields.customerEmail].filter(Boolean).join(', ');
	return [
		'The invoice may have been created. It was not sent again, so that nobody is billed twice.',
		`Before you run it again, look with Get Many for ${customer || 'the customer'}, ${String(fields.totalAmount)} ${String(fields.currency)}, due ${String(fields.dueDate)}.`,
		'With an Invoice Number the node looks for itself.',
	].join(' ');
}

/** An invoice with other content is another one, unless the service keeps what it is sent in another form. */
function refuseAnother(
	draft: InvoiceDraft,
	existing: Invoice,
	lost: ServiceFailure | undefined,
): void {
	const differing = differencesFromRequest(draft, fromInvoice(existing).draft);
	if (differing.length === 0) return;
	const number = String(draft.fields.invoiceNumber);
	const differs = `differs from what you entered in ${differing.join(', ')}`;
	if (lost !== undefined) {
		throw lost.advise(
			`Invoice ${number} is there, and ${differs}. This run may have created it, and the service changed it. Look at it before you create it again, or under another number: the customer may be billed already.`,
			true,
		);
	}
	throw refusal(
		`Invoice ${number} exists already, and ${differs}`,
		'This run created nothing. If an earlier run created the invoice, the service may have changed it: look at it first, as the customer may be billed already. If it is another invoice, use another number, or update it.',
	);
}

const DONE_IN_WORDS: Record<Change, string> = {
	cancel: 'canceled',
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
		`Cannot ${change} invoice ${invoiceNumberOf(invoice)} with status ${state.status}: ${reason}`,
		'The invoice was read, and nothing was changed.',
	);
}

interface Motion {
	move: Move;
	/** In words, for the messages of what fails. */
	operation: string;
	/** Whether the invoice shows that the request was carried out, although its answer was lost. */
	isDone: (before: Invoice, now: Invoice) => boolean;
	/** Whether sending it twice does no harm. */
	again: boolean;
}

export const MOTIONS: Record<Move, Motion> = {
	cancel: {
		move: 'cancel',
		operation: 'Cancel invoice',
		isDone: (_before, now) => statusOf(now) === 'CANCELED',
		again: true,
	},
	publish: {
		move: 'publish',
		operation: 'Publish invoice',
		isDone: (_before, now) => !['CANCELED', 'DRAFT'].includes(statusOf(now)),
		again: true,
	},
	send: {
		move: 'send',
		operation: 'Send invoice',
		isDone: wasSent,
		// A second one would be a second email.
		again: false,
	},
};

/** By the history where the service gives one; without it only a first sending shows. */
function wasSent(was: Invoice, now: Invoice): boolean {
	const [before, after] = [sendingsOf(was), sendingsOf(now)];
	if (before !== undefined && after !== undefined && after.length > before.length) return true;
	const [from, to] = [statusOf(was), statusOf(now)];
	return from !== to && ['CREATED', 'SENT'].includes(to) && ['CREATED', 'DRAFT'].includes(from);
}

/** Reads the invoice, checks that its state allows the move, and makes it, once. */
export async function moveOnce(
	invoicing: Invoicing,
	picked: Picked,
	motion: Motion,
): Promise<{ before: Invoice; after: Invoice }> {
	const before = await getPicked(invoicing, picked, motion.operation);
	return { before, after: await moveFrom(invoicing, before, motion) };
}

export async function moveFrom(
	invoicing: Invoicing,
	before: Invoice,
	{ move, operation, isDone, again }: Motion,
): Promise<Invoice> {
	refuseByState(move, before);
	const number = invoiceNumberOf(before);
	const once = await invoicing.move(move, number, operation, {
		isDone: (now) => isDone(before, now),
		isDenied: (now) => move !== 'send' && isStatus(statusOf(now)) && !isDone(before, now),
		again,
	});
	const advice = `As far as the node could see, invoice ${number} has not been ${DONE_IN_WORDS[move]}. Look at it before you try again.`;
	return resultOf(once, advice);
}
