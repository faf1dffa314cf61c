import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal';
import { count, flag, read, text } from '../schema';
import { addBulk } from './bulk';
import { writeExactJson } from './exactJson';
import { type Invoice, STATUSES } from './invoice';
import type { Merchant } from './merchant';
import { acceptPayment, payIntoReview, payInvoice, rejectPayment } from './payments';
import { showInvoiceWithHistory } from './wire';

const LARGEST_BULK = 200_000;

type Find = (organizationId: string) => Merchant;

const merchantBody = z.strictObject({ organizationId: text.default('merchant_one') });
const paymentBody = merchantBody.extend({ amount: text.optional() });
const bulkBody = merchantBody.extend({
	count: count(1).refine((many) => many <= LARGEST_BULK, `must be at most ${LARGEST_BULK}`),
	status: z.enum(STATUSES).optional(),
});
/** Calls about one payment: the last part of their path, what they send, and what they do. */
const PAYMENT_CALLS = [
	['pay', paymentBody, payInvoice],
	['review', paymentBody, payIntoReview],
	['accept', merchantBody, acceptPayment],
	['reject', merchantBody, rejectPayment],
] as const;

const fraudManagementBody = merchantBody.extend({ enabled: flag });

interface OfInvoice {
	Params: { number: string };
}

export function invoicingControl(app: FastifyInstance, find: Find): void {
	app.setReplySerializer(writeExactJson);

	app.get('/invoices', (request) => {
		const merchant = find(read(merchantBody, request.query).organizationId);
		const all = merchant.invoices.page(0, merchant.invoices.count());
		return { invoices: all.map((invoice) => showRecord(merchant, invoice)) };
	});

	app.get<OfInvoice>('/invoices/:number', (request) => {
		const merchant = find(read(merchantBody, request.query).organizationId);
		return showRecord(merchant, merchant.invoice(request.params.number));
	});

	for (const [name, body, act] of PAYMENT_CALLS) {
		app.post<OfInvoice>(`/invoices/:number/${name}`, (request) => {
			const asked: z.output<typeof paymentBody> = read(body, request.body ?? {});
			const merchant = find(asked.organizationId);
			const invoice = merchant.invoice(request.params.number);
			act(merchant, invoice, asked.amount ?? invoice.balance);
			return showRecord(merchant, invoice);
		});
	}

	app.post('/invoices', (request) => {
		const { organizationId, count: many, status } = read(bulkBody, request.body ?? {});
		const merchant = find(organizationId);
		return { ids: addBulk(merchant, many, status).map(({ number }) => number) };
	});

	app.put('/fraud-management', (request) => {
		const { organizationId, enabled } = read(fraudManagementBody, request.body ?? {});
		const merchant = find(organizationId);
		if (!enabled && merchant.invoices.count('PENDING') > 0) {
			throw Refusal.invalidFields([
				{ field: 'enabled', reason: 'cannot be false while payments are in review' },
			]);
		}
		merchant.fraudManagement = enabled;
		return { organizationId: merchant.organization.id, enabled };
	});
}

/** The invoice as the service shows it, and what the service keeps to itself. */
function showRecord(merchant: Merchant, invoice: Invoice): object {
	const { clientReferenceInformation, merchantDefinedFieldValues } = invoice.content;
	const emails = merchant.sandbox.outbox
		.all()
		.filter(
			({ organizationId, invoiceId }) =>
				invoiceId === invoice.number && organizationId === merchant.organization.id,
		);
	return {
		...showInvoiceWithHistory(merchant, invoice),
		createdDate: new Date(invoice.created).toISOString(),
		emails: emails.map(({ kind, to, time }) => ({ kind, to, time })),
		clientReferenceInformation,
		merchantDefinedFieldValues,
		paymentInReview: invoice.review,
		unknownFields: invoice.unknownFields,
	};
}
