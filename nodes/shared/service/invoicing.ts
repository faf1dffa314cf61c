import type { IDataObject } from 'n8n-workflow';

import { instant } from '../period/instant';
import { isRecord } from '../record';
import type { Headers } from '../transport/attempt';
import type { ServiceRequest } from '../transport/request';
import { ServiceFailure } from '../transport/serviceFailure';
import type { Outcome, Transport } from '../transport/transport';
import { found, UnexpectedAnswer } from '../transport/transport';
import { countIn, entriesIn, entriesOrNone, objectIn, textIn } from './answers';
import type { Once } from './once';
import { once, orFailure } from './once';
import type { Page } from './paging';
import { pagesOf } from './paging';
import { PATHS } from './paths';

/** An invoice as the service gives it: in full, or as an entry of the list. */
export type Invoice = IDataObject;

export interface InvoicePage extends Page<Invoice> {
	/** The service's clock; 0 where it does not tell. */
	at: number;
}

/** How the service moves an invoice that exists, and the last part of the path. */
const MOVES = { cancel: 'cancelation', publish: 'publication', send: 'delivery' } as const;
export type Move = keyof typeof MOVES;

const { invoices: INVOICES, invoiceSettings: SETTINGS } = PATHS;
const PRODUCT = { productType: 'INVOICING' };
const PAGE_SIZE = 100;

export const invoiceNumberOf = (invoice: Invoice): string => {
	const { invoiceInformation } = invoice;
	const inner = isRecord(invoiceInformation) ? invoiceInformation.invoiceNumber : undefined;
	return textIn(invoice.id) || textIn(inner);
};

/** The invoicing service: each endpoint once. `operation` begins the messages of what fails. */
export class Invoicing {
	constructor(private readonly transport: Transport) {}

	async page(
		status: string | undefined,
		offset: number,
		limit: number,
		operation = 'Get many invoices',
	): Promise<InvoicePage | undefined> {
		const outcome = await this.list(status, offset, limit, operation);
		return outcome?.kind === 'notFound' || outcome === undefined ? undefined : found(outcome);
	}

	private async list(
		status: string | undefined,
		offset: number,
		limit: number,
		operation: string,
	): Promise<Outcome<InvoicePage> | undefined> {
		const request: ServiceRequest = {
			operation,
			method: 'GET',
			path: INVOICES,
			query: { offset, limit, status },
		};
		const list = this.transport.json(request, (body, headers) =>
			readPage(body, headers, offset > 0),
		);
		if (status !== 'PENDING') return await list;
		// Only merchants with fraud management may ask for this status; the others have no such invoice.
		const answer = await orFailure(list);
		if (!(answer instanceof ServiceFailure)) return answer;
		if (answer.status === 400) return undefined;
		throw answer;
	}

	/** Every invoice of the list, page after page. A merchant without any may be answered "not found". */
	async *all(
		status: string | undefined,
		{ pageSize = PAGE_SIZE, operation = 'Get many invoices' } = {},
	): AsyncGenerator<Invoice[]> {
		const pages = pagesOf<Invoice, InvoicePage>({
			pageSize,
			identify: (invoice) => invoiceNumberOf(invoice) || JSON.stringify(invoice),
			fetch: async (offset, limit) => {
				const outcome = await this.list(status, offset, limit, operation);
				// Beyond the last entry some services answer "not found"; on the first page it is an error.
				if (outcome === undefined || (outcome.kind === 'notFound' && offset > 0)) return undefined;
				return found(outcome);
			},
		});
		for await (const { entries } of pages) yield entries;
	}

	/** The invoice, or undefined where the service has none of this number. */
	async find(number: string, operation = 'Get invoice'): Promise<Invoice | undefined> {
		const outcome = await this.transport.json(invoiceRequest(number, operation), invoiceIn);
		return outcome.kind === 'notFound' ? undefined : found(outcome);
	}

	async get(number: string, operation = 'Get invoice'): Promise<Invoice> {
		return found(await this.transport.json(invoiceRequest(number, operation), invoiceIn));
	}

	/** `look`: finds the invoice by its number, where it has one before it is made. */
	async create(
		body: IDataObject,
		look?: () => Promise<Invoice | undefined>,
	): Promise<Once<Invoice>> {
		const request: ServiceRequest = {
			operation: 'Create invoice',
			method: 'POST',
			path: INVOICES,
			body,
			repeatable: 'whenRefused',
		};
		return await once(this.transport, {
			send: async () => found(await this.transport.json(request, invoiceIn)),
			look,
			again: true,
		});
	}

	async update(number: string, body: IDataObject): Promise<Invoice> {
		const request: ServiceRequest = {
			operation: 'Update invoice',
			method: 'PUT',
			path: [...INVOICES, number],
			body,
		};
		return found(await this.transport.json(request, invoiceIn));
	}

	/** `isDone`: whether the invoice shows that it was moved; `again`: whether to move it twice does no harm. */
	async move(
		move: Move,
		number: string,
		operation: string,
		{ isDone, again }: { isDone: (invoice: Invoice) => boolean; again: boolean },
	): Promise<Once<Invoice>> {
		const request: ServiceRequest = {
			operation,
			method: 'POST',
			path: [...INVOICES, number, MOVES[move]],
			body: {},
			repeatable: 'whenRefused',
		};
		return await once(this.transport, {
			send: async () => found(await this.transport.json(request, invoiceIn)),
			look: async () => {
				const invoice = await this.find(number, operation);
				return invoice !== undefined && isDone(invoice) ? invoice : undefined;
			},
			again,
		});
	}

	async settings(): Promise<IDataObject> {
		const request: ServiceRequest = {
			operation: 'Get invoice settings',
			method: 'GET',
			path: SETTINGS,
			query: PRODUCT,
		};
		return found(await this.transport.json(request, settingsIn));
	}

	async changeSettings(body: IDataObject, operation: string): Promise<IDataObject> {
		const request: ServiceRequest = {
			operation,
			method: 'PUT',
			path: SETTINGS,
			query: PRODUCT,
			body,
		};
		return found(await this.transport.json(request, settingsIn));
	}
}

const invoiceRequest = (number: string, operation: string): ServiceRequest => ({
	operation,
	method: 'GET',
	path: [...INVOICES, number],
});

function invoiceIn(answer: unknown): Invoice {
	const invoice = objectIn(answer, 'an invoice');
	if (typeof invoice.status === 'string') return invoice;
	throw new UnexpectedAnswer('the answer of the service has no invoice with a status');
}

const settingsIn = (answer: unknown): IDataObject => objectIn(answer, 'an object with settings');

/** A page beyond the end may come without a list. */
function readPage(body: unknown, headers: Headers, mayEnd: boolean): InvoicePage {
	const { totalInvoices, submitTimeUtc } = isRecord(body) ? body : {};
	const total = countIn(totalInvoices);
	const entries =
		mayEnd || total === 0 ? entriesOrNone(body, 'invoices') : entriesIn(body, 'invoices');
	return {
		entries,
		total,
		at: instant(submitTimeUtc) ?? httpDate(headers.date) ?? Date.now(),
	};
}

function httpDate(header: string | undefined): number | undefined {
	const time = Date.parse(header ?? '');
	return Number.isNaN(time) ? undefined : time;
}
