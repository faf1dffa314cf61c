import type { Invoice, InvoiceStatus } from './invoice';
import type { Merchant } from './merchant';
import { fromMinorUnits, subtract } from './money';
import { recordPayment } from './payments';
import { addInvoice, readContent } from './requests';
import { sampleRequest } from './samples';

const MIX: readonly InvoiceStatus[] = [
	'PAID',
	'PAID',
	'PAID',
	'PAID',
	'SENT',
	'SENT',
	'PARTIAL',
	'CREATED',
	'DRAFT',
	'CANCELED',
];

/** Many invoices at once, as if they had been there before: nobody is emailed. */
export function addBulk(merchant: Merchant, count: number, status?: InvoiceStatus): Invoice[] {
	return Array.from({ length: count }, (_, index) =>
		addOne(merchant, status ?? MIX[index % MIX.length]),
	);
}

function addOne(merchant: Merchant, status: InvoiceStatus): Invoice {
	const random = merchant.random('bulk', merchant.next());
	const partial = status === 'PARTIAL';
	const content = readContent(
		'create',
		sampleRequest(random, {
			now: merchant.now(),
			itemized: partial || random.below(4) === 0,
			partialPayments: partial,
			deliveryMode: status === 'CREATED' ? 'none' : 'email',
			sendImmediately: status !== 'DRAFT',
		}),
	);
	const invoice = addInvoice(merchant, content, status === 'DRAFT' ? 'DRAFT' : 'CREATED');
	if (status !== 'DRAFT' && status !== 'CREATED') bring(merchant, invoice, status);
	return invoice;
}

function bring(merchant: Merchant, invoice: Invoice, status: InvoiceStatus): void {
	merchant.move(invoice, 'SENT', { event: 'SEND' });
	const transactionId = merchant.newTransactionId();
	const { balance } = invoice;
	const currency = invoice.content.orderInformation.amountDetails.currency as string;
	if (status === 'CANCELED') merchant.move(invoice, status, { event: 'CANCEL' });
	if (status === 'PAID') recordPayment(merchant, invoice, { transactionId, amount: balance });
	if (status === 'PARTIAL') {
		const amount = subtract(balance, fromMinorUnits(1, currency), currency);
		recordPayment(merchant, invoice, { transactionId, amount });
	}
	if (status === 'PENDING') {
		invoice.review = { transactionId, amount: balance };
		merchant.move(invoice, status, { event: 'PENDING' });
	}
}
