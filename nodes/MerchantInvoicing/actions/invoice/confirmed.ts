import { INVOICE_FIELDS } from '../../../shared/invoice/fields';
import { UnknownOutcome } from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, type Invoicing } from '../../../shared/service/invoicing';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { catchFailure } from '../../../shared/transport/transport';
import { type Difference, differencesFromRequest, differencesInWords } from '../../invoice/changes';
import { fromInvoice, numberOf } from '../../invoice/draft';
import type { InvoiceDraft } from '../../invoice/values';
import { earliestTimeOf } from '../../invoice/states';
import { maskedDifferences, type View } from './output';

/** An invoice with another one of these bills somebody else, or for something else. */
const IDENTIFYING = (['totalAmount', 'currency', 'customerEmail'] as const).map(
	(name) => INVOICE_FIELDS[name].label as string,
);

/** What is billed otherwise, or not shown. */
const unlike = (draft: InvoiceDraft, invoice: Invoice): Difference[] =>
	differencesFromRequest(draft, fromInvoice(invoice).draft).billed.filter(({ field }) =>
		IDENTIFYING.includes(field),
	);

/** By so much the clocks of two machines of a service may differ. */
const CLOCK_DIFFERENCE = 60_000;

/** The invoice that a response shows as new. It may have been there before the request, which its times tell. */
export async function confirmed(
	invoicing: Invoicing,
	draft: InvoiceDraft,
	answered: Invoice,
	{ requestedAt, view }: { requestedAt?: number; view: View },
): Promise<{ invoice: Invoice; isFound: boolean }> {
	const wasThere = (invoice: Invoice): boolean => {
		const began = earliestTimeOf(invoice);
		return (
			began !== undefined &&
			requestedAt !== undefined &&
			began < requestedAt - CLOCK_DIFFERENCE &&
			numberOf(draft) !== undefined
		);
	};
	if (!wasThere(answered) && unlike(draft, answered).length === 0) {
		return { invoice: answered, isFound: false };
	}
	const number = invoiceNumberOf(answered);
	const read = await catchFailure(invoicing.find(number, 'Create invoice'));
	const now = read instanceof ServiceFailure ? answered : (read ?? answered);
	if (wasThere(now)) return { invoice: now, isFound: true };
	const differing = unlike(draft, now).filter(({ before }) => before !== null);
	if (differing.length === 0) return { invoice: now, isFound: false };
	throw new UnknownOutcome(
		`The service shows invoice ${number} with other values than were sent. ${differencesInWords(maskedDifferences(view, differing))}`,
		'The customer may be billed already. Look at the invoice before you bill this order again, and do not use another number.',
	);
}
