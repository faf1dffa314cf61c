import type { IDataObject } from 'n8n-workflow';
import { differencesFromRequest } from '../../../shared/invoice/changes';
import type { InvoiceDraft } from '../../../shared/invoice/draft';
import { fromInvoice, toBody } from '../../../shared/invoice/draft';
import type { ItemRun } from '../../../shared/items';
import { stop } from '../common/refuse';
import { sendOnce } from '../common/sendOnce';
import { findInvoice, invoiceRequests } from '../common/service';

export interface Created {
	invoice: IDataObject;
	/** Whether an earlier request had made it, so that this one did not. */
	alreadyExisted: boolean;
}

/** Creates the invoice once and only once: by its number a repeat meets the first one. */
export async function createOnce(run: ItemRun, draft: InvoiceDraft): Promise<Created> {
	const { transport } = run;
	const request = invoiceRequests.create(toBody(draft));
	const number = draft.fields.invoiceNumber;
	const look = async () => {
		const existing = await findInvoice(transport, request.operation, String(number));
		if (existing !== undefined) refuseAnother(run, draft, existing);
		return existing;
	};
	const { body, wasFound } = await sendOnce(
		transport,
		request,
		number === undefined
			? { again: false, advice: whatToCheck(draft) }
			: { look, again: true, advice: runAgain(String(number)) },
	);
	return { invoice: body, alreadyExisted: wasFound };
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

function refuseAnother(run: ItemRun, draft: InvoiceDraft, existing: IDataObject): void {
	const differing = differencesFromRequest(draft, fromInvoice(existing).draft);
	if (differing.length === 0) return;
	throw stop(
		run,
		`Create invoice: the invoice number ${String(draft.fields.invoiceNumber)} belongs to another invoice already, which differs in ${differing.join(', ')}`,
		'Use another invoice number, or update the invoice that has this one. Nothing was created.',
	);
}
