import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invoiceAnswer } from '../dialects/invoiceAnswer';
import { asStored } from '../dialects/storedText';
import { takeUnknownFields } from '../dialects/unknownFields';
import { nothing, queryNumber } from '../schema';
import { parseExactJson, writeExactJson } from './exactJson';
import { type Invoice, STATUSES } from './invoice';
import type { Merchant } from './merchant';
import { validationErrors } from './refusals';
import {
	cancelInvoice,
	createInvoice,
	publishInvoice,
	sendInvoice,
	updateInvoice,
} from './requests';
import { readBody } from './schema';
import { showInvoice, showInvoiceWithHistory, showPage } from './wire';

/** The specification names no largest page; a careful service has one. */
const LARGEST_PAGE = 1000;

const listQuery = z.strictObject({
	offset: queryNumber(0),
	limit: queryNumber(1, LARGEST_PAGE),
	status: z.enum(STATUSES).optional(),
});

const settingsQuery = z.strictObject({ productType: z.enum(['INVOICING']) });

/** What may stand in the query; nothing where it is not listed, lest a misplaced organizationId be overlooked. */
const QUERIES: Record<string, z.ZodTypeAny> = {
	'GET /invoicing/v2/invoices': listQuery,
	'GET /invoicing/v2/invoiceSettings': settingsQuery,
	'PUT /invoicing/v2/invoiceSettings': settingsQuery,
};

interface OfInvoice {
	Params: { number: string };
}

export function invoicingRoutes(
	app: FastifyInstance,
	merchantOf: (request: FastifyRequest) => Merchant,
): void {
	app.setReplySerializer(writeExactJson);
	app.addHook('preHandler', async ({ method, routeOptions, query }) => {
		const route = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
		readBody(QUERIES[route] ?? nothing, query);
	});
	invoiceRoutes(app, merchantOf);
	settingsRoutes(app, merchantOf);
}

function invoiceRoutes(
	app: FastifyInstance,
	merchantOf: (request: FastifyRequest) => Merchant,
): void {
	app.post('/invoicing/v2/invoices', (request, reply) => {
		const merchant = merchantOf(request);
		const invoice = createInvoice(merchant, asStored(merchant.sandbox.dialect, bodyOf(request)));
		return reply.code(201).send(answerWith(merchant, invoice));
	});

	app.get('/invoicing/v2/invoices', (request) => {
		const merchant = merchantOf(request);
		const query = readBody(listQuery, request.query);
		if (query.status === 'PENDING' && !merchant.fraudManagement) {
			throw validationErrors([
				{ field: 'status', reason: 'PENDING needs fraud management, which is off' },
			]);
		}
		return showPage(merchant, query);
	});

	app.get<OfInvoice>('/invoicing/v2/invoices/:number', (request) => {
		const merchant = merchantOf(request);
		return answerWith(merchant, merchant.invoice(request.params.number), showInvoiceWithHistory);
	});

	app.put<OfInvoice>('/invoicing/v2/invoices/:number', (request) => {
		const merchant = merchantOf(request);
		const { dialect } = merchant.sandbox;
		const { body, unknownFields } = takeUnknownFields(dialect, bodyOf(request));
		const invoice = updateInvoice(merchant, request.params.number, asStored(dialect, body));
		invoice.unknownFields = unknownFields;
		return answerWith(merchant, invoice);
	});

	const actions = { delivery: sendInvoice, cancelation: cancelInvoice };
	for (const [name, act] of Object.entries(actions)) {
		app.post<OfInvoice>(`/invoicing/v2/invoices/:number/${name}`, (request) => {
			const merchant = merchantOf(request);
			readBody(nothing, bodyOf(request));
			return answerWith(merchant, act(merchant, request.params.number));
		});
	}

	app.post<OfInvoice>('/invoicing/v2/invoices/:number/publication', (request) => {
		const merchant = merchantOf(request);
		readBody(nothing, bodyOf(request) ?? {});
		return answerWith(merchant, publishInvoice(merchant, request.params.number));
	});
}

function answerWith(merchant: Merchant, invoice: Invoice, show = showInvoice): object {
	return invoiceAnswer(merchant.sandbox.dialect, invoice, show(merchant, invoice));
}

function settingsRoutes(
	app: FastifyInstance,
	merchantOf: (request: FastifyRequest) => Merchant,
): void {
	app.put('/invoicing/v2/invoiceSettings', (request) => {
		const merchant = merchantOf(request);
		merchant.settings.change(bodyOf(request));
		return showSettings(merchant);
	});

	app.get('/invoicing/v2/invoiceSettings', (request) => {
		const merchant = merchantOf(request);
		const { phone, address } = merchant.contact;
		return {
			...showSettings(merchant),
			merchantInformation: { name: merchant.organization.name, phone, addressDetails: address },
		};
	});
}

function showSettings(merchant: Merchant): object {
	return {
		submitTimeUtc: merchant.sandbox.clock.nowIso(),
		invoiceSettingsInformation: merchant.settings.current,
	};
}

/** The body with its numbers exact; the frame has made sure that it is JSON. */
function bodyOf({ bodyText }: FastifyRequest): unknown {
	return bodyText === undefined ? undefined : parseExactJson(bodyText);
}
