import type { Invoice, InvoiceStatus } from './invoice';

/** The invoices of one merchant. */
export class InvoiceStore {
	private readonly all: Invoice[] = [];
	private readonly byNumber = new Map<string, Invoice>();
	private readonly byLink = new Map<string, Invoice>();
	private readonly replacedLinks = new Set<string>();

	add(invoice: Invoice): void {
		this.all.push(invoice);
		this.byNumber.set(invoice.number, invoice);
		this.byLink.set(invoice.linkKey, invoice);
	}

	find(number: string): Invoice | undefined {
		return this.byNumber.get(number);
	}

	findByLink(linkKey: string): Invoice | undefined {
		return this.byLink.get(linkKey);
	}

	wasReplaced(linkKey: string): boolean {
		return this.replacedLinks.has(linkKey);
	}

	replaceLink(invoice: Invoice, linkKey: string): void {
		this.byLink.delete(invoice.linkKey);
		this.replacedLinks.add(invoice.linkKey);
		invoice.linkKey = linkKey;
		this.byLink.set(linkKey, invoice);
	}

	count(status?: InvoiceStatus): number {
		return this.of(status).length;
	}

	/** Newest first. */
	page(offset: number, limit: number, status?: InvoiceStatus): Invoice[] {
		const list = this.of(status);
		const end = Math.max(0, list.length - offset);
		return list.slice(Math.max(0, end - limit), end).reverse();
	}

	private of(status?: InvoiceStatus): readonly Invoice[] {
		return status === undefined
			? this.all
			: this.all.filter((invoice) => invoice.status === status);
	}
}
