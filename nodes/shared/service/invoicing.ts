import type { IDataObject } from 'n8n-workflow';

import { lastProcessedTimeOf } from '../invoice/invoice';
import { parseTime } from '../period/times';
import { parseCount, isRecord, textOrEmpty } from '../text';
import { UnexpectedResponse } from '../transport/requestError';
import { ServiceFailure } from '../transport/serviceFailure';
import type { Headers } from '../transport/stream';
import {
	catchFailure,
	parseObjectWithOneOf,
	parseEntries,
	NOT_FOUND,
	parseObject,
	type ServiceRequest,
	type Transport,
} from '../transport/transport';
import { type OnceOutcome, sendOnce } from './once';
import { type Page, fetchPages } from './paging';

/** An invoice as the service gives it: in full, or as an entry of the list. */
export type Invoice = IDataObject;

export interface InvoicePage<Entry = Invoice> extends Page<Entry> {
	/** The service's clock, or ours. */
	at: number;
}

export const invoiceNumberOf = (invoice: Invoice): string => {
	const { invoiceInformation } = invoice;
	const inner = isRecord(invoiceInformation) ? invoiceInformation.invoiceNumber : undefined;
	return textOrEmpty(invoice.id) || textOrEmpty(inner);
};

function invoiceIn(body: unknown): Invoice {
	const invoice = parseObject(body, 'an invoice');
	// An error that comes with the status of a success may have a status too, but no number.
	if (typeof invoice.status === 'string' && invoiceNumberOf(invoice) !== '') return invoice;
	throw new UnexpectedResponse('the response has no invoice with a status');
}

/** The number of an invoice that the service accepted without showing it, or empty. */
interface Accepted {
	accepted: string;
}
type WrittenInvoice = Invoice | Accepted;

const isAccepted = (written: WrittenInvoice): written is Accepted => 'accepted' in written;

function writtenIn(body: unknown, number: string | undefined): WrittenInvoice {
	const { reason, status } = isRecord(body) ? body : {};
	const isNotice = /^accepted$/i.test(textOrEmpty(reason));
	if (body !== undefined && !isNotice) {
		const whole = parseObject(body, 'an invoice');
		const isNumbered = invoiceNumberOf(whole) !== '';
		if (isNumbered && typeof status === 'string') return whole;
		// An error with the status of a success: whether the invoice is there has to be looked up.
		if (!isNumbered && 'message' in whole) throw new UnexpectedResponse(textOrEmpty(whole.message));
	}
	return { accepted: number ?? (isRecord(body) ? invoiceNumberOf(body) : '') };
}

