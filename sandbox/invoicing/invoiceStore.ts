import { type Invoice, type InvoiceStatus, STATUSES } from './invoice';

/** The invoices of one merchant, newest first, and those of each status without looking at the others. */
export class InvoiceStore {
	private readonly byNumber = new Map<string, Invoice>();
	private readonly byLink = new Map<string, Invoice>();
	private readonly replacedLinks = new Set<string>();
	private readonly all = new InCreationOrder();
	private readonly byStatus = new Map(STATUSES.map((status) => [status, new InCreationOrder()]));

	get size(): number {
		return this.byNumber.size;
	}

	add(invoice: Invoice): void {
		this.byNumber.set(invoice.number, invoice);
		this.byLink.set(invoice.linkKey, invoice);
		this.all.add(invoice);
		this.of(invoice.status).add(invoice);
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

	moveTo(invoice: Invoice, status: InvoiceStatus): void {
		if (invoice.status === status) return;
		this.of(invoice.status).remove(invoice);
		invoice.status = status;
		this.of(status).add(invoice);
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

	page(offset: number, limit: number, status?: InvoiceStatus): Invoice[] {
		return this.of(status).newestFirst(offset, limit);
	}

	private of(status?: InvoiceStatus): InCreationOrder {
		return (status && this.byStatus.get(status)) ?? this.all;
	}
}

/** A sorted array: new invoices go to its end, and the few that change status are found by bisection. */
class InCreationOrder {
	private readonly invoices: Invoice[] = [];

	get length(): number {
		return this.invoices.length;
	}

	add(invoice: Invoice): void {
		this.invoices.splice(this.placeOf(invoice), 0, invoice);
	}

	remove(invoice: Invoice): void {
		this.invoices.splice(this.placeOf(invoice), 1);
	}

	newestFirst(offset: number, limit: number): Invoice[] {
		const end = Math.max(0, this.invoices.length - offset);
		return this.invoices.slice(Math.max(0, end - limit), end).reverse();
	}

	private placeOf({ sequence }: Invoice): number {
		let low = 0;
		let high = this.invoices.length;
		if (high > 0 && this.invoices[high - 1].sequence < sequence) return high;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.invoices[middle].sequence < sequence) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
