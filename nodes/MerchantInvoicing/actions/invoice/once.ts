import {
	dueDateOf,
	INVOICE_FIELDS,
	paymentLinkOf,
	statusOf,
} from '../../../shared/invoice/invoice';
import {
	error,
	SingleRowRefusal,
	UnknownOutcomeRefusal,
	warningTexts,
} from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, type Invoicing } from '../../../shared/service/invoicing';
import type { OnceOutcome } from '../../../shared/service/once';
import type { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { diffFromRequest, differencesInWords, differingFieldsInWords } from '../../invoice/changes';
import { fromInvoice, matchesInvoiceNumber, draftNumber, toBody } from '../../invoice/draft';
import type { InvoiceDraft } from '../../invoice/values';
import type { PlannedDraft } from '../../invoice/plan';
import {
	type InvoiceAction,
	type DeliveryChoice,
	type MissingStep,
	ADVICE_BY_REASON,
	statusAndDeliveryOf,
	newStatusConflict,
	findMissingStep,
	refusalReason,
} from '../../invoice/states';
import type { Preview } from './checkOnly';
import { type ChangeSummary, maskDifferences, type OutputOptions } from './output';

/** `advice`: what to do if the outcome is unknown. */
export function resultOrThrow(once: OnceOutcome<Invoice>, advice: string): Invoice {
	if ('result' in once) return once.result;
	const { outcome, failure, looked } = once;
	if (outcome === 'notMade') throw failure;
	const whyNotFound =
		looked === undefined ? '' : ` (It could not be looked up now: ${looked.message})`;
	throw failure.addAdvice(`${advice}${whyNotFound}`, true);
}

export interface RequestedInvoice {
	plan: PlannedDraft;
	delivery: DeliveryChoice;
	view: OutputOptions;
}

type Created = Pick<ChangeSummary, 'outcome' | 'warnings' | 'note'> & { invoice: Invoice };

export async function createOnce(
	invoicing: Invoicing,
	requested: RequestedInvoice,
): Promise<Created> {
	const { plan, view } = requested;
	const { invoice, isFound, lost, warnings } = await createOrFind(invoicing, plan, view);
	if (isFound) return { invoice, outcome: 'alreadyThere', note: noteOn(requested, invoice, lost) };
	return { invoice, outcome: 'created', warnings: [...warningTexts(plan.problems), ...warnings] };
}

export async function previewCreate(
	invoicing: Invoicing,
	requested: RequestedInvoice,
): Promise<Preview> {
	const { plan } = requested;
	const number = draftNumber(plan.draft);
	const found = number && (await findByNumber(invoicing, number, 'Check invoice'));
	if (!found) {
		refuseIfNotCreatable(plan);
		return { outcome: 'wouldCreate', plan };
	}
	const reason = noteOn(requested, found) ?? '';
	return { outcome: 'alreadyThere', plan, notes: { reason, dueDate: dueDateOf(found) } };
}

/** Refuses an invoice that isn't delivered as requested, or that bills another customer or amount. */
function noteOn(
	{ plan, delivery, view }: RequestedInvoice,
	invoice: Invoice,
	lost?: ServiceFailure,
): string | undefined {
	requireDelivered(delivery, invoice, lost);
	const fields = { ...plan.draft.fields };
	// A due date that is counted from today changes every day.
	if (plan.isDueSet === true) delete fields.dueDate;
	const stored = fromInvoice(invoice).draft;
	const { billed, others } = diffFromRequest({ ...plan.draft, fields }, stored);
	if (billed.length === 0) {
		const kept = others.length === 0 ? '' : unchangedNote(differencesInWords(others));
		const found = lost && 'A response was lost, but the invoice is there';
		return [found, kept].filter(Boolean).join('. ') || undefined;
	}
	const differs = differencesInWords(maskDifferences(view, billed));
	const fixed = refusalReason('update', statusAndDeliveryOf(invoice));
	const change = fixed
		? `It cannot be changed: it is ${fixed}.`
		: 'Use Create or Update to change it.';
	const advice = `${change} For another invoice, enter another number.`;
	throw notWanted(invoice, { reason: `with other values. ${differs}`, advice }, lost);
}

export async function findByNumber(
	invoicing: Invoicing,
	number: string,
	operation: string,
): Promise<Invoice | undefined> {
	const found = await invoicing.find(number, operation);
	if (found !== undefined) refuseOtherNumber(number, found);
	return found;
}

interface CreatedOrFound {
	invoice: Invoice;
	/** It already existed: perhaps a lost request of this run created it. */
	isFound: boolean;
	/** Set if the response to a request of this run was lost, which may have created it. */
	lost?: ServiceFailure;
	warnings: string[];
}

export async function createOrFind(
	invoicing: Invoicing,
	plan: PlannedDraft,
	view: OutputOptions,
): Promise<CreatedOrFound> {
	const { draft } = plan;
	const number = draftNumber(draft);
	if (plan.ifNew !== undefined && plan.ifNew.length > 0) {
		// A growing sheet is run again after its first orders are due or paid.
		const invoice = number && (await findByNumber(invoicing, number, 'Create invoice'));
		if (invoice) return { invoice, isFound: true, warnings: [] };
		refuseIfNotCreatable(plan);
	}
	const once = await invoicing.create(toBody(draft), number);
	if (once.outcome === 'notMade' && number !== undefined) throw refusedNumber(once, number);
	const invoice = resultOrThrow(once, number === undefined ? whatToCheck(draft) : runAgain(number));
	if (once.outcome !== 'alreadyThere') {
		return { invoice, isFound: false, warnings: contradictions(draft, invoice, view) };
	}
	const { lost } = once;
	if (number !== undefined) refuseOtherNumber(number, invoice, lost);
	return { invoice, isFound: true, lost, warnings: [] };
}

export function refuseIfNotCreatable({ ifNew = [] }: PlannedDraft): void {
	if (ifNew.length > 0) throw new SingleRowRefusal(ifNew, 'The invoice was not created.');
}

/** A service that ignores case treats a1 and A1 as equal. To the user, they may be two orders. */
export function refuseOtherNumber(number: string, invoice: Invoice, lost?: ServiceFailure): void {
	if (matchesInvoiceNumber(invoice, number)) return;
	const words = `The service has invoice ${invoiceNumberOf(invoice)} in place of ${number}`;
	if (lost !== undefined) throw lost.addAdvice(`${words}. This run may have created it.`, true);
	throw invoiceRefusal(
		invoice,
		words,
		'The invoice was left as it is. Enter its number exactly, or another one.',
	);
}

type Refused = Extract<OnceOutcome<Invoice>, { failure: ServiceFailure }>;

/** An existing invoice may already bill the customer, whoever created it. */
function refusedNumber({ failure, looked }: Refused, number: string): ServiceFailure {
	const { reason, details } = failure.serviceError;
	if (looked !== undefined) {
		const advice = `The service created no other invoice. One with the number ${number} may exist, but could not be read: ${looked.message}`;
		return failure.addAdvice(`${advice}. ${runAgain(number)}`, true);
	}
	if ([reason, ...details.map((detail) => detail.reason)].includes('DUPLICATE_RECORD')) {
		return failure.addAdvice(
			`The service says that the number ${number} is in use, but finds no invoice with it. Run it again later, or ask the service before you use another number: the customer may be billed already.`,
			true,
		);
	}
	const isOfNumber = /invoice ?number/i.test(JSON.stringify(failure.serviceError));
	return isOfNumber && !/^[a-z\d]{1,19}$/i.test(number)
		? failure.addAdvice('Try a number of letters and digits only, with fewer than 20 characters.')
		: failure;
}

/** If one of these differs, the invoice bills someone else or something else. */
const IDENTIFYING = (['totalAmount', 'currency', 'customerEmail'] as const).map(
	(name): string => INVOICE_FIELDS[name].label,
);

function contradictions(draft: InvoiceDraft, invoice: Invoice, view: OutputOptions): string[] {
	const [number, shown] = [draftNumber(draft), invoiceNumberOf(invoice)];
	const { draft: stored } = fromInvoice(invoice);
	const another = diffFromRequest(draft, stored).billed.filter(
		({ field, before }) => before !== null && IDENTIFYING.includes(field),
	);
	if (another.length > 0) {
		throw new UnknownOutcomeRefusal(
			`The service shows invoice ${shown} with other values than were sent. ${differencesInWords(maskDifferences(view, another))}`,
			'The customer may be billed already. Look at the invoice before you bill this order again, and do not use another number.',
		);
	}
	const warnings: string[] = [];
	if (number !== undefined && !matchesInvoiceNumber(invoice, number)) {
		warnings.push(
			`The service numbered the invoice ${shown}, not ${number} as asked. Another run may not find it, and bill twice: use the number ${shown} from now on`,
		);
	}
	const differing = differingFieldsInWords(draft, stored);
	if (differing !== '') {
		warnings.push(
			`The service shows invoice ${shown} with other values than you entered: ${differing}. It changed them, or an invoice with this number was there before`,
		);
	}
	const status = statusOf(invoice);
	const conflict = newStatusConflict(draft.fields, status);
	if (conflict !== undefined)
		warnings.push(`Invoice ${shown} has the status ${status}, ${conflict}`);
	return warnings;
}

export function requireDelivered(
	delivery: DeliveryChoice,
	invoice: Invoice,
	lost?: ServiceFailure,
): void {
	const missing = findMissingStep(delivery, statusAndDeliveryOf(invoice));
	if (missing !== undefined) throw notWanted(invoice, missing, lost);
}

function notWanted(
	invoice: Invoice,
	{ reason, advice }: MissingStep,
	lost?: ServiceFailure,
): ServiceFailure | SingleRowRefusal {
	const number = invoiceNumberOf(invoice);
	if (lost === undefined) {
		const words = `Invoice ${number} already exists ${reason}`;
		return invoiceRefusal(invoice, words, `The invoice was left as it is. ${advice}`);
	}
	return lost.addAdvice(
		`Invoice ${number} is there ${reason}. This run may have created it. Look at it before you bill this order again: the customer may be billed already.`,
		true,
	);
}

export const invoiceRefusal = (
	invoice: Invoice,
	message: string,
	advice: string,
): SingleRowRefusal =>
	new SingleRowRefusal([error('', message)], advice, {
		invoiceNumber: invoiceNumberOf(invoice),
		status: statusOf(invoice),
		paymentLink: paymentLinkOf(invoice) ?? '',
	});

const runAgain = (number: string) =>
	`Run it again with the same invoice number, ${number}: the node then finds the invoice if it is there, and does not bill twice.`;

const whatToCheck = ({ fields }: InvoiceDraft): string =>
	[
		'The invoice may have been created. It was not sent again, so that nobody is billed twice.',
		`Before you run it again, look with Get Many for ${String(fields.totalAmount)} ${String(fields.currency)}, due ${String(fields.dueDate)}.`,
		'With an Invoice Number the node looks for itself.',
	].join(' ');

export const unchangedNote = (differs: string): string => `It stays as it is. ${differs}`;

export function refuseByStatus(change: InvoiceAction, invoice: Invoice): void {
	const state = statusAndDeliveryOf(invoice);
	const reason = refusalReason(change, state);
	if (reason === undefined) return;
	const advice = ['The invoice was read, and nothing was changed.', ADVICE_BY_REASON[reason]];
	throw invoiceRefusal(
		invoice,
		`Cannot ${change} invoice ${invoiceNumberOf(invoice)} with status ${state.status}: it is ${reason}`,
		advice.filter(Boolean).join(' '),
	);
}
