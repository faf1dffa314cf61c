import type { IDataObject } from 'n8n-workflow';
import type { Outcome, ServiceRequest, Transport } from '../../../shared/transport';

const INVOICES = ['invoicing', 'v2', 'invoices'] as const;
const SETTINGS = ['invoicing', 'v2', 'invoiceSettings'] as const;

/** The endpoints of the service, each with the words that begin its errors. */
export const invoiceRequests = {
	create: (body: IDataObject): ServiceRequest => ({
		operation: 'Create invoice',
		method: 'POST',
		path: INVOICES,
		body,
		repeatable: 'whenRefused',
	}),
	get: (operation: string, number: string): ServiceRequest => ({
		operation,
		method: 'GET',
		path: [...INVOICES, number],
	}),
	list: (status?: string): ServiceRequest => ({
		operation: 'Get many invoices',
		method: 'GET',
		path: INVOICES,
		query: { status },
	}),
	update: (number: string, body: IDataObject): ServiceRequest => ({
		operation: 'Update invoice',
		method: 'PUT',
		path: [...INVOICES, number],
		body,
	}),
	move: (operation: string, number: string, segment: string): ServiceRequest => ({
		operation,
		method: 'POST',
		path: [...INVOICES, number, segment],
		body: {},
		repeatable: 'whenRefused',
	}),
};

const PRODUCT = { productType: 'INVOICING' };

export const settingsRequests = {
	get: (): ServiceRequest => ({
		operation: 'Get invoice settings',
		method: 'GET',
		path: SETTINGS,
		query: PRODUCT,
	}),
	update: (operation: string, body: IDataObject): ServiceRequest => ({
		operation,
		method: 'PUT',
		path: SETTINGS,
		query: PRODUCT,
		body,
	}),
};

export interface ListedInvoice extends IDataObject {
	id?: string;
}

interface InvoiceList {
	invoices?: ListedInvoice[];
	totalInvoices?: number;
}

const PAGE_SIZE = 100;

/** Every invoice of the list, page after page; one that moved to a later page meanwhile is not given twice. */
export async function* listInvoices(
	transport: Transport,
	status?: string,
): AsyncGenerator<ListedInvoice[]> {
	const seen = new Set<unknown>();
	const pages = transport.pages<InvoiceList>(invoiceRequests.list(status), {
		pageSize: PAGE_SIZE,
		count: ({ invoices = [] }) => invoices.length,
		total: ({ totalInvoices }) => totalInvoices,
	});
	for await (const { invoices = [] } of pages) {
		yield invoices.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)));
	}
}

/** The invoice as the service has it, or undefined where it has none of this number. */
export async function findInvoice(
	transport: Transport,
	operation: string,
	number: string,
): Promise<IDataObject | undefined> {
	const outcome: Outcome<IDataObject> = await transport.json(
		invoiceRequests.get(operation, number),
	);
	return outcome.kind === 'found' ? outcome.body : undefined;
}
