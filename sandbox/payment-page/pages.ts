import { hasExpired, type Invoice, type InvoiceStatus } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { html } from './html';
import { invoiceView } from './invoiceView';
import { merchantPage, type Page } from './layout';
import { type FormValues, paymentForm } from './paymentForm';

type Closed = readonly [status: number, kind: string, note: string];

/** Why there is nothing to pay, by the status of the invoice. */
const CLOSED: Partial<Record<InvoiceStatus, Closed>> = {
	DRAFT: [200, '', 'Preview of a draft. Your customer cannot open it or pay yet.'],
	PAID: [200, 'good', 'This invoice is paid. Thank you.'],
	PENDING: [200, 'wait', 'A payment is pending completion. You do not need to pay again.'],
	CANCELED: [410, 'bad', 'This invoice was canceled. There is nothing to pay.'],
};
const EXPIRED: Closed = [410, 'bad', 'This invoice has expired and can no longer be paid here.'];

/** The page of an invoice that its visitor may see, with what came of the payment before. */
export function invoicePage(
	merchant: Merchant,
	invoice: Invoice,
	{ news, problem, values = {} }: { news?: string; problem?: string; values?: FormValues } = {},
): Page {
	const closed =
		CLOSED[invoice.status] ?? (hasExpired(invoice, merchant.now()) ? EXPIRED : undefined);
	const [status, kind, note] = closed ?? [200, 'bad', news];
	const content = html`${note !== undefined && html`<p class="note ${kind}">${note}</p>`}
	${invoiceView(merchant, invoice)}
	${closed === undefined && paymentForm(merchant, invoice, values, problem)}`;
	return { status, markup: merchantPage(merchant, `Invoice ${invoice.number}`, content) };
}
