import type { InvoiceDetails, ListedInvoice } from './invoice';

export interface InvoicePage {
	/** How many invoices have the status; undefined where the service does not say. */
	total?: number;
	invoices: ListedInvoice[];
	/** The service's clock; 0 where it does not tell. */
	at: number;
}

/** What the trigger asks of the service, apart from how it travels. */
export interface InvoiceService {
	page(status: string, offset: number, limit: number): Promise<InvoicePage>;
	/** Undefined when there is no such invoice. */
	details(id: string): Promise<InvoiceDetails | undefined>;
}
