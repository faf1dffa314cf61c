import type { FastifyInstance } from 'fastify';
import { Fields } from '../fields';
import { addBulk } from './bulk';
import { customFieldsBody } from './customFields';
import { writeExactJson } from './exactJson';
import { type Invoice, STATUSES } from './invoice';
import type { Merchant } from './merchant';
import { acceptPayment, payIntoReview, payInvoice, rejectPayment } from './payments';
import { readBody } from './schema';
import { showInvoiceWithHistory } from './wire';

const LARGEST_BULK = 200_000;

type Find = (organizationId: string) => Merchant;

type PaymentCall = (merchant: Merchant, invoice: Invoice, amount: string) => void;

/** Calls about one payment, by the last part of their path. */
const PAYMENT_CALLS: Record<string, PaymentCall> = {
	pay: (merchant, invoice, amount) => payInvoice(merchant, invoice, amount),
	review: (merchant, invoice, amount) => payIntoReview(merchant, invoice, amount),
};

const REVIEW_CALLS: Record<string, (merchant: Merchant, invoice: Invoice) => void> = {
	accept: acceptPayment,
	reject: rejectPayment,
};

interface OfInvoice {
	Params: { number: string };
}

export function invoicingControl(app: FastifyInstance, find: Find): void {
	app.setReplySerializer(writeExactJson);

	app.get<OfInvoice>('/invoices/:number', (request) => {
		const fields = new Fields(request.query);
		const merchant = merchantNamedIn(fields, find);
		fields.check();
		return showRecord(merchant, merchant.invoice(request.params.number));
	});

	for (const [name, act] of Object.entries(PAYMENT_CALLS)) {
		app.post<OfInvoice>(`/invoices/:number/${name}`, (request) => {
			const fields = new Fields(request.body);
			const merchant = merchantNamedIn(fields, find);
			const amount = fields.text('amount');
			fields.check();
			const invoice = merchant.invoice(request.params.number);
			act(merchant, invoice, amount ?? invoice.balance);
			return showRecord(merchant, invoice);
		});
	}

	for (const [name, act] of Object.entries(REVIEW_CALLS)) {
		app.post<OfInvoice>(`/invoices/:number/${name}`, (request) => {
			const fields = new Fields(request.body);
			const merchant = merchantNamedIn(fields, find);
			fields.check();
			const invoice = merchant.invoice(request.params.number);
			act(merchant, invoice);
			return showRecord(merchant, invoice);
		});
	}

	app.post('/invoices', (request) => {
		const fields = new Fields(request.body);
		const merchant = merchantNamedIn(fields, find);
		const count = fields.required('count', fields.count('count', 1));
		const status = fields.choice('status', STATUSES);
		if (count > LARGEST_BULK) fields.refuse('count', `must be at most ${LARGEST_BULK}`);
		if (status === 'PENDING' && !merchant.fraudManagement) {
			fields.refuse('status', 'PENDING needs fraud management, which is off');
		}
		fields.check();
		return { ids: addBulk(merchant, count, status).map(({ number }) => number) };
	});

	app.put('/custom-fields', (request) => {
		const { organizationId, ...body } = (request.body ?? {}) as Record<string, unknown>;
		const fields = new Fields({ organizationId });
		const merchant = merchantNamedIn(fields, find);
		fields.check();
		merchant.customFields = readBody(customFieldsBody, body).definitions;
		return { definitions: merchant.customFields };
	});

	app.put('/fraud-management', (request) => {
		const fields = new Fields(request.body);
		const merchant = merchantNamedIn(fields, find);
		const enabled = fields.required('enabled', fields.flag('enabled'));
		if (!enabled && merchant.invoices.count('PENDING') > 0) {
			fields.refuse('enabled', 'cannot be false while payments are in review');
		}
		fields.check();
		merchant.fraudManagement = enabled;
		return { organizationId: merchant.organization.id, enabled };
	});
}

function merchantNamedIn(fields: Fields, find: Find): Merchant {
	return find(fields.text('organizationId') ?? 'merchant_one');
}

/** The invoice as the service shows it, and what the service keeps to itself. */
function showRecord(merchant: Merchant, invoice: Invoice): object {
	const { clientReferenceInformation, merchantDefinedFieldValues } = invoice.content;
	return {
		...showInvoiceWithHistory(merchant, invoice),
		clientReferenceInformation,
		merchantDefinedFieldValues,
		paymentInReview: invoice.review,
		payers: invoice.payers,
	};
}
