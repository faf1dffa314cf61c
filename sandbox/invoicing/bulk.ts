import { Refusal } from '../refusal';
import type { InvoiceContent } from './content';
import type { Invoice, InvoiceStatus } from './invoice';
import type { Merchant } from './merchant';
import { fromMinorUnits, subtract } from './money';
import { currencyOf, recordPayment } from './payments';
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

/** Content is never changed in place, only replaced, so many invoices can share it: that is fast and small. */
const VARIETY = 100;

/** Many invoices at once, as if they had been there before: nobody is emailed. */
export function addBulk(merchant: Merchant, count: number, status?: InvoiceStatus): Invoice[] {
	if (status === 'PENDING' && !merchant.fraudManagement) {
		throw Refusal.invalidFields([
			{ field: 'status', reason: 'PENDING needs fraud management, which is off' },
		]);
	}
	const contents = new Map<string, InvoiceContent>();
	return Array.from({ length: count }, (_, index) => {
		const reached = status ?? MIX[index % MIX.length];
		const variant = Math.floor(index / MIX.length) % VARIETY;
		const key = `${reached} ${variant}`;
		const content = contents.get(key) ?? sampleContent(merchant, reached, variant);
		contents.set(key, content);
		const invoice = addInvoice(merchant, content, reached === 'DRAFT' ? 'DRAFT' : 'CREATED');
		if (reached !== 'DRAFT' && reached !== 'CREATED') bring(merchant, invoice, reached);
		return invoice;
	});
}

function sampleContent(merchant: Merchant, status: InvoiceStatus, variant: number): InvoiceContent {
	const random = merchant.random('bulk', status, variant);
	const partial = status === 'PARTIAL';
	return readContent(
		'create',
		sampleRequest(random, {
			now: merchant.now(),
			itemized: partial || random.below(4) === 0,
			partialPayments: partial,
			deliveryMode: status === 'CREATED' ? 'none' : 'email',
			sendImmediately: status !== 'DRAFT',
		}),
	);
}

function bring(merchant: Merchant, invoice: Invoice, status: InvoiceStatus): void {
	merchant.move(invoice, 'SENT', { event: 'SEND' });
	const transactionId = merchant.newTransactionId();
	const { balance } = invoice;
	const currency = currencyOf(invoice);
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
