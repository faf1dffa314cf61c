import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Invoice } from '../invoicing/invoice';
import type { Merchant } from '../invoicing/merchant';
import type { Merchants } from '../invoicing/merchants';
import { openAmount, whyNotPayable } from '../invoicing/payments';
import { formatOf } from './invoiceView';
import { type Page, plainPage } from './layout';
import { Refusal } from '../refusal';
import { invoicePage } from './pages';
import type { FormValues } from './paymentForm';
import { type Outcome, submitPayment } from './submission';

const HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'content-security-policy':
		"default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

interface OfLink {
	Params: { key: string };
	Querystring: { result?: string };
	Body: FormValues | undefined;
}

type Opened = (merchant: Merchant, invoice: Invoice) => FastifyReply;

/** The page at each invoice's paymentLink. It has no scripts. */
export function paymentPage(app: FastifyInstance, merchants: Merchants): void {
	app.get<OfLink>('/pay/:key', (request, reply) =>
		open(request, reply, (merchant, invoice) => {
			const declined = request.query.result === 'declined' && !whyNotPayable(merchant, invoice);
			const news = declined ? 'The payment was declined. You can try again.' : undefined;
			return show(reply, invoicePage(merchant, invoice, { news }));
		}),
	);

	app.post<OfLink>('/pay/:key', (request, reply) =>
		open(request, reply, (merchant, invoice) => {
			const values = request.body ?? {};
			if (whyNotPayable(merchant, invoice)) {
				return show(reply, { ...invoicePage(merchant, invoice), status: 409 });
			}
			// A form pays once: what is open is another amount afterwards.
			if (values.open !== undefined && values.open !== openAmount(invoice)) {
				const balance = formatOf(merchant, invoice).money(invoice.balance);
				const news = `The amount has changed: ${balance} is open now. This form paid nothing.`;
				return show(reply, { ...invoicePage(merchant, invoice, { news }), status: 409 });
			}
			const result = submitPayment(merchant, invoice, values);
			if ('problem' in result) {
				const page = invoicePage(merchant, invoice, { values, problem: result.problem });
				return show(reply, { ...page, status: 400 });
			}
			return reply.redirect(whereNext(merchant, invoice, result.outcome), 303);
		}),
	);

	function open(
		request: FastifyRequest<OfLink>,
		reply: FastifyReply,
		opened: Opened,
	): FastifyReply {
		const target = merchants.findByLink(request.params.key);
		if (target === undefined) return show(reply, UNKNOWN);
		if (target === 'replaced') return show(reply, REPLACED);
		const { merchant, invoice } = target;
		const isHidden = invoice.status === 'DRAFT' && !isFrom(merchant, request);
		return isHidden ? show(reply, DRAFT) : opened(merchant, invoice);
	}
}

/** Whether a request has the token of the merchant, who alone may open a draft. */
function isFrom({ organization, sandbox }: Merchant, request: FastifyRequest<OfLink>): boolean {
	try {
		return sandbox.access.identify(request).caller.id === organization.id;
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}

const DRAFT = plainPage(
	403,
	'This invoice is not published yet',
	'Only the merchant can open a draft, with the token in the Authorization header.',
);
const UNKNOWN = plainPage(
	404,
	'There is no invoice at this address',
	'Check that you copied the whole payment link, or ask the merchant for it.',
);
const REPLACED = plainPage(
	410,
	'This payment link is no longer valid',
	'The invoice has a new payment link. Ask the merchant for it.',
);

function whereNext(merchant: Merchant, invoice: Invoice, outcome: Outcome): string {
	const { paymentAccepted, paymentPending, paymentRejected } =
		merchant.settings.current.customRedirectUrls;
	const page = `/pay/${invoice.linkKey}?version=v2.1`;
	switch (outcome) {
		case 'accept':
			return paymentAccepted ?? page;
		case 'review':
			return paymentPending ?? page;
		case 'decline':
			return paymentRejected ?? `${page}&result=declined`;
	}
}

function show(reply: FastifyReply, { status, markup }: Page): FastifyReply {
	return reply.code(status).headers(HEADERS).send(markup);
}
