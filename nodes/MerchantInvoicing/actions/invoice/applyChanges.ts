import type { IDataObject } from 'n8n-workflow';

import { paymentLinkOf } from '../../../shared/invoice/simplify';
import { refusal, refuseErrors, warningsOf } from '../../../shared/problem';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import { once, orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Transport } from '../../../shared/transport/transport';
import type { Difference, Part } from '../../invoice/changes';
import { differences, differencesFromRequest, isSeen } from '../../invoice/changes';
import type { DraftReading, InvoiceDraft } from '../../invoice/draft';
import { fromInvoice, toBody, withPlainText } from '../../invoice/draft';
import type { UpdateChoices } from '../../invoice/plan';
import { planUpdate } from '../../invoice/plan';
import { entitiesAfter } from '../../invoice/shownText';
import { refuseByState } from './once';

/** What is to become of an invoice that exists. */
export interface PlannedChanges {
	draft: InvoiceDraft;
	changes: Difference[];
	/** Whether there is anything to send. */
	isNeeded: boolean;
	warnings: string[];
	/** How the new total follows from the line items. */
	steps?: string;
}

export function planChanges(
	before: Invoice,
	entered: DraftReading,
	choices: UpdateChoices,
): PlannedChanges {
	const stored = fromInvoice(before);
	const { draft, problems, steps } = planUpdate(stored, entered, choices);
	refuseErrors(problems, 'The invoice was read, and nothing was changed.');
	const changes = differences(stored.draft, draft);
	const isCleared = choices.cleared.some(
		(part) => !isShown(stored.draft, part) || !isShown(draft, part),
	);
	return {
		draft,
		changes,
		isNeeded: changes.length > 0 || isCleared,
		warnings: warningsOf(problems),
		steps,
	};
}

export interface AppliedChanges {
	after: Invoice;
	warnings: string[];
	/** What the output says of the changes. */
	notes: IDataObject;
}

/** Sends what is planned, if anything, and tells what came of it. */
export async function applyChanges(
	transport: Transport,
	before: Invoice,
	{ draft, changes, isNeeded, steps, warnings: ofPlan }: PlannedChanges,
): Promise<AppliedChanges> {
	const warnings = [...ofPlan];
	let after = before;
	if (isNeeded) {
		await refuseIfChanged(new Invoicing(transport), before);
		const plain = withPlainText(draft, fromInvoice(before).draft);
		after = await putOnce(transport, before, plain);
		if (changes.some(isSeen)) after = await shownAsChanged(transport, before, after);
		const { areText, unclear } = entitiesAfter(draft, plain, fromInvoice(after).draft);
		if (areText) after = await withTextAsShown(transport, draft, after);
		else if (unclear.length > 0) warnings.push(entitiesUnclear(unclear));
		if (changes.some(isSeen) && isAsBefore(before, after)) warnings.push(STILL_AS_BEFORE);
		else warnings.push(...whatDiffers(draft, after));
	}
	const paymentLinkChanged = paymentLinkOf(after) !== paymentLinkOf(before);
	if (paymentLinkChanged) {
		warnings.push('The payment link is new. The old one no longer works');
	}
	const notes = {
		changedFields: changes.map(({ field }) => field).join(', '),
		changes: changes.map((change) => ({ ...change })),
		paymentLinkChanged,
		calculation: steps,
	};
	return { after, warnings, notes };
}

const OPERATION = 'Update invoice';

const STILL_AS_BEFORE =
	'The service accepted the update, but still shows the old invoice. Check it again later';

const isAsBefore = (before: Invoice, now: Invoice): boolean =>
	differences(fromInvoice(before).draft, fromInvoice(now).draft).length === 0;

/**
 * Sends the whole invoice. Where the answer is lost, the invoice is read before it is sent again, as somebody may
 * have changed it since.
 */
async function putOnce(
	transport: Transport,
	before: Invoice,
	draft: InvoiceDraft,
): Promise<Invoice> {
	const invoicing = new Invoicing(transport.lookingBeforeRepeating());
	const number = invoiceNumberOf(before);
	const put = await once<Invoice>(transport, {
		send: async () => await invoicing.update(number, toBody(draft)),
		look: async () => {
			const now = await invoicing.get(number, OPERATION);
			if (isAsBefore(before, now)) return undefined;
			const differing = differencesFromRequest(draft, fromInvoice(now).draft);
			if (differing.length === 0) return now;
			throw refusal(
				`Invoice ${number} has neither its old values nor the new ones: ${differing.join(', ')}. Somebody else may have changed it in the meantime`,
				'The service gave no clear answer to the update, which was not sent again. Look at the invoice, and run it again.',
			);
		},
		again: true,
	});
	if (put.outcome === 'made' || put.outcome === 'alreadyThere') return put.result;
	throw put.failure;
}

/** A service may show an invoice as it was for a moment after the change. */
async function shownAsChanged(
	transport: Transport,
	before: Invoice,
	answered: Invoice,
): Promise<Invoice> {
	let after = answered;
	for (let attempts = 1; isAsBefore(before, after); attempts++) {
		if (!(await transport.waitForAnotherAttempt({}, attempts))) break;
		const now = await orFailure(new Invoicing(transport).get(invoiceNumberOf(before), OPERATION));
		if (now instanceof ServiceFailure) break;
		after = now;
	}
	return after;
}

/** The service keeps entities as text: what was sent without them gets them back. */
async function withTextAsShown(
	transport: Transport,
	draft: InvoiceDraft,
	after: Invoice,
): Promise<Invoice> {
	const again = await orFailure(putOnce(transport, after, draft));
	if (!(again instanceof ServiceFailure)) return again;
	throw again.advise(
		`Invoice ${invoiceNumberOf(after)} was updated, but text such as &amp; in it may now be written as &. Look at its texts.`,
		true,
	);
}

const entitiesUnclear = (labels: readonly string[]): string =>
	`It is not clear whether text such as &amp; was entered so or written by the service: look at ${labels.join(', ')}`;

/** Whether the service shows this part of the invoice; what it does not show may be there all the same. */
const isShown = ({ fields, customFields }: InvoiceDraft, part: Part): boolean =>
	part === 'lineItems' ||
	(part === 'customFields' ? customFields.length > 0 : fields[part] !== undefined);

/** Just before it is changed, the invoice is read again: what somebody changed meanwhile would be lost. */
async function refuseIfChanged(invoicing: Invoicing, before: Invoice): Promise<void> {
	const number = invoiceNumberOf(before);
	const now = await invoicing.get(number, OPERATION);
	refuseByState('update', now);
	const changed = differences(fromInvoice(before).draft, fromInvoice(now).draft);
	if (changed.length === 0) return;
	throw refusal(
		`Invoice ${number} was changed by somebody else in the meantime: ${changed.map(({ field }) => field).join(', ')}`,
		'Nothing was changed by this run. Look at the invoice, and run it again.',
	);
}

function whatDiffers(draft: InvoiceDraft, after: Invoice): string[] {
	const differing = differencesFromRequest(draft, fromInvoice(after).draft);
	return differing.length === 0
		? []
		: [`The service answers with other values than were sent: ${differing.join(', ')}`];
}