const numberInPath = (location = ''): string | undefined =>
	/([^/?#]+)(?:[?#].*)?$/.exec(location)?.[1];

const settingsIn = (body: unknown): IDataObject =>
	parseObjectWithOneOf(body, 'an object with settings', ['invoiceSettingsInformation']);

/** An answer with anything else is no empty list. */
const BESIDE_LIST = ['_links', 'invoices', 'limit', 'offset', 'submitTimeUtc', 'totalInvoices'];

/** Undefined if an answer without a list may mean that there are no more entries. */
function readPage(body: unknown, headers: Headers, isLaterPage: boolean): InvoicePage | undefined {
	if (body === undefined && isLaterPage) return undefined;
	const page = parseObject(body, 'a list (invoices)');
	const total = parseCount(page.totalInvoices);
	const isBare = Object.keys(page).every((key) => BESIDE_LIST.includes(key));
	const mayBeEmpty = isBare && (isLaterPage || !total);
	if ((page.invoices ?? null) === null && mayBeEmpty) return undefined;
	return {
		entries: parseEntries(page, 'invoices'),
		total,
		limit: parseCount(page.limit),
		at: parseTime(lastProcessedTimeOf(page)) ?? (Date.parse(headers.date ?? '') || Date.now()),
	};
}

/** Also with the status of a success. */
const refusesStatus = ({ status = 0, serviceError }: ServiceFailure): boolean =>
	status === 400 ||
	status === 403 ||
	(status < 300 && serviceError.details.some(({ field }) => field === 'status'));

/** How the service moves an invoice: the last part of the path. */
const MOVES = { cancel: 'cancelation', publish: 'publication', send: 'delivery' } as const;
export type InvoiceTransition = keyof typeof MOVES;

interface TransitionChecks {
	/** Whether the invoice shows that it was moved. */
	isDone: (invoice: Invoice) => boolean;
	/** Whether the answer shows that it was not. */
	isDenied: (invoice: Invoice) => boolean;
	/** Whether to move it twice does no harm. */
	again: boolean;
}

const identityOf = (invoice: Invoice): string =>
	invoiceNumberOf(invoice) || JSON.stringify(invoice);

function requestOf(
	operation: string,
	method: ServiceRequest['method'],
	path: readonly string[],
	rest: Partial<ServiceRequest> = {},
): ServiceRequest {
	return { operation, method, path: ['invoicing', 'v2', ...path], ...rest };
}

const invoiceRequest = (number: string, operation: string): ServiceRequest =>
	requestOf(operation, 'GET', ['invoices', number]);

const settingsRequest = (
	operation: string,
	method: 'GET' | 'PUT',
	body?: IDataObject,
): ServiceRequest =>
	requestOf(operation, method, ['invoiceSettings'], {
		query: { productType: 'INVOICING' },
		body,
	});

/** The invoicing service: each endpoint once. `operation` begins the messages of what fails. */
export class Invoicing {
	private looked?: Promise<unknown>;

	constructor(private readonly transport: Transport) {}

	/** Beyond the last invoice there is none: some services answer "not found" there, or without a list. */
	async page(
		status: string | undefined,
		offset: number,
		limit: number,
		operation = 'Get many invoices',
	): Promise<InvoicePage | undefined> {
		const request = requestOf(operation, 'GET', ['invoices'], { query: { offset, limit, status } });
		const read = (body: unknown, headers: Headers) => readPage(body, headers, offset > 0);
		const page = await catchFailure(this.transport.json(request, read));
		if (page instanceof ServiceFailure) {
			// Merchants without fraud management may not ask for this status, and have no such invoice.
			if (status === 'PENDING' && refusesStatus(page)) return undefined;
			if (page.status !== NOT_FOUND) throw page;
		} else if (page !== undefined) return page;
		if (offset > 0) return undefined;
		// If there is no invoice at all, the settings show whether the service is there.
		this.looked ??= catchFailure(this.settings());
		const looked = await this.looked;
		if (looked instanceof ServiceFailure) throw page ?? looked;
		return undefined;
	}

	async *all(
		status: string | undefined,
		{
			pageSize = 100,
			onWarning,
		}: { pageSize?: number; onWarning?: (warning: string) => void } = {},
	): AsyncGenerator<Invoice[]> {
		const pages = fetchPages<Invoice, InvoicePage>({
			pageSize,
			identify: identityOf,
			fetch: async (offset, limit) => await this.page(status, offset, limit),
			onWarning,
		});
		for await (const { entries } of pages) yield entries;
	}

	async find(number: string, operation: string): Promise<Invoice | undefined> {
		const found = await catchFailure(this.get(number, operation), NOT_FOUND);
		return found instanceof ServiceFailure ? undefined : found;
	}

	async get(number: string, operation: string): Promise<Invoice> {
		return await this.transport.json(invoiceRequest(number, operation), invoiceIn);
	}

	/** `number`: the one in the body, to look for the invoice; undefined if the service numbers it. */
	async create(body: IDataObject, number: string | undefined): Promise<OnceOutcome<Invoice>> {
		const operation = 'Create invoice';
		const request = requestOf(operation, 'POST', ['invoices'], { body });
		const look = number === undefined ? undefined : async () => await this.find(number, operation);
		const made = await sendOnce<WrittenInvoice>(this.transport, {
			send: async () =>
				await this.transport.json(request, (json, { location }) => {
					const written = writtenIn(json, number ?? numberInPath(location));
					if (!isAccepted(written) || written.accepted !== '') return written;
					throw new UnexpectedResponse(
						'the service accepted the invoice, but did not say its number',
					);
				}),
			look,
		});
		return await this.filled(made, operation);
	}

	/** A single attempt: the caller looks at the invoice before it sends it again. */
	async update(number: string, body: IDataObject): Promise<Invoice> {
		const operation = 'Update invoice';
		const path = ['invoices', number];
		const request = requestOf(operation, 'PUT', path, { body, isSentOnce: true });
		const result = await this.transport.json(request, (json) => writtenIn(json, number));
		const made = await this.filled({ outcome: 'made', result }, operation);
		if ('failure' in made) throw made.failure;
		return made.result;
	}

	async move(
		move: InvoiceTransition,
		number: string,
		operation: string,
		{ isDone, isDenied, again }: TransitionChecks,
	): Promise<OnceOutcome<Invoice>> {
		const path = ['invoices', number, MOVES[move]];
		const request = requestOf(operation, 'POST', path, { body: {} });
		const made = await sendOnce<WrittenInvoice>(this.transport, {
			send: async () => {
				const read = (json: unknown) => writtenIn(json, number);
				const written = await this.transport.json(request, read);
				// An answer may show the invoice as it was a moment before.
				return !isAccepted(written) && isDenied(written) ? { accepted: number } : written;
			},
			look: async () => {
				const invoice = await this.find(number, operation);
				return invoice !== undefined && isDone(invoice) ? invoice : undefined;
			},
			again,
		});
		return await this.filled(made, operation, isDone);
	}

	/** Reads the invoice if the service has accepted the request without showing it. */
	private async filled(
		made: OnceOutcome<WrittenInvoice>,
		operation: string,
		isDone: TransitionChecks['isDone'] = () => true,
	): Promise<OnceOutcome<Invoice>> {
		if (made.outcome === 'notMade' || made.outcome === 'unknown') return made;
		const { result } = made;
		if (!isAccepted(result)) return { ...made, result };
		const { accepted: number } = result;
		const shown = (body: unknown): Invoice => {
			const invoice = invoiceIn(body);
			if (isDone(invoice)) return invoice;
			const status = textOrEmpty(invoice.status);
			throw new UnexpectedResponse(
				`the service accepted the request, but the invoice does not show it: its status is ${status}`,
			);
		};
		const request = invoiceRequest(number, operation);
		const read = async () => await catchFailure(this.transport.json(request, shown));
		let found = await read();
		for (let attempts = 1; found instanceof ServiceFailure && mayShowLater(found); attempts++) {
			if (!(await this.transport.waitForAnotherAttempt(found, attempts))) break;
			found = await read();
		}
		if (!(found instanceof ServiceFailure)) return { outcome: 'made', result: found };
		const advice = `The service accepted the request for invoice ${number}. Look at the invoice before you send the request again.`;
		return { outcome: 'unknown', failure: found.addAdvice(advice, true) };
	}

	async settings(): Promise<IDataObject> {
		const request = settingsRequest('Get invoice settings', 'GET');
		return await this.transport.json(request, settingsIn);
	}

	async changeSettings(body: IDataObject, operation: string): Promise<IDataObject> {
		return await this.transport.json(settingsRequest(operation, 'PUT', body), settingsIn);
	}
}

/** An invoice may show a moment later what was done to it, or that it is there. */
const mayShowLater = ({ status = 0 }: ServiceFailure): boolean =>
	status === 404 || (status >= 200 && status < 300);
