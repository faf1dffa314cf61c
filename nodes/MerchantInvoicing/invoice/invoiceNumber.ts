import { INVOICE_FIELDS, valueAt } from '../../shared/invoice/fields';
import { textOf } from '../../shared/record';
import type { Invoice } from '../../shared/service/invoicingAnswers';
import { PATHS } from '../../shared/service/paths';
import type { InvoiceDraft } from './draft';

/** Undefined where the service gives it. */
export const numberOf = ({ fields }: InvoiceDraft): string | undefined =>
	fields.invoiceNumber === undefined ? undefined : String(fields.invoiceNumber);

/** Whether it is the invoice of exactly this number. */
export const isNumbered = (invoice: Invoice, number: string): boolean =>
	[['id'], INVOICE_FIELDS.invoiceNumber.path].some(
		(path) => textOf(valueAt(invoice, path)) === number,
	);

const API_LINK = new RegExp(`/${PATHS.invoices.join('/')}/([^/?#\\s]+)`);

/** The number in an API link such as an invoice's own _links; a payment link does not show it. */
export function numberInApiLink(link: string): string | undefined {
	const match = API_LINK.exec(link);
	try {
		return match === null ? undefined : decodeURIComponent(match[1]);
	} catch {
		return undefined;
	}
}
