import { hasExpired } from '../invoicing/expiry';
import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import { type Html, html } from './html';
import { formatOf, invoiceView } from './invoiceView';
import { merchantPage } from './layout';
import { type FormValues, paymentForm, type Problems } from './paymentForm';

export interface Page {
	status: number;
	markup: string;
}

/** The page of an invoice that its visitor may see. */
export function invoicePage(
	merchant: Merchant,
	invoice: Invoice,
	{
		values = {},
		problems = {},
		news,
	}: {
		values?: FormValues;
		/** What has to be corrected, at the fields. */
		problems?: Problems;
		/** What came of the payment before. */
		news?: string;
	} = {},
): Page {
	const { status, note, payable } = stateOf(merchant, invoice);
	const alert = Object.keys(problems).length > 0 ? 'Nothing was paid. Check the form below.' : news;
	const content = html`${alert !== undefined && html`<p class="note bad" role="alert">${alert}</p>`}
	${note} ${invoiceView(merchant, invoice)}
	${payable && paymentForm(merchant, invoice, values, problems)}`;
	return {
		status,
		markup: merchantPage(merchant, `Invoice ${invoice.number}`, content),
	};
}

function stateOf(
	merchant: Merchant,
	invoice: Invoice,
): { status: number; note?: Html; payable: boolean } {
	const closed = (status: number, kind: string, text: string) => ({
		status,
		payable: false,
		note: html`<p class="note ${kind}">${text}</p>`,
	});
	switch (invoice.status) {
		case 'DRAFT':
			return closed(200, '', 'Preview of a draft. Your customer cannot open it or pay yet.');
		case 'PAID':
			return closed(200, 'good', 'This invoice is paid. Thank you.');
		case 'PENDING':
			return closed(
				200,
				'wait',
				'A payment is pending completion. You do not need to pay again: the merchant will tell you.',
			);
		case 'CANCELED':
			return closed(410, 'bad', 'This invoice was canceled. There is nothing to pay.');
		case 'CREATED':
		case 'SENT':
		case 'PARTIAL':
			return hasExpired(invoice, merchant.now())
				? closed(410, 'bad', 'This invoice has expired and can no longer be paid here.')
				: { status: 200, payable: true, note: partPaid(merchant, invoice) };
	}
}

/** Confirms the latest payment, and says what remains. */
function partPaid(merchant: Merchant, invoice: Invoice): Html | undefined {
	const latest = invoice.history.findLast(({ payment }) => payment !== undefined)?.payment;
	if (!latest) return undefined;
	const format = formatOf(merchant, invoice);
	return html`<p class="note good">
		Thank you. Your payment of ${format.money(latest.amount)} was received.
		${format.money(invoice.balance)} remains to be paid.
	</p>`;
}
